"""The lock of a checkpoint: over threads, over processes, and as Windows has it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardlab import locks
from cardlab.checkpoint import CheckpointError
from cardlab.locks import FileLock, InUseError
from cardlab.simulate import simulate
from tests.cases import ROOT

OTHER = (
    "import sys; from pathlib import Path; from cardlab.locks import FileLock, InUseError\n"
    "try: FileLock(Path(sys.argv[1])); print('free')\n"
    "except InUseError as error: print(error)"
)
RUN: dict[str, Any] = {"deals": 1000, "seed": 1, "chunk": 100}


def coin(rng: np.random.Generator, n: int) -> NDArray[Any]:
    return rng.integers(0, 2, size=n)


def another_process(path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", OTHER, str(path)], check=True, capture_output=True, text=True, cwd=ROOT
    )
    return done.stdout.strip()


def test_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    lock = FileLock(path)
    (tmp_path / "folder").mkdir()
    for same in (path, tmp_path / "folder" / ".." / "run.json"):
        with pytest.raises(InUseError, match="in use by another thread of this process"):
            FileLock(same)
    assert another_process(path) == f"{path} is in use by another process"
    lock.release()
    assert os.listdir(tmp_path) == ["folder"]
    assert another_process(path) == "free"  # and ends without releasing it
    FileLock(path).release()


def test_two_threads_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    begun, tried = Event(), Event()
    found: list[object] = []

    def waits(rng: np.random.Generator, n: int) -> NDArray[Any]:
        begun.set()
        assert tried.wait(60)
        return coin(rng, n)

    thread = Thread(target=lambda: found.append(simulate(waits, **RUN, checkpoint=path)))
    thread.start()
    assert begun.wait(60)
    with pytest.raises(CheckpointError, match="in use by another thread of this process"):
        simulate(coin, **RUN, checkpoint=path)
    tried.set()
    thread.join()
    assert found == [simulate(coin, **RUN)]
    assert found == [simulate(coin, **RUN, checkpoint=path)]


def test_what_is_beside_by_that_name_is_not_touched(tmp_path: Path) -> None:
    path, beside, target = tmp_path / "run.json", tmp_path / "run.json.lock", tmp_path / "target"
    beside.write_text("mine")
    with pytest.raises(CheckpointError, match=r"run\.json\.lock is not a lock of cardlab"):
        simulate(coin, **RUN, checkpoint=path)
    assert beside.read_text() == "mine"
    beside.unlink()
    beside.symlink_to(target)
    with pytest.raises(CheckpointError, match=r"run\.json\.lock is not a lock of cardlab"):
        simulate(coin, **RUN, checkpoint=path)
    assert beside.is_symlink()
    assert not target.exists()


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Locks as msvcrt has them, and no file that is open may be replaced: the inodes that are locked."""
    locked: set[int] = set()

    def locking(descriptor: int, mode: int, size: int) -> None:
        assert (mode, size) == (2, 1)
        inode = os.fstat(descriptor).st_ino
        if inode in locked:
            raise PermissionError(13, "Permission denied")
        locked.add(inode)

    def close(descriptor: int, really: Callable[[int], None] = os.close) -> None:
        locked.discard(os.fstat(descriptor).st_ino)
        really(descriptor)

    def replace(old: str, new: Path, really: Callable[..., None] = os.replace) -> None:
        opened = {os.path.realpath(f"/proc/self/fd/{number}") for number in os.listdir("/proc/self/fd")}
        assert not opened & {os.path.realpath(old), os.path.realpath(new)}
        really(old, new)

    monkeypatch.setattr(locks, "lockf", None)
    monkeypatch.setattr(locks, "locking", locking)
    monkeypatch.setattr(locks, "LK_NBLCK", 2, raising=False)
    monkeypatch.setattr(os, "close", close)
    monkeypatch.setattr(os, "replace", replace)
    return locked


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="no list of open files")
def test_a_system_that_locks_otherwise_and_replaces_nothing_open(tmp_path: Path, windows: set[int]) -> None:
    path = tmp_path / "run.json"
    assert simulate(coin, **RUN, checkpoint=path, save_every=0) == simulate(coin, **RUN)
    assert windows == set()
    assert os.listdir(tmp_path) == ["run.json"]
    beside = tmp_path / "run.json.lock"
    beside.touch()
    windows.add(beside.stat().st_ino)  # another process has it
    with pytest.raises(CheckpointError, match="in use by another process"):
        simulate(coin, **RUN, checkpoint=path)


def test_a_system_without_locks_keeps_threads_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "lockf", None)
    monkeypatch.setattr(locks, "locking", None)
    lock = FileLock(tmp_path / "run.json")
    with pytest.raises(InUseError, match="another thread"):
        FileLock(tmp_path / "run.json")
    lock.release()
    assert simulate(coin, **RUN, checkpoint=tmp_path / "run.json") == simulate(coin, **RUN)
