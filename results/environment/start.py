#!/usr/bin/env python3
"""Measures what the agent of fex-junit adds to the start of a JVM.

    start.py JAR [JAR ...] [--runs 9]     prints a table: the jars may be of several versions, and run in turn

For each JDK of /usr/lib/jvm: a `main` that does nothing, without an agent, with one that does nothing, and with that of each jar; then one
that has its environment held, when nothing is kept of what the JDK is made into, and when that is. The figures are the middle of the runs:
processor seconds, of all threads, and in parentheses the seconds that pass.
"""
import argparse
import glob
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile
import time

EMPTY = "public class Empty { public static void main(String[] arguments) {} }"
# As the first test does that is in a virtual environment.
HELD = """public class Held {
    public static void main(String[] arguments) throws Exception {
        Class.forName("fex.runtime.HeldEnvironment").getDeclaredMethod("arm").invoke(null);
    }
}"""
NOTHING = "public class Nothing { public static void premain(String arguments, java.lang.instrument.Instrumentation instrumentation) {} }"


def once(command, cache):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "FEX_CACHE": str(cache)})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("jars", nargs="+", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=9)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = pathlib.Path(temporary)
        for name, text in [("Empty", EMPTY), ("Held", HELD), ("Nothing", NOTHING)]:
            (place / f"{name}.java").write_text(text)
        subprocess.run(["javac", "-d", place, *place.glob("*.java")], check=True)
        (place / "manifest").write_text("Premain-Class: Nothing\nCan-Retransform-Classes: true\n")
        subprocess.run(["jar", "cfm", place / "nothing.jar", place / "manifest", "-C", place, "Nothing.class"], check=True)
        kinds = {"no agent": ([], "Empty", False), "an agent of nothing": ([f"-javaagent:{place / 'nothing.jar'}"], "Empty", False)}
        for number, jar in enumerate(asked.jars, 1):
            agent = [f"-javaagent:{jar.resolve()}"]
            kinds |= {f"jar {number}": (agent, "Empty", False), f"jar {number}, held first": (agent, "Held", True), f"jar {number}, held": (agent, "Held", False)}
        homes = sorted({pathlib.Path(home).resolve() for home in glob.glob("/usr/lib/jvm/*") if pathlib.Path(home, "bin/java").exists()})
        print("| JDK | " + " | ".join(kinds) + " |\n" + "| --- " * (len(kinds) + 1) + "|")
        for home in homes:
            took = {kind: [] for kind in kinds}
            cache = place / "cache" / home.name
            for _ in range(asked.runs + 1):
                for kind, (options, name, is_first) in kinds.items():
                    if is_first:
                        shutil.rmtree(cache, ignore_errors=True)
                    took[kind].append(once([home / "bin/java", *options, "-cp", place, name], cache))
            # The first of each warms the machine's own caches.
            middle = {kind: [statistics.median(values) for values in zip(*all[1:])] for kind, all in took.items()}
            print(f"| {home.name} | " + " | ".join(f"{cpu:.2f} ({wall:.2f})" for cpu, wall in middle.values()) + " |", flush=True)


if __name__ == "__main__":
    main()
