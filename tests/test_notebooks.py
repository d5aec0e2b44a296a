"""Every notebook runs from top to bottom."""

import importlib.util
from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient", reason="the notebooks extra is not installed")
nbformat = pytest.importorskip("nbformat", reason="the notebooks extra is not installed")

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path, tmp_path, monkeypatch):
    """No cell of the notebook raises; what is trained in one is trained for a moment only."""
    monkeypatch.setenv("PRIKUP_NOTEBOOK_MINUTES", "0.05")
    if "train" in path.stem and importlib.util.find_spec("torch") is None:
        pytest.skip('learning needs PyTorch: pip install "prikup[torch]"')
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}

    nbclient.NotebookClient(notebook, timeout=300, resources=resources).execute()

    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
