"""The widgets for notebooks: a form shows what the package answers, a slider the chart of its value."""

import base64
import re
import sys
from collections.abc import Iterator
from importlib import import_module

import ipywidgets
import pytest

from cardlab import CardError
from cardlab.charts import Chart, distribution_chart
from cardlab.charts.figure import DRAWN
from cardlab.distribution import Distribution
from cardlab.games import form_of, forms, puzzles
from cardlab.web.widget import explore, slide

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(autouse=True)
def _close_all_widgets() -> Iterator[None]:
    yield
    ipywidgets.Widget.close_all()


@pytest.mark.parametrize("game", [form.game for form in (*forms(), *puzzles())])
def test_it_opens_on_the_example_of_each_game(game: str) -> None:
    shown = explore(game)
    assert shown.values == form_of(game).example
    assert shown.answer == form_of(game).answer(form_of(game).example)
    assert list(shown.inputs) == list(form_of(game).names)


def test_it_opens_on_a_hand_and_follows_what_is_typed() -> None:
    shown = explore("cribbage", hand="8H 8S 8D 2C", starter="AH")
    assert shown.answer.headline == "6 points"
    assert shown.answer._repr_html_() in shown._result.value
    shown.inputs["hand"].value = "5H 6H 7H 8H"
    shown.inputs["dealer"].value = True
    assert shown.values == form_of("cribbage").filled({"hand": "5H 6H 7H 8H", "starter": "AH", "dealer": "yes"})
    assert shown.answer == form_of("cribbage").answer(shown.values)


@pytest.mark.parametrize(
    ("game", "values", "text"),
    [
        ("cribbage", {"hand": "8H 8S 8D 2C", "starter": "AH"}, "Hand     8♥ 8♠ 8♦ 2♣&#10;Starter  A♥"),
        ("scopa", {"captured": "7D 6C"}, "Captured  7♦ 6♣"),
        ("tichu", {"previous": "66", "play": "7P"}, "Previous play  6 6&#10;Play           7 P"),
    ],
)
def test_its_cards_are_drawn_above_the_answer(game: str, values: dict[str, str], text: str) -> None:
    shown = explore(game, seed=1, **values)
    picture = shown._result.value.removesuffix(shown.answer._repr_html_())
    assert picture.startswith('<img src="data:image/svg+xml')
    assert f'alt="{text}"' in picture
    assert shown._repr_mimebundle_()["text/html"] == shown._result.value


def test_another_game_brings_its_own_fields() -> None:
    shown = explore("cribbage")
    shown.game.value = "bridge"
    assert list(shown.inputs) == ["hand", "trump", "deal"]
    shown.inputs["trump"].value = "notrump"
    assert shown.answer == form_of("bridge").answer(form_of("bridge").example | {"trump": "notrump"})


def test_an_error_stands_beside_its_field_as_text() -> None:
    shown = explore("tichu", previous="66", play="<b>77")
    note = shown._notes["play"].value
    assert "&#x27;&lt;&#x27; in &#x27;&lt;b&gt;77&#x27; is not a card" in note
    assert "error-color" in note
    assert shown._result.value == ""
    assert "error-color" not in shown._notes["previous"].value


def test_a_hand_that_only_lacks_cards_is_said_calmly() -> None:
    note = explore("cribbage", hand="5H")._notes["hand"].value
    assert "1 card where 4 were expected" in note
    assert "error-color" not in note


def test_the_button_deals_hands_that_the_seed_repeats() -> None:
    dealt = []
    for _ in range(2):
        shown = explore("scopa", seed=3)
        for _ in range(2):
            shown.random.click()
            dealt.append(shown.values)
            assert shown.answer
    assert dealt[:2] == dealt[2:]
    assert dealt[0] != dealt[1]


def test_which_of_several_deals_is_asked_where_there_are_several() -> None:
    form = explore("bridge", hand="AKQ2.T98..J76543")
    one = '[Deal "S:AKQ2.T98..J76543 - - -"]'
    for hand, deal, display in [
        (one, "", "none"),
        (one * 2, "", None),
        (one * 2, "2", None),
        (one, "2", None),
        (one, "1", "none"),
    ]:
        form.inputs["hand"].value, form.inputs["deal"].value = hand, deal
        assert form.inputs["deal"].layout.display == display


