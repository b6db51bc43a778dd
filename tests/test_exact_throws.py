"""The tool that counts how often exact play changes a throw, and the file it made."""

from pathlib import Path

import pandas as pd

from cardlab import data
from cardlab.cribbage import DECK
from cardlab.cribbage.discard.advice import advise
from tools.exact_throws import FILE, main


def test_the_stored_rows_are_what_the_tool_writes(tmp_path: Path) -> None:
    """The same seed draws the same hands, however many."""
    assert main(["--hands", "2", "--seed", "1", "--output", str(tmp_path)]) == 0
    made, stored = pd.read_csv(tmp_path / FILE), pd.read_csv(data.path(FILE))
    pd.testing.assert_frame_equal(made.drop(columns="source"), stored.drop(columns="source").head(4))


def test_a_throw_by_the_tables_costs_what_exact_advice_says() -> None:
    stored = pd.read_csv(data.path(FILE))
    assert (stored.cost >= 0).all()
    row = stored.nlargest(1, "cost").to_dict("records")[0]
    advice = advise(row["hand"], dealer=row["role"] == "dealer", exact=True)
    assert DECK.parse(row["exact"]) == advice.best.thrown
    assert round(advice.best.net - advice[row["by_table"]].net, 5) == row["cost"]
