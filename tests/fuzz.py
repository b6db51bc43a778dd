"""Texts such as players type, cut, joined and misspelled, given to everything that reads text.

`python -m tests.fuzz --texts 10000000` does it at length; `tests/test_fuzz.py` for a second.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from cardlab import CardError, bridge, cribbage, scopa, tichu
from cardlab.bridge.boards import boards
from cardlab.cli.options import with_rules
from cardlab.games import form_of
from tests.cases import DATA, rows

__all__ = ["READERS", "fuzz", "typed"]

Reader: TypeAlias = Callable[[str], object]

ALPHABET = "A23456789TJQK01PRDHSCjspthcdx♠♡♦️♣.,;:|+-–/ \t\n\"'{}[]#%"
STRANGE = "А５٥ſKß\u200b\ufeff\x00\ud800🂡é"  # look-alikes, digits and letters of other scripts, what cannot be seen
WORDS = (
    *("of", "di", "ace", "asso", "fante", "coppe", "ten", "hearts", "spade", "no trump", "dragon", "mah jong", "dog"),
    *("10", "settebello", "hand", "crib", "h ", "N:", "1.5", "14.5", "nan", "1e999", "1_0", "٣", "nobs=", "[Deal "),
)
SHOWS = [f"{row['cards']} {row['starter']}" for row in rows("cribbage.csv")]
LINES = [*(DATA / "cribbage_show_input.txt").read_text(encoding="utf-8").splitlines()[:50], *SHOWS]
LINES += [row["line"] for row in rows("cribbage_lines.csv")]
FOURS, STARTERS = [show[:11] for show in SHOWS], [show[-2:] for show in SHOWS]
CAPTURED = [row["captured"] for row in rows("scopa.csv")]
HANDS = [row[name] for row in rows("bridge_notations.csv") for name in ("text", "hand")]
PLAYS = [row["play"] for row in rows("tichu.csv")]
EXCHANGES = [f"{row['previous']},{row['play']}" for row in rows("tichu.csv")]
FILES = [
    '[Board "1"]\n[Dealer "N"]\n[Deal "N:AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT - -"]\n\n[Board "2"]\n[Deal ""]',
    "pn|a,b,c,d|md|3S9876H9876DA765C2,S43HJ542D32C98654,,|ah|Board 7|sv|n|mb|1S|mb|d|mb|p|mb|p|mb|p|mc|9|\nmd|1,,,|",
    "https://x/?n=sakj52hkq3d84ca73&s=c2da765h9876s9876&e=shdc&d=n&v=-&b=7&a=1SD!R(weak)2Cdppp\nx?s=saj874&a=3cp?",
]
EVERYTHING = [*LINES, *CAPTURED, *HANDS, *EXCHANGES]

READERS: Mapping[str, tuple[Sequence[str], Reader]] = {
    "scopa.score": (CAPTURED, scopa.score),
    "scopa.score_line": (CAPTURED, scopa.score_line),
    "cribbage.score, hand": (FOURS, lambda text: cribbage.score(text, "5H")),
    "cribbage.score, starter": (STARTERS, lambda text: cribbage.score("5H 5S 5C JD", text)),
    "cribbage.score_line": (LINES, cribbage.score_line),
    "bridge.score": (HANDS, lambda text: bridge.score(text, "hearts")),
    "bridge.strain": (["spades", "H", "no-trump", "NT"], bridge.strain),
    "bridge.score_line": (HANDS, bridge.score_line),
    "bridge.boards": (FILES, boards),
    "tichu.combination": (PLAYS, tichu.combination),
    "tichu.explain, play": (PLAYS, lambda text: tichu.explain("77", text)),
    "tichu.explain, previous": (PLAYS, lambda text: tichu.explain(text, "Jj Js")),
    "tichu.score_line": (EXCHANGES, tichu.score_line),
    "tichu.plays": (PLAYS, lambda text: tichu.plays(text, "7")),
    "tichu.plays, wish": (["7", "A", "0"], lambda text: tichu.plays("8j 9j 9s P", wish=text)),
    "rules": (["nobs=2", "crib_flush=no", "fifteen=1"], lambda text: with_rules(cribbage.RULES, [text])),
    "form of cribbage": (FOURS, lambda text: form_of("cribbage").answer({"hand": text, "starter": "5D"})),
    "form of scopa": (CAPTURED, lambda text: form_of("scopa").answer({"captured": text})),
    "form of bridge": (HANDS, lambda text: form_of("bridge").answer({"hand": text})),
    "form of tichu": (PLAYS, lambda text: form_of("tichu").answer({"previous": "66", "play": text})),
}
"""What reads text, each with texts that it reads."""


def typed(random: Random, texts: Sequence[str]) -> str:
    """A text that was right, changed in up to five places; now and then nothing but noise."""
    if random.random() < 0.1:
        return "".join(_piece(random) for _ in range(random.randrange(12)))
    text = random.choice(texts)
    for _ in range(random.randrange(6)):
        start, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
        end = min(end, start + random.choice((0, 1, 1, 2, 5, 60)))
        text = text[:start] + random.choice((_piece, _piece, _other, _nothing))(random) + text[end:]
        if random.random() < 0.2:
            text = random.choice((str.lower, str.upper, str.title, str.swapcase))(text)
    return text


def _piece(random: Random) -> str:
    return random.choice(random.choice((ALPHABET, ALPHABET, ALPHABET, WORDS, STRANGE)))


def _other(random: Random) -> str:
    text = random.choice(EVERYTHING)
    start, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
    return text[start:end]


def _nothing(random: Random) -> str:
    return ""


def fuzz(texts: int, seed: int, readers: Mapping[str, tuple[Sequence[str], Reader]] = READERS) -> tuple[int, list[str]]:
    """Give each text to one reader in turn: how many were read without an error, and what raised another error."""
    random, read, faults = Random(seed), 0, []
    names = list(readers)
    for place in range(texts):
        name = names[place % len(names)]
        right, reader = readers[name]
        text = typed(random, right)
        try:
            reader(text)
            read += 1
        except CardError:
            pass
        except Exception as error:
            faults.append(f"{name}: {text!r} raised {error!r}")
    return read, faults


def main() -> int:
    """Run at length; 1 if anything but `CardError` was raised."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--texts", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    read, faults = fuzz(options.texts, options.seed)
    print(*faults, f"{options.texts:,} texts, {read:,} read, {len(faults):,} raised another error", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
