"""The cribbage command `discard`: which two cards to throw."""

from __future__ import annotations

import argparse

from cardlab.cards import CardError, quote
from cardlab.cli.options import BAD_ARGUMENTS, Parsers, add_rules, complain, with_rules
from cardlab.cribbage import RULES

__all__ = ["add_discard_commands"]


def add_discard_commands(commands: Parsers) -> None:
    """Add `discard HAND` to the command line."""
    line = "cribbage: which two of six cards to throw, best first"
    discard = commands.add_parser("discard", help=line, description=f"{line.capitalize()}.")
    discard.add_argument(
        "hand",
        nargs="+",
        metavar="CARD",
        help='six cards, such as "5H 5S 6D 7C JC KD", or ranks alone, such as A-2-7-9-J-Q',
    )
    discard.add_argument("--dealer", action="store_true", help="the crib is yours (default: it is the other's)")
    add_rules(discard, RULES)
    discard.add_argument("--exact", action="store_true", help="the crib over all hands that the other may hold")
    discard.add_argument("--starters", action="store_true", help="what the best hand scores with which starters")
    discard.set_defaults(run=_discard)


def _discard(options: argparse.Namespace) -> int:
    from cardlab.cribbage.discard.ranks import read_ranks

    hand = " ".join(options.hand)
    try:
        text = _ranks(hand, options) if read_ranks(hand) else _cards(hand, options)
    except CardError as error:
        complain(f"cardlab: {error}")
        return BAD_ARGUMENTS
    print(text)
    return 0


def _cards(hand: str, options: argparse.Namespace) -> str:
    """The advice for six cards, and what the best throw scores with which starters."""
    from cardlab.cribbage.discard.advice import advise

    advice = advise(hand, dealer=options.dealer, rules=with_rules(RULES, options.rule), exact=options.exact)
    starters = f"\n\n{advice.breakdown().to_string(index=False)}" if options.starters else ""
    return f"{advice}{starters}"


def _ranks(hand: str, options: argparse.Namespace) -> str:
    """The advice for six ranks, averaged over their suits."""
    from cardlab.cribbage.discard.ranks import advise_ranks, read_ranks, ways

    if options.exact or options.starters:
        raise CardError(f"{quote(hand)} has no suits: expected six cards with --exact and --starters")
    advice = advise_ranks(hand, dealer=options.dealer, rules=with_rules(RULES, options.rule))
    said = f"Averaged over the {ways(read_ranks(hand) or ''):,} ways to give these ranks suits."
    return f"{advice.to_string(index=False, float_format='{:.2f}'.format)}\n\n{said}"
