"""The notebooks run, and show what they showed. `UPSTAR_BLESS=1` writes what they show now."""

import os
import pathlib
import re

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = pathlib.Path(__file__).parent.parent / "notebooks"
NAMES = sorted(path.name for path in FOLDER.glob("*.ipynb"))


def shown(notebook):
    """What the cells show, without what is different each time."""
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = {"text/plain": output["text"]} if output.output_type == "stream" else dict(output["data"])
            # The table of pandas has a style of its own in every version.
            data.pop("text/html", None) if "dataframe" in data.get("text/html", "") else None
            found.append((cell.id, {kind: re.sub(r"0x[0-9a-f]+", "", text) for kind, text in data.items()}))
    return found


def test_there_are_six():
    assert len(NAMES) == 6


@pytest.mark.parametrize("name", NAMES)
def test_notebook(name, tmp_path):
    path = FOLDER / name
    notebook = nbformat.read(path, as_version=4)
    before = shown(notebook)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    if os.environ.get("UPSTAR_BLESS"):
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
        nbformat.write(notebook, path)
    else:
        assert shown(notebook) == before
