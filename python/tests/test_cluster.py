"""A real scheduler and real worker processes, some of which are killed; the oracle is what fex says on one machine.

`FEX` names the program. What is counted are all search trees of a scope: that needs no JVM.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client
from fex_cluster import Batch, Fex, FexError, Plan, Settings, batches, check, run
from fex_cluster.command import main

FEX = os.environ.get("FEX", "fex")
SPEC = str(Path(__file__).parents[2] / "specs" / "search_tree.spec")
COUNT = ["generate", SPEC, "--scope", "6", "--exhaustive", "--count"]


class Cluster:
    """A scheduler with workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--no-dashboard")
        self.workers = [self.add_worker() for _ in range(3)]
        self.client = Client(scheduler_file=str(self.file), timeout="30s")
        self.client.wait_for_workers(3, timeout=60)

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
        return subprocess.Popen(
            [*command, "--scheduler-file", str(self.file)],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def add_worker(self) -> subprocess.Popen[bytes]:
        return self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    def stop(self) -> None:
        self.client.close()
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.stop()


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan.read(Fex(FEX).plan(COUNT))


def alone() -> bytes:
    """What one machine prints."""
    return subprocess.run([FEX, *COUNT], check=True, capture_output=True).stdout


def merged(plan: Plan, parts: list[Path], folder: Path) -> bytes:
    file = folder / "plan.json"
    file.write_bytes(plan.text)
    command = [FEX, "merge", *map(str, parts), "--plan", str(file)]
    return subprocess.run(command, check=True, capture_output=True).stdout


def slow(folder: Path, seconds: float) -> str:
    """A program that is fex, but takes its time."""
    script = folder / "slow-fex"
    script.write_text(f'#!/bin/sh\nsleep {seconds}\nexec "{FEX}" "$@"\n')
    script.chmod(0o755)
    return str(script)


def test_batches_are_disjoint_and_complete_and_the_same_for_everybody(plan: Plan) -> None:
    for count in (1, 2, 7, 10_000):
        split = batches(plan, count)
        units = [unit for batch in split for unit in batch.units]
        assert sorted(units) == sorted(plan.costs)
        assert len(split) == min(count, len(plan.costs))
        assert split == batches(plan, count)
        sizes = [sum(plan.costs[unit] for unit in batch.units) for batch in split]
        assert max(sizes) - min(sizes) <= max(plan.costs.values())


def test_workers_that_are_killed_in_the_middle_cost_no_unit(cluster: Cluster, plan: Plan, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill(done: int, units: int, workers: int) -> None:
        if (done > 0 and not killed) or (done > units // 2 and len(killed) == 1):
            victim = cluster.workers[len(killed)]
            killed.append(victim.pid)
            os.kill(victim.pid, signal.SIGKILL)

    settings = Settings(Fex(slow(tmp_path, 0.2), str(tmp_path)), batches=24)
    parts = run(cluster.client, plan, tmp_path / "keep", settings, kill)
    assert len(killed) == 2
    assert merged(plan, parts, tmp_path) == alone()


def test_what_was_found_before_is_not_done_again(cluster: Cluster, plan: Plan, tmp_path: Path) -> None:
    settings = Settings(Fex(FEX, str(tmp_path)), batches=6)
    parts = run(cluster.client, plan, tmp_path / "keep", settings)
    parts[0].unlink()
    parts[1].write_bytes(parts[1].read_bytes()[:-9])
    times = {part: part.stat().st_mtime_ns for part in parts[2:]}
    heard: list[int] = []
    again = run(cluster.client, plan, tmp_path / "keep", settings, lambda done, units, workers: heard.append(done))
    assert heard[0] == sum(len(batch.units) for batch in batches(plan, 6)[2:])
    assert {part: part.stat().st_mtime_ns for part in again[2:]} == times
    assert merged(plan, again, tmp_path) == alone()


def test_a_worker_that_lies_or_fails_is_named_and_nothing_is_merged(
    cluster: Cluster, plan: Plan, tmp_path: Path
) -> None:
    lying = tmp_path / "lying-fex"
    lying.write_text("#!/bin/sh\necho '{\"content\": {\"plan\": \"0\", \"verdicts\": []}}'\n")
    lying.chmod(0o755)
    for binary, says in [(str(lying), "belongs to another plan"), (str(tmp_path / "no-fex"), "cannot be started")]:
        with pytest.raises(FexError, match=rf"worker tcp://.*{says}"):
            run(cluster.client, plan, tmp_path / "keep", Settings(Fex(binary, str(tmp_path)), batches=2, retries=0))
        assert list((tmp_path / "keep").iterdir()) == []


def test_part_of_a_batch_is_refused(plan: Plan) -> None:
    first, second = sorted(plan.costs)[:2]
    part = Fex(FEX).run_unit(Batch((first,)).task(plan.text))
    check(plan, Batch((first,)), part)
    with pytest.raises(FexError, match="has 1 units, and not the 2"):
        check(plan, Batch((first, second)), part)


def test_the_command_prints_what_one_machine_prints(
    cluster: Cluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--scheduler", cluster.address, "--fex", FEX, "--keep", str(tmp_path / "keep")]
    assert main([*arguments, "--batches", "5", *COUNT]) == 0
    assert capfd.readouterr().out.encode() == alone()


def test_a_scheduler_that_is_not_there_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    begun = time.monotonic()
    assert main(["--scheduler", "tcp://127.0.0.1:9", "--fex", FEX, *COUNT]) == 2
    assert "tcp://127.0.0.1:9" in capfd.readouterr().err
    assert time.monotonic() - begun < 60
