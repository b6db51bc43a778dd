"""Scopa played: captures against all subsets, refused plays, whole rounds of every player, the kernels on record."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import Card, CardError
from cardlab.scopa import DECK, batch
from cardlab.scopa.play import kernel
from cardlab.scopa.play.game import SCOPA, SCOPA_FOR_FOUR, SCOPONE, SCOPONE_SCIENTIFICO, Game
from cardlab.scopa.play.measures import MEASURES
from cardlab.scopa.play.plays import (
    Play,
    State,
    captures,
    deal_round,
    legal_plays,
    opening,
    step,
)
from cardlab.scopa.play.rounds import (
    STRATEGIES,
    Strategy,
    deal_rows,
    play_rounds,
    record_rounds,
    sample,
    sample_games,
)
from cardlab.scopa.play.strategies import (
    SWEEP,
    Round,
    deal_unseen,
    greedy,
    lookahead_player,
    play_round,
    random_player,
    replay,
    weight,
)
from cardlab.simulate import simulate

GAMES = {
    "scopa": SCOPA,
    "scopa for four": SCOPA_FOR_FOUR,
    "scopone": SCOPONE,
    "scopone scientifico": SCOPONE_SCIENTIFICO,
    "the last card sweeps": Game(players=4, hand=10, table=0, last_card_sweeps=True),
    "any kings": Game(players=2, hand=6, table=4, most_kings=4),
}
VALUES = dict(zip("A234567JQK", range(1, 11), strict=True))
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
cards = st.sampled_from(DECK.cards)
tables = st.sets(cards, max_size=9)


def parse(text: str) -> tuple[Card, ...]:
    return DECK.parse(text)


def state(hand: str, table: str, *, turn: int = 0) -> State:
    """A state of a game for two in which player 0 or 1 is to move with this hand."""
    held = parse(hand)
    left = tuple(card for card in DECK if card not in (*held, *parse(table)))
    hands = (held, left[:3]) if turn % 2 == 0 else (left[:3], held)
    return State(SCOPA, hands, left[3:], parse(table), turn=turn)


def subsets(table: Iterable[Card]) -> list[frozenset[Card]]:
    every = list(table)
    return [frozenset(some) for size in range(1, len(every) + 1) for some in combinations(every, size)]


@given(cards, tables)
def test_captures_are_those_found_among_all_subsets(card: Card, table: set[Card]) -> None:
    table.discard(card)
    equal = {frozenset([one]) for one in table if one.rank == card.rank}
    sums = {some for some in subsets(table) if sum(VALUES[one.rank] for one in some) == VALUES[card.rank]}
    found = captures(card, tuple(table))
    assert {frozenset(taken) for taken in found} == (equal or sums)
    assert len(set(found)) == len(found)
    assert list(found) == sorted(found, key=DECK.encode)


def test_an_equal_card_comes_before_a_sum() -> None:
    assert captures(Card("7", "D"), parse("3C 4C 7S")) == (parse("7S"),)
    assert captures(Card("K", "D"), parse("QC AC 7C 3H JS")) == (parse("AC QC"), parse("7C 3H"))
    assert captures(Card("J", "D"), parse("QC KH")) == ()


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (Play(Card("6", "H")), "'6H' is not in the hand of player 0: 7D AC"),
        (Play(Card("7", "D")), "'7D stays': with 3C 4C QS on the table it takes 3C 4C"),
        (Play(Card("7", "D"), parse("4C 3C")), "it takes 3C 4C"),
        (Play(Card("7", "D"), parse("QS")), "it takes 3C 4C"),
        (Play(Card("7", "D"), parse("3H 4H")), "it takes 3C 4C"),
        (Play(Card("A", "C"), parse("3C")), "'AC takes 3C': with 3C 4C QS on the table it takes nothing"),
    ],
)
def test_what_is_not_allowed_is_refused(play: Play, message: str) -> None:
    with pytest.raises(CardError, match=message):
        step(state("7D AC", "3C 4C QS"), play)


def test_nothing_is_played_after_the_end() -> None:
    final = replay(play_round(deal_round(Random(1)), [greedy, greedy]))[-1]
    with pytest.raises(CardError, match="the round is over"):
        step(final, Play(Card("7", "D")))


def test_a_capture_goes_to_the_pile_and_a_clean_table_is_a_sweep() -> None:
    after = step(state("7D AC", "3C 4C"), Play(Card("7", "D"), parse("3C 4C")))
    assert (after.table, after.piles, after.sweeps, after.last) == ((), (parse("7D 3C 4C"), ()), (1, 0), 0)
    after = step(state("7D AC", "3C 4C QS"), Play(Card("7", "D"), parse("3C 4C")))
    assert (after.table, after.sweeps) == (parse("QS"), (0, 0))


@pytest.mark.parametrize("last_card_sweeps", [False, True])
def test_the_last_card_sweeps_only_by_a_rule_of_its_own(last_card_sweeps: bool) -> None:
    game = Game(players=2, hand=3, table=4, last_card_sweeps=last_card_sweeps)
    rest = tuple(card for card in DECK if str(card) not in {"7D", "7C"})
    last = State(game, ((), parse("7D")), (), parse("7C"), (rest, ()), turn=35, last=0)
    final = step(last, Play(Card("7", "D"), parse("7C")))
    assert (final.piles, final.sweeps) == ((rest, parse("7D 7C")), (0, int(last_card_sweeps)))


def test_the_last_to_capture_takes_what_is_left() -> None:
    rest = tuple(card for card in DECK if str(card) not in {"7D", "6C", "KS"})
    last = State(SCOPA, ((), parse("7D")), (), parse("6C KS"), (rest, ()), turn=35, last=0)
    final = step(last, Play(Card("7", "D")))
    assert (set(final.piles[0]), final.piles[1], final.table) == (set(DECK), (), ())


def test_a_game_uses_up_the_deck() -> None:
    assert [(game.plays, game.deals) for game in GAMES.values()] == [
        (36, 6),
        (36, 3),
        (36, 1),
        (40, 1),
        (40, 1),
        (36, 3),
    ]
    for players, hand, message in ((3, 3, "3 players"), (2, 4, "do not use up"), (2, 0, "do not use up")):
        with pytest.raises(ValueError, match=message):
            Game(players=players, hand=hand, table=4)


def test_three_kings_on_the_table_are_dealt_again() -> None:
    free = Game(players=2, hand=3, table=4, most_kings=4)
    kings = [Counter(card.rank for card in deal_round(Random(seed), game=free).table)["K"] for seed in range(3000)]
    assert max(kings) > 2
    assert max(Counter(one.rank for one in deal_round(Random(seed)).table)["K"] for seed in range(3000)) == 2
    on_table = deal_rows(np.random.default_rng(1), 20_000, SCOPA)[:, 0] & DECK.encode("KD KC KH KS")
    assert np.bitwise_count(on_table).max() == 2


def test_the_deck_is_dealt_table_first_then_hand_by_hand() -> None:
    start = opening(DECK.cards)
    assert start.table == parse("AD 2D 3D 4D")
    assert start.hands == (parse("5D 6D 7D"), parse("JD QD KD"))
    assert start.stock[0] == Card("A", "C")
    with pytest.raises(CardError, match="39 cards where 40 were expected"):
        opening(DECK.cards[1:])


def test_greedy_takes_sweeps_then_the_sette_bello_then_coins_then_sevens_then_cards() -> None:
    def choice(hand: str, table: str) -> str:
        return str(greedy(state(hand, table).view))

    assert choice("7D 2C", "7C 3C 2S AS") == "7D takes 7C"
    assert choice("7C AC", "7D 7S AD") == "7C takes 7D"
    assert choice("KC 5C", "3H 2D QS AS") == "5C takes 2D 3H"
    assert choice("7C 2H", "7S 2S KS") == "7C takes 7S"
    assert choice("6C JC", "3H 3S AS 2S KS") == "6C takes 3H AS 2S"
    assert choice("2C 7D", "2S") == "2C takes 2S"
    assert choice("7D 7C AD 3C", "QS") == "3C stays"


def test_no_play_makes_a_lower_weight_outdo_a_higher() -> None:
    # One play takes 10 in all and plays a card: at most 8 cards, of them no more than 8 coins and 2 sevens.
    one = weight(Card("A", "C"))
    seven, coin = weight(Card("7", "C")) - one, weight(Card("A", "D")) - one
    bello = weight(Card("7", "D")) - seven - coin - one
    assert one == 1
    assert 8 * one < seven
    assert 8 * one + 2 * seven < coin
    assert 8 * one + 2 * seven + 8 * coin < bello
    assert bello + 8 * coin + 2 * seven + 8 * one < SWEEP


def test_the_unseen_cards_are_dealt_into_hands_of_the_right_sizes() -> None:
    rng = Random(1)
    for game in GAMES.values():
        record = play_round(deal_round(rng, game=game), [random_player(rng)] * 2)
        for one in replay(record)[:-1]:
            guess = deal_unseen(one.view, rng)
            assert guess.view == one.view
            assert [len(hand) for hand in guess.hands] == [len(hand) for hand in one.hands]
            assert sorted(map(str, (*sum(guess.hands, ()), *guess.stock))) == sorted(
                map(str, (*sum(one.hands, ()), *one.stock))
            )


def check(record: Round) -> None:
    """A round on record is legal to the last play, and accounts for all that there is."""
    states = replay(record)
    final = states[-1]
    assert final.is_over
    assert sorted((*final.piles[0], *final.piles[1]), key=DECK.bits.__getitem__) == list(DECK)
    for one, play in zip(states, record.plays, strict=False):
        assert play in legal_plays(one.view)
        assert len({*sum(one.hands, ()), *one.stock, *one.table, *one.piles[0], *one.piles[1]}) == 40
    first, second = record.scores()
    signs = batch.outcomes(np.array([DECK.encode(final.piles[0])], np.uint64)).sum()
    assert int(first) - int(second) == signs + final.sweeps[0] - final.sweeps[1]


@games
def test_rounds_of_python_players_are_whole(game: Game) -> None:
    rng = Random(2)
    for players in ([greedy, random_player(rng)], [random_player(rng), greedy]):
        for _ in range(15):
            check(play_round(deal_round(rng, game=game), players))


def test_looking_ahead_beats_chance() -> None:
    rng = Random(3)
    ahead = 0
    for _ in range(4):
        first, second = play_round(deal_round(rng), [lookahead_player(rng, samples=2), random_player(rng)]).scores()
        ahead += int(first) - int(second)
    assert ahead > 0


@games
@pytest.mark.parametrize("strategies", [(one, other) for one in STRATEGIES for other in STRATEGIES], ids="-".join)
def test_rounds_of_the_kernel_replay_by_the_rules(game: Game, strategies: tuple[Strategy, Strategy]) -> None:
    def rng() -> np.random.Generator:
        return np.random.default_rng(4)

    n = 20 if "lookahead" in strategies else 60
    records = record_rounds(rng(), n, strategies=strategies, game=game, samples=2)
    played = play_rounds(rng(), n, strategies=strategies, game=game, samples=2)
    for record, piles, sweeps in zip(records, played.piles.tolist(), played.sweeps.tolist(), strict=True):
        check(record)
        final = replay(record)[-1]
        assert [DECK.encode(pile) for pile in final.piles] == piles
        assert list(final.sweeps) == sweeps


def test_a_player_that_looks_ahead_tries_16_deals_by_default() -> None:
    def piles(**samples: int) -> object:
        played = play_rounds(np.random.default_rng(6), 40, strategies=("lookahead", "greedy"), **samples)  # type: ignore[arg-type]
        return played.piles.tolist()

    assert piles() == piles(samples=16) != piles(samples=15)


@games
def test_the_kernel_s_greedy_plays_as_the_python_one(game: Game) -> None:
    for record in record_rounds(np.random.default_rng(5), 100, strategies=("greedy", "random"), game=game):
        for one, play in zip(replay(record), record.plays, strict=False):
            assert one.side == 1 or play == greedy(one.view)


def test_the_kernel_s_random_player_plays_every_card_and_every_capture_alike() -> None:
    places: Counter[tuple[str, int, int]] = Counter()
    for record in record_rounds(np.random.default_rng(6), 1000, strategies=("random", "random")):
        for one, play in zip(replay(record), record.plays, strict=False):
            hand = one.view.hand
            places["card", len(hand), hand.index(play.card)] += 1
            choices = captures(play.card, one.table)
            if len(choices) > 1:
                places["capture", len(choices), choices.index(play.captured)] += 1
    for kind, size in (("card", 2), ("card", 3), ("capture", 2), ("capture", 3)):
        counts = np.array([places[kind, size, place] for place in range(size)])
        expected = counts.sum() / size
        assert counts.sum() > 100
        assert abs(counts - expected).max() < 5 * np.sqrt(expected)


def test_the_kernel_looks_ahead_as_the_python_player_when_nothing_is_hidden() -> None:
    # In the last deal for two the unseen cards are the other hand, so all samples are alike.
    look = lookahead_player(Random(7), samples=1)
    compared = 0
    for record in record_rounds(np.random.default_rng(7), 40, strategies=("lookahead", "lookahead"), samples=3):
        for one, play in list(zip(replay(record), record.plays, strict=False))[-6:]:
            assert play == look(one.view)
            compared += len(legal_plays(one.view)) > 1
    assert compared > 100


@pytest.mark.parametrize("strategies", [("random", "random"), ("greedy", "random"), ("greedy", "greedy")], ids="-".join)
@games
def test_all_cards_end_captured_and_the_scores_mirror(game: Game, strategies: tuple[Strategy, Strategy]) -> None:
    played = play_rounds(np.random.default_rng(8), 20_000, strategies=strategies, game=game)
    assert not np.any(played.piles[:, 0] & played.piles[:, 1])
    assert np.all(played.piles[:, 0] | played.piles[:, 1] == np.uint64(DECK.mask))
    assert np.array_equal(batch.outcomes(played.piles[:, 0]), -batch.outcomes(played.piles[:, 1]))
    points = played.points()
    signs = batch.outcomes(played.piles[:, 0]).sum(axis=1) + played.sweeps[:, 0] - played.sweeps[:, 1].astype(int)
    assert np.array_equal(points[:, 0] - points[:, 1], signs)


@pytest.mark.parametrize("what", MEASURES)
def test_a_measure_is_a_number_a_round(what: str) -> None:
    counted = simulate(partial(sample, what=what), 3000, seed=1, chunk=1000)
    assert counted.total == 3000
    played = play_rounds(np.random.default_rng(2), 500)
    assert sample(np.random.default_rng(2), 500, what=what).tolist() == played.measure(what).tolist()


def test_the_measures_are_what_the_records_say() -> None:
    records = record_rounds(np.random.default_rng(10), 50, strategies=("greedy", "random"))
    played = play_rounds(np.random.default_rng(10), 50, strategies=("greedy", "random"))
    for place, record in enumerate(records):
        final, scores = replay(record)[-1], [int(score) for score in record.scores()]
        suits = [len({card.suit for card in pile}) for pile in final.piles]
        wanted = {
            "difference": scores[0] - scores[1],
            "points": scores[0],
            "captured": len(final.piles[0]),
            "sweeps": final.sweeps[0],
            "sweeps ahead": final.sweeps[0] - final.sweeps[1],
            "all sweeps": sum(final.sweeps),
            "missing suits": sum(number < 4 for number in suits),
        }
        assert {what: int(played.measure(what)[place]) for what in wanted} == wanted


def test_a_game_ends_when_a_side_is_ahead_at_the_target() -> None:
    lengths = sample_games(np.random.default_rng(11), 2000)
    assert lengths.shape == (2000,)
    assert np.abs(lengths).min() >= 2
    first_round = play_rounds(np.random.default_rng(11), 2000).points()
    ends = (first_round.max(axis=1) >= 3) & (first_round[:, 0] != first_round[:, 1])
    assert ((np.abs(sample_games(np.random.default_rng(11), 2000, target=3)) == 1) == ends).all()
    assert (sample_games(np.random.default_rng(11), 500, strategies=("greedy", "random")) > 0).mean() > 0.85


def test_the_sides_take_turns_with_the_first_hand() -> None:
    rng = np.random.default_rng(12)
    first = play_rounds(rng, 400, strategies=("greedy", "random")).points()
    total = first + play_rounds(rng, 400, strategies=("random", "greedy")).points()[:, ::-1]
    target = int(first.max()) + 1  # nobody's after a round
    over = (total.max(axis=1) >= target) & (total[:, 0] != total[:, 1])
    lengths = sample_games(np.random.default_rng(12), 400, strategies=("greedy", "random"), target=target)
    assert over.any()
    assert lengths[over].tolist() == (2 * np.sign(total[over, 0] - total[over, 1])).tolist()
    assert (np.abs(lengths[~over]) > 2).all()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"strategies": ("greedy", "best")}, CardError, "'best' is not a strategy: expected random, greedy, lookahead"),
        ({"strategies": ("greedy",)}, CardError, "expected two, one for each side"),
        ({"what": "luck"}, CardError, "unknown measure 'luck': expected difference, "),
        ({"samples": 0}, ValueError, "0 samples: expected 1 or more"),
    ],
)
def test_bad_options_are_refused(options: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        sample(np.random.default_rng(1), 3, **options)  # type: ignore[arg-type]


def test_no_rounds_are_an_empty_array() -> None:
    assert sample(np.random.default_rng(1), 0).shape == (0,)
    assert record_rounds(np.random.default_rng(1), 0) == []
    assert play_rounds(np.random.default_rng(1), 0).points().shape == (0, 2)
    assert sample_games(np.random.default_rng(1), 0).shape == (0,)
    with pytest.raises(ValueError, match="-1 rounds: expected 0 or more"):
        sample(np.random.default_rng(1), -1)


def test_there_is_room_for_all_sets_of_cards_that_a_card_can_take() -> None:
    ways = [1] + [0] * 10
    for rank_value in [number for number in range(1, 11) for _ in range(4)]:
        ways = [count + (ways[total - rank_value] if total >= rank_value else 0) for total, count in enumerate(ways)]
    assert sum(ways) <= kernel.LONGEST


def test_a_round_is_told_card_by_card() -> None:
    record = play_round(deal_round(Random(1)), [greedy, greedy])
    lines = str(record.narrate()).splitlines()
    assert len(lines) == 1 + 36
    assert sum("a sweep" in line for line in lines) == sum(replay(record)[-1].sweeps)
    assert sum("the sette bello" in line for line in lines) <= 1
