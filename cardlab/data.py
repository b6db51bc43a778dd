"""The files of data/: cases and published figures, each row with its source; the drawings of cards."""

from __future__ import annotations

import csv
import pkgutil
from contextlib import suppress
from pathlib import Path

__all__ = ["path", "rows", "text"]

FOLDERS = (Path(__file__).with_name("datafiles"), Path(__file__).parents[1] / "data")
"""Where the files are: in an installed package, in a checkout."""


def path(name: str) -> Path:
    """Where a file of data/ is. Raises `FileNotFoundError` that says where it was looked for.

    >>> path("scopa.csv").name
    'scopa.csv'
    """
    for folder in FOLDERS:
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(f"no file {name!r} in {' or '.join(map(str, FOLDERS))}")


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a CSV file of data/, every column as text (`00` is a pair of tens in Tichu).

    >>> rows("tichu.csv")[0]["play"]
    'J'
    """
    return list(csv.DictReader(text(name).splitlines()))


def text(name: str) -> str:
    """What a file of data/ holds, also where the package is imported from a zip.

    >>> text("scopa.csv")[:8]
    'captured'
    """
    try:
        return path(name).read_text(encoding="utf-8")
    except FileNotFoundError:
        with suppress(OSError):
            if packed := pkgutil.get_data("cardlab", f"datafiles/{name}"):
                return packed.decode("utf-8")
        raise
