"""The built book in a real browser: a server on this machine, one browser, one page for all tests of a module."""

import functools
import os
import shutil
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, ViewportSize, expect, sync_playwright

from tests.cases import ROOT

BOOK = ROOT / "build" / "book"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
PATIENCE = 120_000
"""Milliseconds that a test waits for what must come: the machine may do other things too."""

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--liftoff-only",  # compiles Python once; a second, slower compiler would make it faster
]


class Handler(SimpleHTTPRequestHandler):
    """Serves files and keeps no log."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the book, served from this machine."""
    if not (BOOK / "index.html").exists():
        pytest.exit("there is no book under build/book: run `make test-browser`, which builds it", returncode=1)
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=BOOK)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    if not CHROMIUM:
        pytest.exit("no Chromium on the path: install it, or set CHROMIUM to its executable", returncode=1)
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


@pytest.fixture(scope="module")
def shared(browser: Browser, site: str) -> Iterator[tuple[Page, list[str]]]:
    """A page that all tests of a module share, so that what pages have in common is loaded once; its troubles."""
    context = browser.new_context(base_url=site, viewport=DESK)
    context.set_default_timeout(PATIENCE)
    troubles = watch(context, own=(site, BOOK.as_uri(), "data:", "blob:"))
    yield context.new_page(), troubles
    context.close()


@pytest.fixture
def page(shared: tuple[Page, list[str]]) -> Iterator[Page]:
    """The page, on a desk, light; the test fails if it asks another host for anything or the console shows an error."""
    page, troubles = shared
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    yield page
    found = [*troubles]
    troubles.clear()
    assert found == []


def given_up(request: Request) -> bool:
    """Whether the browser itself dropped a request, as it does when a page is left while it loads."""
    return "ERR_ABORTED" in (request.failure or "")


def watch(context: BrowserContext, own: tuple[str, ...]) -> list[str]:
    """The troubles of all pages of a context, as they come: requests to others, failures, errors in the console."""
    troubles: list[str] = []

    def note(text: str, *, trouble: bool = True) -> None:
        if trouble:
            troubles.append(text)

    context.on("request", lambda request: note(request.url, trouble=not request.url.startswith(own)))
    context.on(
        "requestfailed", lambda request: note(f"{request.url}: {request.failure}", trouble=not given_up(request))
    )
    context.on("response", lambda response: note(f"{response.url}: {response.status}", trouble=response.status >= 400))
    context.on("console", lambda message: note(message.text, trouble=message.type == "error"))
    context.on("weberror", lambda error: note(str(error.error)))
    return troubles
