"""What the tests share. They run in the repository's root."""

import os
import pathlib

import numpy as np
import pytest

import alembert as al

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.chdir(ROOT)


@pytest.fixture(scope="session")
def arm():
    return al.load("models/seven_axis.yaml")


@pytest.fixture(scope="session")
def two_link():
    return al.load("models/two_link.yaml")


@pytest.fixture
def states(arm):
    rng = np.random.default_rng(7)
    return tuple(np.ascontiguousarray(x) for x in rng.uniform(-1.0, 1.0, (3, 1000, arm.dofs)))
