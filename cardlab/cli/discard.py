"""The cribbage command `discard`: which two cards to throw."""

from __future__ import annotations

import argparse

from cardlab.cards import CardError
from cardlab.cli.options import BAD_ARGUMENTS, Parsers, add_rules, complain, with_rules
from cardlab.cribbage import RULES

__all__ = ["add_discard_commands"]


def add_discard_commands(commands: Parsers) -> None:
    """Add `discard HAND` to the command line."""
    line = "cribbage: which two of six cards to throw, best first"
    discard = commands.add_parser("discard", help=line, description=f"{line.capitalize()}.")
    discard.add_argument("hand", nargs="+", metavar="CARD", help='six cards, such as "5H 5S 6D 7C JC KD"')
    discard.add_argument("--dealer", action="store_true", help="the crib is yours (default: it is the other's)")
    add_rules(discard, RULES)
    discard.add_argument("--exact", action="store_true", help="the crib over all hands that the other may hold")
    discard.add_argument("--starters", action="store_true", help="what the best hand scores with which starters")
    discard.set_defaults(run=_discard)


def _discard(options: argparse.Namespace) -> int:
    from cardlab.cribbage.discard.advice import advise

    hand = " ".join(options.hand)
    try:
        rules = with_rules(RULES, options.rule)
        advice = advise(hand, dealer=options.dealer, rules=rules, exact=options.exact)
    except CardError as error:
        complain(f"cardlab: {error}")
        return BAD_ARGUMENTS
    print(advice)
    if options.starters:
        print(f"\n{advice.breakdown()}")
    return 0
