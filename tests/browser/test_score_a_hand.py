"""The page "Score a hand" in a real browser: what it says is what the package says, however it is asked."""

import gzip
import os
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from cardlab.cards import CardError
from cardlab.games import form_of, forms
from tests.browser.conftest import BOOK, DESK, PHONE, watch
from tests.browser.looks import assert_text_can_be_read, axe_finds
from tests.cases import ROOT, rows

FIELDS = {
    "cribbage": {"hand": "cards", "starter": "starter"},
    "scopa": {"captured": "captured", "missing_suit": "missing_suit"},
    "bridge": {"hand": "hand", "trump": "trump"},
    "tichu": {"previous": "previous", "play": "play", "phoenix_value": "phoenix_value"},
}
VISIT = """
    async (links) => {
        const text = (selector) => document.querySelector(`#hand-scorer ${selector}`)?.textContent ?? ""
        const seen = []
        for (const link of links) {
            history.replaceState(null, "", link)
            dispatchEvent(new HashChangeEvent("hashchange"))
            do await new Promise((done) => setTimeout(done))
            while ("busy" in document.querySelector("#hand-scorer").dataset)
            seen.push({
                headline: text(".sh-headline"),
                spoken: text(".sh-spoken"),
                items: [...document.querySelectorAll(".sh-items tbody tr")].map(row => row.cells[0].textContent),
                wrong: text(".sh-note.sh-wrong:not(:empty)"),
            })
        }
        return seen
    }
"""


WATCH = """
    () => {
        window.said = []
        const live = [...document.querySelectorAll("#hand-scorer :is([role=status], [role=alert], [aria-live])")]
        const watcher = new MutationObserver((changes) => {
            for (const change of changes) window.said.push(live.find(one => one.contains(change.target)).textContent)
        })
        for (const one of live) watcher.observe(one, { childList: true, characterData: true, subtree: true })
    }
"""
SHIFTS = """
    window.shifted = 0
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value
    }).observe({ type: "layout-shift", buffered: true })
"""
READY = "#hand-scorer[data-ready]:not([data-busy])"
MOST_SHIFTED = 0.1


def link(game: str, **values: str) -> str:
    return "#" + urlencode({"game": game} | values)


def visit(page: Page, *links: str) -> list[dict[str, Any]]:
    """What the page shows for each of these addresses."""
    seen: list[dict[str, Any]] = page.evaluate(VISIT, list(links))
    return seen


def headline(page: Page) -> str:
    return str(page.locator(".sh-headline").inner_text()).lower()


@pytest.fixture(scope="module")
def opened(browser: Browser, site: str) -> Iterator[Page]:
    """The page, opened once for all these tests; nothing moves while it loads, nothing has gone wrong at the end."""
    context = browser.new_context(base_url=site, viewport=DESK, permissions=["clipboard-read", "clipboard-write"])
    troubles = watch(context, own=(site,))
    context.on("dialog", lambda dialog: dialog.dismiss())
    context.on("dialog", lambda dialog: troubles.append(dialog.message))
    page = context.new_page()
    page.add_init_script(SHIFTS)
    page.goto("/score_a_hand.html")
    expect(page.locator(READY)).to_be_attached(timeout=180_000)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("window.shifted") < MOST_SHIFTED
    yield page
    context.close()
    assert troubles == []


@pytest.fixture
def scorer(opened: Page) -> Page:
    """The page, on a desk, light, with an empty cribbage hand."""
    opened.set_viewport_size(DESK)
    opened.evaluate("delete navigator.clipboard.writeText")
    opened.emulate_media(color_scheme="light")
    visit(opened, link("cribbage"))
    return opened


@pytest.fixture
def context(browser: Browser, site: str) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=site, viewport=DESK)
    yield made
    made.close()


@pytest.mark.parametrize("game", FIELDS)
def test_every_case_of_the_data(scorer: Page, game: str) -> None:
    cases = rows(f"{game}.csv")
    hands = [{name: row[column] for name, column in FIELDS[game].items()} for row in cases]
    for row, hand in zip(cases, hands, strict=True):
        if row.get("show") == "crib":
            hand["crib"] = hand.pop("hand")
    seen = visit(scorer, *(link(game, **hand) for hand in hands))
    for row, hand, shown in zip(cases, hands, seen, strict=True):
        wanted = form_of(game).answer(hand)
        assert (shown["headline"], shown["spoken"], shown["wrong"]) == (wanted.headline, wanted.spoken, ""), hand
        assert len(shown["items"]) == len(wanted.rows)
        if game == "tichu":
            assert shown["headline"] == ("legal" if row["legal"] == "1" else "not legal")
        else:
            assert shown["headline"].split()[0] == row["points"]


