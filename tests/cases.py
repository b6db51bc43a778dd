"""The cases of data/, as rows."""

import csv
from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = ROOT / "data"


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file in data/, every column as text."""
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def label(row: dict[str, str]) -> str:
    """A short name for a row, for pytest's ids."""
    return " ".join(row.values())[:60]
