#!/usr/bin/env python3
"""Measures how long a field-exhaustive suite takes for every phrasing of every structure in tests/data/phrasings.

usage: benches/phrasings.py [--fex FEX] [--seconds S] [--scopes N…] [--csv FILE] [STRUCTURE…]

A phrasing of a structure is a file of its folder, or the specification of the same name in specs. Processor seconds of whole
processes, one run each; empty if a run took more than S seconds. Writes a row per run, then prints a table of the structures with
their fastest and slowest phrasing.
"""
import argparse
import csv
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PHRASINGS = ROOT / "tests" / "data" / "phrasings"


def phrasings(structure):
    """The files of a structure, the shipped one first."""
    shipped = ROOT / "specs" / f"{structure}.spec"
    own = sorted((PHRASINGS / structure).glob("*.spec"))
    return ([shipped] if shipped.exists() else []) + own


def run(fex, spec, scope, seconds):
    """The structures of the suite, and the processor seconds that it took; nothing if it took too long."""
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
        return None, None
    found = re.search(r"(\d+) structures?", text)
    if not os.WIFEXITED(status) or os.WEXITSTATUS(status) != 0 or not found:
        sys.exit(f"{spec} at scope {scope}: {text}")
    return int(found[1]), usage.ru_utime + usage.ru_stime


def table(rows, scopes, seconds):
    """The fastest and the slowest phrasing of each structure, and how far they are apart, in Markdown."""
    print("| structure | n | fastest | slowest | slowest / fastest |\n| --- | --- | --- | --- | --- |")
    for structure in dict.fromkeys(row[0] for row in rows):
        for scope in scopes:
            times = {row[1]: row[4] for row in rows if row[0] == structure and row[2] == scope}
            name = lambda time, phrasing: f"{phrasing}, over {seconds} s" if time is None else f"{phrasing}, {time:.2f} s"
            if not times:
                # Every phrasing took too long at a lesser scope.
                continue
            ordered = sorted(times.items(), key=lambda item: seconds if item[1] is None else item[1])
            (least, fastest), (most, slowest) = ordered[0], ordered[-1]
            ratio = ""
            if fastest is not None:
                ratio = f"over {seconds / fastest:.0f}" if slowest is None else f"{slowest / fastest:.1f}"
            print(f"| {structure} | {scope} | {name(fastest, least)} | {name(slowest, most)} | {ratio} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fex", type=Path, default=ROOT / "target" / "release" / "fex")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--scopes", type=int, nargs="+", default=[10, 15])
    parser.add_argument("--csv", type=Path, default=ROOT / "results" / "generation" / "phrasings.csv")
    parser.add_argument("structures", nargs="*", metavar="STRUCTURE")
    arguments = parser.parse_args()
    structures = arguments.structures or sorted(path.name for path in PHRASINGS.iterdir() if path.is_dir())
    rows = []
    with arguments.csv.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["structure", "phrasing", "scope", "structures", "cpu_seconds"])
        for structure in structures:
            for spec in phrasings(structure):
                phrasing = "specs" if spec.parent.name == "specs" else spec.stem
                for scope in arguments.scopes:
                    found, time = run(arguments.fex, spec, scope, arguments.seconds)
                    rows.append((structure, phrasing, scope, found, time))
                    writer.writerow([structure, phrasing, scope, found, time and f"{time:.2f}"])
                    file.flush()
                    if time is None:
                        break
    table(rows, arguments.scopes, arguments.seconds)


main()