def test_the_score_is_itemised_as_in_a_notebook(scorer: Page) -> None:
    for one in forms():
        visit(scorer, link(one.game, **one.example))
        wanted = BeautifulSoup(form_of(one.game).answer(one.example).html, "html.parser")
        shown = BeautifulSoup(scorer.locator(".sh-items").inner_html(), "html.parser")
        cells = [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in shown.find_all("tr")]
        assert cells == [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in wanted.find_all("tr")]
        assert not shown.select("[style]")


def test_a_hand_is_typed(scorer: Page) -> None:
    values = {"hand": "5h 6♥ 7H, 8H", "starter": "9S"}
    scorer.get_by_label("Hand", exact=True).first.fill(values["hand"])
    scorer.get_by_role("textbox", name="Starter").fill(values["starter"])
    expect(scorer.locator(".sh-headline")).to_have_text(form_of("cribbage").answer(values).headline)
    values |= {"crib": "2S 2H KC QC"}
    scorer.get_by_role("textbox", name="Crib").fill(values["crib"])
    expect(scorer.locator(".sh-headline")).to_have_text(form_of("cribbage").answer(values).headline)
    assert scorer.locator(".sh-held .sh-card").count() == 9


def test_trumps_and_rules_are_chosen(scorer: Page) -> None:
    visit(scorer, link("bridge", hand="AKQ2.T98..J76543"))
    expect(scorer.get_by_role("radio", name="spades")).to_be_checked()
    scorer.get_by_role("radio", name="notrump").check()
    expect(scorer.locator(".sh-headline")).to_have_text("12 points, AKQx xxx - Jxxxxx")
    visit(scorer, link("scopa", captured="7D 6D AD 5D 4D 3D 2D QD JD KD 7C 7H"))
    scorer.get_by_role("radio", name="strict").check()
    expect(scorer.locator(".sh-items")).to_contain_text("both lack a suit")


@pytest.mark.parametrize(
    ("game", "field", "text"),
    [
        ("cribbage", "hand", "5H 5S 5C 1D"),
        ("cribbage", "starter", "JD"),
        ("scopa", "captured", "7D 7D"),
        ("scopa", "sweeps", "-1"),
        ("bridge", "hand", "AKQ2.T98.J76543.x"),
        ("tichu", "play", "77777"),
        ("tichu", "phoenix_value", "6.5"),
        ("cribbage", "hand", "<img src=x onerror=alert(1)>"),
    ],
)
def test_an_error_is_the_packages_and_stands_beside_its_field(scorer: Page, game: str, field: str, text: str) -> None:
    values = form_of(game).example | {field: text}
    visit(scorer, link(game, **form_of(game).example))
    box = scorer.locator(f"#sh-{field}")
    box.fill(text)
    note = scorer.locator(f"#{box.get_attribute('aria-describedby')}")
    expect(note).to_have_text(form_of(game).answer(values).error)
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(note.get_by_role("status")).to_have_text(form_of(game).answer(values).error)
    expect(scorer.locator(".sh-headline")).to_have_text("No score")
    assert scorer.locator(".sh-items *").count() == 0
    box.fill(form_of(game).example[field])
    expect(box).to_have_attribute("aria-invalid", "false")
    expect(scorer.locator(".sh-headline")).to_have_text(form_of(game).answer(form_of(game).example).headline)


def test_a_hand_that_only_lacks_cards_is_no_error(scorer: Page) -> None:
    scorer.locator("#sh-hand").fill("5H 5S")
    expect(scorer.locator("#sh-note-hand")).to_have_text("2 cards where 4 were expected: 5H 5S")
    expect(scorer.locator("#sh-hand")).to_have_attribute("aria-invalid", "false")
    expect(scorer.locator(".sh-headline")).to_have_text("Not a whole hand yet")


@pytest.mark.parametrize("name", ["hand", "game", "crib", "onload"])
@pytest.mark.parametrize(
    "markup", ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>", '"><svg onload=alert(1)>']
)
def test_a_hostile_link_is_shown_as_text(scorer: Page, name: str, markup: str) -> None:
    values = {"game": "cribbage", **form_of("cribbage").example, name: markup}
    before = scorer.evaluate(
        "document.querySelectorAll('*').length - document.querySelectorAll('#hand-scorer *').length"
    )
    (seen,) = visit(scorer, "#" + urlencode(values))
    try:
        wanted = form_of(values.pop("game")).answer(values).error
    except CardError as error:
        wanted = str(error)
    assert wanted
    assert seen["wrong"] == wanted
    assert scorer.locator("#hand-scorer :is(img:not(.sh-held img), script, svg)").count() == 0
    after = scorer.evaluate(
        "document.querySelectorAll('*').length - document.querySelectorAll('#hand-scorer *').length"
    )
    assert before == after


