#!/usr/bin/env python3
"""Lifts of a person: boxes, origins, strategies. Prints a table; docs/human.md quotes it.

    python3 benchmarks/human_lifts.py build/release/alembert [name …]

Each is examples/human_lift.yaml with something changed.
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = (ROOT / "examples" / "human_lift.yaml").read_text()
HANDLES = 0.25  # m above the bottom of the box


def changed(text, *pairs):
    for pattern, new in pairs:
        text, count = re.subn(pattern, new, text)
        assert count == 1, pattern
    return text


def with_mass(mass, text=TEXT):
    return changed(text, (r"mass: 9\.07", f"mass: {mass}"))


def from_height(height, text=TEXT):
    return changed(text, (r"xyz: \[0\.40, 0, 0\.25\]", f"xyz: [0.40, 0, {height + HANDLES}]"))


CASES = {
    "9.07 kg": TEXT,
    "20 kg": with_mass(20),
    "free time": changed(TEXT, (r"duration: 1\.5", "duration: {min: 0.6, max: 3, guess: 1.5}"),
                         (r"minimize: \{", "minimize: {time: 0.2, ")),
    **{f"origin {h}": from_height(h) for h in (0, 0.19, 0.38, 0.57, 0.76)},
    "straight legs": TEXT + "limits: {position: {left_knee: [-3 deg, 3 deg], right_knee: [-3 deg, 3 deg]}}\n",
    "squat only": changed(TEXT, (r"within: 60 deg", "within: 20 deg")),
    "60 kg": with_mass(60),
}  # fmt: skip


def run(program, name, text, folder):
    file = folder / (re.sub(r"\W+", "_", name) + ".yaml")
    file.write_text(changed(text, (r"\.\./models", str(ROOT / "models"))))
    out = file.with_suffix("")
    begun = time.time()
    subprocess.run([program, "predict", str(file), "--output", str(out), "--no-verify"],
                   capture_output=True, check=False)
    seconds = time.time() - begun
    motion = json.loads((out / "motion.json").read_text())
    names = motion["joints"]
    first, samples = motion["samples"][0], motion["samples"]
    q = lambda joint: math.degrees(first["q"][names.index(joint)]) if joint in names else 0.0
    back = max(abs(s["tau"][names.index("l5s1_flexion")]) for s in samples)
    terms = motion["objective_terms"]
    print(f"{name:14} {seconds:6.1f} s  {motion['objective']:.4f}  {motion['verdict'][:40]:40} exertion {terms['exertion']:.4f}"
          f"  discomfort {terms.get('discomfort', 0):.4f}  knee {q('left_knee'):5.1f}"
          f"  hip {q('left_hip_flexion'):5.1f}  back {back:5.0f} N m  T {motion['duration']:.2f} s", flush=True)
    if motion["status"] != "solved":
        print("    ", motion["message"][:200])


def main():
    program = sys.argv[1]
    wanted = sys.argv[2:] or list(CASES)
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted:
            run(program, name, CASES[name], pathlib.Path(folder))


if __name__ == "__main__":
    main()
