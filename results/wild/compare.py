#!/usr/bin/env python3
"""Runs Alloy and fex on every module of a folder of checkouts, and lists what they say, command by command.

Usage: results/wild/compare.py CHECKOUTS [--most N] [--seconds S] [--fex BINARY] [--into FOLDER] [--again FOLDER]
                               [--overflow MEANING]

CHECKOUTS has a folder for each repository, named OWNER+NAME, with a checkout in it. Nothing is fetched. Of each
repository, up to N files (40) with different texts are taken, those with the least digests of their texts, so that the
choice is the same on every machine. Each command gets S seconds (10) of processor time from either side.

Writes into FOLDER (this one): files.tsv, what either side says of each file, and commands.tsv, of each command; names
and verdicts only. With --again, the files and what Alloy says of them are those of the tables of an earlier run. With --overflow alloy, integers outside the
bit width mean to fex what they mean to Alloy.

Environment: FEX_CACHE says where jars are kept (~/.cache/fex); Maven brings Alloy's jar if it is not there yet.
"""

import argparse
import csv
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ALLOY = "org.alloytools:org.alloytools.alloy.dist:6.2.0"
FILES = ["repository", "file", "alloy", "fex", "alloy_says", "fex_says"]
COMMANDS = ["repository", "file", "index", "label", "temporal", "alloy", "fex", "alloy_ms", "fex_ms"]


def alloys_jar():
    """Alloy's jar, which Maven brings if the cache lacks it."""
    jars = Path(os.environ.get("FEX_CACHE", Path.home() / ".cache/fex")) / "jars"
    _, name, version = ALLOY.split(":")
    jar = jars / f"{name}-{version}.jar"
    if not jar.exists():
        subprocess.run(
            ["mvn", "-q", "dependency:copy", f"-Dartifact={ALLOY}", f"-DoutputDirectory={jars}"], check=True
        )
    return jar


class Judge:
    """Alloy in a Java process, started anew after a command that took too long."""

    def __init__(self, jar, scratch):
        self.path = os.pathsep.join([str(jar), scratch])
        sources = [str(path) for path in (ROOT / "tests/data/alloy").glob("*.java")]
        subprocess.run(["javac", "-cp", str(jar), "-d", scratch, *sources], check=True)
        self.process = None

    def ask(self, question):
        for _ in range(2):
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    ["java", "-Xmx3g", "-XX:+UseSerialGC", "-cp", self.path, "Judge"],
                    stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                )
            try:
                self.process.stdin.write(question + "\n")
                self.process.stdin.flush()
                answer = self.process.stderr.readline()
            except BrokenPipeError:
                answer = ""
            if answer:
                return json.loads(answer)
            self.process.wait()
        return {"error": {"message": "Alloy ends without an answer"}, "commands": [], "verdict": "error"}

    def read(self, file):
        return self.ask(f"read\t{file}")

    def solve(self, file, index, seconds):
        return self.ask(f"solve\t{file}\t{index}\tseconds={seconds}\ttemporal=yes")


