"""Bridge: the points of a hand, counted in any of a dozen ways, and its shorthand."""

from cardlab.bridge.counts import *
from cardlab.bridge.rules import *
