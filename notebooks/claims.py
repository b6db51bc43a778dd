"""Run notebooks with other seeds and numbers of deals: every assert in them must still hold.

`python notebooks/claims.py` runs all of them five times, `--quick` once:
another seed, fewer deals. Paths choose some of the notebooks.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import papermill

FOLDER = Path(__file__).parent
SEEDS = (101, 202, 303)
FEWER = {"bridge_tricks": 6_000}
"""Where a tenth of the deals is not the number to try: these deals are stored, not drawn."""


def main(arguments: list[str]) -> int:
    """Run the notebooks and return how many runs failed; a line a run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("notebooks", nargs="*", type=Path, default=sorted(FOLDER.glob("*.ipynb")))
    parser.add_argument(
        "--quick", action="store_true", help="once, with another seed and a tenth of the deals"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    runs = [
        (path, values)
        for path in options.notebooks
        for values in variations(path, quick=options.quick)
    ]
    with ProcessPoolExecutor(options.workers) as executor:
        errors = list(executor.map(run, *zip(*runs, strict=True)))
    for (path, values), error in zip(runs, errors, strict=True):
        print(path.stem, values, error or "holds")
    return sum(map(bool, errors))


def variations(path: Path, *, quick: bool) -> Iterator[dict[str, int]]:
    """The parameters to run with: other seeds, a tenth of the deals, ten times as many."""
    defaults = {name: one["default"] for name, one in papermill.inspect_notebook(path).items()}
    seeds = [{"seed": seed} for seed in SEEDS]
    if "deals" not in defaults:
        yield from seeds[: 1 if quick else None]
        return
    deals = int(defaults["deals"].replace("_", ""))
    yield {"seed": SEEDS[0], "deals": FEWER.get(path.stem, deals // 10)}
    if not quick:
        yield from seeds
        yield {"seed": SEEDS[0], "deals": deals * 10}


def run(path: Path, values: dict[str, int]) -> str:
    """Run a notebook with these parameters; return the last line of its error, or nothing."""
    with TemporaryDirectory() as folder:
        try:
            papermill.execute_notebook(
                path,
                Path(folder) / path.name,
                values,
                cwd=path.parent,
                progress_bar=False,
                log_output=False,
            )
        except papermill.PapermillExecutionError as error:
            return f"fails in cell {error.exec_count}: {error.ename}: {error.evalue}"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