def test_a_link_is_copied_and_leads_to_the_same_hand(scorer: Page) -> None:
    scorer.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text } }")
    visit(scorer, link("tichu", previous="6", play="7"))
    scorer.locator("#sh-previous").fill("45678")
    scorer.locator("#sh-play").fill("5j 6j 7j 8j P")
    expect(scorer.locator(".sh-spoken")).to_contain_text("up to the nine")
    scorer.get_by_role("button", name="Copy link").click()
    expect(scorer.get_by_text("Copied.")).to_be_visible()
    copied = scorer.evaluate("window.copied")
    assert copied == scorer.url
    spoken = scorer.locator(".sh-spoken").inner_text()
    visit(scorer, link("cribbage"))
    scorer.goto(copied)
    expect(scorer.locator(".sh-spoken")).to_have_text(spoken)
    expect(scorer.locator("#sh-play")).to_have_value("5j 6j 7j 8j P")
    assert scorer.url == copied


@pytest.mark.parametrize("answer", ["new Promise(() => {})", "Promise.reject(new Error('not allowed'))"])
def test_a_link_that_cannot_be_copied_is_shown_selected(scorer: Page, answer: str) -> None:
    visit(scorer, link("cribbage", hand="5H 5S 5C JD", starter="5D"))
    scorer.evaluate(f"() => {{ navigator.clipboard.writeText = () => {answer} }}")
    scorer.get_by_role("button", name="Copy link").click()
    shown = scorer.get_by_role("textbox", name="The link")
    expect(shown).to_have_value(scorer.url)
    expect(shown).to_be_focused()
    assert scorer.evaluate("document.getSelection().toString()") == scorer.url
    expect(scorer.get_by_text("Here it is, selected")).to_be_visible()
    scorer.get_by_role("button", name="five of hearts").click()
    expect(shown).to_be_hidden()


def test_a_link_is_read_up_to_a_length(scorer: Page) -> None:
    address = "#game=cribbage&hand=" + "5H+" * 400_000
    (seen,) = visit(scorer, address)
    assert seen["wrong"] == (
        f"This link is too long to read: {len(address):,} characters where at most 20,000 were expected."
    )
    assert scorer.locator("#hand-scorer button").count() == 0
    (seen,) = visit(scorer, link("cribbage", hand="5H 5S 5C JD" + " " * 4000, starter="5D"))
    assert seen["headline"] == "29 points"


def test_a_link_on_the_open_page_is_followed(scorer: Page) -> None:
    scorer.evaluate("location.hash = 'game=scopa&captured=7D'")
    expect(scorer.locator("#sh-captured")).to_have_value("7D")
    expect(scorer.get_by_label("Scopa")).to_be_checked()


def test_a_link_within_the_page_leaves_the_hand_alone(scorer: Page) -> None:
    visit(scorer, link("scopa", captured="7D"))
    visit(scorer, "#score-a-hand")
    expect(scorer.locator("#sh-captured")).to_have_value("7D")


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ("cribbage", "2H 2S", {"game": "cribbage", "hand": "5H 5S 5C JD", "starter": "5D"}),
        ("cribbage", "4H 4S", {"game": "tichu", "previous": "66", "play": "77"}),
        ("cribbage", "4H 4X", {"game": "scopa", "captured": "7D"}),
    ],
)
def test_what_is_half_typed_stays_with_the_hand_that_is_left(
    scorer: Page, before: str, typed: str, after: dict[str, str]
) -> None:
    visit(scorer, link(before))
    scorer.locator("#sh-hand").press_sequentially(typed)
    scorer.evaluate("address => { location.hash = address }", urlencode(after))
    wanted = dict(after)
    game = wanted.pop("game")
    for name, text in wanted.items():
        expect(scorer.locator(f"#sh-{name}")).to_have_value(text)
    expect(scorer.locator(".sh-headline")).to_have_text(form_of(game).answer(wanted).headline)
    assert scorer.locator(".sh-error:not(:empty)").count() == 0
    assert scorer.url.endswith("#" + urlencode(after))


def test_an_answer_that_comes_after_a_link_was_followed_leaves_its_address(scorer: Page) -> None:
    """The address changes before the page hears of it: here it hears last."""
    scorer.evaluate("history.pushState(null, '', '#game=scopa&captured=7D')")
    scorer.locator("#sh-hand").press_sequentially("4H 4S")
    expect(scorer.get_by_role("button", name="four of spades")).to_have_attribute("aria-pressed", "true")
    assert scorer.url.endswith("#game=scopa&captured=7D")
    scorer.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
    expect(scorer.locator("#sh-captured")).to_have_value("7D")


@pytest.mark.parametrize("values", [{"hand": "5H 5S 5C JD"}, {"game": "x"}])
def test_a_link_without_a_game_has_nothing_to_press(scorer: Page, values: dict[str, str]) -> None:
    visit(scorer, link("cribbage", hand="5H 5S 5C JD", starter="5D"))
    scorer.get_by_label("Scopa").check(force=True)  # the hand of cribbage is one to come back to
    expect(scorer.locator("#sh-captured")).to_be_visible()
    address = "#" + urlencode(values)
    (seen,) = visit(scorer, address)
    with pytest.raises(CardError) as error:
        form_of(values.get("game", ""))
    assert seen["wrong"] == str(error.value)
    assert scorer.locator("#hand-scorer button").count() == 0
    assert scorer.url.endswith(address)
    scorer.get_by_label("Cribbage").check(force=True)
    expect(scorer.locator(".sh-headline")).to_have_text("29 points")
    assert scorer.locator(".sh-error:not(:empty)").count() == 0


