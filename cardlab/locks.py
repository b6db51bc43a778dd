"""A lock that one thread of one process at a time can hold on a file; it ends with its process.

The lock is held on an empty file beside, `NAME.lock`, which is there only meanwhile: the file itself may be replaced,
and on Windows nothing that is open can be. A killed process may leave it, without its lock.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from threading import Lock

try:
    from fcntl import LOCK_EX, LOCK_NB, lockf
except ImportError:
    lockf = None  # type: ignore[assignment]
try:
    from msvcrt import LK_NBLCK, locking  # type: ignore[attr-defined, unused-ignore]
except ImportError:
    locking = None

__all__ = ["FileLock", "InUseError"]

FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

_held: set[Path] = set()  # the system's locks do not tell the threads of one process apart
_guard = Lock()


class InUseError(OSError):
    """The file is in use; the message says by whom."""


class FileLock:
    """The lock of a file from now on until `release`.

    Raises `InUseError` if another thread or process holds it, or if what is called `NAME.lock` is not ours; `OSError`
    if the folder cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "run.json")
    ...     lock = FileLock(path)
    ...     try:
    ...         FileLock(path)
    ...     except InUseError as error:
    ...         print(str(error).replace(str(path), "run.json"))
    ...     lock.release()
    run.json is in use by another thread of this process
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.beside = self.path.with_name(f"{path.name}.lock")
        with _guard:
            if self.path in _held:
                raise InUseError(f"{path} is in use by another thread of this process")
            self._descriptor = self._open()
            _held.add(self.path)

    def release(self) -> None:
        """Let others have it."""
        with _guard:
            with suppress(OSError):
                self.beside.unlink()  # on Windows only after it is closed
            os.close(self._descriptor)
            with suppress(OSError):
                if os.name == "nt":
                    self.beside.unlink()
            _held.discard(self.path)

    def _open(self) -> int:
        """A descriptor of the file beside, locked."""
        while True:
            if self.beside.is_symlink() or (self.beside.exists() and self.beside.lstat().st_size):
                raise InUseError(f"{self.beside} is not a lock of cardlab: move it, or choose another file")
            descriptor = os.open(self.beside, FLAGS, 0o666)
            try:
                _lock(descriptor)
                if os.path.samestat(os.fstat(descriptor), os.stat(self.beside)):
                    return descriptor
            except FileNotFoundError:
                pass
            except OSError as error:
                os.close(descriptor)
                raise InUseError(f"{self.path} is in use by another process") from error
            os.close(descriptor)  # removed by its holder meanwhile


def _lock(descriptor: int) -> None:
    """Lock a file as this system does; where none can, only the threads of this process are kept apart."""
    if lockf is not None:
        lockf(descriptor, LOCK_EX | LOCK_NB)
    elif locking is not None:
        locking(descriptor, LK_NBLCK, 1)