def limited(seconds):
    """Limits the processor time of a process, and its memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


def fex_says(fex, file, seconds, commands, more=()):
    """What fex says of a file and of its commands, by their numbers, with milliseconds of processor time."""
    check = subprocess.run(
        [fex, "check", str(file)], capture_output=True, text=True, errors="replace", preexec_fn=lambda: limited(seconds)
    )
    errors = [line for line in check.stderr.splitlines() + check.stdout.splitlines() if line.startswith("error")]
    answers = {}
    if check.returncode < 0:
        return f"ended by signal {-check.returncode}", answers
    if errors and not commands:
        return errors[0], answers
    for index in range(commands):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run(
            [fex, "solve", str(file), "--format", "json", "--show", "0", "--command", str(index), *more],
            capture_output=True, text=True, errors="replace", preexec_fn=lambda: limited(seconds),
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        lines = [line for line in run.stdout.splitlines() if line.startswith("{")]
        if lines:
            verdict = json.loads(lines[0])["verdict"]
        elif run.returncode in (-24, -9):
            verdict = "timeout"
        elif run.returncode < 0 or "panicked" in run.stderr:
            verdict = "crash"
        else:
            refusals = [line for line in run.stderr.splitlines() if line.startswith("error")]
            verdict = "refused: " + (refusals[0].split(":", 1)[-1].strip() if refusals else run.stderr[:80])
        answers[index] = (verdict, round(spent))
    # An error may be about one command only: the file is refused where no command is run.
    refused = errors and all(verdict.startswith("refused") for verdict, _ in answers.values())
    return errors[0] if refused else "", answers


def chosen(checkouts, most):
    """The files that are compared: their repository, their path in it, and where they are."""
    seen = set()
    for repository in sorted(path for path in checkouts.iterdir() if path.is_dir()):
        found = []
        for file in repository.rglob("*.als"):
            if file.is_file():
                digest = hashlib.sha256(file.read_bytes()).hexdigest()
                if digest not in seen:
                    seen.add(digest)
                    found.append((digest, file))
        for _, file in sorted(found)[:most]:
            yield repository.name, str(file.relative_to(repository)), file


def one_line(text, checkouts=""):
    """A text in one line, without the path of this machine."""
    text = " ".join(str(text).split())
    return (text.replace(f"{checkouts}/", "") if checkouts else text)[:80]


def earlier(folder):
    """What Alloy said in an earlier run: of files, and of their commands."""
    with open(folder / "files.tsv", newline="") as table:
        files = {(row["repository"], row["file"]): row for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)}
    commands = {}
    with open(folder / "commands.tsv", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            commands.setdefault((row["repository"], row["file"]), []).append(row)
    return files, commands


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--fex", default=str(ROOT / "target/release/fex"))
    parser.add_argument("--into", type=Path, default=HERE)
    parser.add_argument("--again", type=Path)
    parser.add_argument("--overflow", choices=["alloy", "wrap"])
    arguments = parser.parse_args()

    known = earlier(arguments.again) if arguments.again else None
    with tempfile.TemporaryDirectory() as scratch:
        judge = None if known else Judge(alloys_jar(), scratch)
        with open(arguments.into / "files.tsv", "w") as files, open(arguments.into / "commands.tsv", "w") as commands:
            files.write("\t".join(FILES) + "\n")
            commands.write("\t".join(COMMANDS) + "\n")
            asked = ((*key, arguments.checkouts.joinpath(*key)) for key in known[0]) if known else None
            for repository, name, file in asked or chosen(arguments.checkouts, arguments.most):
                compare(arguments, judge, known, (repository, name, file), files, commands)
                files.flush()
                commands.flush()


def compare(arguments, judge, known, where, files, commands):
    """Writes what both sides say of a file."""
    repository, name, file = where
    if known:
        error = known[0][repository, name]["alloy_says"]
        alloys = [
            (row["label"], row["temporal"], row["alloy"], row["alloy_ms"])
            for row in known[1].get((repository, name), [])
        ]
    else:
        read = judge.read(file)
        error = one_line(read["error"]["message"], arguments.checkouts) if read.get("error") else ""
        alloys = []
        for index, command in enumerate(read["commands"] if not error else []):
            answer = judge.solve(file, index, arguments.seconds)
            spent = sum(answer.get(part, 0) for part in ["parsing_us", "translation_us", "solving_us"]) // 1000
            temporal = "yes" if command["temporal"] else "no"
            alloys.append((one_line(command["label"]), temporal, answer["verdict"], spent))
    more = ["--overflow", arguments.overflow] if arguments.overflow else []
    refusal, fexs = fex_says(arguments.fex, file, arguments.seconds, len(alloys), more)
    accepted = lambda message: "refused" if message else "accepted"
    files.write("\t".join([repository, name, accepted(error), accepted(refusal), error, one_line(refusal, arguments.checkouts)]) + "\n")
    for index, (label, temporal, verdict, spent) in enumerate(alloys):
        found, took = fexs.get(index, ("-", "-"))
        row = [repository, name, index, label, temporal, verdict, one_line(found), spent, took]
        commands.write("\t".join(map(str, row)) + "\n")


if __name__ == "__main__":
    sys.exit(main())
