"""Kernels kept on disk: never stale, whatever module of the package changes, and never a reason to fail."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cardlab import compiled
from tests.cases import ROOT

CONSTANT = "LIMIT = 3\n"
HELPER = "from cardlab.compiled import compiled\n\n\n@compiled\ndef add(x):\n    return x + 1\n"
KERNEL = """
from cardlab.compiled import compiled
from cardlab.constants import LIMIT
from cardlab.helper import add

@compiled
def kernel(x):
    return add(x) * LIMIT

if __name__ == "cardlab.kernel":
    print(kernel(1), sum(kernel.stats.cache_hits.values()))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with the real `compiled.py` and a kernel that takes a constant and a function from other modules."""
    folder = tmp_path / "cardlab"
    folder.mkdir()
    shutil.copy(ROOT / "cardlab" / "compiled.py", folder)
    (folder / "__init__.py").touch()
    for name, text in (("constants", CONSTANT), ("helper", HELPER), ("kernel", KERNEL)):
        (folder / f"{name}.py").write_text(text)
    return folder


def start(package: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-B", "-c", "import cardlab.kernel"],
        cwd=package.parent,
        env=os.environ | {"PYTHONPATH": str(package.parent)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(package: Path, **environment: str) -> list[int]:
    """The kernel's result, and how often it was found on disk."""
    out, error = start(package, **environment).communicate(timeout=120)
    assert not error
    return [int(number) for number in out.split()]


def edit(path: Path, old: str, new: str) -> None:
    """Change a file and leave its times as they were."""
    times = path.stat()
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_a_change_in_another_module_is_noticed_and_so_is_its_end(package: Path) -> None:
    assert run(package) == [6, 0]
    assert run(package) == [6, 1]
    edit(package / "constants.py", "3", "5")
    assert run(package) == [10, 0]
    edit(package / "constants.py", "5", "3")
    assert run(package) == [6, 1]
    edit(package / "helper.py", "+ 1", "+ 2")
    assert run(package) == [9, 0]
    edit(package / "helper.py", "+ 2", "+ 1")
    assert run(package) == [6, 1]


def test_old_states_do_not_pile_up(package: Path) -> None:
    folder = package / "__pycache__"
    folder.mkdir()
    for number in range(9):
        (folder / f"kernels-{number}").mkdir()
    assert run(package) == [6, 0]
    assert len(list(folder.glob("kernels-*"))) == 4


def test_several_cold_processes_at_a_time(package: Path) -> None:
    started = [start(package) for _ in range(2)]
    for process in started:  # one that is late may find what another has stored
        out, error = process.communicate(timeout=120)
        assert (out.split()[0], error) == ("6", "")
    assert run(package) == [6, 1]


def test_where_nothing_can_be_written_kernels_are_compiled_each_time(package: Path, tmp_path: Path) -> None:
    """Files in place of the folders, since root may write anywhere."""
    (package / "__pycache__").touch()
    (tmp_path / "home").touch()
    nowhere = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": ""}
    out, error = start(package, **nowhere).communicate(timeout=120)
    assert out == "6 0\n"
    assert error.count("UserWarning") == 1
    assert "no folder to keep them can be written" in error


def test_a_read_only_package_uses_the_cache_folder_of_the_user(package: Path, tmp_path: Path) -> None:
    (package / "__pycache__").touch()
    (tmp_path / "cache").mkdir()
    assert run(package, XDG_CACHE_HOME=str(tmp_path / "cache"), NUMBA_CACHE_DIR="") == [6, 0]
    assert run(package, XDG_CACHE_HOME=str(tmp_path / "cache"), NUMBA_CACHE_DIR="") == [6, 1]


def test_a_folder_asked_for_is_used(package: Path, tmp_path: Path) -> None:
    assert run(package, NUMBA_CACHE_DIR=str(tmp_path / "asked")) == [6, 0]
    assert run(package, NUMBA_CACHE_DIR=str(tmp_path / "asked")) == [6, 1]
    assert list((tmp_path / "asked" / "cardlab").glob("kernels-*"))


def test_only_one_module_compiles() -> None:
    """What numba's own decorators keep on disk knows nothing of the other modules."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "cardlab").rglob("*.py")}
    decorators = re.compile(r"\b(njit|jit|vectorize|guvectorize|cfunc)\b")
    direct = {path.name for path, text in sources.items() if decorators.search(text)}
    assert direct == {"compiled.py"}


def test_a_table_is_made_once_and_again_if_its_file_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "cache_folder", lambda: tmp_path)
    made: list[int] = []

    def make() -> NDArray[np.int64]:
        made.append(1)
        return np.arange(3)

    for _ in range(2):
        assert compiled.kept("three", make).tolist() == [0, 1, 2]
    assert (len(made), [path.name for path in tmp_path.iterdir()]) == (1, ["three.npy"])
    for broken in (b"", b"\x93NUMPY", (tmp_path / "three.npy").read_bytes()[:-1]):
        (tmp_path / "three.npy").write_bytes(broken)
        assert compiled.kept("three", make).tolist() == [0, 1, 2]
    assert len(made) == 4


def test_where_nothing_can_be_written_a_table_is_made_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "cache_folder", lambda: None)
    assert [compiled.kept("three", lambda: np.arange(3)).size for _ in range(2)] == [3, 3]
