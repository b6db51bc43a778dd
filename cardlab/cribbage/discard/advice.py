"""Cribbage: which two of six cards to throw.

A throw is worth the mean of the hand kept over the 46 starters, plus the mean crib for the dealer, minus it for the
other player, the pone. The hand's mean is exact; the crib's comes from the crib tables (`crib_tables`), or exact for
these six cards (`cribs`). The play of the cards and the score of the game are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from cardlab.cards import Card, CardError, HandLike
from cardlab.checks import true_or_false
from cardlab.cribbage.batch import Bytes, score_batch
from cardlab.cribbage.discard.crib_tables import CribTables, cell, has_tables, tables_for
from cardlab.cribbage.discard.cribs import cribs_given
from cardlab.cribbage.discard.keeps import spread, throws
from cardlab.cribbage.rules import DECK, RULES, Rules
from cardlab.cribbage.throws import Throw
from cardlab.display import cards_text
from cardlab.frames import hands

__all__ = ["Advice", "advise"]


@dataclass(frozen=True, repr=False)
class Advice:
    """The 15 throws from a hand, the best first; of equals the one whose cards come first in the deck.

    It iterates over the throws, prints as a table and shows as one in a notebook.
    """

    cards: tuple[Card, ...]
    dealer: bool
    throws: tuple[Throw, ...]
    rules: Rules = RULES

    @property
    def best(self) -> Throw:
        """The throw with the highest net."""
        return self.throws[0]

    def __iter__(self) -> Iterator[Throw]:
        return iter(self.throws)

    def __len__(self) -> int:
        return len(self.throws)

    def __getitem__(self, thrown: HandLike) -> Throw:
        """The throw of these two cards. Raises `CardError` for two that are not in the hand."""
        wanted = set(DECK.parse(thrown, size=2))
        for throw in self.throws:
            if set(throw.thrown) == wanted:
                return throw
        raise CardError(f"{cards_text(DECK.parse(thrown))} cannot be thrown from {cards_text(self.cards)}")

    def breakdown(self, thrown: HandLike | None = None) -> pd.DataFrame:
        """What the hand kept scores: each score, how many starters give it, and which; of the best throw, or another.

        >>> advise("5H 5S 6D 7C JC KD", dealer=True).breakdown("JC KD").head(2)
           score  starters                    which
        0      8         4              AH AD AS AC
        1     10         8  2H 2D 2S 2C 9H 9D 9S 9C
        """
        kept = (self.best if thrown is None else self[thrown]).kept
        left = sorted({*DECK} - {*self.cards}, key=lambda card: (DECK.ranks.index(card.rank), DECK.bits[card]))
        starters = np.array([DECK.bits[card] for card in left], np.uint8)
        scores = score_batch(np.full(len(left), DECK.encode(kept), np.uint64), starters, rules=self.rules)
        which = pd.Series(left).groupby(scores.astype(np.int64))
        shown = pd.DataFrame({"starters": which.size(), "which": which.agg(cards_text)})
        return shown.rename_axis("score").reset_index()

    def to_frame(self) -> pd.DataFrame:
        """All throws as a frame, a row each: the cards as hands, the points as numbers.

        >>> advise("5H 5S 6D 7C JC KD", dealer=True).to_frame().head(2).round(2)
                  keep  throw   mean  min  max  crib    net
        0  5♥ K♦ 5♠ J♣  6♦ 7♣  12.41   10   21  4.95  17.37
        1  5♥ 6♦ 5♠ 7♣  K♦ J♣  12.22    8   17  4.06  16.27
        """
        made = self._shown()
        return made.assign(keep=hands(made["keep"], DECK), throw=hands(made["throw"], DECK))

    def _shown(self) -> pd.DataFrame:
        """The same with the cards as text."""
        rows = [
            (cards_text(throw.kept), cards_text(throw.thrown), throw.mean, throw.low, throw.high, throw.crib, throw.net)
            for throw in self.throws
        ]
        return pd.DataFrame(rows, columns=["keep", "throw", "mean", "min", "max", "crib", "net"])

    def __repr__(self) -> str:
        return self._shown().to_string(index=False, float_format="{:.2f}".format)

    def _repr_html_(self) -> str:
        return self._shown().to_html(index=False, float_format="{:.2f}".format)


def advise(
    cards: HandLike, *, dealer: bool, table: CribTables | None = None, rules: Rules = RULES, exact: bool = False
) -> Advice:
    """Rank the 15 throws from six cards by what they are worth to the dealer, or to the pone.

    - `table`: other crib tables than those kept in data/.
    - `exact`: count the crib over all hands that the other player may hold, not by the table; the other throws by it.
    - `rules`: there are crib tables for the default rules, and for those without a flush in the crib. Under other rules
      the crib is counted as with `exact` unless a `table` is passed; the other player then throws by the default's
      table and by what hands are worth under these rules.

    Raises `CardError` unless the hand is six cards, and `dealer` and `exact` are true or false.

    >>> advise("5H 5S 6D 7C JC KD", dealer=True).best
    <Throw '6D 7C': keep 5H 5S JC KD, mean 12.41, 10 to 21, crib 4.95, net 17.37>
    >>> advise("5H 5S 6D 7C JC KD", dealer=False).best
    <Throw 'JC KD': keep 5H 5S 6D 7C, mean 12.22, 8 to 17, crib 4.88, net 7.34>
    """
    hand, dealer, exact = DECK.parse(cards, size=6), true_or_false("dealer", dealer), true_or_false("exact", exact)
    deal = DECK.encode_many([hand])
    thrown = throws(deal)[0]
    spreads = spread(deal & ~thrown, np.repeat(deal, 15), rules=rules)
    pairs = [DECK.decode(two) for two in thrown]
    tables = table or tables_for(rules)
    if exact or (table is None and not has_tables(rules)):
        cribs = cribs_given(hand, tables.policy(dealer=not dealer, rules=rules), rules=rules).tolist()
    else:
        means = tables.own.mean if dealer else tables.other.mean
        cribs = [float(means[cell(*two)]) for two in pairs]
    ranked = [_throw(hand, *throw, dealer) for throw in zip(pairs, spreads, cribs, strict=True)]
    return Advice(hand, dealer, tuple(sorted(ranked, key=lambda throw: -throw.net)), rules)


def _throw(hand: tuple[Card, ...], thrown: tuple[Card, ...], counts: Bytes, crib: float, dealer: bool) -> Throw:
    """A throw, from how often each score comes over the starters."""
    scores = np.flatnonzero(counts)
    mean = float(np.average(scores, weights=counts[scores]))
    return Throw(
        kept=tuple(card for card in hand if card not in thrown),
        thrown=tuple(card for card in hand if card in thrown),
        mean=mean,
        low=int(scores[0]),
        high=int(scores[-1]),
        crib=crib,
        net=mean + crib if dealer else mean - crib,
    )
