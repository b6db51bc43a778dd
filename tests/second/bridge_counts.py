"""Second definitions of the counts that are compared, each written out for a hand of four strings, spades first."""

from collections.abc import Callable

Suits = list[str]
SUITS = ("spades", "hearts", "diamonds", "clubs")


def honours(suits: Suits, a: float, k: float, q: float, j: float, t: float = 0) -> float:
    hand = "".join(suits)
    return a * hand.count("A") + k * hand.count("K") + q * hand.count("Q") + j * hand.count("J") + t * hand.count("T")


def shortness(suits: Suits, trump: str, void: int, singleton: int, doubleton: int) -> int:
    if trump == "notrump":
        return 0
    sides = [suit for name, suit in zip(SUITS, suits, strict=True) if name != trump]
    return sum([void, singleton, doubleton][len(suit)] for suit in sides if len(suit) < 3)


def losers(suit: str) -> int:
    if len(suit) == 0:
        return 0
    if len(suit) == 1:
        return 0 if suit == "A" else 1
    if len(suit) == 2:
        return 2 - ("A" in suit) - ("K" in suit)
    return 3 - ("A" in suit) - ("K" in suit) - ("Q" in suit)


def new_losers(suit: str) -> float:
    missing = 0.0
    if len(suit) >= 1 and "A" not in suit:
        missing += 1.5
    if len(suit) >= 2 and "K" not in suit:
        missing += 1
    if len(suit) >= 3 and "Q" not in suit:
        missing += 0.5
    return missing


def bum_rap(suits: Suits) -> float:
    return honours(suits, 4.5, 3, 1.5, 0.75, 0.25)


def zar(suits: Suits, trump: str) -> float:
    a, b, _, d = sorted(map(len, suits), reverse=True)
    return honours(suits, 4, 3, 2, 1) + honours(suits, 2, 1, 0, 0) + (a + b) + (a - d)


POINTS: dict[str, Callable[[Suits, str], float]] = {
    "high-card points": lambda suits, trump: honours(suits, 4, 3, 2, 1),
    "Fifths": lambda suits, trump: honours(suits, 4, 2.8, 1.8, 1, 0.4),
    "BUM-RAP": lambda suits, trump: bum_rap(suits),
    "high cards, length": lambda suits, trump: (
        honours(suits, 4, 3, 2, 1) + sum(len(suit) - 4 for suit in suits if len(suit) > 4)
    ),
    "high cards, short 5-3-1": lambda suits, trump: honours(suits, 4, 3, 2, 1) + shortness(suits, trump, 5, 3, 1),
    "high cards, short 3-2-1": lambda suits, trump: honours(suits, 4, 3, 2, 1) + shortness(suits, trump, 3, 2, 1),
    "Zar, basic": zar,
    "losing trick count": lambda suits, trump: sum(map(losers, suits)),
    "controls": lambda suits, trump: honours(suits, 2, 1, 0, 0),
    "BUM-RAP, short 3-2-1": lambda suits, trump: bum_rap(suits) + shortness(suits, trump, 3, 2, 1),
    "BUM-RAP, short 5-3-1": lambda suits, trump: bum_rap(suits) + shortness(suits, trump, 5, 3, 1),
    "new losing trick count": lambda suits, trump: sum(map(new_losers, suits)),
}
