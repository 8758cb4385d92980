#!/usr/bin/env python3
"""How long a million records take to merge, and in how much memory.

    benchmarks/sweep_merge.py build/release/alembert --records 1000000

The log is written here, frame by frame, by code that shares nothing with the program.
"""

import argparse
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent

SWEEP = """alembert: sweep/1
problem: {problem}
samples:
  count: {count}
  of:
    - {{name: x, set: 'goal.q[0]', from: 0.1, to: 1}}
    - {{name: speed, set: limits.velocity, from: 0.5, to: 1}}
"""


def frame(index, text):
    body = struct.pack("<Q", index) + text
    return b"ALSW" + struct.pack("<II", len(text), zlib.crc32(body)) + body


def write_log(path, head, count):
    order = list(range(count))
    random.Random(1).shuffle(order)
    with open(path, "wb") as log:
        log.write(frame(2**64 - 1, json.dumps(head).encode()))
        for i in order:
            text = (
                f'{{"index":{i},"key":"{i:016x}","values":[{i / count},{0.5 + i / count / 2}],'
                f'"status":"solved","good":true,"proven":true,"cause":"","duration":{1 + i / 3},'
                f'"objective":{1 + i / 3},"violation":0.0,"iterations":68,"rounds":0,"limits":'
                '["velocity of joint2","acceleration of joint2"],"warm":-1,"by_clock":false,'
                '"message":"","seconds":0.1}'
            )
            log.write(frame(i, text.encode()))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program")
    arguments.add_argument("--records", type=int, default=1_000_000)
    options = arguments.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        problem = ROOT / "examples/sweeps/small.reach.yaml"
        pathlib.Path("sweep.yaml").write_text(SWEEP.format(problem=problem, count=options.records))
        subprocess.run(
            [program, "sweep", "plan", "sweep.yaml", "--trials", "1"], check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        manifest = json.loads(pathlib.Path("sweep.sweep/sweep.json").read_text())
        head = {"alembert": "sweep_log/1", "version": manifest["version"],
                "hash": manifest["hash"], "shard": 0, "shards": 1}  # fmt: skip
        # In a process of its own: what it takes of memory is not to be counted as the program's.
        writer = os.fork()
        if writer == 0:
            write_log("sweep.sweep/shard-00000-of-00001.log", head, options.records)
            os._exit(0)
        os.waitpid(writer, 0)
        begin = time.monotonic()
        merge = subprocess.Popen(
            [program, "sweep", "merge", "sweep.yaml"], stdout=subprocess.PIPE, text=True
        )
        told = merge.stdout.read()
        _, end, usage = os.wait4(merge.pid, 0)
        assert end == 0, f"merge ended with {end}"
        seconds, processor = time.monotonic() - begin, usage.ru_utime + usage.ru_stime
        with open("sweep.sweep/merged.csv") as table:
            next(table)
            in_order = all(line.startswith(f"{i},") for i, line in enumerate(table))
        print(told.strip())
        print(f"{options.records} records: {seconds:.1f} s by the clock, {processor:.1f} s of "
              f"processor time, peak memory {usage.ru_maxrss // 1024} MiB")  # fmt: skip
        return 0 if in_order else 1


if __name__ == "__main__":
    sys.exit(main())
