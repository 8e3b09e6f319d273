#!/usr/bin/env python3
"""Measures how evenly four shares split the work of `fex extreme` and of a count, and that they merge into the report of one.

    results/shards/measure.py [PROJECT ...]     without names, commons-cli and commons-csv, and two counts

Projects come from Maven Central, as those of results/extreme/compare.py. All shares run one after the other on this machine, with one job each, so that no share
disturbs another one. `shards.csv` is written by this script.
"""

import csv
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "extreme"))
from compare import FEX, Project  # noqa: E402

SHARES = 4
SPECS = HERE.parent.parent / "specs"
# Some tests compare texts that have the time of day in them, and say so when they fail.
TIME = re.compile(rb"\d\d:\d\d:\d\d")
COUNTS = [("search_tree", "13"), ("array_heap", "9")]


def run(command, folder):
    """What a command prints, and the seconds of processor and wall time that it takes."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True)
    wall, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr.decode()[-4000:]}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def parts(text):
    return sum(len(verdict["outcomes"]) for verdict in json.loads(text)["content"]["verdicts"])


def measured(name, command, folder, merge):
    """Rows about the shares of a command, all of one plan."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        fresh = lambda: ["--cache", tempfile.mkdtemp(dir=scratch)] if command[0] == "extreme" else []
        plan = scratch / "plan.json"
        text, cpu, wall = run([FEX, "plan", *command, *fresh()], folder)
        plan.write_bytes(text)
        units = json.loads(text)["content"]["units"]
        rows = [dict(name=name, what="plan", units=len(units), cpu=cpu, wall=wall)]
        # A share of so many that it is empty takes what a share takes beside its units.
        wanted = [("nothing", "10000/10000"), ("whole", "1/1")] + [(f"{k}/{SHARES}", f"{k}/{SHARES}") for k in range(1, SHARES + 1)]
        files = {}
        for what, share in wanted:
            text, cpu, wall = run([FEX, *command, *fresh(), "--shard", share, "--plan", plan], folder)
            files[what] = scratch / f"{what.replace('/', '-')}.json"
            files[what].write_bytes(text)
            content = json.loads(text)["content"]
            rows.append(dict(name=name, what=what, units=len(content["verdicts"]), parts=parts(text), cpu=cpu, wall=wall))
            print(rows[-1], file=sys.stderr)
        joined = [run([FEX, "merge", *chosen, *merge], folder)[0]
                  for chosen in ([files["whole"]], [files[f"{k}/{SHARES}"] for k in range(1, SHARES + 1)])]
        if TIME.sub(b"", joined[0]) != TIME.sub(b"", joined[1]):
            sys.exit(f"{name}: the shares do not merge into the report of the whole")
    by = {row["what"]: row for row in rows}
    shares = [by[f"{k}/{SHARES}"] for k in range(1, SHARES + 1)]
    assert sum(share["units"] for share in shares) == by["whole"]["units"] == len(units)

    def speedup(of):
        return sum(map(of, shares)) / SHARES / max(map(of, shares))

    fixed = by["nothing"]["cpu"]
    print(f"{name}: of the ideal speed-up, in units {speedup(lambda r: r['units']):.3f}, in their parts {speedup(lambda r: r['parts']):.3f}, "
          f"in processor time for units {speedup(lambda r: r['cpu'] - fixed):.3f}; "
          f"the whole against the slowest share {by['whole']['wall'] / SHARES / max(r['wall'] for r in shares):.3f} in wall time")
    return rows


def main():
    rows = []
    for name in sys.argv[1:] or ["commons-cli", "commons-csv"]:
        project = Project(name)
        command = ["extreme", "--jobs", "1", "--classes", project.classes, "--tests", project.tests, "--directory", project.folder,
                   "--classpath", ":".join(project.class_path)]
        command += [word for test in project.test_classes() for word in ("--test-names", test)]
        rows += measured(name, command, project.folder, ["--format", "json"])
    if not sys.argv[1:]:
        for spec, scope in COUNTS:
            command = ["generate", SPECS / f"{spec}.spec", "--scope", scope, "--exhaustive", "--count"]
            rows += measured(f"{spec} {scope}", command, HERE, [])
    with open(HERE / "shards.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["name", "what", "units", "parts", "cpu", "wall"])
        for row in rows:
            writer.writerow([row["name"], row["what"], row["units"], row.get("parts", ""), f"{row['cpu']:.2f}", f"{row['wall']:.2f}"])


if __name__ == "__main__":
    main()
