"""Every claim of a notebook is a test: a title, and a sentence that compares, has its assert beside it."""

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell

from tests.cases import ROOT

PATHS = sorted((ROOT / "notebooks").glob("*.ipynb"))
COMPARES = re.compile(
    r"\b(more|most|less|least|fewer|fewest|twice|half|double|higher|highest|lower|lowest|better|best|worse|worst|"
    r"larger|largest|smaller|smallest|longer|shorter|likelier|rarer|nearly|almost|about|percent|per cent)\b|\d\.\d",
    re.IGNORECASE,
)
LOOKED_AT: dict[str, tuple[str, ...]] = {
    "00_tour": (
        "the same kind of combination",
        "The phoenix `P` stands for",
    ),
    "tichu": (
        "The Mah Jong is the lowest single",
        "The dragon is the highest single.",
        "the higher one counts.",
        "**Bombs.**",
        "More cards beat fewer",
        "every legal play of a hand",
        "the same questions about",
    ),
}
"""Sentences, by how they begin, that compare and claim nothing about a number: a rule, a definition, an instruction."""


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_each_title_and_comparison_has_its_assert(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    assert [text for text in claims(cells) if not text.startswith(LOOKED_AT.get(path.stem, ()))] == []


def test_a_sentence_of_the_list_still_stands_in_its_notebook() -> None:
    for name, sentences in LOOKED_AT.items():
        text = " ".join(cell.source for cell in nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4).cells)
        assert [sentence for sentence in sentences if sentence not in " ".join(text.split())] == []


def test_what_nothing_asserts_is_found() -> None:
    claim, chart = new_markdown_cell("Most hands are even. So it is."), new_code_cell('line_chart(x, title="Twice")')
    assert list(claims([claim, chart, new_markdown_cell("# Next"), new_code_cell("assert x")])) == [
        "Most hands are even.",
        "Twice",
    ]
    assert list(claims([claim, chart, new_code_cell("assert x")])) == []


def claims(cells: list[NotebookNode]) -> Iterator[str]:
    """Titles and sentences that compare, without an assert in the code beside them."""
    for place, cell in enumerate(cells):
        if cell.cell_type == "code":
            title = re.search(r'title=f?"([^"]+)"', cell.source)
            if title and not covered(cells, place):
                yield title[1]
        elif not covered(cells, place):
            yield from (text for text in sentences(cell.source) if COMPARES.search(text))


def covered(cells: list[NotebookNode], place: int) -> bool:
    """Whether an assert stands in the code cell before, here, or in the next of the section: five, eight at the top."""
    before = [cell for cell in cells[:place] if cell.cell_type == "code"][-1:]
    section = takewhile(lambda cell: not cell.source.startswith("#"), cells[place + 1 :])
    after = [cell for cell in section if cell.cell_type == "code"][: 5 if place else 8]
    return any("assert " in cell.source for cell in [*before, cells[place], *after])


def sentences(text: str) -> Iterator[str]:
    """The sentences of running text: tables, headings and code are left out."""
    lines = [line for line in text.splitlines() if not re.match(r"\s*(\||#|>|```|Source)", line)]
    for paragraph in re.split(r"\n\s*\n|\n(?=- )", "\n".join(lines)):
        yield from (part.strip() for part in re.split(r"(?<=[.:?!])\s+", " ".join(paragraph.split())) if part.strip())
