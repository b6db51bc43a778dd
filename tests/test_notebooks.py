"""What a stored notebook must be: run in order, without errors, its pictures described, its cells short."""

import base64
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from cardlab.charts.figure import DRAWN
from tests.cases import ROOT

PATHS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECRETS = re.compile(r"/(home|root|tmp|work|Users|usr)/|[A-Z]:\\\\|0x[0-9a-f]{6,}|<Figure|\bat 0x|Warning")
UNSTABLE = re.compile(r"%+time|%+timeit|tqdm|plt\.show|NBVAL|datetime\.now|time\.time|perf_counter")
LONGEST_CELL = 25
LARGEST_OUTPUT = 500_000
LARGEST_NOTEBOOK = 1_500_000


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found = request.param
    assert isinstance(found, Path)
    return found


@pytest.fixture
def notebook(path: Path) -> NotebookNode:
    found = nbformat.read(path, as_version=4)
    assert isinstance(found, NotebookNode)
    return found


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook: NotebookNode) -> list[NotebookNode]:
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def test_the_notebooks_are_there() -> None:
    assert {"00_tour", "bridge", "cribbage", "scopa", "tichu"} <= {path.stem for path in PATHS}


def test_it_is_valid_with_ids_and_a_plain_kernel(notebook: NotebookNode) -> None:
    nbformat.validate(notebook)
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert notebook.metadata.kernelspec.name == "python3"
    assert notebook.metadata.language_info == {
        "name": "python",
        "file_extension": ".py",
        "nbconvert_exporter": "python",
    }


def test_it_was_run_once_from_top_to_bottom(notebook: NotebookNode) -> None:
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))


def test_it_stores_no_error_and_nothing_on_standard_error(notebook: NotebookNode) -> None:
    assert [output for output in outputs(notebook) if output.output_type == "error"] == []
    assert [output for output in outputs(notebook) if output.get("name") == "stderr"] == []


def test_it_stores_no_widget_which_would_need_the_kernel_that_made_it(notebook: NotebookNode) -> None:
    assert "widgets" not in notebook.metadata
    assert [kind for output in outputs(notebook) for kind in output.get("data", {}) if "widget" in kind] == []


def test_every_picture_is_described(notebook: NotebookNode) -> None:
    for cell in code_cells(notebook):
        for output in cell.outputs:
            if "image/png" not in output.get("data", {}):
                continue
            text = output.data["text/plain"]
            assert re.fullmatch(r".+\. Chart of .+\d.*\.", text), text
            assert re.fullmatch(r"[0-9a-f]{12}", output.data[DRAWN])
            assert output.metadata["image/png"]["alt"] == text
            assert cell.metadata.mystnb.image.alt == text


def test_it_has_one_title_and_prose_first(notebook: NotebookNode) -> None:
    markdown = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    titles = [line for text in markdown for line in text.splitlines() if re.match(r"# ", line)]
    assert len(titles) == 1
    assert notebook.cells[0].cell_type == "markdown"
    assert notebook.cells[0].source.startswith("# ")


def test_it_has_one_parameters_cell_with_what_it_samples_by(notebook: NotebookNode, path: Path) -> None:
    tagged = [cell for cell in code_cells(notebook) if "parameters" in cell.metadata.get("tags", [])]
    assert len(tagged) == 1
    names = {line.split("=")[0].strip() for line in tagged[0].source.splitlines() if "=" in line}
    samples = any("simulate(" in cell.source for cell in code_cells(notebook))
    assert {"seed", "deals"} <= names if samples else "seed" in names


def test_it_says_its_least_number_of_deals_and_refuses_fewer(notebook: NotebookNode) -> None:
    cells = code_cells(notebook)
    place = next(place for place, cell in enumerate(cells) if "parameters" in cell.metadata.get("tags", []))
    if "deals = " in cells[place].source:
        said = re.search(r"^deals = [\d_]+  # ([\d,]+) or more", cells[place].source, re.MULTILINE)
        asked = re.match(r'deals = whole_number\("deals", deals, least=([\d_]+)\)\n', cells[place + 1].source)
        assert said
        assert asked
        assert said[1].replace(",", "_") == asked[1]


def test_nothing_in_it_is_unstable_or_of_one_machine(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        assert not UNSTABLE.search(cell.source), cell.source
        assert not cell.source.rstrip().endswith(";"), cell.source
        assert not SECRETS.search(cell.source), cell.source
    for output in outputs(notebook):
        texts = {kind: value for kind, value in output.get("data", {}).items() if not kind.startswith("image/")}
        shown = json.dumps(texts) + output.get("text", "")
        assert not SECRETS.search(shown), SECRETS.search(shown)
        assert not re.search(r"\d\.\d{9,}", shown), "an unrounded number"


def test_cells_are_short_and_outputs_small(notebook: NotebookNode, path: Path) -> None:
    assert path.stat().st_size < LARGEST_NOTEBOOK
    for cell in code_cells(notebook):
        assert cell.source.strip()
        assert len(cell.source.splitlines()) <= LONGEST_CELL
        assert len(json.dumps(cell.outputs)) < LARGEST_OUTPUT
        assert not re.search(r"^\s*(def|class) ", cell.source, re.MULTILINE), "logic belongs in the package"


def test_its_links_lead_somewhere(notebook: NotebookNode, path: Path) -> None:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in link]
    assert links
    for link in links:
        assert (path.parent / link).exists(), link


def test_the_readme_shows_the_chart_of_the_notebook() -> None:
    cells = code_cells(nbformat.read(ROOT / "notebooks" / "cribbage.ipynb", as_version=4))
    charts = [
        output.data["image/png"] for cell in cells for output in cell.outputs if "image/png" in output.get("data", {})
    ]
    assert base64.b64decode(charts[0]) == (ROOT / "notebooks" / "cribbage.png").read_bytes()


def test_the_code_is_typed(tmp_path: Path) -> None:
    scripts = []
    for path in PATHS:
        scripts.append(tmp_path / f"{path.stem.replace('00_', '')}_notebook.py")
        scripts[-1].write_text("\n\n".join(cell.source for cell in code_cells(nbformat.read(path, as_version=4))))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"), *map(str, scripts)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout
