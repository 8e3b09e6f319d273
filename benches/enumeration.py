#!/usr/bin/env python3
"""Measures how long Alloy 6.2.0 and fex take for every structure of a specification, in one run.

    benches/enumeration.py [--runs N] [--seconds N]

Writes results/generation/enumeration.csv. Needs Java 17 and Maven, which brings Alloy's jar.

`fex export` makes a plain Alloy module of the specification, of which Alloy enumerates all instances, with its usual symmetry
breaking and the fastest of its solvers. fex writes every structure as JSON lines, and then its field-exhaustive suite. The
times are processor seconds: Alloy's those of the thread that works, which reads every instance once, without the start of its
JVM and without parsing; fex's those of whole processes, the least of N runs (3 unless told otherwise). At each structure the scope grows until
Alloy needs more than so many seconds (120 unless told otherwise).
"""

import argparse
import csv
import json
import os
import pathlib
import subprocess
import tempfile

from alloy import ROOT, Judge, jar

STRUCTURES = ["sorted_list", "search_tree", "red_black_tree", "binomial_heap"]
OUT = ROOT / "results" / "generation" / "enumeration.csv"
# More than any of them has at a scope that Alloy finishes.
MANY = 10_000_000
COLUMNS = ["structure", "scope", "alloy_instances", "alloy_seconds", "structures", "exhaustive_seconds", "suite", "suite_seconds"]


def generate(fex, structure, scope, runs, *options):
    """How many structures fex writes, and the least processor time of the runs, in seconds."""
    times = []
    with tempfile.TemporaryDirectory() as out:
        spec = ROOT / "specs" / f"{structure}.spec"
        command = [fex, "generate", spec, "--scope", str(scope), "--format", "json", "--quiet", "--out", out, *options]
        for _ in range(runs):
            process = subprocess.Popen(command)
            _, status, usage = os.wait4(process.pid, 0)
            if status != 0:
                raise SystemExit(f"fex failed at scope {scope} of {structure}")
            times.append(usage.ru_utime + usage.ru_stime)
        (file,) = pathlib.Path(out).glob("*.json*")
        if file.suffix == ".jsonl":
            # The first line describes the others.
            count = sum(1 for _ in file.open()) - 1
        else:
            count = len(json.loads(file.read_text())["instances"])
    return count, min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=120, help="how long Alloy may take for a structure and scope")
    arguments = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=ROOT, check=True)
    fex = str(ROOT / "target" / "release" / "fex")
    with tempfile.TemporaryDirectory() as scratch, open(OUT, "w", newline="") as file:
        classes = f"{scratch}/classes"
        sources = sorted(str(path) for path in (ROOT / "tests" / "data" / "alloy").glob("*.java"))
        subprocess.run(["javac", "-cp", jar(), "-d", classes, *sources], check=True)
        judge = Judge(f"{jar()}:{classes}")
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        for structure in STRUCTURES:
            for scope in range(3, 21):
                module = f"{scratch}/{structure}{scope}.als"
                spec = ROOT / "specs" / f"{structure}.spec"
                subprocess.run([fex, "export", spec, "--scope", str(scope), "--out", module], check=True)
                answer = judge.ask("solve", module, 0, "solver=minisat", "symmetry=20", "overflow=allow", f"count={MANY}",
                                   f"seconds={arguments.seconds}")
                if not answer["complete"]:
                    break
                count, exhaustive = generate(fex, structure, scope, arguments.runs, "--exhaustive")
                size, suite = generate(fex, structure, scope, arguments.runs)
                row = [structure, scope, answer["count"],
                       round((answer["translation_us"] + answer["solving_us"]) / 1e6, 3), count, round(exhaustive, 3),
                       size, round(suite, 3)]
                table.writerow(dict(zip(COLUMNS, row)))
                file.flush()


if __name__ == "__main__":
    main()