def test_a_choice_may_be_written_as_the_game_reads_it() -> None:
    assert explore("bridge", trump="SPADES").values == {"hand": "", "trump": "spades", "deal": ""}


def test_in_plain_python_it_shows_its_answer() -> None:
    assert repr(explore("bridge")) == repr(form_of("bridge").answer(form_of("bridge").example))


def test_its_text_and_html_need_no_kernel() -> None:
    shown = explore("bridge")
    bundle = shown._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", VIEW}
    assert bundle["text/plain"] == repr(form_of("bridge").answer(form_of("bridge").example))
    assert form_of("bridge").answer(form_of("bridge").example)._repr_html_() in bundle["text/html"]
    assert bundle[VIEW]["model_id"] == shown.view.model_id


def test_without_ipywidgets_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    monkeypatch.delitem(sys.modules, "cardlab.web.widget")
    with pytest.raises(ImportError, match=r"need ipywidgets: pip install 'cardlab\[notebooks\]'"):
        import_module("cardlab.web.widget")


@pytest.mark.parametrize(
    ("game", "values", "says"),
    [
        ("snap", {}, "unknown game 'snap'"),
        ("cribbage", {"hands": "5H"}, "'hands' is not a field of Cribbage"),
        ("bridge", {"trump": "cups"}, "trump='cups': expected one of 'spades', 'hearts'"),
        ("cribbage", {"dealer": "on"}, "dealer='on': expected one of '', 'yes'"),
        ("scopa", {"sweeps": 2}, "sweeps=2: expected text"),
        ("cribbage", {"hand": ["5H"]}, r"hand=\['5H'\]: expected text"),
    ],
)
def test_what_no_widget_can_hold_is_an_error(game: str, values: dict[str, str], says: str) -> None:
    with pytest.raises(CardError, match=says):
        explore(game, seed=1, **values)


def die(sides: int) -> Chart:
    """The chart of a fair die, which has a side at least."""
    if not sides:
        raise ValueError("<b>no sides")
    fair = Distribution.exact(dict.fromkeys(range(1, sides + 1), 1))
    return distribution_chart(fair, title="A die", xlabel="eyes")


def shown_picture(html: str) -> tuple[bytes, str]:
    """The picture of an HTML image and its alternative text."""
    found = re.fullmatch(r'<img src="data:image/png;base64,([^"]+)" alt="([^"]+)" width="750" style="[^"]+">', html)
    assert found
    return base64.b64decode(found[1]), found[2]


def test_moving_a_slider_draws_the_chart_anew() -> None:
    shown = slide(die, sides=ipywidgets.IntSlider(6, min=0, max=20))
    assert shown_picture(shown._shown.value) == (die(6).png, die(6).text)
    shown.sliders["sides"].value = 7
    assert shown_picture(shown._shown.value) == (die(7).png, die(7).text)
    assert repr(shown) == die(7).text
    assert shown.sliders["sides"].description == "sides"


def test_an_error_of_the_chart_stands_in_its_place_until_it_can_be_drawn() -> None:
    shown = slide(die, sides=ipywidgets.IntSlider(6, min=0, max=20))
    shown.sliders["sides"].value = 0
    assert ">ValueError: &lt;b&gt;no sides<" in shown._shown.value
    shown.sliders["sides"].value = 5
    assert shown_picture(shown._shown.value) == (die(5).png, die(5).text)


def test_an_error_at_the_start_is_raised() -> None:
    with pytest.raises(ValueError, match="no sides"):
        slide(die, sides=ipywidgets.IntSlider(0, min=0, max=20))


def test_what_a_notebook_stores_of_sliders_is_the_chart() -> None:
    shown = slide(die, sides=ipywidgets.IntSlider(6, min=0, max=20))
    data, metadata = shown._repr_mimebundle_()
    chart, said = die(6)._repr_mimebundle_()
    assert data.pop(VIEW)["model_id"] == shown.view.model_id
    assert data == chart
    assert set(data) == {"image/png", "text/plain", DRAWN}
    assert metadata == said
