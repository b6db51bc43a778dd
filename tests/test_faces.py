"""Pictures of cards: every card has its own, well-formed, small, legible, with its text."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from cardlab import bridge, cribbage, scopa, tichu
from cardlab.cards import Card, CardError, Deck, Hand
from cardlab.faces import Picture, Row, hand, items, rows
from cardlab.faces.drawings import CHIP_HEIGHT, FACE, HEIGHT, SUITS, WIDTH, card_id, drawings
from cardlab.faces.pictures import STYLE

DECKS = [cribbage.DECK, bridge.DECK, scopa.DECK, tichu.DECK]
SVG = "{http://www.w3.org/2000/svg}"
BEST = items(cribbage.score("5H 5S 5D JC", "5C"), cribbage.DECK, cards="5H 5S 5D JC", starter="5C")
PLAY = rows([Row("table", "7D 5C KH", apart="7H", marked="7D 7H", note="sette <bello>")], scopa.DECK)
PICTURES = [
    hand("", cribbage.DECK),
    hand("TH 9S QD KC", cribbage.DECK, starter="AH", marked="QD KC"),
    hand(tichu.parse("44499"), tichu.DECK),
    rows([], bridge.DECK),
    rows([Row("North & South", bridge.DECK.decode(0x1FFF)), Row("", "2D")], bridge.DECK),
    BEST,
    PLAY,
]


class Image(HTMLParser):
    """Collects the attributes of the only element."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "img"
        self.found = {name: value or "" for name, value in attrs}


def image(picture: Picture) -> dict[str, str]:
    parser = Image()
    parser.feed(picture._repr_html_())
    return parser.found


def frame(svg: ElementTree.Element) -> tuple[float, float]:
    width, height = map(float, svg.attrib["viewBox"].split()[2:])
    return width, height


def boxes(svg: ElementTree.Element) -> Iterator[tuple[float, float, float, float]]:
    """Left, top, right and bottom of every card and chip drawn."""
    for use in svg.findall(f"{SVG}use"):
        x, y = float(use.attrib["x"]), float(use.attrib["y"])
        small = re.match(r"#c.{6}[sw]", use.attrib["href"])
        yield x, y, x + WIDTH, y + (CHIP_HEIGHT if small else HEIGHT)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2.2 defines it, 1 to 21."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
@pytest.mark.parametrize("small", [False, True])
def test_every_card_of_every_deck_has_a_face_of_its_own(deck: Deck, small: bool) -> None:
    drawn = ElementTree.fromstring(f"<g>{drawings([(card, small) for card in deck], deck, 'x')}</g>")
    by_id = {part.attrib["id"]: part for part in drawn}
    faces = []
    for card in deck:
        uses = by_id[f"x{card_id(card, small=small)}"].findall("use")
        faces.append(tuple(ElementTree.tostring(by_id[use.attrib["href"][1:]]) for use in uses[1:]))
    assert len(set(faces)) == len(deck)
    assert min(map(len, faces)) == (2 if small else 3)


def test_suits_of_one_deck_differ_in_shape_not_in_colour_alone() -> None:
    for suits in SUITS.values():
        assert len({pip.svg for pip in suits.values()}) == len(suits)


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_is_xml_with_every_id_once_and_every_reference_found(picture: Picture) -> None:
    svg = ElementTree.fromstring(picture.svg)
    ids = [part.attrib["id"] for part in svg.iter() if "id" in part.attrib]
    assert len(set(ids)) == len(ids)
    assert {use.attrib["href"][1:] for use in svg.iter(f"{SVG}use")} <= set(ids)
    assert svg.attrib["role"] == "img"
    assert svg.attrib["aria-label"].split() == picture.text.split()


@pytest.mark.parametrize("picture", PICTURES)
def test_no_card_is_cut_off(picture: Picture) -> None:
    svg = ElementTree.fromstring(picture.svg)
    width, height = frame(svg)
    for left, top, right, bottom in boxes(svg):
        assert 0 < left < right < width
        assert 0 < top < bottom < height


@pytest.mark.parametrize("picture", PICTURES)
def test_html_is_the_same_picture_with_its_text_and_no_wider_than_the_page(picture: Picture) -> None:
    found = image(picture)
    kind, _, source = found["src"].partition(",")
    assert kind == "data:image/svg+xml"
    assert ElementTree.canonicalize(unquote(source)) == ElementTree.canonicalize(picture.svg)
    assert found["alt"] == picture.text == repr(picture)
    assert picture.text
    assert "max-width:100%" in found["style"]


