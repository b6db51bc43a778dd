"""How Sphinx makes the book: the stored notebooks, the docstrings, a few pages. Nothing is executed.

`make book` gathers the sources under build/book-source, where they stand to each other as they do here.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
from docutils import nodes
from sphinx.search.en import SearchEnglish
from sphinx.util.nodes import make_refnode

import cardlab
from cardlab import cribbage, faces
from tools.drawn import page_html

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

project = "cardlab"
author = "the cardlab developers"
version = release = cardlab.__version__
language = "en"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_codeautolink"]

# Notebooks as they are stored; nothing that a browser would fetch from another host.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]
myst_heading_anchors = 3
myst_enable_extensions = ["substitution"]
HAND, STARTER = "7H 8S 8D 9D", "AH"
SHOW = faces.items(cribbage.score(HAND, STARTER), cribbage.DECK, cards=HAND, starter=STARTER)
REPOSITORY = os.environ.get("REPOSITORY_URL", "")  # for the link on the front page
myst_substitutions = {
    "picture": SHOW._repr_html_(),
    "repository": f"[the repository]({REPOSITORY})" if REPOSITORY else "the repository",
}

# Docstrings: plain text, names in single backticks, which link to what they name if the book has it.
default_role = "py:obj"
add_module_names = False
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
autodoc_type_aliases = {
    "CardLike": "~cardlab.cards.CardLike",
    "HandLike": "~cardlab.cards.HandLike",
    "Player": "~cardlab.scopa.play.records.Player",
    "Policy": "~cardlab.cribbage.discard.policies.Policy",
    "Strategy": "~cardlab.scopa.play.match.Strategy",
}
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

# Names in code, too, link to their entry in the reference; a chapter is one program.
codeautolink_concat_default = True

html_theme = "sphinx_book_theme"
html_title = "cardlab"
ADDRESS = os.environ.get("BOOK_URL", "").rstrip("/")  # where the book will stand
html_baseurl = f"{ADDRESS}/" if ADDRESS else ""  # for canonical links and the sitemap
html_favicon = "static/favicon.svg"
html_static_path = ["static", "images"]
templates_path = ["templates"]
html_css_files = ["book.css"]
html_show_sphinx = False
html_sourcelink_suffix = ""
html_context = {"default_mode": "auto"}
html_theme_options = {
    "home_page_in_toc": True,
    "show_toc_level": 2,
    "navbar_persistent": [],
    "use_fullscreen_button": False,
}


LONGEST_CAPTION = 400
LONGEST_DESCRIPTION = 200
LONGEST_NUMBER = 3
SEARCH = {
    r" || queryTerm.match(/^\d+$/)": "",
    "var Scorer = {": 'var Scorer = {\n    score: (found) => found[4] + (found[0].startsWith("notebooks/") ? 50 : 0),',
}
"""What is changed in Sphinx's search: numbers are words, chapters come first."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Caption the charts of each notebook that is read; shorten types and link short names in the reference."""
    app.connect("source-read", caption_charts)
    app.connect("autodoc-process-signature", shorten_types)
    app.connect("missing-reference", find_without_module)
    app.connect("html-page-context", dress)
    app.connect("build-finished", finish)
    app.add_search_language(SearchWithNumbers)
    return {"parallel_read_safe": True}


class SearchWithNumbers(SearchEnglish):  # type: ignore[misc] # Sphinx is not installed where types are checked
    """Short numbers are words too: "29" is what somebody looks for."""

    def word_filter(self, word: str) -> bool:
        """Whether a word stands in the index."""
        return (word.isdigit() and len(word) <= LONGEST_NUMBER) or super().word_filter(word)


def dress(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Element) -> str | None:
    """What the templates need of a page; two pages have a template of their own."""
    root = html_baseurl or context["content_root"]
    context["base_url"] = html_baseurl
    context["picture"] = f"{root}_static/score_a_hand.png"
    if doctree:
        context["description"] = description(doctree)
        if charts := [Path(node["uri"]).name for node in doctree.findall(nodes.image) if node["uri"].endswith(".png")]:
            context["picture"] = f"{root}_images/{charts[0]}"
    if "body" in context:
        context["body"] = plain_html(context["body"])
    if pagename == "score_a_hand":
        context["form"] = page_html()
    return f"{pagename}.html" if pagename in ("score_a_hand", "404") else None


