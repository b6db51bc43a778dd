"""Scopa: who takes the points of a round."""

from cardlab.scopa.points import *
from cardlab.scopa.rules import *
