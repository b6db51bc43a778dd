"""Scopa's rules, drawn at random."""

from hypothesis import strategies as st

from cardlab import scopa
from cardlab.scopa import DECK, Rules


def any_rules(most: int = 40) -> st.SearchStrategy[Rules]:
    """Rules with any points in any order; what a rank counts in the primiera is at most `most`, or as usual."""
    values = st.fixed_dictionaries(dict.fromkeys(DECK.ranks, st.integers(1, most)))
    return st.builds(
        Rules,
        points=st.lists(st.sampled_from([*scopa.POINTS]), unique=True).map(tuple),
        primiera=st.just(scopa.PRIMIERA) | values,
        missing_suit=st.sampled_from(scopa.MISSING_SUIT_RULES),
    )
