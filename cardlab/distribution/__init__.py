"""Distributions: how often each score occurs, and whether two differ by more than chance.

scipy, pandas and matplotlib are imported where they are used.
"""

from cardlab.distribution.comparison import Comparison, Difference
from cardlab.distribution.counts import Counts
from cardlab.distribution.distribution import Distribution

__all__ = ["Comparison", "Counts", "Difference", "Distribution"]
