#!/usr/bin/env python3
"""Measures two binaries of fex in turn over the slow commands of models as people write them.

    results/wild/slow.py BEFORE NOW FOLDER ...

Takes files, commands, and Alloy's verdicts and times from `slow.tsv`, and writes what it measures there. The files are looked for below the
folders, each of which holds checkouts named `owner+repository`; a command whose file is in none of them keeps its line. Of each binary, a command
has the least processor time of two runs (of one where that is more than 1.5 s): user and system together in ms, user alone in ms, and peak memory in KiB.
A run may take 20 s and 6 GiB.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from compare import limited

TABLE = Path(__file__).resolve().parent / "slow.tsv"
RUNS = 2
LONG = 1500
SECONDS = 20


def run(fex, path, command):
    """Processor time, user time, memory and verdict of one run."""
    process = subprocess.Popen([fex, "solve", path, "--format", "json", "--show", "0", "--command", command, "--overflow", "alloy"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=lambda: limited(SECONDS))
    lines = [line for line in process.stdout.read().decode(errors="replace").splitlines() if line.startswith("{")]
    _, _, used = os.wait4(process.pid, 0)
    verdict = json.loads(lines[0])["verdict"] if lines else "none"
    return 1000 * (used.ru_utime + used.ru_stime), 1000 * used.ru_utime, used.ru_maxrss, verdict


def measured(binaries, path, command):
    """The columns of a command."""
    least = [None] * len(binaries)
    for _ in range(RUNS):
        for index, fex in enumerate(binaries):
            one = run(fex, path, command)
            least[index] = min(one, least[index] or one)
        if least[0][0] > LONG:
            break
    return [text for total, user, memory, verdict in least for text in (verdict, f"{total:.1f}", f"{user:.1f}", str(memory))]


def main(before, now, *folders):
    header, *rows = [line.split("\t") for line in TABLE.read_text().splitlines()]
    lines = ["\t".join(header)]
    for row in rows:
        path = next((found for folder in folders if (found := Path(folder) / row[0]).exists()), None)
        if path is None:
            print(f"not found: {row[0]}", file=sys.stderr)
        else:
            row = row[:4] + measured([before, now], path, row[1])
        lines.append("\t".join(row))
    beside = TABLE.with_suffix(".new")
    beside.write_text("\n".join(lines) + "\n")
    beside.rename(TABLE)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
