"""The book as its reader meets it: offline, on a wide or a narrow screen, on a light or a dark ground."""

import functools
import os
import re
from urllib.parse import unquote, urldefrag

import nbformat
import pytest
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Page, expect

from tests.browser.conftest import BOOK
from tests.cases import ROOT

FILES = (path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*.html"))
PAGES = sorted(name for name in FILES if not name.startswith("_"))
NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
PHONE = {"width": 360, "height": 740}
LEAST_CONTRAST = 4.5
COLOURS = """
    marked => [...document.querySelectorAll(marked)].filter(one => one.innerText.trim()).map(one => {
        let ground = one
        while (ground.parentElement && getComputedStyle(ground).backgroundColor == "rgba(0, 0, 0, 0)")
            ground = ground.parentElement
        return [one.innerText, getComputedStyle(one).color, getComputedStyle(ground).backgroundColor]
    })
"""


@functools.cache
def soup(name: str) -> BeautifulSoup:
    return BeautifulSoup((BOOK / name).read_text(), "html.parser")


def links(name: str) -> list[str]:
    """What a page links to or shows, of the book's own."""
    found = [str(tag.get("href") or tag.get("src")) for tag in soup(name).select("[href], [src]")]
    return [link for link in found if not re.match(r"\w+:|//", link)]


def luminance(colour: str) -> float:
    """The relative luminance of an opaque colour, as WCAG has it."""
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour)
    assert found, colour
    parts = [int(part) / 255 for part in found.groups()]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_every_notebook_is_a_chapter() -> None:
    assert NOTEBOOKS
    assert {f"notebooks/{name}.html" for name in NOTEBOOKS} <= set(PAGES)
    chapters = {urldefrag(link).url for link in links("index.html")}
    assert {f"notebooks/{name}.html" for name in NOTEBOOKS} <= chapters


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_without_another_host_or_an_error_and_fits_a_phone(page: Page, name: str) -> None:
    page.goto(f"/{name}", wait_until="networkidle")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_buttons_above_a_page_show_their_focus(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/data/README.html")
    page.keyboard.press("Tab")
    for button in page.locator(".bd-header-article button:visible").all():
        button.focus()
        assert button.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_chart_has_its_text_and_a_caption(name: str) -> None:
    notebook = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    texts = [output.metadata["image/png"]["alt"] for output in outputs if "image/png" in output.get("data", {})]
    images = soup(f"notebooks/{name}.html").select("div.cell_output img")
    assert [image["alt"] for image in images] == texts
    for image in images:
        figure = image.find_parent("figure")
        assert isinstance(figure, Tag)
        said = figure.select("figcaption .caption-text")[0].get_text().strip().strip(".")
        assert 20 < len(said) < 450
        assert plain(said) in plain(str(image["alt"]))


def plain(text: str) -> str:
    """A text without the typesetter's quotes, in small letters."""
    return text.translate(str.maketrans("‘’“”", "''\"\"")).lower()


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_has_a_text(name: str) -> None:
    assert [image for image in soup(name).find_all("img") if not str(image.get("alt", "")).strip()] == []


def test_every_link_leads_somewhere() -> None:
    anchors = {name: {str(tag["id"]) for tag in soup(name).select("[id]")} for name in PAGES}
    for name in PAGES:
        for link in links(name):
            url, anchor = urldefrag(unquote(link))
            target = (BOOK / name).parent / url.split("?")[0] if url else BOOK / name
            assert target.exists(), f"{name}: {link}"
            if anchor and target.suffix == ".html":
                assert anchor in anchors[target.resolve().relative_to(BOOK).as_posix()], f"{name}: {link}"


def test_notebooks_link_to_the_reference() -> None:
    for name in NOTEBOOKS:
        assert [link for link in links(f"notebooks/{name}.html") if link.startswith("../api/") and "#cardlab." in link]


def test_search_works_offline(page: Page) -> None:
    page.goto("/index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("shorthand")
    page.keyboard.press("Enter")
    found = page.locator("#search-results a", has_text=re.compile("Bridge: what is a hand worth"))
    found.first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bridge")


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_tables_and_captions_can_be_read_on_either_ground(page: Page, name: str) -> None:
    page.goto(f"/notebooks/{name}.html")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator(f"html[data-theme={scheme}]")).to_be_attached()
        shown = page.evaluate(COLOURS, "table.cardlab :is(th, td, span), figcaption")
        assert shown
        for text, colour, ground in shown:
            assert contrast(colour, ground) >= LEAST_CONTRAST, f"{text!r}: {colour} on {ground}"


def test_a_chapter_opens_from_a_file(page: Page) -> None:
    page.goto((BOOK / "index.html").as_uri())
    page.get_by_role("main").get_by_role("link", name="Cribbage: what does a hand score in the show?").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cribbage")
    assert page.locator("div.cell_output img").first.evaluate("image => image.naturalWidth") > 0


@pytest.mark.skipif("SCREENSHOTS" not in os.environ, reason="`make screenshots` takes the pictures for the README")
def test_picture_of_a_chapter(page: Page) -> None:
    page.goto("/notebooks/cribbage.html")
    page.get_by_role("heading", name="The highest hand").evaluate("heading => heading.scrollIntoView()")
    page.screenshot(path=ROOT / "book" / "images" / "chapter.png")
