"""Scopa in pandas: piles as asked for, points as the rule says."""

import numpy as np
import pytest

from cardlab import CardError, scopa
from cardlab.scopa import batch, frame

N = 2_000


@pytest.mark.parametrize("seed", [1, 2])
def test_the_piles_are_those_of_sample(seed: int) -> None:
    scored = frame.score(frame.deals(N, seed=seed))
    assert scored.points.tolist() == batch.sample(np.random.default_rng(seed), N).tolist()


def test_the_parts_are_those_of_the_scalar_rule() -> None:
    dealt = frame.deals(100, seed=3, cards=20)
    scored = frame.score(dealt)
    for pile, row in zip(dealt.captured, scored.itertuples(index=False), strict=True):
        score = scopa.score(pile)
        assert [score.points(item.kind) for item in score] == [*row][:-1]
        assert int(score) == row.points


@pytest.mark.parametrize("cards", [None, 5])
def test_piles_are_as_asked_for(cards: int | None) -> None:
    piles = frame.deals(N, seed=1, cards=cards, holding="7D", lacking="7C 7S").captured.cards
    assert piles.has("7D").all()
    assert not (piles.has("7C") | piles.has("7S")).any()
    assert piles.has("AD").mean() == pytest.approx(1 / 2 if cards is None else 4 / 37, abs=0.04)


@pytest.mark.parametrize("cards", [None, 1])
def test_piles_that_cannot_be_are_refused(cards: int | None) -> None:
    with pytest.raises(CardError, match="holds A♦ 7♦ and lacks 7♦"):
        frame.deals(1, seed=1, cards=cards, holding="7D AD", lacking="7D")