def test_a_link_with_an_unknown_name_says_so_until_the_next_action(scorer: Page) -> None:
    address = link("cribbage", foo="1", hand="5H 5S 5C JD", starter="5D")
    (seen,) = visit(scorer, address)
    assert "'foo' is not a field of Cribbage" in seen["wrong"]
    assert scorer.url.endswith(address)
    scorer.get_by_role("button", name="six of hearts").click()
    expect(scorer.locator("#sh-hand")).to_have_value("5H 5S 5C JD 6H")
    scorer.get_by_role("button", name="six of hearts").click()
    expect(scorer.locator(".sh-headline")).to_have_text("29 points")
    assert scorer.url.endswith(link("cribbage", hand="5H 5S 5C JD", starter="5D"))


def test_a_line_break_in_a_link_is_a_space(scorer: Page) -> None:
    visit(scorer, "#game=cribbage&hand=5H%0A5S%0D%0A5C%09JD&starter=5D")
    expect(scorer.locator(".sh-headline")).to_have_text("29 points")
    assert scorer.locator("#sh-hand").input_value().split() == ["5H", "5S", "5C", "JD"]


def test_what_is_new_is_announced_once(scorer: Page) -> None:
    visit(scorer, link("cribbage", starter="5D"))
    scorer.evaluate(WATCH)
    scorer.locator("#sh-hand").press_sequentially("5H 5S 5C JD")
    expect(scorer.locator(".sh-headline")).to_have_text("29 points")
    assert scorer.evaluate("window.said") == ["29 points"]
    for _ in range(3):
        scorer.keyboard.press("Tab")
    scorer.locator("#sh-starter").fill("5X")
    scorer.locator("#sh-starter").blur()
    expect(scorer.locator("#sh-note-starter .sh-error")).to_contain_text("'5X' (the starter) is not a card")
    said = scorer.evaluate("window.said")
    assert said == ["29 points", scorer.locator("#sh-note-starter .sh-error").inner_text(), "No score"]


def test_cards_are_clicked(scorer: Page) -> None:
    deck = scorer.get_by_role("group", name="The deck")
    for name in ("five of hearts", "five of spades", "five of clubs", "jack of diamonds", "five of diamonds"):
        deck.get_by_role("button", name=name).click()
    expect(scorer.locator(".sh-headline")).to_have_text("29 points")
    expect(scorer.locator("#sh-hand")).to_have_value("5H 5S 5C JD")
    expect(scorer.locator("#sh-starter")).to_have_value("5D")
    five = deck.get_by_role("button", name="five of hearts")
    expect(five).to_have_attribute("aria-pressed", "true")
    five.click()
    expect(five).to_have_attribute("aria-pressed", "false")
    expect(scorer.locator("#sh-hand")).to_have_value("5S 5C JD")


def test_clicks_go_where_they_are_sent(scorer: Page) -> None:
    visit(scorer, link("tichu"))
    deck = scorer.get_by_role("group", name="The deck")
    deck.get_by_role("button", name="six of jade").click()
    scorer.get_by_label("Play", exact=True).last.check(force=True)
    deck.get_by_role("button", name="phoenix").click()
    expect(scorer.locator("#sh-previous")).to_have_value("6j")
    expect(scorer.locator("#sh-play")).to_have_value("P")
    scorer.locator("#sh-previous").click()
    deck.get_by_role("button", name="six of stars").click()
    expect(scorer.locator("#sh-previous")).to_have_value("6j 6t")


def test_the_cards_of_an_item_are_marked(scorer: Page) -> None:
    visit(scorer, link("cribbage", hand="5H 5S 5C JD", starter="5D"))
    item = scorer.locator(".sh-items tbody tr").nth(4)
    lit = scorer.locator(".sh-held .sh-lit")
    item.hover()
    assert lit.evaluate_all("cards => cards.map(card => card.dataset.card)") == ["5H", "5S", "5C"]
    assert scorer.locator(".sh-deck .sh-lit").count() == 3
    scorer.mouse.move(0, 0)
    expect(lit).to_have_count(0)
    item.get_by_role("button", name="fifteen").focus()
    expect(lit).to_have_count(3)


@pytest.mark.parametrize("game", FIELDS)
def test_a_random_hand_is_one_click(scorer: Page, game: str) -> None:
    visit(scorer, link(game))
    for _ in range(5):
        scorer.get_by_role("button", name="Random hand").click()
        expect(scorer.locator("#hand-scorer:not([data-busy])")).to_be_attached()
        assert scorer.locator(".sh-note.sh-wrong:not(:empty)").count() == 0
        values = dict(
            pair.split("=")
            for pair in scorer.evaluate("decodeURIComponent(location.hash.slice(1)).replaceAll('+', ' ')").split("&")
        )
        assert headline(scorer) == form_of(values.pop("game")).answer(values).headline.lower()
        assert scorer.locator(".sh-held .sh-card").count() > 0


