#!/usr/bin/env python3
"""Measures how long `fex generate --exhaustive --count` takes, for one binary of fex or for several in the same run.

    benches/counting.py FEX [OLDER_FEX ...]

Writes `results/generation/counting.csv`: for each specification, scope and binary the count, the processor time of one run in seconds and
its peak memory in MiB. A binary that takes longer than the limit has no count, and is not asked for larger scopes.
"""

import csv
import os
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 60
SCOPES = {
    "array_heap": [6, 7, 8],
    "binomial_heap": [7, 8, 9, 12, 16],
    "fibonacci_heap": [5, 6, 7, 8],
    "red_black_tree": [8, 9, 10],
    "search_tree": [8, 9, 10, 11],
    "sorted_list": [8, 10, 12],
}


def measured(binary, name, scope):
    """The count, the processor time and the peak memory of one run; nothing beyond the limit."""
    command = [binary, "generate", ROOT / f"specs/{name}.spec", "--scope", str(scope), "--exhaustive", "--count"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=limit) as process:
        out = process.stdout.read().decode()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        return None
    return out.strip(), round(used.ru_utime + used.ru_stime, 2), round(used.ru_maxrss / 1024)


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))


def main(binaries):
    rows = []
    for name, scopes in SCOPES.items():
        for number, binary in enumerate(binaries):
            for scope in scopes:
                found = measured(binary, name, scope)
                if found is None:
                    rows.append([name, scope, number, "", f"over {LIMIT}", ""])
                    break
                count, seconds, memory = found
                rows.append([name, scope, number, count, seconds, memory])
                print(*rows[-1], flush=True)
    with open(ROOT / "results/generation/counting.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["specification", "scope", "binary", "structures", "seconds", "MiB"])
        writer.writerows(rows)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
