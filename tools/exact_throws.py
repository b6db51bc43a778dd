"""How often exact play changes the throw that the crib tables choose, over random hands of both roles.

`python tools/exact_throws.py --hands 1000 --seed 1 --output build` writes `crib_exact.csv`, a row a hand and role:
the throw by the tables, the best throw when the crib is counted over all hands of the other player, and what the first
costs. Both are counted against another player who throws by the tables.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from cardlab.cards import Card
from cardlab.cribbage import DECK
from cardlab.cribbage.discard.advice import advise
from cardlab.deal import deal
from cardlab.display import cards_text

FILE = "crib_exact.csv"


def main(arguments: list[str]) -> int:
    """Write the file and return 0."""
    parser = argparse.ArgumentParser(description="Count how often exact play changes a throw in cribbage.")
    parser.add_argument("--hands", type=int, required=True, help="how many random hands; each for both roles")
    parser.add_argument("--seed", type=int, required=True, help="the same seed gives the same hands")
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER", help="where the file goes")
    options = parser.parse_args(arguments)
    source = f"python tools/exact_throws.py --hands {options.hands} --seed {options.seed}"
    made = compared(options.hands, options.seed).assign(source=source)
    options.output.mkdir(parents=True, exist_ok=True)
    made.to_csv(options.output / FILE, index=False)
    return 0


def compared(hands: int, seed: int) -> pd.DataFrame:
    """So many random hands, each as dealer and as pone: both throws, and what the one by the tables costs."""
    dealt = deal(np.random.default_rng(seed), hands, DECK, (6,))[:, 0]
    rows = [_row(DECK.decode(int(hand)), dealer=dealer) for hand in dealt for dealer in (True, False)]
    return pd.DataFrame(rows, columns=["hand", "role", "by_table", "exact", "cost"])


def _row(hand: tuple[Card, ...], *, dealer: bool) -> tuple[str, str, str, str, float]:
    chosen = advise(hand, dealer=dealer).best.thrown
    exact = advise(hand, dealer=dealer, exact=True)
    cost = round(exact.best.net - exact[chosen].net, 5)
    return cards_text(hand), "dealer" if dealer else "pone", cards_text(chosen), cards_text(exact.best.thrown), cost


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
