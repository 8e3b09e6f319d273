#!/usr/bin/env python3
"""How field-exhaustive suites of the shipped structures grow with the scope, and which stage takes the time.

usage: benches/scale.py [--fex FEX] [--seconds S] [--scopes N…] [--csv FILE] [STRUCTURE…]

Runs fex once for each specification of specs/ and scope: processor seconds and peak memory of whole processes, and the share of
each stage as fex says it. A structure that takes more than S seconds is not run at larger scopes. Writes a row per run, then prints a table with
the exponent of the growth from the least to the greatest scope that a run finished.
"""
import argparse
import csv
import math
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(fex, spec, scope, seconds):
    """Structures, processor seconds, MiB and the shares of the stages in per cent; nothing if it took too long."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    with tempfile.TemporaryDirectory() as out:
        command = [fex, "generate", spec, "--scope", str(scope), "--format", "json", "--out", out]
        process = subprocess.Popen(
            [str(part) for part in command],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=limit,
        )
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        return None
    found = re.search(r"(\d+) structures?", text)
    if not os.WIFEXITED(status) or os.WEXITSTATUS(status) != 0 or not found:
        sys.exit(f"{spec} at scope {scope}: {text}")
    total, stages = re.search(r"time  ([\d.]+) s \((.*)\)", text).groups()
    shares = {name: 100 * float(time) / float(total) for name, time in re.findall(r"(\w+) ([\d.]+)", stages)}
    return int(found[1]), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, shares


def exponent(times):
    """The k of n^k by which the least and the greatest scope differ."""
    (low, fast), (high, slow) = times[0], times[-1]
    return math.log(slow / fast) / math.log(high / low) if high > low else None


def table(rows, scopes, seconds):
    """Seconds by structure and scope, the exponent, and the stages of the greatest scope, in Markdown."""
    print("| structure |" + "".join(f" n = {scope} |" for scope in scopes) + " grows like | where the time goes |")
    print("| --- |" + " --- |" * (len(scopes) + 2))
    for structure in dict.fromkeys(row[0] for row in rows):
        found = {scope: result for name, scope, result in rows if name == structure}
        cells = []
        for scope in scopes:
            result = found.get(scope)
            cells.append(f"{result[1]:.2f}" if result else f"over {seconds}" if scope in found else "")
        times = [(scope, result[1]) for scope, result in found.items() if result]
        grows, stages = "", ""
        if times:
            power = exponent(times)
            grows = f"n^{power:.1f}" if power is not None else ""
            shares = sorted(found[times[-1][0]][3].items(), key=lambda stage: -stage[1])
            stages = ", ".join(f"{name} {share:.0f} %" for name, share in shares[:3] if share >= 5)
        print(f"| {structure} | " + " | ".join(cells) + f" | {grows} | {stages} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fex", type=Path, default=ROOT / "target" / "release" / "fex")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--scopes", type=int, nargs="+", default=[10, 20, 30, 40])
    parser.add_argument("--csv", type=Path, default=ROOT / "results" / "generation" / "scale.csv")
    parser.add_argument("structures", nargs="*", metavar="STRUCTURE")
    arguments = parser.parse_args()
    structures = arguments.structures or sorted(path.stem for path in (ROOT / "specs").glob("*.spec"))
    rows = []
    with arguments.csv.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["structure", "scope", "structures", "cpu_seconds", "peak_mib", "stages_in_per_cent"])
        for structure in structures:
            for scope in arguments.scopes:
                result = run(arguments.fex, ROOT / "specs" / f"{structure}.spec", scope, arguments.seconds)
                rows.append((structure, scope, result))
                if result is None:
                    writer.writerow([structure, scope, "", "", "", ""])
                    break
                found, time, memory, shares = result
                stages = ", ".join(f"{name} {share:.0f}" for name, share in shares.items())
                writer.writerow([structure, scope, found, f"{time:.2f}", f"{memory:.0f}", stages])
                file.flush()
    table(rows, arguments.scopes, arguments.seconds)


main()
