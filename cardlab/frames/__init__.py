"""Hands in pandas: the dtype `cards[<deck>]` and the accessor ``.cards``.

Importing this module makes both known to pandas. A Series of hands is written as in the first line below, from text,
lists of cards, sets or an array of sets; it goes to CSV as text, to Parquet and Arrow as `uint64`. A hand equals a text
that means the same cards, `series[0]` is a `cardlab.cards.Hand`, and hands are sorted as the numbers that their sets
are. Where a hand is missing, counts are NaN and questions are answered False.

>>> import pandas as pd
>>> hands = pd.Series(["5H 6D KD AC", "JS JH 5C 4C"], dtype="cards[cribbage]")
>>> hands[hands.cards.count(rank="J") == 2]
1    J♥ J♠ 4♣ 5♣
dtype: cards[cribbage]
>>> hands == "AC 5H 6D KD"
0     True
1    False
dtype: bool
"""

from cardlab.frames.accessor import HandsAccessor, frame, hands
from cardlab.frames.extension import CardsArray, CardsDtype

__all__ = ["CardsArray", "CardsDtype", "HandsAccessor", "frame", "hands"]