def test_one_picture_is_the_same_in_every_process_and_ids_of_two_differ() -> None:
    code = (
        "from cardlab import cribbage, faces\n"
        "print(faces.hand('TH 9S QD KC', cribbage.DECK, starter='AH', marked='KC QD').svg, end='')"
    )
    root = Path(__file__).parent.parent
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=root)
    assert again.stdout.decode() == PICTURES[1].svg
    ids = [set(re.findall(r'id="(.{7})', picture.svg)) for picture in PICTURES[1:]]
    assert len(set.union(*ids)) == sum(map(len, ids))


@pytest.mark.parametrize(
    ("picture", "limit"),
    [
        (hand("5H 5S 5D JC", cribbage.DECK, starter="5C"), 4000),
        (hand("JH QS KD TC", cribbage.DECK, starter="9H"), 4000),
        (hand("7D 7C 7H 7S", scopa.DECK), 4000),
        (BEST, 13_000),
        (rows([Row("N", bridge.DECK.decode(0x1FFF << 13 * n)) for n in range(4)], bridge.DECK), 26_000),
    ],
)
def test_pictures_are_small(picture: Picture, limit: int) -> None:
    assert len(picture.svg.encode()) < limit


def test_what_is_read_on_a_face_or_on_the_ground_has_contrast() -> None:
    inks = {pip.ink for suits in SUITS.values() for pip in suits.values()}
    assert min(contrast(ink, FACE) for ink in inks) >= 4.5
    texts, grounds = (re.findall(rf"_{key}{{[^}}]*fill:(#\w+)", STYLE) for key in "tg")
    assert len(texts) == len(grounds) == 2  # light and dark
    assert all(contrast(text, ground) >= 7 for text, ground in zip(texts, grounds, strict=True))


def test_thirteen_cards_are_legible_on_a_phone() -> None:
    svg = ElementTree.fromstring(rows([Row("North", bridge.DECK.decode(0x1FFF))], bridge.DECK).svg)
    lefts = [left for left, *_ in boxes(svg)]
    assert min(after - before for before, after in pairwise(lefts)) > 22  # a rank of two digits ends at 22
    assert 1.2 * 14 * 390 / frame(svg)[0] > 12  # the height of a rank in CSS pixels


def test_marked_cards_stand_higher_and_the_others_are_veiled() -> None:
    svg = ElementTree.fromstring(hand("5H 6S", cribbage.DECK, marked="5H").svg)
    uses = [(use.attrib["href"][8:], float(use.attrib["y"])) for use in svg.findall(f"{SVG}use")]
    assert uses == [("b5H", 1), ("b6S", 9), ("v", 9)]
    assert hand("5H 6S", cribbage.DECK, marked="5H").text == "[5♥] 6♠"


def test_the_best_hand_has_a_row_for_each_item() -> None:
    lines = BEST.text.splitlines()
    assert lines[0] == "hand     5♥ 5♠ 5♦ J♣ + 5♣"
    assert len(lines) == 17
    assert sum(int(line.split()[-1]) for line in lines[1:-1]) == 29
    assert lines[-1].split() == ["total", "29"]
    words = [text.text for text in ElementTree.fromstring(BEST.svg).iter(f"{SVG}text")]
    assert words[:3] == ["hand", "fifteen", "2"]
    assert words[-2:] == ["total", "29"]


def test_items_of_many_cards_show_their_own() -> None:
    score = scopa.score("7D 6D AD 5D 4D 3D 7C 7H 7S")
    assert items(score, scopa.DECK).text.splitlines()[3].split() == ["sette", "bello", "7♦", "1"]


def test_a_hand_of_bridge_is_sorted_as_players_do_and_text_stands_as_it_is() -> None:
    held = "KC 2H AS JH"
    assert hand(Hand(bridge.DECK.encode(held), bridge.DECK), bridge.DECK).text == "A♠ J♥ 2♥ K♣"
    assert hand(held, bridge.DECK).text == "K♣ 2♥ A♠ J♥"


def test_labels_are_escaped_and_shown_as_given() -> None:
    assert PLAY.text == "table  [7♦] 5♣ K♥ + [7♥]  sette <bello>"
    assert "sette <bello>" in [text.text for text in ElementTree.fromstring(PLAY.svg).iter(f"{SVG}text")]


def test_cards_that_cannot_be_drawn_are_refused() -> None:
    with pytest.raises(CardError, match="'XD'"):
        hand("7D XD", scopa.DECK)
    with pytest.raises(CardError, match="twice"):
        hand("7D 7D", scopa.DECK)
    with pytest.raises(CardError, match="'5C' is marked: expected one of the cards shown"):
        hand("5H", cribbage.DECK, marked="5C")
    with pytest.raises(CardError, match="'AX' has no drawing: expected a suit of S H D C"):
        hand("AX", Deck("demo", "A", "X", ("crosses",)))
    with pytest.raises(CardError, match="'ZH' has no drawing: expected a rank of A 1 2"):
        hand([Card("Z", "H")], Deck("demo", "Z", "H", ("hearts",)))
