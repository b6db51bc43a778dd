"""The charts: distributions, comparisons, shares, tables as colours, lines and estimates with their uncertainty."""

from cardlab.charts.distributions import *
from cardlab.charts.estimates import *
from cardlab.charts.figure import *
from cardlab.charts.heat import *
