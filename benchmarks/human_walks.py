#!/usr/bin/env python3
"""Steps of people: beside a measured one, of many bodies and speeds, from many starts.

    python3 benchmarks/human_walks.py build/release/alembert gait [0.6 | 0.715]
    python3 benchmarks/human_walks.py build/release/alembert bodies [count [first]]
    python3 benchmarks/human_walks.py build/release/alembert starts [count]

Each is examples/human_walk.yaml with something changed, searched for cold. docs/human.md quotes it.
"""
import json
import math
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = (ROOT / "examples" / "human_walk.yaml").read_text()
HEIGHT = 1.75  # of the example's person, m


def changed(text, *pairs):
    for pattern, new in pairs:
        text, count = re.subn(pattern, new, text)
        assert count == 1, pattern
    return text


def walk(height=1.75, mass=77.0, sex="male", speed=1.2, length=0.6, double=0.25, pack=0.0):
    """The problem and the person's file: soles grow with the person, feet stand as far apart."""
    scale = height / HEIGHT
    shoe = lambda match: f"{float(match.group()) * scale:.6g}"
    text = re.sub(r"-?0\.(0597|1271|0493|06825)\b", shoe, TEXT)
    text = changed(
        text,
        (r"robot: .*", "robot: person.yaml"),
        (r"xyz: \[-0\.54,", f"xyz: [{0.06 - length:.6g},"),
        (r"xyz: \[0\.66,", f"xyz: [{0.06 + length:.6g},"),
        (r"duration: 0\.5", f"duration: {length / speed:.6g}"),
        (r"to: 0\.25, rolls: ball", f"to: {double:.6g}, rolls: ball"),
    )
    if pack:
        text += f"carry: {{name: pack, frame: back, mass: {pack}}}\n"
    return text, f"alembert: person/1\nheight: {height}\nmass: {mass}\nsex: {sex}\n"


def predict(program, folder, name, text, person, *options):
    """Returns the motion's document and how long it took."""
    (folder / "person.yaml").write_text(person)
    (folder / f"{name}.yaml").write_text(text)
    begun = time.time()
    subprocess.run([program, "predict", folder / f"{name}.yaml", "--output", folder / name,
                    "--no-verify", *options],
                   capture_output=True, check=False)  # fmt: skip
    return json.loads((folder / name / "motion.json").read_text()), time.time() - begun


def is_proven(motion):
    return motion["verdict"] == "good"


def gait(program, folder, length):
    """What docs/human.md has beside a measured step."""
    measured = length > 0.7
    text, person = walk(speed=1.24 if measured else 1.2, length=length, double=1 / 3 if measured else 0.25)
    motion, seconds = predict(program, folder, "gait", text, person)
    names, samples = motion["joints"], motion["samples"]
    of = lambda joint: [math.degrees(s["q"][names.index(joint)]) for s in samples]
    print(f"{length} m: {motion['verdict']}, {seconds:.0f} s, objective {motion['objective']:.5f}")
    for joint in ("hip_flexion", "knee", "ankle", "shoulder_flexion"):
        both = of(f"left_{joint}") + of(f"right_{joint}")
        print(f"  range of {joint}: {max(both) - min(both):.0f} deg ({min(both):.0f} to {max(both):.0f})")
    print(f"  swing knee {max(of('right_knee')):.0f} deg, stance knee {max(of('left_knee')[: len(samples) * 6 // 10]):.0f} deg")
    ankle = [s["tau"][names.index("left_ankle")] for s in samples]
    print(f"  ankle push-off {-min(ankle) / 77.0:.2f} N m/kg")


def bodies(program, folder, count, first):
    """Bodies and speeds at random; steps as long as people of that height take at that speed."""
    times, proven = [], 0
    for seed in range(first, first + count):
        draw = random.Random(seed)
        height, sex = draw.uniform(1.5, 1.95), draw.choice(["female", "male"])
        mass = min(110.0, max(50.0, draw.uniform(19.0, 31.0) * height * height))
        speed, pack = draw.uniform(0.8, 1.5), draw.choice([0.0, 15.0])
        length = math.sqrt(0.3 * speed * height / HEIGHT)  # 0.6 m at 1.2 m/s, as many steps as metres
        text, person = walk(height, mass, sex, speed, length, pack=pack)
        motion, seconds = predict(program, folder, f"body{seed}", text, person)
        times.append(seconds)
        proven += is_proven(motion)
        print(f"{seed:3} {sex:6} {height:.2f} m {mass:5.1f} kg {speed:.2f} m/s {length:.2f} m pack {pack:2.0f} kg"
              f"  {seconds:6.1f} s  {motion['objective']:.4f}  {motion['verdict'][:60]}", flush=True)  # fmt: skip
    print(f"{proven} of {count} solved and proven; median {statistics.median(times):.0f} s, worst {max(times):.0f} s")


def starts(program, folder, count):
    """The spread of objectives over searches that begin elsewhere."""
    text, person = walk()
    motion, seconds = predict(program, folder, "starts", text, person, "--starts", str(count))
    tried = motion["solver"]["starts"]
    found = sorted(start["objective"] for start in tried if start["solved"])
    print(" ".join(f"{objective:.5f}" for objective in found))
    print(f"{len(found)} of {len(tried)} starts solved in {seconds:.0f} s: objectives {min(found):.5f} to "
          f"{max(found):.5f}, median {statistics.median(found):.5f}")  # fmt: skip


def main():
    program, what, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if what == "gait":
            gait(program, folder, float(rest[0]) if rest else 0.6)
        elif what == "bodies":
            bodies(program, folder, int(rest[0]) if rest else 50, int(rest[1]) if len(rest) > 1 else 1)
        else:
            starts(program, folder, int(rest[0]) if rest else 10)


if __name__ == "__main__":
    main()
