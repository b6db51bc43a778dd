"""The forms: every case of data/ through them, clicks and deals, and never an exception for what people type."""

import json
from html.parser import HTMLParser
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from cardlab import CardError, bridge, cribbage, scopa, tichu
from cardlab.cribbage.discard.advice import advise
from cardlab.games import form_of, forms, puzzles
from cardlab.web.answer import Answer
from tests.cases import label, rows

GAMES = [form.game for form in forms()]
games = st.sampled_from(GAMES)
questions = st.sampled_from([form.game for form in (*forms(), *puzzles())])
texts = st.one_of(
    st.text(max_size=40),
    st.text("0123456789TJQKAPRDHSCjspt .,-<>&'\"", max_size=60),
    st.sampled_from(["5H 5S 5C JD", "5D", "AKQ2.T98..J76543", "66", "7P", "P", "10.5", "nan", "1e999", "yes", "raw"]),
)


TAGS = {"p", "strong", "br", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "span"}


class Tags(HTMLParser):
    """The tags of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]


def points(answer: Answer) -> int:
    assert answer, answer.error
    return int(answer.headline.split()[0])


@pytest.mark.parametrize("row", rows("cribbage_lines.csv"), ids=label)
def test_a_whole_show_is_read_in_the_field_of_the_hand(row: dict[str, str]) -> None:
    cards = row["line"].split(" ", 1)[1]
    for text in (row["line"], cards):
        assert form_of("cribbage").answer({"hand": text}).headline == f"{row['points']} points"


def test_a_crib_in_the_field_of_the_hand_is_a_crib() -> None:
    headlines = [form_of("cribbage").answer({"hand": f"{name} 2H 4H 6H 8H KS"}).headline for name in ("h", "crib")]
    assert headlines == ["4 points", "0 points"]


@pytest.mark.parametrize("row", rows("cribbage.csv"), ids=label)
def test_cribbage_cases(row: dict[str, str]) -> None:
    crib = row["show"] == "crib"
    answer = form_of("cribbage").answer({"crib" if crib else "hand": row["cards"], "starter": row["starter"]})
    assert points(answer) == int(row["points"])
    assert answer.headline.startswith(row["points"])
    score = cribbage.score(row["cards"], row["starter"], crib=crib)
    assert (answer.spoken, answer.text) == (str(score), score.table())


@pytest.mark.parametrize("row", rows("scopa.csv"), ids=label)
def test_scopa_cases(row: dict[str, str]) -> None:
    sweeps = min(2, scopa.most_sweeps(len(scopa.DECK.parse(row["captured"]))))
    values = {"captured": row["captured"], "missing_suit": row["missing_suit"], "sweeps": str(sweeps)}
    assert points(form_of("scopa").answer(values)) == int(row["points"]) + sweeps


@pytest.mark.parametrize("row", rows("bridge.csv"), ids=label)
def test_bridge_cases(row: dict[str, str]) -> None:
    answer = form_of("bridge").answer({"hand": row["hand"], "trump": row["trump"]})
    assert points(answer) == int(row["points"])
    assert answer.headline.endswith(", " + row["shorthand"])


@pytest.mark.parametrize("row", rows("tichu.csv"), ids=label)
def test_tichu_cases(row: dict[str, str]) -> None:
    answer = form_of("tichu").answer({name: row[name] for name in ("previous", "play", "phoenix_value")})
    assert answer.headline == ("legal" if row["legal"] == "1" else "not legal")
    value = float(row["phoenix_value"]) if row["phoenix_value"] else None
    assert answer.spoken == tichu.explain(row["previous"], row["play"], phoenix_value=value).why
    assert answer.rows == (tichu.parse(row["previous"]), tichu.parse(row["play"]))


@pytest.mark.parametrize(
    ("game", "values", "field", "says"),
    [
        (
            "cribbage",
            {"hand": "5H 5X 5C JD", "starter": "5D"},
            "hand",
            "'5X' (card 2 of 4) is not a card of the cribbage",
        ),
        ("cribbage", {"hand": "5H 5S 5C JD", "starter": "1D"}, "starter", "'1D' (the starter) is not a card"),
        ("cribbage", {"hand": "5H 5S 5C JD", "starter": " "}, "starter", "no starter: expected one card"),
        ("cribbage", {"hand": "5H 5S 5C JD", "starter": "JD"}, "starter", "'JD' (the starter) is in the hand too"),
        (
            "cribbage",
            {"hand": "5H 5S 5C JD", "starter": "5D", "dealer": "on"},
            "dealer",
            "'on' is neither yes nor empty",
        ),
        ("cribbage", {"hands": "5H"}, "game", "'hands' is not a field of Cribbage: expected hand, starter, other"),
        ("scopa", {"captured": "7D 7D"}, "captured", "'7D' comes twice: as card 1 and card 2"),
        ("scopa", {"sweeps": "-1"}, "sweeps", "'-1' sweeps: expected a whole number, 0 or more"),
        ("scopa", {"sweeps": "²"}, "sweeps", "'²' sweeps"),
        ("scopa", {"sweeps": "41"}, "sweeps", "41 sweeps"),
        ("scopa", {"sweeps": 2}, "game", "sweeps=2: expected text"),
        ("scopa", {"missing_suit": "no"}, "missing_suit", "unknown missing-suit rule 'no'"),
        ("bridge", {"hand": "AK.Q"}, "hand", "'AK.Q' has 2 suits: expected four with dots between"),
        ("bridge", {"hand": "A6.K954.A93.A984", "trump": "cups"}, "trump", "unknown trump 'cups'"),
        ("tichu", {"previous": "6x"}, "previous", "'x' in '6x' is not a card"),
        ("tichu", {"previous": "66", "play": "77777"}, "play", "'7' comes 5 times"),
        (
            "tichu",
            {"previous": "P", "play": "9", "phoenix_value": "x"},
            "phoenix_value",
            "'x' is not a value of",
        ),
        ("tichu", {"previous": "6", "play": "9", "phoenix_value": "6.5"}, "phoenix_value", "needs a single phoenix"),
    ],
)
def test_an_error_has_its_field_and_the_message_of_the_package(
    game: str, values: dict[str, str], field: str, says: str
) -> None:
    answer = form_of(game).answer(values)
    assert not answer
    assert (answer.field, says in answer.error, answer.spoken) == (field, True, answer.error), answer.error
    assert says.replace("'", "&#x27;") in answer._repr_html_()


@pytest.mark.parametrize(("game", "says"), [("snap", "unknown game 'snap': expected crib"), ("", "no game: expected")])
def test_an_unknown_game_is_said(game: str, says: str) -> None:
    with pytest.raises(CardError, match=says):
        form_of(game)


@pytest.mark.parametrize(
    ("game", "values", "unfinished"),
    [
        ("cribbage", {}, True),
        ("cribbage", {"hand": "5H 5S 5C"}, True),
        ("cribbage", {"hand": "5H 5S 5C JD"}, True),
        ("cribbage", {"hand": "5H 5X"}, False),
        ("cribbage", {"hand": "5H 5S 5C JD 5H"}, False),
        ("bridge", {"hand": "AK.Q"}, True),
        ("bridge", {"hand": "AK.QX"}, False),
        ("bridge", {"hand": "AKQJT98765432.A.."}, False),
    ],
)
def test_a_hand_that_only_lacks_cards_is_unfinished(game: str, values: dict[str, str], unfinished: bool) -> None:
    answer = form_of(game).answer(values)
    assert (bool(answer), answer.unfinished) == (False, unfinished)


DEAL = "N:AKQ2.T98..J76543 J3.AKJ.KQT2.AT98 T98.Q65.J9876.K2 7654.7432.A543.Q"


@pytest.mark.parametrize(
    "text",
    [
        DEAL,
        DEAL.removeprefix("N:"),
        f'[Deal "{DEAL}"]',
        f'% PBN 2.1[Event ""]   [Board "1"][Deal "{DEAL}"][Auction "N"]1NT Pass Pass Pass',
        "md|3ST98HQ65DJ9876CK2,S7654H7432DA543CQ,SAKQ2HT98DCJ76543|",
        "https://x.org/?n=sakq2ht98dcj76543&e=sj3hakjdkqt2cat98&s=st98hq65dj9876ck2&d=n&v=-&b=1",
    ],
)
def test_all_hands_of_a_deal_are_counted(text: str) -> None:
    answer = form_of("bridge").answer({"hand": text, "trump": "hearts"})
    hands = dict(zip(("north", "east", "south", "west"), DEAL.removeprefix("N:").split(), strict=True))
    points = {seat: int(bridge.score(hand, "hearts")) for seat, hand in hands.items()}
    assert answer.headline == "points: " + ", ".join(f"{seat} {total}" for seat, total in points.items())
    assert f"north and south {points['north'] + points['south']} together" in answer.spoken
    others = [bridge.HIGH_CARDS, bridge.BUM_RAP, bridge.ZAR, bridge.LOSERS]
    for line, seat, cards in zip(answer.text.splitlines()[1:], hands, answer.rows, strict=True):
        counted = [float(bridge.score(hands[seat], "hearts", rules=count)) for count in others]
        assert [float(one) for one in line.split()[5:]] == [points[seat], *counted]
        assert set(cards) == set(bridge.parse(hands[seat]))
    assert form_of("bridge").held(text) == ()


def test_of_several_deals_one_is_shown_and_the_next_is_one_step_away() -> None:
    other = '[Deal "S:AKQ2.T98..J76543 - - -"]'
    values = {"hand": f'[Board "1"][Deal "{DEAL}"]\n[Board "2"]{other}'}
    alone = [form_of("bridge").answer({"hand": deal}) for deal in (DEAL, other)]
    assert [answer.following for answer in alone] == [None, None]
    for number, following, wanted in [("", "2", alone[0]), (" 1 ", "2", alone[0]), ("2", "1", alone[1])]:
        answer = form_of("bridge").answer(values | {"deal": number})
        assert (answer.headline, answer.following) == (wanted.headline, {"deal": following})
        assert answer.spoken == f"deal {number.strip() or 1} of 2: {wanted.spoken}"
    for number in ("0", "3", "x"):
        wrong = form_of("bridge").answer(values | {"deal": number})
        assert (wrong.field, wrong.error) == ("deal", f"'{number}' is not one of the deals: there are 2")


def test_a_link_to_a_crib_of_an_earlier_version_is_read() -> None:
    old = {"hand": "5H 5S 5C JD", "starter": "5D", "crib": "yes"}
    new = {"crib": "5H 5S 5C JD", "starter": "5D"}
    assert form_of("cribbage").filled(old) == form_of("cribbage").filled(new)
    assert repr(form_of("cribbage").answer(old)) == repr(form_of("cribbage").answer(new))


def test_a_deal_may_be_known_in_part_and_has_errors_of_its_own() -> None:
    answer = form_of("bridge").answer({"hand": '[Deal "S:AKQ2.T98..J76543 - - -"]'})
    assert (answer.headline, len(answer.rows)) == ("points: south 17", 1)
    for text, says in [
        (DEAL.replace(" J3.", " A3."), "north and east both hold ♠A"),
        ('[Deal ""]', "this board has no deal"),
        (DEAL.replace("Q65", "Q6"), "south: 12 cards where 13 were expected"),
    ]:
        wrong = form_of("bridge").answer({"hand": text})
        assert (wrong.field, wrong.unfinished, says in wrong.error) == ("hand", False, True), wrong.error
        assert "line 1" not in wrong.error


def test_other_counts_stand_beside_the_adjusted_one() -> None:
    answer = form_of("bridge").answer({"hand": "AKQ2.T98..J76543"})
    shown = dict(line.rsplit(maxsplit=1) for line in answer.text.splitlines()[-4:])
    assert shown == {"high cards": "10", "BUM-RAP": "10", "Zar": "29", "losers": "6"}
    assert len(answer.rows) == answer.html.count("<tr>") - 3  # two heads, a total


def test_too_long_a_text_is_no_hand() -> None:
    assert "is too long: 5,001 characters" in form_of("scopa").answer({"sweeps": "0" * 5001}).error
    assert form_of("scopa").answer({"sweeps": "0" * 5000})


def test_a_choice_is_held_by_its_own_name_however_it_is_written() -> None:
    assert form_of("bridge").filled({"trump": " SPADES"})["trump"] == "spades"
    assert form_of("bridge").filled({"trump": "cups"})["trump"] == "cups"


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_form_scores(game: str) -> None:
    answer = form_of(game).answer(form_of(game).example)
    assert answer
    assert answer.headline in repr(answer)
    assert answer.html
    assert answer.html in answer._repr_html_()


@given(
    questions,
    st.dictionaries(st.sampled_from([name for form in (*forms(), *puzzles()) for name in form.names]), texts),
)
@example("tichu", {"previous": "P", "play": "9", "phoenix_value": "nan"})
@example("scopa", {"sweeps": "1_0"})
def test_any_text_has_an_answer(game: str, values: dict[str, str]) -> None:
    answer = form_of(game).answer({name: text for name, text in values.items() if name in form_of(game).names})
    assert answer.field in ("", *form_of(game).names)
    assert bool(answer) == (answer.error == "")
    assert Tags(answer._repr_html_()).found <= TAGS


@given(games, st.dictionaries(st.text(max_size=9), st.text(max_size=9), min_size=1, max_size=3))
def test_any_name_has_an_answer(game: str, values: dict[str, str]) -> None:
    assume(not values.keys() <= {*form_of(game).names})
    assert form_of(game).answer(values).field == "game"


@given(questions, texts, st.sampled_from(["<img src=x onerror=alert(1)>", "<b>", "\" onload='x'", "</table>"]))
def test_markup_stays_text(game: str, before: str, markup: str) -> None:
    for name in form_of(game).names:
        html = form_of(game).answer(form_of(game).example | {name: before + markup})._repr_html_()
        assert Tags(html).found <= TAGS
        assert markup not in html


@given(games, texts)
def test_what_is_held_is_in_the_deck_and_what_can_be_read(game: str, text: str) -> None:
    cards = form_of(game).held(text)
    assert game == "tichu" or set(cards) <= set(form_of(game).deck)
    try:
        assert cards == form_of(game).parse(text)
    except CardError:
        assert len(set(cards)) == len(cards)


@given(questions, st.randoms(use_true_random=False))
def test_a_random_hand_scores(game: str, rng: Random) -> None:
    values = form_of(game).deal(rng)
    answer = form_of(game).answer(values)
    assert answer, answer.error
    assert set(values) <= set(form_of(game).names)


def test_random_plays_of_tichu_are_of_many_kinds_and_both_answers() -> None:
    rng = Random(2)
    answers = [form_of("tichu").answer(form_of("tichu").deal(rng)) for _ in range(60)]
    assert {each.headline for each in answers} == {"legal", "not legal"}
    assert len({len(each.rows[0]) for each in answers}) > 4


@given(games, st.data())
def test_clicks_make_a_hand_and_take_it_back(game: str, data: st.DataObject) -> None:
    asked = form_of(game)
    target = asked.card_fields[-1].name if game == "tichu" else asked.card_fields[0].name
    room = 5 if game == "cribbage" else asked.field(target).cards
    cards = data.draw(st.permutations(asked.deck.cards))[:room]
    values: dict[str, str] = {}
    for card in cards:
        values = form_of(game).click(values, target, str(card))
    found = [card for field in asked.card_fields for card in form_of(game).held(values[field.name])]
    assert set(found) == set(cards)
    assert form_of(game).answer(values)
    for card in cards:
        values = form_of(game).click(values, target, str(card))
    assert values == asked.filled({})


def test_a_click_on_a_full_field_of_one_card_changes_it() -> None:
    values = form_of("cribbage").click({"hand": "5H 5S 5C JD", "starter": "5D"}, "starter", "6D")
    assert values == form_of("cribbage").filled({"hand": "5H 5S 5C JD", "starter": "6D"})
    assert form_of("cribbage").click(values, "hand", "7D")["hand"] == "5H 5S 5C JD 7D"
    assert form_of("cribbage").click({"starter": "5D"}, "starter", "7D")["starter"] == "7D"


def test_a_click_on_a_full_field_goes_to_the_one_behind_it() -> None:
    values = {"other": "5H 5S 5C JD"}
    for card in ("6D", "7D"):
        values = form_of("cribbage").click(values, "other", card)
    assert values == form_of("cribbage").filled({"other": "5H 5S 5C JD", "crib": "6D 7D"})


def test_a_click_on_no_card_or_into_no_field_is_an_error() -> None:
    for target, card in (("hand", "5X"), ("hands", "5H")):
        with pytest.raises(CardError):
            form_of("cribbage").click({}, target, card)


@pytest.mark.parametrize("game", GAMES)
def test_the_drawn_deck_has_every_card_once_with_a_name_of_its_own(game: str) -> None:
    faces = [face for _, row in form_of(game).rows() for face in row]
    assert {face.card for face in faces} == set(map(str, form_of(game).deck))
    assert len({face.name for face in faces}) == len(faces) == len(form_of(game).deck)
    assert json.dumps([face.name for face in faces]).isascii()


def test_names_of_cards() -> None:
    named = [("cribbage", "TH"), ("scopa", "7D"), ("bridge", "AS"), ("tichu", "0j"), ("tichu", "P"), ("tichu", "1")]
    cards = [form_of(game).deck.card(card) for game, card in named]
    names = [form_of(game).face(card).name for (game, _), card in zip(named, cards, strict=True)]
    assert names == ["ten of hearts", "seven of diamonds", "ace of spades", "ten of jade", "phoenix", "Mah Jong"]
    assert form_of("tichu").face(tichu.parse("0")[0]).name == "ten"


def test_the_choices_are_those_of_the_rules() -> None:
    assert form_of("bridge").field("trump").choices == bridge.TRUMPS
    assert form_of("scopa").field("missing_suit").choices == scopa.MISSING_SUIT_RULES
    assert form_of("cribbage").deck is cribbage.DECK


@pytest.mark.parametrize("dealer", ["", "yes"])
@pytest.mark.parametrize(
    "cards", ["5H 5S 6D 7C JC KD", "AH 4S 7D TC JC KD", "2H 2S 2D 2C 9H TS", "3H 5H 7H 9H JH KH", "AH AS 5D 6D 8C QH"]
)
def test_six_cards_of_cribbage_are_the_throws_of_the_discard(cards: str, dealer: str) -> None:
    answer = form_of("cribbage").answer({"hand": cards, "dealer": dealer})
    wanted = advise(cards, dealer=bool(dealer)).throws
    nets = {frozenset(throw.thrown): round(throw.net, 2) for throw in wanted}
    assert len(answer.rows) == 15
    shown = [float(line.split()[-1]) for line in answer.text.splitlines()[1:]]
    assert shown == [nets[frozenset(row)] for row in answer.rows]
    assert shown == sorted(shown, reverse=True)


def test_a_sixth_tap_is_a_hand_to_throw_from() -> None:
    values = form_of("cribbage").example
    values = form_of("cribbage").click(values, "hand", "KD")
    assert form_of("cribbage").answer(values).rows == form_of("cribbage").answer({"hand": "5H 5S 5C JD KD 5D"}).rows


@pytest.mark.parametrize(("starter", "heels"), [("JD", True), ("9D", False)])
def test_a_jack_turned_up_is_his_heels(starter: str, heels: bool) -> None:
    answer = form_of("cribbage").answer({"hand": "5H 5S 5C 2D", "starter": starter})
    assert ("his heels" in answer.headline) == heels


SHOWS = {"hand": "5H 5S 5C JD", "other": "2H 3H 4H 6H", "crib": "8H 8C KC KD", "starter": "5D"}


@pytest.mark.parametrize("dealer", ["", "yes"])
@pytest.mark.parametrize("left_out", ["", "hand", "other", "crib"])
def test_both_hands_and_the_crib_are_shown_with_one_starter(dealer: str, left_out: str) -> None:
    values = {name: text for name, text in SHOWS.items() if name != left_out}
    made = {name: cribbage.score(text, "5D", crib=name == "crib") for name, text in values.items() if name != "starter"}
    answer = form_of("cribbage").answer(values | {"dealer": dealer})
    mine = [name for name in made if name == "hand" or (name == "crib" and dealer)]
    theirs = [name for name in made if name not in mine]
    sides = [("you", mine), ("the other", theirs)]
    wanted = ", ".join(f"{who} {sum(int(made[name]) for name in names)}" for who, names in sides if names)
    assert answer.headline == f"points: {wanted}"
    assert [line for line in answer.text.splitlines() if line.startswith("total")] == [
        f"total{int(made[name]):{len(made[name].table().splitlines()[-1]) - 5}}"
        for name in (["other", "hand", "crib"] if dealer else ["hand", "other", "crib"])
        if name in made
    ]
    assert len(answer.rows) == sum(len(list(show)) for show in made.values()) == answer.html.count("<tr><td")


def test_a_card_is_in_one_place_of_cribbage() -> None:
    for name, text in (("other", "2H 3H 4H 5C"), ("crib", "8H 8C 6H KD"), ("starter", "KC")):
        answer = form_of("cribbage").answer(SHOWS | {name: text})
        assert (answer.field, answer.unfinished) == (name, False)
    assert form_of("cribbage").answer(SHOWS | {"crib": "8H 8C"}).unfinished
    assert form_of("cribbage").answer({"crib": "2H 4H 6H 8H", "starter": "KS"}).headline == "0 points"
    assert form_of("cribbage").answer({"hand": "2H 4H 6H 8H", "starter": "KS"}).headline == "4 points"


def test_the_other_side_of_scopa_has_the_rest() -> None:
    captured = "7D 6D AD 5D 4D 3D 7C 7H 7S"
    rest = [card for card in scopa.DECK if card not in scopa.DECK.parse(captured)]
    answer = form_of("scopa").answer({"captured": captured, "their_sweeps": "2"})
    assert answer.headline.endswith(f", {int(scopa.score(rest, sweeps=2))} to the other side")
    assert form_of("scopa").answer({"captured": captured, "their_sweeps": "x"}).field == "their_sweeps"


def test_all_plays_of_a_tichu_hand() -> None:
    values = {"previous": "77", "hand": "8j 9j 9s P 5j 5s 5p 5t"}
    wanted = tichu.plays(values["hand"], "77", each_suit=False)
    answer = form_of("tichu").answer(values)
    assert answer.rows == tuple(play.cards for play in wanted)
    assert (answer.headline, answer.spoken) == (f"{len(wanted)} legal plays", "1 of them a bomb")
    assert form_of("tichu").answer(values | {"wish": "9"}).headline == "2 legal plays"
    assert form_of("tichu").answer(values | {"wish": "P"}).field == "wish"
    assert form_of("tichu").answer({"previous": "A", "hand": "2j"}).spoken == "there is nothing but to pass"


SIX = "5H 5S 6D 7C JC KD"


@pytest.mark.parametrize("dealer", ["", "yes"])
@pytest.mark.parametrize("throw", ["6D 7C", "KD JC", "5H 5S", "7C 6D"])
def test_a_throw_costs_what_it_falls_short_of_the_best(dealer: str, throw: str) -> None:
    answer = form_of("throw").answer({"hand": SIX, "dealer": dealer, "throw": throw})
    nets = {frozenset(one.thrown): one.net for one in advise(SIX, dealer=bool(dealer)).throws}
    cost = max(nets.values()) - nets[frozenset(cribbage.DECK.parse(throw))]
    assert answer.cost == round(cost, 2)
    assert answer.headline.startswith(f"{cost:.2f} points less than " if cost else "there is no better throw")
    assert [frozenset(row) for row in answer.rows] == sorted(nets, key=nets.__getitem__, reverse=True)
    (yours,) = [line for line in answer.text.splitlines() if ", yours" in line]
    assert float(yours.split()[-1]) == answer.cost


def test_a_throw_is_asked_for_until_two_cards_are_chosen() -> None:
    for throw in ("", "6D"):
        answer = form_of("throw").answer({"hand": SIX, "throw": throw, "dealer": "yes"})
        assert (bool(answer), answer.cost, answer.rows) == (True, None, ())
        assert "your own crib" in answer.headline
    for throw, says in (("6H", "6H is not in the hand"), ("6D 7C 5H", "3 cards where 2 were expected")):
        answer = form_of("throw").answer({"hand": SIX, "throw": throw})
        assert (answer.field, says in answer.error) == ("throw", True)
    assert form_of("throw").answer({"hand": "5H 5S"}).unfinished


def test_clicks_choose_what_to_throw_and_leave_the_hand_alone() -> None:
    values: dict[str, str] = {"hand": SIX}
    thrown = []
    for card in ("5H", "6D", "5H", "7C", "KD"):
        values = form_of("throw").click(values, "hand", card)
        thrown.append(values["throw"])
        assert values["hand"] == SIX
    assert thrown == ["5H", "5H 6D", "6D", "6D 7C", "KD"]


@pytest.mark.parametrize("row", rows("cribbage.csv"), ids=label)
def test_a_count_at_muggins_leaves_the_rest(row: dict[str, str]) -> None:
    show = cribbage.score(row["cards"], row["starter"])
    for count in range(int(show) + 2):
        answer = form_of("muggins").answer({"hand": row["cards"], "starter": row["starter"], "count": str(count)})
        assert answer.cost == abs(int(show) - count)
        cells = [line.split() for line in answer.text.splitlines()[1:]]
        items = [len(item.cards) for item in show]
        left = [int(line[-1]) for line, cards in zip(cells, items, strict=True) if len(line) == cards + 4]
        assert sum(left) == max(0, int(show) - count)
        assert answer.headline.startswith("right" if count == int(show) else "you left" if left else "1 too many")


def test_muggins_asks_and_reads_whole_numbers_alone() -> None:
    example = form_of("muggins").example
    assert form_of("muggins").answer(example).cost is None
    for count in ("x", "-1", "1.5", "100", "٣"):
        answer = form_of("muggins").answer(example | {"count": count})
        assert (answer.field, "expected a whole number" in answer.error) == ("count", True)
