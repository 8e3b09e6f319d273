"""How much longer `mvn fex:extreme` takes than `fex extreme` in the same project: python3 overhead.py FEX [RUNS]

FEX is the binary. The project is a copy of tests/data/shop, two modules. Both commands run in turn, with the verdicts of an earlier
run (nothing has changed since) and with all judged anew, and so does `mvn validate`, which only starts Maven and reads the project.
What is printed goes into overhead.csv.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    fex, runs = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    with tempfile.TemporaryDirectory() as scratch:
        project, repository = Path(scratch, "shop"), Path(scratch, "repository")
        shutil.copytree(HERE.parent.parent / "tests/data/shop", project)
        repository.mkdir()
        for entry in Path.home().joinpath(".m2/repository").iterdir():
            if entry.name != "fex":
                repository.joinpath(entry.name).symlink_to(entry)
        subprocess.run([fex, "plugins", "--repository", repository], check=True, stdout=subprocess.DEVNULL)
        local = f"-Dmaven.repo.local={repository}"
        environment = {**os.environ, "FEX_CACHE": str(Path(scratch, "cache"))}
        maven = ["mvn", "--batch-mode", "--offline", local, "fex:fex-maven-plugin:0.1.0:extreme"]
        alone = ["mvn", "--batch-mode", "--offline", local, "validate"]
        # What the plugin tells the build that fex asks.
        binary = [fex, "extreme", "--reports", "--build-arg=--offline", f"--build-arg={local}"]

        def seconds(command):
            since = time.monotonic()
            subprocess.run(command, cwd=project, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return time.monotonic() - since

        print("judged,run,mvn fex:extreme,fex extreme,mvn validate")
        for judged, of_maven, of_binary in [("before", [], []), ("anew", ["-Dfex.arguments=--fresh"], ["--fresh"])]:
            seconds(maven + of_maven), seconds(binary + of_binary)
            more, beyond = [], []
            for run in range(1, runs + 1):
                goal, command, nothing = seconds(maven + of_maven), seconds(binary + of_binary), seconds(alone)
                more.append(goal - command)
                beyond.append(goal - command - nothing)
                print(f"{judged},{run},{goal:.3f},{command:.3f},{nothing:.3f}")
            medians = f"{statistics.median(more):.2f} s more than the binary, {statistics.median(beyond):+.2f} s beyond both"
            print(f"{judged}: {medians} (medians of {runs})", file=sys.stderr)


main()
