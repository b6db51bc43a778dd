"""Scopa, cribbage, bridge and Tichu: scores that explain themselves.

>>> from cardlab import bridge, cribbage, scopa, tichu
>>> print(cribbage.score("5H 5S 5C JD", "5D"))
fifteen 2, fifteen 4, fifteen 6, fifteen 8, fifteen 10, fifteen 12, fifteen 14, fifteen 16, \
a pair is 18, a pair is 20, a pair is 22, a pair is 24, a pair is 26, a pair is 28, nobs is 29
>>> int(scopa.score("7D 6D AD 5D 4D 3D 7C 7H 7S"))
3
>>> bridge.shorthand("A6.K954.A93.A984"), int(bridge.score("A6.K954.A93.A984", "notrump"))
('Ax Kxxx Axx Axxx', 15)
>>> print(tichu.explain("66", "7P"))
legal: a pair of sevens beats a pair of sixes

Scoring needs the standard library only; `batch`, `exact`, `frame`, `simulate` and `charts` bring in numpy and its
friends.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from cardlab.cards import Card, CardError, Deck
from cardlab.score import Item, Score

__all__ = ["Card", "CardError", "Deck", "Item", "Score", "__version__", "bridge", "cribbage", "scopa", "tichu"]

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cardlab import bridge, cribbage, scopa, tichu
else:

    def __getattr__(name):
        """A game, imported when it is first asked for: a score at cribbage does not wait for the other games."""
        if name in __all__:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
