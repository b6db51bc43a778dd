"""Bridge: solved deals as tables, to hold points against tricks.

A row is a deal (`load`), or what one side has and takes in one strain (`partnerships`). A side's tricks in a strain are
the mean of its two declarers', double dummy. The rows of a deal hang together, so standard errors go by deals, not by
rows (`cardlab.bridge.tricks.regression`).
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from types import MappingProxyType

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cardlab import data, frames
from cardlab.bridge.batch import score_batch
from cardlab.bridge.boards import SEATS
from cardlab.bridge.counts import COUNTS, Count
from cardlab.bridge.rules import DECK, SUITS, TRUMPS
from cardlab.distribution import Distribution

__all__ = ["FILE", "SIDES", "contracts", "held", "load", "partnerships"]

FILE = "bridge_tricks.csv.xz"

BITS = MappingProxyType({rank: 1 << place for place, rank in enumerate(DECK.ranks)})

SIDE_COLUMNS = ("number", "side", "strain", "fit", "longest", "major", "tricks", "fewest", "most")

SIDES = MappingProxyType({"north-south": (0, 2), "east-west": (1, 3)})
"""The seats of each side, as in `SEATS`."""


def load(path: str | PathLike[str] | None = None) -> pd.DataFrame:
    """The solved deals, a row a deal, by number; deals that were not solved are left out.

    Columns: `deal` (notation of PBN), the hands by seat (`cards[bridge]`), the adjusted count of each in notrump
    (`points north`, `int16`), the tricks by strain and declarer (`spades north`, `int8`). The file is one that
    `tools/solve_deals.py` writes; None is the one in `data/`.

    >>> deals = load()
    >>> [int(deals.loc[0, name]) for name in ("points north", "points east", "notrump north", "notrump east")]
    [12, 10, 11, 2]
    """
    stored = pd.read_csv(
        data.path(FILE) if path is None else path, index_col="number", dtype={"deal": str, "tricks": str}
    )
    solved = stored.dropna(subset="tricks")
    hands = np.array([[_set(hand) for hand in deal[2:].split()] for deal in solved["deal"]], dtype=np.uint64)
    hands = hands.reshape(-1, len(SEATS))
    tricks = np.array([[int(digit, 16) for digit in digits] for digits in solved["tricks"]], dtype=np.int8)
    results = [f"{strain} {seat}" for strain in TRUMPS for seat in SEATS]
    columns: dict[str, object] = {"deal": solved["deal"]}
    columns |= {seat: frames.hands(hands[:, at], DECK).set_axis(solved.index) for at, seat in enumerate(SEATS)}
    columns |= {f"points {seat}": score_batch(hands[:, at]) for at, seat in enumerate(SEATS)}
    columns |= dict(zip(results, tricks.reshape(-1, len(results)).T, strict=True))
    return pd.DataFrame(columns, index=solved.index)


def _set(hand: str) -> int:
    """A hand in the file as a set: four suits with dots between, spades first."""
    suits = zip(hand.split("."), range(3 * DECK.width, -1, -DECK.width), strict=True)
    return sum(BITS[rank] << place for ranks, place in suits for rank in ranks)


def partnerships(deals: pd.DataFrame, counts: Sequence[Count] = COUNTS) -> pd.DataFrame:
    """What each side has and takes in each strain: ten rows a deal.

    Columns: `number` of the deal, `side`, `strain`, `fit` (the side's cards in the strain, 0 for notrump), `longest`
    (whether it is the side's longest suit; of equal ones the first in `TRUMPS`), `major` (the side's cards in its
    longer major), `tricks` (mean of the two declarers), `fewest` and `most` of the two, and a column for each count
    with the points of both hands added.

    >>> from cardlab.bridge import HIGH_CARDS
    >>> sides = partnerships(load().head(2), [HIGH_CARDS])
    >>> print(sides.loc[sides.longest].drop(columns=["longest", "major", "tricks"]).to_string(index=False))
     number        side   strain  fit  fewest  most  high-card points
          0   east-west   spades    8       6     6              17.0
          0 north-south diamonds    9      11    11              23.0
          1   east-west   hearts    8      11    12              28.0
          1 north-south   spades    8       5     5              12.0
    """
    taken = [count.name for count in counts if count.name in SIDE_COLUMNS]
    if taken:
        raise ValueError(f"a count is called {taken[0]!r}: expected a name other than {', '.join(SIDE_COLUMNS)}")
    parts = [_side(deals, side, strain, counts) for strain in TRUMPS for side in SIDES]
    sides = pd.concat(parts, ignore_index=True)
    return sides.sort_values(["number", "side"], kind="stable", ignore_index=True)


def _side(deals: pd.DataFrame, side: str, strain: str, counts: Sequence[Count]) -> pd.DataFrame:
    seats = [SEATS[at] for at in SIDES[side]]
    hands = np.column_stack([deals[seat].cards.sets for seat in seats])
    tricks = deals[[f"{strain} {seat}" for seat in seats]].to_numpy()
    fits = _fits(hands)
    columns: dict[str, object] = {
        "number": deals.index,
        "side": side,
        "strain": strain,
        "fit": fits[:, TRUMPS.index(strain)] if strain != "notrump" else 0,
        "longest": fits.argmax(axis=1) == TRUMPS.index(strain),
        "major": fits[:, [TRUMPS.index("spades"), TRUMPS.index("hearts")]].max(axis=1),
        "tricks": tricks.mean(axis=1),
        "fewest": tricks.min(axis=1),
        "most": tricks.max(axis=1),
    }
    columns |= {count.name: _points(hands, strain, count) for count in counts}
    return pd.DataFrame(columns)


def _points(hands: NDArray[np.uint64], strain: str, count: Count) -> NDArray[np.float64]:
    """The points of both hands of each side together: `[n, 2]` -> `[n]`."""
    steps = score_batch(hands.ravel(), strain, rules=count).reshape(hands.shape).sum(axis=1)
    points: NDArray[np.float64] = steps / count.unit
    return points


def contracts(sides: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The sides in notrump, and in their longest suit by how many cards of it they have: of 8, of 9, of 10 or more.

    >>> {name: len(group) for name, group in contracts(partnerships(load().head(100))).items()}
    {'notrump': 200, 'fit of 8': 94, 'fit of 9': 49, 'fit of 10 or more': 30}
    """
    fits = sides[sides["longest"]]
    return {
        "notrump": sides[sides["strain"] == "notrump"],
        "fit of 8": fits[fits["fit"] == 8],
        "fit of 9": fits[fits["fit"] == 9],
        "fit of 10 or more": fits[fits["fit"] >= 10],
    }


def held(sides: pd.DataFrame, column: str, *, name: str = "") -> Distribution:
    """How many of the sides have each number in a column of whole numbers. Raises `ValueError` for a fraction.

    Its standard error takes the sides for independent, which the two of a deal are not.

    >>> held(pd.DataFrame({"points": [20.0, 20.0, 25.0]}), "points", name="toy")
    <Distribution 'toy': sample, n = 3, 20 to 25, mean 21.6667 ± 1.6667, sd 2.8868>
    """
    numbers = sides[column].to_numpy(dtype=float)
    if not (numbers == np.floor(numbers)).all():
        raise ValueError(f"{column} has fractions: expected whole numbers")
    values, counts = np.unique(numbers.astype(np.int64), return_counts=True)
    return Distribution.sample(dict(zip(values.tolist(), counts.tolist(), strict=True)), name=name)


def _fits(hands: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many cards a side's hands have together in each suit, in the order of `TRUMPS`: `[n, 2]` -> `[n, 4]`."""
    suits = [np.uint64(DECK.encode([rank + suit for rank in DECK.ranks])) for suit in SUITS.values()]
    fits: NDArray[np.int64] = np.bitwise_count(hands[..., np.newaxis] & np.array(suits)).sum(axis=1, dtype=np.int64)
    return fits
