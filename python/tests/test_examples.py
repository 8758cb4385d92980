"""Every numbered example runs, and so do the pages' own lines."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "python" / "examples").glob("??_*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=[e.stem for e in EXAMPLES])
def test_example_runs(example):
    needed = re.findall(r"^ *(?:from|import) (scipy|distributed)\b", example.read_text(), re.M)
    for package in needed:
        pytest.importorskip(package)
    ran = subprocess.run(
        [sys.executable, example], cwd=ROOT, capture_output=True, text=True, timeout=400
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout


def test_the_tutorial_runs_from_top_to_bottom(tmp_path):
    pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    page = (ROOT / "docs" / "python.md").read_text()
    cells = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(cells) >= 5
    script = tmp_path / "tutorial.py"
    script.write_text("import matplotlib\nmatplotlib.use('Agg')\n" + "\n".join(cells))
    ran = subprocess.run([sys.executable, script], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
