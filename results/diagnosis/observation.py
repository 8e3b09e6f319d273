#!/usr/bin/env python3
"""Measures how much slower tests are while `fex diagnose` reads states.

    results/diagnosis/observation.py [PROJECT ...]   without names, all projects of projects.py

For each method with undetected transformations, the tests that reach it run five times each as they are, while the state after each
invocation of the method is read, and while the values in the code of the tests are read, in turns and always on classes that were
loaded anew; the fastest run of each counts. What is measured is the time of the tests themselves, with what fex does in them. Writes
the lines of the projects in `observation.csv`: the number of methods, the sums over them in milliseconds, and how many times slower
the tests are while invocations and while expressions are watched. Each undetected transformation takes both in turn, so the factor that
counts is that of both together.
"""

import subprocess
import sys

import projects

HEADER = ["project", "methods", "plain ms", "invocations ms", "expressions ms", "invocations", "expressions", "both"]


def measure(name):
    root = projects.cloned(name)
    _, _, module, arguments = projects.PROJECTS[name]
    chosen = ["--module", module] if module else []
    command = [projects.compare.FEX, "diagnose", "--measure", "--quiet", *chosen, *arguments]
    said = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout
    methods, *times = (int(number) for number in said.split())
    plain, invocations, expressions = (time / 1000 for time in times)
    factors = [invocations / plain, expressions / plain, (invocations + expressions) / (2 * plain)] if plain else [1, 1, 1]
    row = [name, methods, *(f"{time:.1f}" for time in (plain, invocations, expressions)), *(f"{one:.2f}" for one in factors)]
    projects.write("observation.csv", HEADER, name, [row])
    print(*row, flush=True)


def main(names):
    for name in names or projects.PROJECTS:
        measure(name)


if __name__ == "__main__":
    main(sys.argv[1:])