def test_it_is_cleared(scorer: Page) -> None:
    visit(scorer, link("bridge", hand="AKQ2.T98..J76543", trump="notrump"))
    scorer.get_by_role("button", name="Clear").click()
    expect(scorer.locator("#sh-hand")).to_have_value("")
    expect(scorer.get_by_role("radio", name="spades")).to_be_checked()
    assert scorer.url.endswith("#game=bridge")


def test_the_keyboard_alone_will_do(scorer: Page) -> None:
    keyboard = scorer.keyboard
    scorer.get_by_label("Cribbage").focus()
    keyboard.press("ArrowRight")
    expect(scorer.locator(".sh-headline")).to_have_text("3 points, 1 to the other side")
    expect(scorer.get_by_label("Scopa")).to_be_focused()
    keyboard.press("ArrowLeft")
    expect(scorer.locator(".sh-headline")).to_have_text("Not a whole hand yet")
    expect(scorer.get_by_label("Cribbage")).to_be_focused()
    for _ in range(3):  # the two puzzles, the hand
        keyboard.press("Tab")
    expect(scorer.locator("#sh-hand")).to_be_focused()
    keyboard.press("Control+a")
    keyboard.type("5S 5C JD")
    for _ in range(3):  # starter, where clicks go, the deck
        keyboard.press("Tab")
    expect(scorer.get_by_role("button", name="ace of hearts")).to_be_focused()
    for _ in range(4):
        keyboard.press("ArrowRight")
    keyboard.press("Space")
    keyboard.press("ArrowDown")
    expect(scorer.get_by_role("button", name="five of diamonds")).to_be_focused()
    assert scorer.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    keyboard.press("Enter")
    expect(scorer.locator(".sh-headline")).to_have_text("29 points")
    keyboard.press("End")
    expect(scorer.get_by_role("button", name="king of diamonds")).to_be_focused()
    for _ in range(7):  # the other hand, crib, dealer, random, clear, copy, the first item
        keyboard.press("Tab")
    assert scorer.locator(".sh-held .sh-lit").count() == 2
    keyboard.press("Shift+Tab")
    expect(scorer.get_by_role("button", name="Copy link")).to_be_focused()


@pytest.mark.parametrize("game", FIELDS)
def test_everything_to_press_or_fill_has_a_name_and_the_score_is_announced(scorer: Page, game: str) -> None:
    visit(scorer, link(game, **form_of(game).example))
    tree = scorer.locator("#hand-scorer").aria_snapshot()
    for line in tree.splitlines():
        role, _, rest = line.strip().removeprefix("- ").partition(" ")
        if role.rstrip(":") in ("button", "radio", "checkbox", "textbox", "img", "group"):
            assert rest.startswith('"'), line
    expect(scorer.get_by_role("status").first).to_be_attached()
    assert scorer.locator(".sh-headline").get_attribute("role") == "status"


@pytest.mark.parametrize("game", FIELDS)
def test_a_phone_shows_it_whole(scorer: Page, game: str) -> None:
    scorer.set_viewport_size(PHONE)
    visit(scorer, link(game, **form_of(game).example))
    assert scorer.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert scorer.locator(".sh-items").evaluate("items => items.scrollWidth <= items.clientWidth")
    scorer.evaluate("scrollTo(0, 0)")
    boxes = scorer.locator(".sh-deck .sh-card").evaluate_all(
        "cards => cards.map(card => card.getBoundingClientRect().toJSON())"
    )
    assert min(min(box["width"], box["height"]) for box in boxes) > 43.9
    assert max(box["right"] for box in boxes) <= PHONE["width"]
    assert max(box["bottom"] for box in boxes) <= scorer.locator(".sh-verdict").evaluate(
        "verdict => verdict.getBoundingClientRect().top"
    )


