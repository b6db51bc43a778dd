"""Dealing: some cards of the deck, and all of it."""

import random
from math import ceil, comb, log2
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.measure import Measure
from cardlab.bridge import DECK
from cardlab.deal import deal

BITS = "limit: only drawing the random bits it takes"
MANY, SOME = 1 << 22, 5000


def shuffled(rng: np.random.Generator, n: int, cards: int) -> NDArray[np.int64]:
    """The first cards of decks that numpy shuffles row by row."""
    return rng.permuted(np.tile(np.arange(52), (n, 1)), axis=1)[:, :cards]


def sampled(n: int, cards: int) -> list[Any]:
    return [random.sample(range(52), cards) for _ in range(n)]


def bits(rng: np.random.Generator, n: int, ways: int) -> NDArray[np.uint64]:
    """As many random words as can tell that many ways to deal apart."""
    return rng.integers(0, 1 << 64, size=n * ceil(log2(ways) / 64), dtype=np.uint64)


@pytest.mark.work("Dealing: 5 of 52 cards", show="time", reach=25e-9)
class TestFiveCards:
    def test_cardlab(self, measure: Measure, rng: np.random.Generator) -> None:
        measure("cardlab", lambda: deal(rng, MANY, DECK, (4, 1)), of=MANY)

    def test_numpy(self, measure: Measure, rng: np.random.Generator) -> None:
        measure("numpy `Generator.permuted`", lambda: shuffled(rng, SOME, 5), of=SOME)

    def test_plain(self, measure: Measure) -> None:
        measure("`random.sample`", lambda: sampled(SOME, 5), of=SOME)

    def test_bits(self, measure: Measure, rng: np.random.Generator) -> None:
        measure(BITS, lambda: bits(rng, MANY, comb(52, 4) * 48), of=MANY)


@pytest.mark.work("Dealing: 52 cards to four hands", show="time", reach=250e-9)
class TestFourHands:
    def test_cardlab(self, measure: Measure, rng: np.random.Generator) -> None:
        measure("cardlab", lambda: deal(rng, MANY, DECK, (13, 13, 13, 13)), of=MANY)

    def test_endplay(self, measure: Measure) -> None:
        measure("endplay `generate_deals`", peers.endplay_deals(SOME), of=SOME)

    def test_numpy(self, measure: Measure, rng: np.random.Generator) -> None:
        measure("numpy `Generator.permuted`", lambda: shuffled(rng, SOME, 52), of=SOME)

    def test_plain(self, measure: Measure) -> None:
        measure("`random.sample`", lambda: sampled(SOME, 52), of=SOME)

    def test_bits(self, measure: Measure, rng: np.random.Generator) -> None:
        measure(BITS, lambda: bits(rng, MANY, comb(52, 13) * comb(39, 13) * comb(26, 13)), of=MANY)
