"""The project's own files agree with each other and with what is installed."""

import re
import subprocess
import tomllib
from importlib.metadata import version
from typing import Any

import pytest
import rattler
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import cardlab
from tests.cases import DATA, ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
READERS = [Requirement(text) for text in [*PROJECT["dependencies"], *EXTRAS["notebooks"]]]
REQUIREMENTS = [*READERS, *map(Requirement, EXTRAS["test"])]
EVERYTHING = [
    Requirement(text) for text in [*PROJECT["dependencies"], *(one for some in EXTRAS.values() for one in some)]
]
CONDA: list[Any] = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
CONDA_NAMES = {"matplotlib": "matplotlib-base"}  # the one without Qt
SPECS = {name: rest for name, _, rest in (text.partition(" ") for text in CONDA if isinstance(text, str))}


def test_conda_installs_what_a_reader_needs() -> None:
    wanted = {CONDA_NAMES.get(one.name, one.name): set(map(str, one.specifier)) for one in READERS}
    found = {name: set(filter(None, spec.split(","))) for name, spec in SPECS.items()}
    assert found == wanted | {"python": {"=3.13"}, "pip": set()}
    assert SpecifierSet(PROJECT["requires-python"]).contains("3.13")


def test_conda_installs_the_package_itself_through_pip() -> None:
    """The section is given to pip as a requirements file, which takes no options but a few."""
    assert [part["pip"] for part in CONDA if isinstance(part, dict)] == [["--editable ."]]


@pytest.mark.parametrize("one", REQUIREMENTS, ids=lambda one: one.name)
def test_what_is_installed_is_what_was_asked_for(one: Requirement) -> None:
    installed = version(one.name)
    assert one.specifier.contains(installed, prereleases=True)
    if one in READERS:
        spec = SPECS[CONDA_NAMES.get(one.name, one.name)]
        assert rattler.VersionSpec(spec).matches(rattler.Version(installed))


def test_every_requirement_has_an_exact_version() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    names = {re.sub(r"[-_.]+", "-", name).lower() for name in pinned}
    assert {re.sub(r"[-_.]+", "-", one.name).lower() for one in EVERYTHING} <= names
    for one in EVERYTHING:
        assert one.specifier.contains(next(v for name, v in pinned.items() if same(name, one.name)))


def test_the_citation_is_of_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert (cited["version"], cited["license"]) == (cardlab.__version__, PROJECT["license"])
    assert cited["authors"] == PROJECT["authors"]


def same(one: str, other: str) -> bool:
    return re.sub(r"[-_.]+", "-", one).lower() == re.sub(r"[-_.]+", "-", other).lower()


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "data/README.md", "book/bigger.md", "book/shell.md", "book/extend.md"]
)
def test_links_between_the_files_lead_somewhere(name: str) -> None:
    path = ROOT / name
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text()):
        if "://" not in link:
            assert (path.parent / link).exists(), link


def test_the_reference_has_every_module() -> None:
    """All but the command line, the forms of games, the kernels, and folders that have no names of their own."""
    pages = "".join(path.read_text() for path in (ROOT / "book" / "api").glob("*.md"))
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "cardlab").rglob("*.py")}
    public = [path for path, text in texts.items() if "__all__" in text or "import *" in text]
    paths = [path.relative_to(ROOT).with_suffix("").parts for path in public]
    modules = {".".join(parts).removesuffix(".__init__") for parts in paths}
    left_out = modules ^ set(re.findall(r"automodule:: ([\w.]+)", pages))
    assert {
        name
        for name in left_out
        if not re.search(r"__main__|\.cli\.|\.command$|(?<!web)\.form$|\.puzzles$|kernel|answers\.states", name)
    } == set()


def test_every_data_file_is_described() -> None:
    described = set(re.findall(r"`([\w.]+\.(?:csv|txt|xz|svg))`", (DATA / "README.md").read_text()))
    assert described == {path.name for path in DATA.iterdir() if path.name != "README.md"}


def test_every_row_of_a_table_has_a_source() -> None:
    for path in DATA.glob("*.csv"):
        head, *lines = path.read_text().splitlines()
        assert "source" in head.split(","), path.name
        assert lines


def tracked_files() -> list[str]:
    done = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, cwd=ROOT, check=False)
    return [name for name in done.stdout.split("\0") if name]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")
def test_nothing_bears_a_path_of_one_machine() -> None:
    path = re.compile(r"(^|[^\w.])/(home|root|work|tmp/\w)[/\"' ]", re.MULTILINE)
    texts = {name: (ROOT / name).read_bytes().decode("utf-8", "ignore") for name in tracked_files()}
    assert texts
    assert [name for name, text in texts.items() if path.search(text) and name != "tests/test_notebooks.py"] == []
