"""The types are those of the package: a checker accepts it, and what users write with it."""

import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
pytest.importorskip("mypy")


def mypy(*arguments, cache):
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(HERE / "mypy.ini"), "--cache-dir",
         str(cache), *map(str, arguments)],
        capture_output=True, text=True,
    )  # fmt: skip


def test_the_package_and_its_users_are_typed(tmp_path):
    good = tmp_path / "good.py"
    good.write_text(
        "import numpy as np\nimport alembert as al\n"
        'arm = al.load("arm.urdf")\n'
        "tau = arm.inverse_dynamics(np.zeros(7), np.zeros(7), np.zeros(7))\n"
        "total: float = float(tau.sum())\n"
        "s = al.solve(al.MotionProblem(arm, start=np.zeros(7), goal=np.ones(7)))\n"
        "status: str = s.status\nmargin: float = s.certificate.limits[0].violation\n"
    )
    bad = tmp_path / "bad.py"
    bad.write_text('import alembert as al\narm = al.load("arm.urdf")\nx: int = arm.joint_names\n')
    ran = mypy(HERE.parent / "alembert", good, bad, cache=tmp_path / "cache")
    wrong = [line for line in ran.stdout.splitlines() if ": error:" in line]
    assert len(wrong) == 1 and "bad.py:3" in wrong[0], ran.stdout
