#!/usr/bin/env python3
"""Measures how long it takes to list all structures: Korat, and fex beside it, one after the other in one run.

usage: benches/korat.py --korat CLASSPATH [--java JAVA] [--fex FEX] [--seconds S] [--csv FILE]

CLASSPATH is that of a compiled Korat with its examples (github.com/korattest/korat), which is no part of fex. Processor seconds of whole
processes; Korat only counts the structures that it builds, fex writes them as JSON lines on one thread and, in a run of its own, counts them.
Each structure is asked for at greater scopes until Korat takes more than S seconds. Only examples are compared that have the structures of a
specification in specs, which their counts show.
"""
import argparse
import csv
import os
import re
import resource
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The specification, Korat's class, its arguments at a scope, and the scopes.
STRUCTURES = [
    ("search_tree", "searchtree.SearchTree", lambda n: f"{n},0,{n},0,{n - 1}", range(7, 12)),
    ("binomial_heap", "binheap.BinomialHeap", lambda n: f"{n}", range(6, 10)),
]


def run(command, seconds):
    """What a command prints, and the processor seconds that it took; nothing if it took too long or failed."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    process = subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=limit
    )
    text = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (text, used.ru_utime + used.ru_stime) if process.returncode == 0 else (text, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--korat", required=True)
    parser.add_argument("--java", default="java")
    parser.add_argument("--fex", type=Path, default=ROOT / "target" / "release" / "fex")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--csv", type=Path, default=ROOT / "results" / "generation" / "korat.csv")
    arguments = parser.parse_args()
    with arguments.csv.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["specification", "scope", "korat", "korat_seconds", "fex", "listing_seconds", "counting_seconds"])
        for name, example, words, scopes in STRUCTURES:
            for scope in scopes:
                korat = [arguments.java, "-XX:+UseSerialGC", "-cp", arguments.korat, "korat.Korat"]
                korat += ["--class", f"korat.examples.{example}", "--args", words(scope)]
                text, seconds = run(korat, arguments.seconds)
                found = re.search(r"New found:(\d+)", text)
                if seconds is None or not found:
                    writer.writerow([name, scope, "", f"over {arguments.seconds}" if seconds is None else "failed", "", "", ""])
                    break
                spec = ROOT / "specs" / f"{name}.spec"
                generate = [arguments.fex, "generate", spec, "--scope", scope, "--exhaustive"]
                with tempfile.TemporaryDirectory() as out:
                    listed, listing = run([*generate, "--format", "json", "--threads", 1, "--out", out], 600)
                _, counting = run([*generate, "--count"], 600)
                count = re.search(r"(\d+) structures, all there are", listed)
                row = [name, scope, found[1], f"{seconds:.2f}", count and count[1], listing, counting]
                writer.writerow([f"{cell:.2f}" if isinstance(cell, float) else cell for cell in row])
                file.flush()
                print(*row, flush=True)


main()
