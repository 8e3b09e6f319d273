#!/usr/bin/env python3
"""Runs the tests of open-source projects in real and in virtual surroundings, in turn.

    results/environment/virtual.py [PROJECT ...]     without names, all projects

Each project is cloned at a commit into $FEX_CACHE/compare. `fex extreme` runs its tests twice as they are, and judges
for a second; what is told of the tests is what the first stage of all analyses finds. It writes `virtual.csv`, a line
for each run: the tests, how many of them fail, are flaky or fail when they run alone, and the time that all of them took together, as
their JVM measured it.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "extreme"), str(HERE.parent / "diagnosis")]
import compare  # noqa: E402
import projects  # noqa: E402

NAMES = ["commons-cli", "java-classmate", "joda-convert", "jopt-simple", "JSON-java", "threetenbp"]

ROUNDS = 3


def suite(root, module, environment):
    """What `fex extreme` says of the tests in some surroundings."""
    out = compare.WORK / "virtual.json"
    command = [compare.FEX, "extreme", "--fresh", "--quiet", "--jobs", 1, "--format", "json", "--environment", environment, "--set-aside",
               "--budget", "1s", *(["--module", module] if module else [])]
    return compare.reported(command, out, root)[0]


def main(names):
    for name in names or NAMES:
        root, module = projects.cloned(name), projects.PROJECTS[name][2]
        rows = []
        for number in range(1, ROUNDS + 1):
            for environment in ["real", "virtual"]:
                report = suite(root, module, environment)
                counts = [len(report[key]) for key in ["tests", "failingTests", "flakyTests", "fatalTests", "dependentTests"]]
                rows.append([name, environment, number, *counts, round(report["suiteMicros"] / 1e6, 3)])
                print(*rows[-1], flush=True)
        header = ["project", "environment", "round", "tests", "failing", "flaky", "fatal", "dependent", "suite, s"]
        projects.write(HERE / "virtual.csv", header, name, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