@pytest.mark.parametrize("game", FIELDS)
def test_a_phone_shows_the_score_beside_what_changes_it(scorer: Page, game: str) -> None:
    scorer.set_viewport_size(PHONE)
    visit(scorer, link(game, **form_of(game).example))
    for part in (".sh-fields", ".sh-deck", ".sh-actions"):
        scorer.locator(part).first.evaluate("part => part.scrollIntoView()")
        expect(scorer.locator(".sh-headline")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", FIELDS)
def test_everything_can_be_read_on_either_ground(scorer: Page, game: str, scheme: str) -> None:
    scorer.emulate_media(color_scheme=scheme)
    for values in (form_of(game).example, form_of(game).example | {form_of(game).names[0]: "?"}):
        visit(scorer, link(game, **values))
        scorer.mouse.move(0, 0)
        assert_text_can_be_read(scorer)


@pytest.mark.parametrize("game", ["cribbage", "throw"])
def test_axe_finds_nothing(scorer: Page, game: str) -> None:
    visit(scorer, link(game, **form_of(game).example))
    for size, scheme in ((DESK, "light"), (PHONE, "dark")):
        scorer.set_viewport_size(size)
        scorer.emulate_media(color_scheme=scheme)
        assert axe_finds(scorer) == {}


@pytest.mark.parametrize(
    ("missing", "status", "says"),
    [
        (
            "python.wasm.bin",
            0,
            "A file of Python did not arrive: is the connection up? Reload to try again (python.wasm",
        ),
        ("python.wasm.bin", 404, "A file of Python is missing on this site (python.wasm.bin: 404)."),
        ("python.zip", 404, "A file of Python is missing on this site (python.zip: 404)."),
        ("pyodide.asm.mjs", 404, "A file of Python is missing on this site (pyodide.asm.mjs: 404)."),
        ("worker.js", 404, "blocked a script that starts Python (worker.js)."),
    ],
)
def test_a_missing_file_is_named(context: BrowserContext, missing: str, status: int, says: str) -> None:
    page = context.new_page()
    page.route(f"**/{missing}", lambda route: route.fulfill(status=status) if status else route.abort())
    page.goto("/score_a_hand.html")
    expect(page.get_by_role("alert").last).to_contain_text(says, timeout=180_000)
    expect(page.locator(".sh-headline")).to_have_text("Python did not start")


@pytest.mark.parametrize(
    ("broken", "script", "says"),
    [
        ("worker.js", "delete self.WebAssembly;", "This browser has no WebAssembly"),
        ("worker.js", "delete self.DecompressionStream;", "This browser is too old"),
        ("pyodide.mjs", "throw new Error('not here');", "blocked a script that starts Python (pyodide.mjs: not here)."),
    ],
)
def test_a_browser_that_cannot_is_told_why(context: BrowserContext, broken: str, script: str, says: str) -> None:
    page = context.new_page()
    text = next((BOOK / "_static").rglob(broken)).read_text()
    page.route(f"**/{broken}", lambda route: route.fulfill(body=script + text, content_type="text/javascript"))
    page.goto("/score_a_hand.html")
    expect(page.get_by_role("alert").last).to_contain_text(says, timeout=180_000)


def test_a_policy_against_webassembly_is_said(context: BrowserContext) -> None:
    page = context.new_page()
    strict = {"Content-Security-Policy": "default-src 'self'", "Content-Type": "text/javascript"}
    page.route("**/worker.js", lambda route: route.fulfill(path=BOOK / "_static" / "worker.js", headers=strict))
    page.goto("/score_a_hand.html")
    expect(page.get_by_role("alert").last).to_contain_text("the site's policy blocked a script", timeout=180_000)


def test_a_connection_that_stalls_is_said_and_what_is_filled_in_meanwhile_is_scored(context: BrowserContext) -> None:
    page = context.new_page()
    held: list[Any] = []
    page.clock.install()
    page.route("**/python.zip", lambda route: held.insert(0, route))
    page.goto("/score_a_hand.html#game=cribbage")
    expect(page.locator(".sh-headline")).to_have_text("Starting Python…")
    page.get_by_role("button", name="five of hearts").click()
    page.get_by_role("button", name="six of hearts").click()
    page.locator("#sh-starter").fill("9S")
    assert page.locator(".sh-headline").inner_text() == "Starting Python…"
    while not held:
        page.wait_for_timeout(50)
    expect(page.locator(".sh-size")).to_contain_text("MB")
    page.clock.fast_forward("00:31")
    expect(page.get_by_role("alert").last).to_contain_text("for half a minute nothing came")
    for route in held:
        route.continue_()
    expect(page.locator("#hand-scorer[data-ready]")).to_be_attached(timeout=180_000)
    page.clock.fast_forward("00:02")
    expect(page.get_by_role("alert").last).to_be_empty()
    expect(page.locator("#sh-note-hand")).to_have_text("2 cards where 4 were expected: 5H 6H")
    expect(page.locator("#sh-starter")).to_have_value("9S")


def test_it_works_under_the_policy_that_it_ships(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    troubles = watch(context, own=(site,))
    policy = BeautifulSoup((BOOK / "score_a_hand.html").read_text(), "html.parser").select_one("meta[http-equiv]")
    assert policy
    assert policy["content"] == "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"

    def guarded(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers=answer.headers | {"Content-Security-Policy": str(policy["content"])})

    page.route("**/*", guarded)
    page.add_init_script(SHIFTS)
    page.goto("/score_a_hand.html" + link("tichu", previous="66", play="77"))
    expect(page.locator(".sh-headline")).to_have_text("legal", timeout=180_000)
    assert page.locator(".sh-held img").first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert page.evaluate("window.shifted") < MOST_SHIFTED
    assert troubles == []


def test_nothing_is_written_into_the_page_that_a_policy_forbids() -> None:
    page = BeautifulSoup((BOOK / "score_a_hand.html").read_text(), "html.parser")
    assert [tag for tag in page.find_all("script") if tag.string or not tag.get("src")] == []
    assert [
        tag for tag in page.find_all(True) if "style" in tag.attrs or any(a.startswith("on") for a in tag.attrs)
    ] == []
    assert page.find_all("style") == []


def test_its_bytes_are_few() -> None:
    names = ["score_a_hand.html", "_static/score_a_hand.css", "_static/score_a_hand.js", "_static/worker.js"]
    made = [path for path in (BOOK / "_static" / "score_a_hand").rglob("*.*") if path.is_file()]
    size = sum(len(gzip.compress(path.read_bytes())) for path in [*(BOOK / name for name in names), *made])
    assert size < 6_000_000


def test_a_second_visit_needs_no_network(context: BrowserContext) -> None:
    """In a context of its own: Chromium may drop what a private one has kept for minutes."""
    page = context.new_page()
    page.goto("/score_a_hand.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()
    context.set_offline(True)
    page = context.new_page()
    page.add_init_script(SHIFTS)
    page.goto("/score_a_hand.html" + link("bridge", hand="AKQ2.T98..J76543"))
    expect(page.locator(".sh-headline")).to_have_text("17 points, AKQx xxx - Jxxxxx", timeout=180_000)
    expect(page.locator(READY)).to_be_attached()
    assert page.evaluate("window.shifted") < MOST_SHIFTED
    page.evaluate("sessionStorage.setItem('costs', JSON.stringify({throw: {'#game=throw': 0.5}}))")
    page.reload()
    page.evaluate("hand => { location.hash = hand }", link("throw", hand=SIX))
    expect(page.locator(".sh-tally")).to_have_text("1 hand: 0 right, 0.5 points lost")


def test_six_cards_are_answered_with_what_to_throw(scorer: Page) -> None:
    visit(scorer, link("cribbage", hand="5H 5S 5C JD", starter="5D"))
    scorer.get_by_role("button", name="king of diamonds").click()
    expect(scorer.locator(".sh-items tbody tr")).to_have_count(15)
    scorer.get_by_label("I deal").check()
    wanted = form_of("cribbage").answer({"hand": "5H 5S 5C JD KD", "starter": "5D", "dealer": "yes"})
    expect(scorer.locator(".sh-headline")).to_have_text(wanted.headline)
    scorer.locator(".sh-items tbody tr").first.hover()
    lit = scorer.locator(".sh-held .sh-lit")
    assert lit.evaluate_all("cards => cards.map(card => card.dataset.card)") == [str(card) for card in wanted.rows[0]]


SIX = "5H 5S 6D 7C JC KD"


def test_a_throw_is_chosen_and_costs(scorer: Page) -> None:
    visit(scorer, link("throw", hand=SIX, dealer="yes"))
    expect(scorer.locator(".sh-headline")).to_have_text("throw two into your own crib")
    for cards, said in ((("five of hearts", "five of spades"), "1 hand: 0 right, "), (("six", "seven"), None)):
        for name in cards:
            scorer.get_by_role("button", name=name).click()
        thrown = "5H 5S" if said else "6D 7C"
        wanted = form_of("throw").answer({"hand": SIX, "dealer": "yes", "throw": thrown})
        expect(scorer.locator(".sh-headline")).to_have_text(wanted.headline)
        assert scorer.locator(".sh-pick[aria-pressed=true]").count() == 2
        expect(scorer.locator(".sh-tally")).to_have_text(re.compile(r"1 hand: 0 right, \d+\.\d+ points lost"))
    assert scorer.url.endswith(link("throw", hand=SIX, dealer="yes"))
    assert link("throw", hand=SIX, dealer="yes") in scorer.evaluate("JSON.parse(sessionStorage.getItem('costs')).throw")
    scorer.get_by_role("button", name="Next").click()
    expect(scorer.locator(".sh-pick[aria-pressed=true]")).to_have_count(0)
    expect(scorer.locator(".sh-headline")).to_have_text(re.compile("^throw two into"))
    scorer.locator("#sh-throw").fill(" ".join(scorer.locator("#sh-hand").input_value().split()[:2]))
    scorer.locator("#sh-throw").press("Enter")
    expect(scorer.locator(".sh-tally")).to_have_text(re.compile("^2 hands: "))
    scorer.go_back()
    expect(scorer.locator("#sh-hand")).to_have_value(SIX)
    expect(scorer.locator("#sh-throw")).to_have_value("")


def test_a_count_at_muggins_shows_what_it_left(scorer: Page) -> None:
    visit(scorer, link("muggins", hand="5H 5S 5C JD", starter="5D"))
    scorer.locator("#sh-count").press_sequentially("20")
    expect(scorer.locator(".sh-headline")).to_have_text("how many points?")
    scorer.locator("#sh-count").press("Enter")
    expect(scorer.locator(".sh-headline")).to_have_text("you left 9 of 29 points")
    expect(scorer.locator(".sh-tally")).to_have_text("1 hand: 0 right, 9 points lost")
    assert scorer.locator(".sh-items tbody tr").count() == 15
    scorer.locator("#sh-count").fill("29")
    scorer.locator("#sh-count").press("Enter")
    expect(scorer.locator(".sh-headline")).to_have_text("right: 29 points")
    expect(scorer.locator(".sh-tally")).to_have_text("1 hand: 0 right, 9 points lost")


@pytest.mark.parametrize("game", ["throw", "muggins"])
def test_a_puzzle_is_one_link_away_and_dealt(scorer: Page, game: str) -> None:
    scorer.get_by_role("link", name=form_of(game).title).click()
    expect(scorer.locator("#sh-hand")).not_to_have_value("")
    expect(scorer.get_by_label("Cribbage")).to_be_checked()
    assert f"game={game}&hand=" in scorer.url
    scorer.set_viewport_size(PHONE)
    assert scorer.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    scorer.evaluate("scrollTo(0, 0)")
    for card in scorer.locator(".sh-held img").all():
        expect(card).to_be_in_viewport(ratio=1)
    scorer.get_by_role("link", name="Cribbage").click()
    expect(scorer.locator(".sh-deck")).to_be_visible()


def test_all_plays_of_a_tichu_hand_are_listed(scorer: Page) -> None:
    values = {"previous": "77", "hand": "8j 9j 9s P 5j 5s 5p 5t", "wish": "9"}
    visit(scorer, link("tichu", **values))
    expect(scorer.locator(".sh-headline")).to_have_text("2 legal plays")
    assert scorer.locator(".sh-items tbody tr").count() == 2


def test_all_hands_of_a_pasted_deal_are_counted(scorer: Page) -> None:
    deal = '[Deal "N:AKQ2.T98..J76543 J3.AKJ.KQT2.AT98 T98.Q65.J9876.K2 7654.7432.A543.Q"]'
    scorer.set_viewport_size(PHONE)
    visit(scorer, link("bridge"))
    scorer.locator("#sh-hand").fill(f'% PBN 2.1\n[Board "1"]\n{deal}\n')
    wanted = form_of("bridge").answer({"hand": deal})
    expect(scorer.locator(".sh-headline")).to_have_text(wanted.headline)
    assert scorer.locator(".sh-items").evaluate("items => items.scrollWidth <= items.clientWidth")
    scorer.get_by_role("button", name="east").hover()
    lit = scorer.locator(".sh-deck .sh-lit").evaluate_all("cards => cards.map(card => card.dataset.card)")
    assert set(lit) == {str(card) for card in wanted.rows[1]}
    following = scorer.get_by_role("button", name="Next of these")
    expect(following).to_be_hidden()
    expect(scorer.get_by_label("Deal")).to_be_hidden()
    scorer.locator("#sh-hand").fill(f'{deal}\n[Deal "S:AKQ2.T98..J76543 - - -"]')
    expect(scorer.get_by_label("Deal")).to_be_visible()
    following.click()
    expect(scorer.locator(".sh-headline")).to_have_text("points: south 17")
    expect(scorer.locator(".sh-spoken")).to_contain_text("deal 2 of 2")
    following.click()
    expect(scorer.locator(".sh-headline")).to_have_text(wanted.headline)


def test_back_goes_back_a_hand(scorer: Page) -> None:
    visit(scorer, link("bridge", hand="AKQ2.T98..J76543"))
    scorer.get_by_label("notrump").check(force=True)
    expect(scorer.locator(".sh-headline")).to_have_text("12 points, AKQx xxx - Jxxxxx")
    scorer.locator("#sh-hand").fill("AKQ2.T98..")
    expect(scorer.locator(".sh-headline")).to_have_text("Not a whole hand yet")
    scorer.go_back()
    expect(scorer.locator(".sh-headline")).to_have_text("12 points, AKQx xxx - Jxxxxx")
    scorer.go_back()
    expect(scorer.locator(".sh-headline")).to_have_text("17 points, AKQx xxx - Jxxxxx")


def test_from_a_file_it_says_how_to_serve_the_book(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto((BOOK / "score_a_hand.html").as_uri())
    expect(page.get_by_text("python -m http.server")).to_be_visible()


@pytest.mark.skipif("SCREENSHOTS" not in os.environ, reason="`make screenshots` takes the pictures for the README")
def test_picture_of_the_page(scorer: Page) -> None:
    scorer.set_viewport_size({"width": 1280, "height": 960})
    visit(scorer, link("cribbage", hand="5H 5S 5C JD", starter="5D"))
    scorer.locator(".sh-items tbody tr").nth(4).hover()
    scorer.screenshot(path=ROOT / "book" / "images" / "score_a_hand.png", animations="disabled")
