"""How the modules of the package hang together: arrows point one way, and games do not know each other."""

import ast
from collections.abc import MutableMapping, MutableSequence, MutableSet
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from cardlab.games import GAMES
from tests.cases import ROOT

PATHS = [path for folder in ("cardlab", "tools") for path in sorted((ROOT / folder).rglob("*.py"))]


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path): path for path in PATHS}


def imports(path: Path) -> set[tuple[str, str]]:
    """What a module imports from the project, for types too: modules, and the names taken from them."""
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    taken = [(node.module, alias.name) for node in tree if isinstance(node, ast.ImportFrom) for alias in node.names]
    return {(source, name) for source, name in taken if source and source.partition(".")[0] in ("cardlab", "tools")}


def arrows(path: Path) -> set[str]:
    """The modules that a module imports; a name of a package that is a module counts as that module."""
    found = {name if (name := f"{source}.{taken}") in MODULES else source for source, taken in imports(path)}
    return found - {"cardlab", module(path)}


def test_there_is_no_circle() -> None:
    graph = {name: arrows(path) for name, path in MODULES.items() if name.startswith("cardlab.")}
    assert [*TopologicalSorter(graph).static_order()]


def test_games_do_not_import_each_other() -> None:
    for name, path in MODULES.items():
        game = name.split(".")[1] if name.startswith("cardlab.") else ""
        if game in GAMES:
            others = {other.split(".")[1] for other in arrows(path)} & {*GAMES} - {game}
            assert not others, name


def test_no_private_name_is_imported_from_another_module() -> None:
    private = [(name, taken) for name, path in MODULES.items() for _, taken in imports(path) if taken.startswith("_")]
    assert [(name, taken) for name, taken in private if not taken.startswith("__")] == []


@pytest.mark.parametrize("name", [name for name in MODULES if name.split(".")[1:2] and name.split(".")[1] in GAMES])
def test_constants_of_a_game_are_read_only(name: str) -> None:
    """An assignment into one raises: tables and kernels were made of it, and would not follow."""
    for constant, value in vars(import_module(name)).items():
        if constant.isupper():
            assert not isinstance(value, (MutableMapping, MutableSequence, MutableSet)), constant
            assert not (isinstance(value, np.ndarray) and value.flags.writeable), constant
