#!/usr/bin/env python3
"""Measures with JaCoCo what suites of libraries cover, with and without the virtual environment of fex-junit.

    results/environment/jacoco.py FEX [--only TEXT]     writes jacoco.csv

Releases and their compiled tests come from Maven Central. Each suite runs in JVMs of its own: twice as it is, to see what differs anyhow,
once with the agent of fex-junit, and once with its extension for each test (JUnit finds it as a service). For each method JaCoCo
tells how many instructions and branches tests take; a method differs where one of these numbers does.
"""
import argparse
import csv
import pathlib
import re
import shutil
import subprocess
import tempfile

import unstable
from unstable import HERE, pairs

# A release with compiled tests, and what these need; all of their tests are of JUnit 5.
SUITES = [
    ("commons-cli:commons-cli:1.9.0", []),
    ("org.apache.commons:commons-csv:1.11.0", ["commons-io:commons-io:2.16.1", "commons-codec:commons-codec:1.17.1", "org.apache.commons:commons-lang3:3.17.0"]),
    ("commons-validator:commons-validator:1.9.0", ["commons-beanutils:commons-beanutils:1.9.4", "commons-digester:commons-digester:2.1",
                                                   "commons-logging:commons-logging:1.3.2", "commons-collections:commons-collections:3.2.2",
                                                   "commons-io:commons-io:2.16.1", "org.apache.commons:commons-lang3:3.17.0", "org.apache.commons:commons-csv:1.11.0"]),
]
VARIANTS = ["as it is", "once more", "with the agent", "virtual"]
COLUMNS = ["suite", "variant", "tests", "failed", "methods", "instructions", "branches", "methods that differ", "which"]
# How long a suite may take.
LIMIT = 900


def run(machine, suite, libraries, variant, folder):
    """How many tests pass and fail, and what JaCoCo tells of each method."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "work").mkdir(parents=True)
    classes, tests = pairs.jar(suite), pairs.jar(suite, "tests")
    executed = folder / "jacoco.exec"
    options = [f"-javaagent:{machine.jacoco}=destfile={executed}"]
    path = [tests, classes, *map(pairs.jar, libraries), *machine.junit]
    if variant in VARIANTS[2:]:
        options += ["-XX:-PrintWarnings", f"-javaagent:{machine.virtual}"]
        path.append(machine.virtual)
    if variant == "virtual":
        service = folder / "service/META-INF/services/org.junit.jupiter.api.extension.Extension"
        service.parent.mkdir(parents=True)
        service.write_text("fex.junit.VirtualEnvironmentExtension\n")
        options.append("-Djunit.jupiter.extensions.autodetection.enabled=true")
        path.append(folder / "service")
    out, errors, _ = unstable.bounded(
        ["java", *options, "-cp", ":".join(map(str, path)), "org.junit.platform.console.ConsoleLauncher", "execute", f"--scan-class-path={tests}",
         "--details=none", "--disable-banner", f"--reports-dir={folder / 'reports'}"], LIMIT, cwd=folder / "work", stdin=subprocess.DEVNULL)
    (folder / "said").write_text(out + errors)
    told = unstable.outcomes(folder / "reports")
    covered = {}
    for one in machine.covered(executed, classes):
        for method in one.findall("method"):
            counters = {counter.get("type"): int(counter.get("covered")) for counter in method.findall("counter")}
            covered[one.get("name") + "." + method.get("name") + method.get("desc")] = (counters.get("INSTRUCTION", 0), counters.get("BRANCH", 0))
    return len(told), sum(not passes for passes in told.values()), covered


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fex")
    parser.add_argument("--only", default="", help="only suites with this regular expression in their name")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "jacoco.csv")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "fex-jacoco")
    parser.add_argument("--jdk", type=pathlib.Path, action="append")
    parser.add_argument("--fex-junit", type=pathlib.Path, help="a jar of fex-junit other than that of FEX")
    asked = parser.parse_args()
    machine = unstable.Machine(asked)
    rows = [row for row in unstable.read(asked.out) if not re.search(asked.only, row["suite"])]
    for suite, libraries in SUITES:
        if not re.search(asked.only, suite):
            continue
        first = None
        for variant in VARIANTS:
            tests, failed, covered = run(machine, suite, libraries, variant, machine.folder / suite.replace(":", "_") / variant.replace(" ", "-"))
            first = first or covered
            differ = sorted(method for method in covered if covered[method] != first.get(method))
            rows.append(dict(zip(COLUMNS, [suite, variant, tests, failed, len(covered), sum(one for one, _ in covered.values()),
                                           sum(one for _, one in covered.values()), len(differ), " ".join(differ)])))
            print(*(rows[-1][column] for column in COLUMNS), flush=True)
            with open(asked.out, "w", newline="") as file:
                writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)


if __name__ == "__main__":
    main()