def description(doctree: Element) -> str:
    """The first sentences of a page, as many as a search engine shows."""
    said = ""
    for paragraph in doctree.findall(nodes.paragraph):
        for sentence in re.split(r"(?<=[.?!]) ", " ".join(paragraph.astext().split())):
            if said and len(f"{said} {sentence}") > LONGEST_DESCRIPTION:
                return said
            said = f"{said} {sentence}".strip()
    return said


def plain_html(body: str) -> str:
    """A page's HTML for those who hear it: an empty cell is no header, the lines of a signature are no list.

    What opens a folded cell is named by what stands on it.
    """
    body = body.replace(' aria-label="Toggle hidden content"', "")
    body = re.sub(r"<th([^>]*)>\s*</th>", r"<td\1></td>", body)
    for lines in re.findall(r"<dl>\n(?:<dd>.*</dd>\n)+</dl>", body):
        plain = lines.replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")
        body = body.replace(lines, plain.replace("<dl>", '<span class="sig-lines">').replace("</dl>", "</span>"))
    return body


def finish(app: Sphinx, error: Exception | None) -> None:
    """Let the search take numbers and put chapters first; drop the theme's script of icons; write the sitemap."""
    if error or app.builder.name != "html":
        return
    out = Path(app.outdir)
    script = out / "_static" / "searchtools.js"
    text = script.read_text(encoding="utf-8")
    for old, new in SEARCH.items():
        if old not in text:
            raise ValueError(f"{old!r} is not in Sphinx's searchtools.js any more")
        text = text.replace(old, new, 1)
    script.write_text(text, encoding="utf-8")
    for icons in (out / "_static" / "scripts").glob("fontawesome*"):
        icons.unlink()
    if html_baseurl:
        names = sorted(app.env.found_docs - {"404"})
        urls = "".join(f"<url><loc>{html_baseurl}{name}.html</loc></url>" for name in names)
        sitemap = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
        (out / "sitemap.xml").write_text(sitemap, encoding="utf-8")


def caption_charts(app: Sphinx, docname: str, source: list[str]) -> None:
    """Give each cell with a chart a caption, where MyST-NB looks for it."""
    if app.env.doc2path(docname).suffix != ".ipynb":
        return
    notebook = nbformat.reads(source[0], as_version=4)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("text/vnd.cardlab.drawn", None)  # nbval alone compares it
            if text := output.get("metadata", {}).get("image/png", {}).get("alt"):
                cell.metadata.setdefault("mystnb", {})["figure"] = {"caption": caption(text)}
    source[0] = nbformat.writes(notebook)


def caption(alt: str) -> str:
    """What a chart's alternative text says beside its title, which the picture shows.

    Whole sentences, as many as make a short caption: all the numbers stand in the alternative text.
    """
    found = re.fullmatch(r".+?\. Chart of (?P<numbers>.+)\.", alt)
    if not found:
        raise ValueError(f"{alt!r}: expected the text of a chart of cardlab.charts")
    first, *more = found["numbers"].split(". ")
    said = first
    for sentence in more:
        if len(f"{said}. {sentence}") > LONGEST_CAPTION:
            return said[0].upper() + said[1:] + "."
        said = f"{said}. {sentence}"
    return said[0].upper() + said[1:]


def shorten_types(*event: Any) -> tuple[str | None, ...]:
    """`NDArray[uint64]` for the type that it stands for, and an alias by its name also where it is one of several."""
    array = r"~numpy\.ndarray\[tuple\[~typing\.Any, \.\.\.\], ~numpy\.dtype\[(.+?)\]\]"
    alias = r"TypeAliasForwardRef\('(.+?)'\)"
    parts = (text and re.sub(array, r"NDArray[\1]", text) for text in event[-2:])
    return tuple(text and re.sub(alias, r"\1", text) for text in parts)


def find_without_module(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: Element) -> Element | None:
    """The link for a name that has one meaning without its module, such as `CardError` or `keeps.best_spreads`."""
    target = node["reftarget"]
    if node["reftype"] != "obj" or not (target[:1].isupper() or "." in target):
        return None
    objects = env.domains.python_domain.objects
    found = [entry for name, entry in objects.items() if name.endswith(f".{target}") and not entry.aliased]
    if len(found) != 1:
        return None
    return make_refnode(app.builder, node["refdoc"], found[0].docname, found[0].node_id, text)
