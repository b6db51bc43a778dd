"""Scopa in pandas: piles as asked for, points as the rule says."""

import numpy as np
import pytest

from cardlab import CardError, scopa
from cardlab.scopa import batch, frame
from cardlab.scopa.play.match import SCOPA, SCOPONE, Game, Match
from cardlab.scopa.play.rounds import record_rounds

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


@pytest.mark.parametrize("game", [SCOPA, SCOPONE])
def test_rounds_are_dealt_as_they_are_played(game: Game) -> None:
    dealt = frame.rounds(50, seed=1, game=game)
    played = record_rounds(np.random.default_rng(1), 50, Match(game=game))
    starts = [[*state.table, *(card for hand in state.hands for card in hand)] for state in (r.start for r in played)]
    assert dealt.drop(columns="stock").map(lambda hand: hand.set).sum(axis=1).tolist() == [
        *map(scopa.DECK.encode, starts)
    ]
    assert dealt.map(len).eq([game.table, *[game.hand] * game.players, len(dealt.stock[0])]).all(axis=None)
    assert dealt.map(lambda hand: hand.set).sum(axis=1).eq(scopa.DECK.mask).all()


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
