"""How a page in the browser looks: can its text be read on its ground, and what does axe find wrong."""

import re

from playwright.sync_api import Page

from tests.cases import ROOT

__all__ = ["assert_text_can_be_read", "axe_finds"]

AXE = ROOT / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """
    () => axe.run(document, {resultTypes: ['violations'], rules: {'color-contrast': {enabled: false}}})
        .then(found => found.violations.map(rule => [rule.id, rule.nodes.map(node => node.html)]))
"""
LEAST_CONTRAST = 4.5
COLOURS = """
    () => {
        const seen = {}, grounds = new Map()
        const ground = (one) => {
            if (!one) return "rgb(255, 255, 255)"
            const own = getComputedStyle(one).backgroundColor
            if (!grounds.has(one)) grounds.set(one, own == "rgba(0, 0, 0, 0)" ? ground(one.parentElement) : own)
            return grounds.get(one)
        }
        for (const one of document.querySelectorAll("body *")) {
            const typed = one.matches("input[type=text]") ? one.value || one.placeholder : ""
            const text = typed || [...one.childNodes].map(node => node.data ?? "").join("")
            if (!text.trim() || !one.checkVisibility({ visibilityProperty: true })) continue
            const pair = [getComputedStyle(one).color, ground(one)]
            seen[pair] ??= [text, ...pair]
        }
        return Object.values(seen)
    }
"""


def axe_finds(page: Page) -> dict[str, list[str]]:
    """What axe finds wrong, as HTML by rule. Contrast is left to `assert_text_can_be_read`, which is stricter."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text())
    return dict(page.evaluate(RUN_AXE))


def assert_text_can_be_read(page: Page) -> None:
    """All text that is shown, large or small, stands out from its ground."""
    shown = page.evaluate(COLOURS)
    assert shown
    for text, colour, ground in shown:
        assert contrast(colour, ground) >= LEAST_CONTRAST, f"{text!r}: {colour} on {ground}"


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of an opaque colour, as WCAG has it."""
    found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour)
    assert found, colour
    parts = [int(part) / 255 for part in found.groups()]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
