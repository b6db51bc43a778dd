"""A second definition of the points of a scopa round.

It is written from the rule text alone, by another route than the package's:
piles are plain sets of card strings, and every point is counted out card by
card. It is slow on purpose and exists only to be compared with the scorer.
"""

from collections.abc import Iterable, Mapping, Sequence

RANKS = "A234567JQK"
SUITS = "DCHS"
DECK: frozenset[str] = frozenset(rank + suit for rank in RANKS for suit in SUITS)

PRIMIERA_VALUES: dict[str, int] = {
    "7": 21,
    "6": 18,
    "A": 16,
    "5": 15,
    "4": 14,
    "3": 13,
    "2": 12,
    "J": 10,
    "Q": 10,
    "K": 10,
}


def cards_of_suit(pile: frozenset[str], suit: str) -> list[str]:
    """List the cards of one suit in the pile."""
    return [card for card in pile if card[1] == suit]


def cards_point(mine: frozenset[str]) -> int:
    """Count the cards: more than 20 of them score."""
    if len(mine) > 20:
        return 1
    return 0


def coins_point(mine: frozenset[str]) -> int:
    """Count the diamonds: more than 5 of them score."""
    if len(cards_of_suit(mine, "D")) > 5:
        return 1
    return 0


def sette_bello_point(mine: frozenset[str]) -> int:
    """Look for the seven of diamonds."""
    if "7D" in mine:
        return 1
    return 0


def primiera(pile: frozenset[str], worth: Mapping[str, int] = PRIMIERA_VALUES) -> int:
    """Add the best primiera value of each suit that the pile holds."""
    total = 0
    for suit in SUITS:
        values = [worth[card[0]] for card in cards_of_suit(pile, suit)]
        if values:
            total += max(values)
    return total


def lacks_a_suit(pile: frozenset[str]) -> bool:
    """Tell whether at least one of the four suits is missing."""
    return any(cards_of_suit(pile, suit) == [] for suit in SUITS)


def primiera_point(
    mine: frozenset[str],
    theirs: frozenset[str],
    missing_suit: str,
    worth: Mapping[str, int] = PRIMIERA_VALUES,
) -> int:
    """Compare the primiere under one of the three rules on a missing suit."""
    if missing_suit not in ("forfeit", "strict", "raw"):
        raise ValueError(f"unknown missing-suit rule: {missing_suit!r}")
    if missing_suit != "raw":
        if lacks_a_suit(mine) and not lacks_a_suit(theirs):
            return 0
        if lacks_a_suit(theirs) and not lacks_a_suit(mine):
            return 1
    if missing_suit == "strict" and lacks_a_suit(mine) and lacks_a_suit(theirs):
        return 0
    if primiera(mine, worth) > primiera(theirs, worth):
        return 1
    return 0


def napola(mine: frozenset[str]) -> int:
    """Count the coins from the ace on without a gap: three or more score a point each."""
    run = 0
    while run < 10 and RANKS[run] + "D" in mine:
        run += 1
    return run if run >= 3 else 0


def settanta_point(mine: frozenset[str]) -> int:
    """Look for at least three of the four sevens."""
    return int(len({"7D", "7C", "7H", "7S"} & mine) >= 3)


def house_points(
    captured: Iterable[str], names: Sequence[str], worth: Mapping[str, int], missing_suit: str
) -> tuple[int, ...]:
    """Score one side by named points and values of the primiera, point by point."""
    mine = frozenset(captured)
    every = {
        "cards": cards_point(mine),
        "coins": coins_point(mine),
        "sette bello": sette_bello_point(mine),
        "primiera": primiera_point(mine, DECK - mine, missing_suit, worth),
        "settanta": settanta_point(mine),
        "napola": napola(mine),
        "re bello": int("KD" in mine),
        "donna bella": int("QD" in mine),
    }
    return tuple(every[name] for name in names)


def points(captured: Iterable[str], missing_suit: str = "forfeit") -> tuple[int, int, int, int]:
    """Score one side: cards, coins, sette bello, primiera, each 0 or 1."""
    mine = frozenset(captured)
    if not mine <= DECK:
        raise ValueError(f"not in the deck: {sorted(mine - DECK)}")
    theirs = DECK - mine
    return (
        cards_point(mine),
        coins_point(mine),
        sette_bello_point(mine),
        primiera_point(mine, theirs, missing_suit),
    )
