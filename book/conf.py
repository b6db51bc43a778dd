"""How Sphinx makes the book: the stored notebooks, the docstrings, a few pages. Nothing is executed.

`make book` gathers the sources under build/book-source, where they stand to each other as they do here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import nbformat
from sphinx.util.nodes import make_refnode

import cardlab
from cardlab.web.drawn import page_html

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
    "Player": "~cardlab.scopa.play.strategies.Player",
    "Policy": "~cardlab.cribbage.discard.policies.Policy",
    "Strategy": "~cardlab.scopa.play.rounds.Strategy",
}
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

# Names in code, too, link to their entry in the reference; a chapter is one program.
codeautolink_concat_default = True

html_theme = "sphinx_book_theme"
html_title = "cardlab"
html_favicon = "static/favicon.svg"
html_static_path = ["static"]
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


def setup(app: Sphinx) -> dict[str, bool]:
    """Caption the charts of each notebook that is read; shorten types and link short names in the reference."""
    app.connect("source-read", caption_charts)
    app.connect("autodoc-process-signature", shorten_types)
    app.connect("missing-reference", find_without_module)
    app.connect("html-page-context", dress)
    return {"parallel_read_safe": True}


def dress(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Element) -> str | None:
    """What the templates need of a page; "Score a hand" has a template of its own."""
    if pagename != "score_a_hand":
        return None
    context["form"] = page_html()
    return "score_a_hand.html"


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
