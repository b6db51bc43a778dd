"""Where the project is, and short names for the rows of data/."""

from pathlib import Path

from cardlab.data import rows

__all__ = ["DATA", "ROOT", "label", "rows"]

ROOT = Path(__file__).parents[1]
DATA = ROOT / "data"


def label(row: dict[str, str]) -> str:
    """A short name for a row, for pytest's ids."""
    return " ".join(row.values())[:60]
