#!/usr/bin/env python3
"""Draws a found step beside the measured one: docs/images/human_walk.svg.

    build/release/alembert predict examples/human_walk.yaml --no-verify --output walk
    python3 benchmarks/human_plots.py walk/motion.json walking-step.csv docs/images/human_walk.svg

The measured step (OpenSim's Moco examples, Apache-2.0: one adult of 85.27 kg, 1.24 m/s) is no part
of this project: its file has angles q.*, reactions grf.* and moments tau.* of 1.3 steps. Both are
drawn over a whole cycle of the left leg, from its heel strike to its next: what it does in the second
step is what the right leg did in the first, mirrored.
"""
import csv
import json
import math
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

MEASURED_MASS = 85.27  # kg
MEASURED_STEP = 0.5755  # s, from heel strike to heel strike
G = 9.81
JOINTS = {"hip": ("hip_flexion", "hip_flexion"), "knee": ("knee", "knee_angle"), "ankle": ("ankle", "ankle_angle")}


def found_cycle(motion):
    """Curves of the left leg over [0, 2): steps since its heel strike."""
    samples, names = motion["samples"], motion["joints"]
    duration = samples[-1]["t"]
    weight = motion["weight"]
    mass = weight / G

    def of(side, key, joint):
        return [s[key][names.index(f"{side}_{joint}")] for s in samples]

    def force(contact, axis):
        pushes = [next((c["force"] for c in s["contacts"] if c["name"] == contact), None) for s in samples]
        return [0.0 if f is None else f[axis] / weight for f in pushes]

    steps = [s["t"] / duration for s in samples]
    both = steps + [1.0 + share for share in steps]
    curves = {}
    for name, (joint, _) in JOINTS.items():
        curves[name] = both, [math.degrees(q) for q in of("left", "q", joint) + of("right", "q", joint)]
    curves["ankle moment"] = both, [-tau / mass for tau in of("left", "tau", "ankle") + of("right", "tau", "ankle")]
    curves["up"] = both, force("left", 2) + force("right", 2)
    curves["ahead"] = both, force("left", 0) + force("right", 0)
    return curves


def measured_cycle(path):
    with open(path, newline="") as file:
        rows = [{key: float(value) if value else math.nan for key, value in row.items()} for row in csv.DictReader(file)]
    first = [row for row in rows if row["t"] <= 0.7545]  # the left foot is on the ground until then
    # From there the right leg, a step earlier, shows the swing.
    swing = [row for row in rows if 0.7545 - MEASURED_STEP < row["t"] <= MEASURED_STEP]
    steps = [row["t"] / MEASURED_STEP for row in first] + [1.0 + row["t"] / MEASURED_STEP for row in swing]

    def of(left, right, scale):
        return steps, [scale * row[left] for row in first] + [scale * row[right] for row in swing]

    curves = {name: of(f"q.{joint}_l", f"q.{joint}_r", 180.0 / math.pi) for name, (_, joint) in JOINTS.items()}
    curves["ankle moment"] = of("tau.ankle_angle_l", "tau.ankle_angle_r", -1.0 / MEASURED_MASS)
    weight = MEASURED_MASS * G
    curves["up"] = [row["t"] / MEASURED_STEP for row in first], [row["grf.l.vy"] / weight for row in first]
    curves["ahead"] = [row["t"] / MEASURED_STEP for row in first], [row["grf.l.vx"] / weight for row in first]
    return curves


PANELS = [
    ("up", "reaction upwards, body weights"),
    ("ahead", "reaction ahead, body weights"),
    ("ankle moment", "ankle, downwards, N m/kg"),
    ("hip", "hip flexion, deg"),
    ("knee", "knee flexion, deg"),
    ("ankle", "ankle dorsiflexion, deg"),
]


def main():
    document, csv_file, output = sys.argv[1:]
    found = found_cycle(json.loads(pathlib.Path(document).read_text()))
    measured = measured_cycle(csv_file)
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "human", "font.family": "sans-serif", "font.size": 10})
    figure, axes = plt.subplots(2, 3, figsize=(10, 5.2), sharex=True, constrained_layout=True)
    for panel, (key, title) in zip(axes.flat, PANELS):
        panel.plot(*measured[key], color="#8a8a8a", linewidth=2.5, label="measured")
        panel.plot(*found[key], color="#c2410c", linewidth=1.8, label="found")
        panel.set_title(title, fontsize=10, loc="left")
        panel.axhline(0.0, color="#cccccc", linewidth=0.7, zorder=0)
        panel.set_xlim(0.0, 2.0)
        panel.spines[["top", "right"]].set_visible(False)
    axes[0, 0].legend(frameon=False, loc="upper right")
    for panel in axes[1]:
        panel.set_xlabel("steps since the heel's strike")
    figure.savefig(output, format="svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
