"""Execute notebooks in place for readers without a kernel: pictures described, widgets out."""

import base64
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

README_CHART = Path(__file__).with_name("cribbage.png")
"""The chart that the README shows: the first of the notebook of that name."""


LANGUAGE = {"name": "python", "file_extension": ".py", "nbconvert_exporter": "python"}
"""What `nbconvert --to script` needs to write Python, and no version."""

WIDGET = "application/vnd.jupyter.widget-view+json"


def main(paths: list[str]) -> None:
    """Execute each notebook and write it back: outputs, counts, alternative texts of pictures."""
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        folder = {"metadata": {"path": str(Path(path).parent)}}
        client = NotebookClient(notebook, timeout=600, record_timing=False, resources=folder)
        client.coalesce_streams = True
        client.execute()
        for cell in notebook.cells:
            describe_pictures(cell)
            leave_widgets_out(cell)
            fold(cell)
        notebook.metadata = {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": LANGUAGE,
        }
        nbformat.write(notebook, path)
        if Path(path).name == README_CHART.with_suffix(".ipynb").name:
            README_CHART.write_bytes(first_picture(notebook))
        print(path)


def first_picture(notebook: NotebookNode) -> bytes:
    """The first chart of a notebook, as a PNG file."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = (output.get("data", {}).get("image/png") for output in outputs)
    return base64.b64decode(next(filter(None, pictures)))


def describe_pictures(cell: NotebookNode) -> None:
    """Copy the alternative text of a cell's picture to where MyST-NB looks for it."""
    cell.metadata.pop("mystnb", None)
    for output in cell.get("outputs", []):
        if text := output.get("metadata", {}).get("image/png", {}).get("alt"):
            cell.metadata["mystnb"] = {"image": {"alt": text}}


def leave_widgets_out(cell: NotebookNode) -> None:
    """Drop a widget's random id, of a kernel that is gone; its text and HTML stay."""
    for output in cell.get("outputs", []):
        output.get("data", {}).pop(WIDGET, None)


def fold(cell: NotebookNode) -> None:
    """Fold the input of a cell tagged `hide-input` in JupyterLab too; the book goes by the tag."""
    if "hide-input" in cell.metadata.get("tags", []):
        cell.metadata["jupyter"] = {"source_hidden": True}


if __name__ == "__main__":
    main(sys.argv[1:])
