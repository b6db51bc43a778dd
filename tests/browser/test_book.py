"""The book as its reader meets it: offline, on a wide or a narrow screen, on a light or a dark ground."""

import functools
import re
import subprocess
import sys
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urldefrag

import nbformat
import pytest
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import Page, expect

from tests.browser.conftest import BOOK, DESK, PHONE
from tests.browser.looks import assert_text_can_be_read, axe_finds
from tests.cases import ROOT

FILES = (path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*.html"))
PAGES = sorted(name for name in FILES if not name.startswith("_"))
NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
UNSEEN = ("404.html", "genindex.html", "search.html", "py-modindex.html")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MASKS = "icons => icons.map(icon => getComputedStyle(icon).maskImage)"


@functools.cache
def soup(name: str) -> BeautifulSoup:
    return BeautifulSoup((BOOK / name).read_text(), "html.parser")


def links(name: str) -> list[str]:
    """What a page links to or shows, of the book's own."""
    found = [str(tag.get("href") or tag.get("src")) for tag in soup(name).select("[href], [src]")]
    return [link for link in found if not re.match(r"\w+:|//", link)]


def test_every_notebook_is_a_chapter() -> None:
    assert NOTEBOOKS
    assert {f"notebooks/{name}.html" for name in NOTEBOOKS} <= set(PAGES)
    chapters = {urldefrag(link).url for link in links("index.html")}
    assert {f"notebooks/{name}.html" for name in NOTEBOOKS} <= chapters


@pytest.mark.parametrize("name", [name for name in PAGES if name != "score_a_hand.html"])  # has tests of its own
def test_a_page_needs_no_other_host_and_can_be_read_in_light_and_dark_and_on_a_phone(page: Page, name: str) -> None:
    page.goto(f"/{name}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        if name != "404.html":  # is without the theme
            expect(page.locator(f"html[data-theme={scheme}]")).to_be_attached()
        assert_text_can_be_read(page)
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.wait_for_load_state("networkidle")


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
    images = soup(f"notebooks/{name}.html").select("div.cell_output img:not([src^='data:'])")
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
            if (
                anchor and "=" not in anchor and target.suffix == ".html"
            ):  # a hand of the page that scores one is no place
                assert anchor in anchors[target.resolve().relative_to(BOOK).as_posix()], f"{name}: {link}"


def test_notebooks_link_to_the_reference() -> None:
    for name in NOTEBOOKS:
        assert [link for link in links(f"notebooks/{name}.html") if link.startswith("../api/") and "#cardlab." in link]


THEIRS = {"region"}
"""The theme's own: its side bar is in no landmark."""


@pytest.mark.parametrize("name", ["index.html", "search.html", "notebooks/cribbage.html", "api/scopa.html"])
def test_axe_finds_nothing_that_is_ours(page: Page, name: str) -> None:
    for size, scheme in zip((DESK, PHONE), SCHEMES, strict=True):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        page.goto(f"/{name}")
        found = axe_finds(page)
        assert found.keys() <= THEIRS, found


@pytest.mark.parametrize("name", [name for name in PAGES if name not in UNSEEN])
def test_a_page_says_what_it_is_to_who_links_to_it(name: str) -> None:
    said = {
        str(tag.get("name") or tag.get("property")): str(tag["content"]) for tag in soup(name).select("meta[content]")
    }
    assert said["og:title"]
    assert 20 < len(said["description"]) < 500
    assert [*BOOK.glob(f"_*/{Path(said['og:image']).name}")]


def test_no_page_asks_for_the_script_of_all_icons(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/notebooks/cribbage.html", wait_until="networkidle")
    assert asked
    assert not [url for url in asked if "fontawesome.js" in url or "searchindex" in url]
    icons = page.locator("i[class*=' fa-']")
    assert icons.count() > 5
    assert not [mask for mask in icons.evaluate_all(MASKS) if mask == "none"]


def test_search_finds_a_number_in_a_chapter_first(page: Page) -> None:
    page.goto("/search.html?q=29")
    first = page.locator("#search-results li a").first
    expect(first).to_have_attribute("href", re.compile("notebooks/"))


def test_on_a_phone_code_is_folded_and_a_chart_can_be_enlarged(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/notebooks/cribbage.html")
    fold = page.locator("details.folded-code").first
    expect(fold).not_to_have_attribute("open", "")
    fold.locator("summary").click()
    expect(fold.get_by_role("button", name="Copy")).to_be_visible()
    link = page.locator("div.cell_output a:has(img)").first
    assert link.evaluate("link => link.href == link.querySelector('img').src")


PARTED = """
    (main) => {
        const lines = (range) => new Set([...range.getClientRects()].map((box) => Math.round(box.bottom / 9))).size
        const parted = [...main.querySelectorAll("div.cell_output :is(td, th)")].filter((cell) => {
            const range = document.createRange()
            range.selectNodeContents(cell)
            return cell.textContent.trim().length <= 20 && lines(range) > 1
        }).map((cell) => cell.textContent)
        const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
            if (texts.currentNode.parentElement.closest("pre")) continue
            for (const found of texts.currentNode.data.matchAll(/\\S*\\s*±\\s*\\S+/g)) {
                const range = document.createRange()
                range.setStart(texts.currentNode, found.index)
                range.setEnd(texts.currentNode, found.index + found[0].length)
                if (lines(range) > 1) parted.push(found[0])
            }
        }
        return parted
    }
"""


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_on_a_phone_no_error_is_parted_from_its_number_and_no_hand_in_a_table(page: Page, name: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"/notebooks/{name}.html")
    assert page.locator("main").evaluate(PARTED) == []
    for chart in page.locator("a.heat-map").all():
        assert chart.evaluate("link => link.clientWidth < 400 && link.scrollWidth > 650 && link.tabIndex == 0")


def test_the_discard_has_heat_maps(page: Page) -> None:
    page.goto("/notebooks/cribbage_discard.html")
    assert page.locator("a.heat-map").count() == 2


def test_search_works_offline(page: Page) -> None:
    page.goto("/index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("shorthand")
    page.keyboard.press("Enter")
    found = page.locator("#search-results a", has_text=re.compile("Bridge: what is a hand worth"))
    found.first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bridge")


@pytest.mark.parametrize("name", ["index.html", "notebooks/cribbage.html"])
def test_cards_stand_on_their_own_ground_in_the_dark(page: Page, name: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"/{name}")
    expect(page.locator("html[data-theme=dark]")).to_be_attached()
    pictures = page.locator("main img[src^='data:image/svg']")
    assert pictures.count() > 0
    styles = pictures.evaluate_all("all => all.map(getComputedStyle).map(one => [one.backgroundColor, one.filter])")
    assert {tuple(style) for style in styles} == {("rgba(0, 0, 0, 0)", "none")}


def test_a_chapter_opens_from_a_file(page: Page) -> None:
    page.goto((BOOK / "index.html").as_uri())
    page.get_by_role("main").get_by_role("link", name="Cribbage: what does a hand score in the show?").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cribbage")
    assert page.locator("div.cell_output img").first.evaluate("image => image.naturalWidth") > 0


SMALL = {
    "index": "# The front page\n\nIn a copy of {{ repository }}.\n\n```{toctree}\nscore_a_hand\n```\n",
    "score_a_hand": "# Score a hand\n\nHere, in the browser.\n",
    "404": "---\norphan: true\n---\n# There is no such page\n",
}


ADDRESS = "https://example.org/cards"
BUILD = """
import os, sys
from sphinx.cmd.build import main
conf, folder, *addresses = sys.argv[1:]
for place, address in enumerate(addresses):
    os.environ["BOOK_URL"] = address
    os.environ["REPOSITORY_URL"] = address and "https://example.org/repository"
    if main(["--quiet", "--fresh-env", "--conf-dir", conf, folder, f"{folder}/{place}"]):
        sys.exit(1)
"""


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    """What the settings make of a small book without an address, with one, with a slash after it: HTML and sitemap."""
    folder = tmp_path_factory.mktemp("book")
    for name, text in SMALL.items():
        (folder / f"{name}.md").write_text(text)
    command = [sys.executable, "-c", BUILD, *map(str, [ROOT / "book", folder]), "", ADDRESS, f"{ADDRESS}/"]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    made = [[path for path in (folder / str(place)).iterdir() if path.is_file()] for place in range(3)]
    return [{path.name: path.read_text() for path in paths if path.suffix in (".html", ".xml")} for paths in made]


@pytest.mark.parametrize("place", [1, 2])
def test_a_book_with_an_address_says_it(books: list[dict[str, str]], place: int) -> None:
    made, names = books[place], ["index.html", "score_a_hand.html"]
    for name in names:
        page = BeautifulSoup(made[name], "html.parser")
        assert [str(link["href"]) for link in page.select("link[rel=canonical]")] == [f"{ADDRESS}/{name}"]
        assert page.select("meta[property='og:image']")[0]["content"] == f"{ADDRESS}/_static/score_a_hand.png"
    assert re.findall("<loc>(.+?)</loc>", made["sitemap.xml"]) == [f"{ADDRESS}/{name}" for name in names]
    link = '<a class="reference external" href="https://example.org/repository">the repository</a>'
    assert link in made["index.html"]
    assert f'<a href="{ADDRESS}/">' in made["404.html"]


def test_a_book_without_an_address_names_none(books: list[dict[str, str]]) -> None:
    made = books[0]
    assert "sitemap.xml" not in made
    assert "In a copy of the repository." in made["index.html"]
    assert not [name for name, page in made.items() if "canonical" in page]
