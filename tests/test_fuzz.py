"""A second of what `python -m tests.fuzz` does at length."""

from random import Random

import pytest

from cardlab import CardError
from tests.fuzz import READERS, fuzz, typed


def test_no_text_raises_anything_but_card_error() -> None:
    read, faults = fuzz(8_000, seed=29)
    assert faults == []
    assert 2_000 < read < 7_000  # both what is right and what is wrong is tried


def test_a_fault_is_found() -> None:
    def faulty(text: str) -> None:
        if "x" in text:
            raise CardError(text)
        if "10" in text:
            raise IndexError(text)

    read, faults = fuzz(500, seed=1, readers={"faulty": (["5H 10S x"], faulty)})
    assert read > 0
    assert faults
    assert all(fault.startswith("faulty: ") and "IndexError" in fault for fault in faults)


@pytest.mark.parametrize("name", READERS)
def test_every_reader_reads_what_it_is_tried_with(name: str) -> None:
    texts, reader = READERS[name]
    random, read = Random(1), 0
    for _ in range(300):
        try:
            reader(typed(random, texts))
            read += 1
        except CardError:
            pass
    assert read >= 10
