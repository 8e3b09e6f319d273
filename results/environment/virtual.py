#!/usr/bin/env python3
"""Runs the tests of open-source projects in real and in virtual surroundings, in turn.

    results/environment/virtual.py [--before FEX] [PROJECT ...]     without names, all projects

Each project is cloned at a commit into $FEX_CACHE/compare. `fex extreme` runs its tests twice as they are, and judges
for a second; what is told of the tests is what the first stage of all analyses finds. It writes `virtual.csv`, a line
for each run: the tests, how many of them fail, are flaky or fail when they run alone, the time that all of them took together, as
their JVM measured it, and the processor time of fex and all of its JVMs. With another binary of fex, the runs of both come in turn.
Where fex is built with `thread-time.patch`, the processor time of the thread that runs the tests is told, too, from before the first one
to after the last one: on cores that do other things, it says more than the time that passes.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "extreme"), str(HERE.parent / "diagnosis")]
import compare  # noqa: E402
import projects  # noqa: E402

NAMES = ["commons-cli", "java-classmate", "joda-convert", "jopt-simple", "JSON-java", "threetenbp"]

ROUNDS = 3


def suite(fex, root, module, environment):
    """What `fex extreme` says of the tests in some surroundings, what it took, and the processor time of the thread of their first run."""
    out = compare.WORK / "virtual.json"
    times = compare.WORK / "thread-times"
    times.write_text("")
    command = [fex, "extreme", "--fresh", "--quiet", "--jobs", 1, "--format", "json", "--environment", environment, "--set-aside",
               "--budget", "1s", f"--jvm-arg=-Dfex.thread-time={times}", *(["--module", module] if module else [])]
    report, cost = compare.reported(command, out, root)
    told = times.read_text().split()
    return report, cost, round(int(told[0]) / 1e6, 3) if told else ""


def main(arguments):
    binaries = {"now": compare.FEX}
    if arguments[:1] == ["--before"]:
        binaries = {"before": Path(arguments[1]).resolve(), **binaries}
        arguments = arguments[2:]
    for name in arguments or NAMES:
        root, module = projects.cloned(name), projects.PROJECTS[name][2]
        # The first run with a JDK makes a class-data archive in the end, from which later JVMs start.
        for fex in binaries.values():
            suite(fex, root, module, "real")
        rows = []
        for number in range(1, ROUNDS + 1):
            for binary, fex in binaries.items():
                for environment in ["real", "virtual"]:
                    report, cost, thread = suite(fex, root, module, environment)
                    counts = [len(report[key]) for key in ["tests", "failingTests", "flakyTests", "fatalTests", "dependentTests"]]
                    rows.append([name, binary, environment, number, *counts, round(report["suiteMicros"] / 1e6, 3), round(cost.cpu, 1), thread])
                    print(*rows[-1], flush=True)
        header = ["project", "fex", "environment", "round", "tests", "failing", "flaky", "fatal", "dependent", "suite, s", "CPU, s", "thread, s"]
        projects.write(HERE / "virtual.csv", header, name, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
