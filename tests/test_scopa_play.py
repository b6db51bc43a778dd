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
from cardlab.scopa.play.kernel.captures import LONGEST
from cardlab.scopa.play.match import (
    SCOPA,
    SCOPA_FOR_FOUR,
    SCOPONE,
    SCOPONE_SCIENTIFICO,
    STRATEGIES,
    TIES,
    Game,
    Match,
    Strategy,
    Ties,
)
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
from cardlab.scopa.play.records import Player, Round, play_round, replay
from cardlab.scopa.play.rounds import (
    deal_rows,
    play_rounds,
    record_rounds,
    sample,
    sample_games,
)
from cardlab.scopa.play.strategies import (
    SWEEP,
    deal_unseen,
    defensive_gain,
    defensive_player,
    greedy_gain,
    greedy_player,
    lookahead_player,
    random_player,
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
GREEDY = greedy_player(Random(0))
GAINS = {"greedy": greedy_gain, "defensive": defensive_gain}
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
    final = replay(play_round(deal_round(Random(1)), [GREEDY, GREEDY]))[-1]
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


def choices(player: Player, hand: str, table: str, *, turn: int = 0) -> set[str]:
    """All that a player does with this hand in a hundred tries."""
    return {str(player(state(hand, table, turn=turn).view)) for _ in range(100)}


@pytest.mark.parametrize(
    ("hand", "table", "wanted"),
    [
        ("7D 2C", "7C 3C 2S AS", {"7D takes 7C"}),
        ("7C AC", "7D 7S AD", {"7C takes 7D"}),
        ("KC 5C", "3H 2D QS AS", {"5C takes 2D 3H"}),
        ("7C 2H", "7S 2S KS", {"7C takes 7S"}),
        ("6C KC", "3H 3S AS 2S KS", {"6C takes 3H AS 2S", "6C takes AS 2S 3S"}),
        ("2C 7D", "2S", {"2C takes 2S"}),
        ("7D 7C AD 3C", "QS", {"3C stays"}),
        ("7D 2C 3H", "QS", {"2C stays", "3H stays"}),
    ],
)
def test_greedy_takes_sweeps_then_the_sette_bello_then_coins_then_sevens_then_cards(
    hand: str, table: str, wanted: set[str]
) -> None:
    assert choices(greedy_player(Random(1)), hand, table) == wanted


@pytest.mark.parametrize(
    ("hand", "table", "turn", "wanted"),
    [
        ("4C 5H", "3S 3H", 0, {"5H stays"}),  # 10 or 11 on the table
        ("4C 5H", "3S 3H", 33, {"5H stays"}),  # the next card is the last but one
        ("4C 5H", "3S 3H", 34, {"4C stays", "5H stays"}),  # the next card is the last and sweeps nothing
        ("7D QC", "7C 6C", 0, {"QC stays"}),  # 6 or 22: the sette bello can wait
        ("7D QC", "7C", 0, {"7D takes 7C"}),  # a sweep leaves nothing to sweep
        ("7D QC", "7C KS 2S", 0, {"7D takes 7C"}),  # 12 or 28
        ("2C 3H", "", 0, {"2C stays", "3H stays"}),  # no way out: as greedy
        ("2C 3D", "", 0, {"2C stays"}),
    ],
)
def test_defensive_leaves_more_than_ten_or_nothing(hand: str, table: str, turn: int, wanted: set[str]) -> None:
    assert choices(defensive_player(Random(1)), hand, table, turn=turn) == wanted


@pytest.mark.parametrize(("ties", "wanted"), [("lowest", "2C stays"), ("highest", "3H stays")])
def test_ties_go_to_the_lowest_or_the_highest_card_if_one_says_so(ties: Ties, wanted: str) -> None:
    assert choices(greedy_player(Random(1), ties=ties), "3C 2C 3H 2H", "QS") == {wanted}
    captured = {"lowest": "6C takes 3H AS 2S", "highest": "6C takes AS 2S 3S"}[ties]
    assert choices(greedy_player(Random(1), ties=ties), "6C KC", "3H 3S AS 2S KS") == {captured}


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
    for players in ([GREEDY, defensive_player(rng)], [random_player(rng), GREEDY]):
        for _ in range(15):
            check(play_round(deal_round(rng, game=game), players))


def test_looking_ahead_beats_chance() -> None:
    rng = Random(3)
    ahead = 0
    for _ in range(20):
        first, second = play_round(deal_round(rng), [lookahead_player(rng, samples=4), random_player(rng)]).scores()
        ahead += int(first) - int(second)
    assert ahead > 0


@games
@pytest.mark.parametrize("strategies", [(one, other) for one in STRATEGIES for other in STRATEGIES], ids="-".join)
def test_rounds_of_the_kernel_replay_by_the_rules(game: Game, strategies: tuple[Strategy, Strategy]) -> None:
    def rng() -> np.random.Generator:
        return np.random.default_rng(4)

    n = 4 if "lookahead" in strategies else 12
    records = record_rounds(rng(), n, Match(*strategies, game=game, samples=2))
    played = play_rounds(rng(), n, Match(*strategies, game=game, samples=2))
    for record, piles, sweeps in zip(records, played.piles.tolist(), played.sweeps.tolist(), strict=True):
        check(record)
        final = replay(record)[-1]
        assert [DECK.encode(pile) for pile in final.piles] == piles
        assert list(final.sweeps) == sweeps


def test_a_player_that_looks_ahead_tries_16_deals_by_default() -> None:
    def piles(match: Match) -> object:
        return play_rounds(np.random.default_rng(6), 40, match).piles.tolist()

    assert piles(Match("lookahead")) == piles(Match("lookahead", samples=16)) != piles(Match("lookahead", samples=15))


@games
@pytest.mark.parametrize("strategy", GAINS)
def test_the_kernel_plays_what_gains_most(strategy: Strategy, game: Game) -> None:
    for record in record_rounds(np.random.default_rng(5), 50, Match(strategy, "random", game=game)):
        for one, play in zip(replay(record), record.plays, strict=False):
            gains = {other: GAINS[strategy](one.view, other) for other in legal_plays(one.view)}
            assert one.side == 1 or gains[play] == max(gains.values())


@games
@pytest.mark.parametrize("ties", TIES[1:])
def test_the_kernel_breaks_ties_as_the_python_players(ties: Ties, game: Game) -> None:
    players = [greedy_player(Random(1), ties=ties), defensive_player(Random(1), ties=ties)]
    for record in record_rounds(np.random.default_rng(5), 60, Match("greedy", "defensive", ties=ties, game=game)):
        for one, play in zip(replay(record), record.plays, strict=False):
            assert play == players[one.side](one.view)


def test_the_kernel_makes_equal_plays_alike() -> None:
    places: Counter[tuple[int, int]] = Counter()
    for record in record_rounds(np.random.default_rng(6), 500):
        for one, play in zip(replay(record), record.plays, strict=False):
            gains = {other: greedy_gain(one.view, other) for other in legal_plays(one.view)}
            equals = [other for other, gain in gains.items() if gain == max(gains.values())]
            places[len(equals), equals.index(play)] += 1
    for size in (2, 3):
        check_alike([places[size, place] for place in range(size)])


def check_alike(counts: list[int]) -> None:
    """Counts of what is equally likely differ by chance alone."""
    expected = sum(counts) / len(counts)
    assert sum(counts) > 100
    assert max(abs(count - expected) for count in counts) < 5 * expected**0.5


def test_a_round_with_ties_at_random_is_a_function_of_the_seed() -> None:
    one, other, third = (play_rounds(np.random.default_rng(seed), 50).piles.tolist() for seed in (1, 1, 2))
    assert one == other != third
    alone = play_rounds(np.random.default_rng(1), 50, Match(ties="lowest")).piles.tolist()
    assert alone != one


def test_fewer_sweeps_are_made_against_who_leaves_none() -> None:
    def swept(second: Strategy) -> float:
        played = play_rounds(np.random.default_rng(7), 20_000, Match("greedy", second))
        return float(played.sweeps[:, 0].mean())

    assert swept("defensive") < 0.9 * swept("greedy")


def test_the_kernel_s_random_player_plays_every_card_and_every_capture_alike() -> None:
    places: Counter[tuple[str, int, int]] = Counter()
    for record in record_rounds(np.random.default_rng(6), 1000, Match("random", "random")):
        for one, play in zip(replay(record), record.plays, strict=False):
            hand = one.view.hand
            places["card", len(hand), hand.index(play.card)] += 1
            choices = captures(play.card, one.table)
            if len(choices) > 1:
                places["capture", len(choices), choices.index(play.captured)] += 1
    for kind, size in (("card", 2), ("card", 3), ("capture", 2), ("capture", 3)):
        check_alike([places[kind, size, place] for place in range(size)])


@pytest.mark.parametrize("ties", TIES[1:])
def test_the_kernel_looks_ahead_as_the_python_player_when_nothing_is_hidden(ties: Ties) -> None:
    # In the last deal for two the unseen cards are the other hand, so all samples are alike.
    look = lookahead_player(Random(7), samples=1, ties=ties)
    match, compared = Match("lookahead", "lookahead", samples=3, ties=ties), 0
    for record in record_rounds(np.random.default_rng(7), 40, match):
        for one, play in list(zip(replay(record), record.plays, strict=False))[-6:]:
            assert play == look(one.view)
            compared += len(legal_plays(one.view)) > 1
    assert compared > 100


@pytest.mark.parametrize("strategies", [("random", "random"), ("greedy", "random"), ("greedy", "greedy")], ids="-".join)
@games
def test_all_cards_end_captured_and_the_scores_mirror(game: Game, strategies: tuple[Strategy, Strategy]) -> None:
    played = play_rounds(np.random.default_rng(8), 20_000, Match(*strategies, game=game))
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
    records = record_rounds(np.random.default_rng(10), 50, Match("greedy", "random"))
    played = play_rounds(np.random.default_rng(10), 50, Match("greedy", "random"))
    told = played.to_frame()
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
        assert told.loc[place, list(wanted)].to_dict() == wanted


def test_a_game_ends_when_a_side_is_ahead_at_the_target() -> None:
    lengths = sample_games(np.random.default_rng(11), 2000)
    assert lengths.shape == (2000,)
    first_round = play_rounds(np.random.default_rng(11), 2000).points()
    ends = (first_round.max(axis=1) >= 3) & (first_round[:, 0] != first_round[:, 1])
    assert ((np.abs(sample_games(np.random.default_rng(11), 2000, target=3)) == 1) == ends).all()
    assert (sample_games(np.random.default_rng(11), 500, match=Match("greedy", "random")) > 0).mean() > 0.85


def test_the_sides_take_turns_with_the_first_hand() -> None:
    rng = np.random.default_rng(12)
    first = play_rounds(rng, 400, Match("greedy", "random")).points()
    total = first + play_rounds(rng, 400, Match("random", "greedy")).points()[:, ::-1]
    target = int(first.max()) + 1  # nobody's after a round
    over = (total.max(axis=1) >= target) & (total[:, 0] != total[:, 1])
    lengths = sample_games(np.random.default_rng(12), 400, match=Match("greedy", "random"), target=target)
    assert over.any()
    assert lengths[over].tolist() == (2 * np.sign(total[over, 0] - total[over, 1])).tolist()
    assert (np.abs(lengths[~over]) > 2).all()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"second": "best"}, CardError, "'best' is not a strategy: expected random, greedy, defensive, lookahead"),
        ({"first": ""}, CardError, "'' is not a strategy"),
        ({"ties": "first"}, CardError, "unknown rule for ties 'first': expected random, lowest, highest"),
        ({"samples": 0}, ValueError, "samples is 0: expected a whole number, 1 or more"),
    ],
)
def test_bad_options_are_refused(options: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Match(**options)  # type: ignore[arg-type]


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(CardError, match="unknown measure 'luck': expected difference, "):
        sample(np.random.default_rng(1), 3, what="luck")


def test_no_rounds_are_an_empty_array() -> None:
    assert sample(np.random.default_rng(1), 0).shape == (0,)
    assert record_rounds(np.random.default_rng(1), 0) == []
    assert play_rounds(np.random.default_rng(1), 0).points().shape == (0, 2)
    assert sample_games(np.random.default_rng(1), 0).shape == (0,)
    with pytest.raises(ValueError, match="n is -1: expected a whole number, 0 or more"):
        sample(np.random.default_rng(1), -1)


def test_there_is_room_for_all_sets_of_cards_that_a_card_can_take() -> None:
    ways = [1] + [0] * 10
    for rank_value in [number for number in range(1, 11) for _ in range(4)]:
        ways = [count + (ways[total - rank_value] if total >= rank_value else 0) for total, count in enumerate(ways)]
    assert sum(ways) <= LONGEST


def test_a_round_is_told_card_by_card() -> None:
    record = play_round(deal_round(Random(1)), [GREEDY, GREEDY])
    told = record.to_frame()
    assert told.index.tolist() == [*range(1, 37)]
    assert told.note.str.contains("a sweep").sum() == sum(replay(record)[-1].sweeps)
    assert told.note.str.contains("the sette bello").sum() <= 1
    assert [Play(card.cards[0], taken.cards) for card, taken in zip(told.card, told.takes, strict=True)] == [
        *record.plays
    ]
