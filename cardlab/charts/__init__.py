"""The charts: distributions, comparisons, shares, tables as colours, lines and estimates with their uncertainty."""

from cardlab.charts.distributions import comparison_chart, distribution_chart, panels_chart
from cardlab.charts.estimates import interval_chart, line_chart, share_chart
from cardlab.charts.figure import Chart
from cardlab.charts.heat import heat_map

__all__ = [
    "Chart",
    "comparison_chart",
    "distribution_chart",
    "heat_map",
    "interval_chart",
    "line_chart",
    "panels_chart",
    "share_chart",
]
