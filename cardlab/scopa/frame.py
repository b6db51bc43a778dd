"""Scopa in pandas: random piles of captured cards as hands, and their points."""

from __future__ import annotations

import numpy as np
import pandas as pd

from cardlab.cards import CardError, HandLike
from cardlab.deal import deal_given, random_subsets
from cardlab.frames import frame
from cardlab.scopa.batch import parts_batch
from cardlab.scopa.play.match import SCOPA, Game
from cardlab.scopa.play.rounds import deal_rows
from cardlab.scopa.rules import DECK, RULES, Rules

__all__ = ["deals", "rounds", "score"]


def deals(
    n: float,
    *,
    seed: int | np.random.Generator,
    cards: int | None = None,
    holding: HandLike = "",
    lacking: HandLike = "",
) -> pd.DataFrame:
    """Split the cards between two sides n times: a column `captured` with one side's, of the dtype `cards[scopa]`.

    That side has `cards` cards; if None, each card falls to either side with probability 1/2. `holding` are cards that
    it has, `lacking` cards that it has not. Without those, the piles are those that `batch.sample` scores with
    `numpy.random.default_rng(seed)`. Raises `CardError` if no pile is like that.

    >>> deals(2, seed=1, cards=3)
       captured
    0  2♣ 3♣ A♠
    1  Q♦ 4♣ 4♠
    """
    rng, held, lacked = np.random.default_rng(seed), DECK.encode(holding), DECK.encode(lacking)
    if cards is None:
        if held & lacked:
            raise CardError(f"no pile holds {DECK.show(held)} and lacks {DECK.show(lacked)}")
        piles = random_subsets(rng, n, DECK) & np.uint64(DECK.mask & ~lacked) | np.uint64(held)
    else:
        piles = deal_given(rng, n, DECK, (cards,), holding=held, lacking=lacked)[:, 0]
    return frame({"captured": piles}, DECK)


def rounds(n: float, *, seed: int | np.random.Generator, game: Game = SCOPA) -> pd.DataFrame:
    """Deal a round n times, to be played: columns `table`, a hand for each player, and `stock`, what is dealt later.

    The columns are of the dtype `cards[scopa]`. The deals are those of `play.rounds.record_rounds` with
    `numpy.random.default_rng(seed)`; a table with too many kings is dealt again.

    >>> rounds(2, seed=1)[["table", "player 0", "player 1"]]
             table  player 0  player 1
    0  2♣ 3♣ 5♣ A♠  6♦ A♥ 7♥  7♦ 2♠ K♠
    1  A♣ 3♥ 3♠ 7♠  4♦ 7♦ K♣  3♣ 6♥ 7♥
    """
    rows = deal_rows(np.random.default_rng(seed), n, game).view(np.uint64)[:, : 1 + game.players]
    names = ["table", *(f"player {player}" for player in range(game.players))]
    stock = np.uint64(DECK.mask) & ~np.bitwise_or.reduce(rows, axis=1)
    return frame({**dict(zip(names, rows.T, strict=True)), "stock": stock}, DECK)


def score(deals: pd.DataFrame | pd.Series, *, rules: Rules = RULES) -> pd.DataFrame:
    """The points of each pile of a Series, or of the column `captured`, without sweeps: a column a point, and `points`.

    The columns are those of `rules.points`.

    >>> score(pd.DataFrame({"captured": ["7D 6D AD 5D 4D 3D 7C 7H 7S"]}, dtype="cards[scopa]"))
       cards  coins  sette bello  primiera  points
    0      0      1            1         1       3
    """
    piles = deals["captured"] if isinstance(deals, pd.DataFrame) else deals
    parts = parts_batch(piles, rules=rules)
    scored = pd.DataFrame(parts.astype(np.int64), index=deals.index, columns=list(rules.points))
    return scored.assign(points=scored.sum(axis=1))
