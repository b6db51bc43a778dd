"""The cribbage command `discard`: which two cards to throw."""

from __future__ import annotations

import argparse

from cardlab.cards import CardError
from cardlab.cli.counts import BAD_ARGUMENTS, Parsers, complain

__all__ = ["add_discard_commands"]


def add_discard_commands(commands: Parsers) -> None:
    """Add `discard HAND` to the command line."""
    line = "cribbage: which two of six cards to throw, best first"
    discard = commands.add_parser("discard", help=line, description=f"{line.capitalize()}.")
    discard.add_argument("hand", nargs="+", metavar="CARD", help='six cards, such as "5H 5S 6D 7C JC KD"')
    discard.add_argument("--dealer", action="store_true", help="the crib is yours (default: it is the other's)")
    discard.add_argument("--no-crib-flush", action="store_true", help="five cards of a suit in the crib do not count")
    discard.add_argument("--exact", action="store_true", help="the crib over all hands that the other may hold")
    discard.add_argument("--starters", action="store_true", help="what the best hand scores with which starters")
    discard.set_defaults(run=_discard)


def _discard(options: argparse.Namespace) -> int:
    from cardlab.cribbage import Rules
    from cardlab.cribbage.discard.advice import advise

    hand, rules = " ".join(options.hand), Rules(crib_flush=not options.no_crib_flush)
    try:
        advice = advise(hand, dealer=options.dealer, rules=rules, exact=options.exact)
    except CardError as error:
        complain(f"cardlab: {error}")
        return BAD_ARGUMENTS
    print(advice)
    if options.starters:
        print(f"\n{advice.breakdown()}")
    return 0
