"""Has the workers of a Dask cluster do the units of a plan."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from distributed import Client, Future, as_completed, get_worker
from distributed.scheduler import KilledWorker

from fex_cluster.program import Fex, FexError
from fex_cluster.tasks import Batch, Plan, batches, check


@dataclass(frozen=True)
class Settings:
    """How work is handed out.

    `fex` is how workers start fex. Of `batches`, there are the same for any number of workers, so that a later run finds what an earlier one
    kept; more of them lose less when a worker dies, and cost more starts. `retries` is how often a batch may fail before that is an error.
    """

    fex: Fex = field(default_factory=Fex)
    batches: int = 32
    retries: int = 3


def run(
    client: Client,
    plan: Plan,
    keep: Path,
    settings: Settings,
    tell: Callable[[int, int, int], None] = lambda done, units, workers: None,
) -> list[Path]:
    """Does all units of a plan, and returns the files with their partial reports.

    Each partial report is kept in a folder as soon as it is there, and what is there already is not done again. `tell` hears how many of how
    many units are done, and by how many workers.
    """
    keep.mkdir(parents=True, exist_ok=True)
    todo = batches(plan, settings.batches)
    files = {batch: keep / f"{batch.name}.json" for batch in todo}
    done = sum(len(batch.units) for batch in todo if _is_kept(plan, batch, files[batch]))
    open_batches = [batch for batch in todo if not files[batch].exists()]
    tell(done, len(plan.costs), len(client.nthreads()))
    # What is scattered goes with the worker that holds it; the result of a task is computed again.
    text = client.submit(_same, plan.text, pure=False)
    futures: dict[Future, Batch] = {
        client.submit(_work, text, batch, settings.fex, pure=False, retries=settings.retries): batch
        for batch in open_batches
    }
    try:
        for future in as_completed(futures):
            batch = futures[future]
            worker, part = _result(future)
            try:
                check(plan, batch, part)
            except FexError as error:
                raise FexError(f"worker {worker}: {error}") from error
            _write(files[batch], part)
            done += len(batch.units)
            tell(done, len(plan.costs), len(client.nthreads()))
    finally:
        client.cancel(list(futures))
    return list(files.values())


def _same(plan: bytes) -> bytes:
    return plan


def _work(plan: bytes, batch: Batch, fex: Fex) -> tuple[str, bytes]:
    """Does a batch, on a worker; says which one it is."""
    worker = str(get_worker().address)
    try:
        return worker, fex.run_unit(batch.task(plan))
    except FexError as error:
        raise FexError(f"worker {worker}: {error}") from error


def _result(future: Future) -> tuple[str, bytes]:
    try:
        result: tuple[str, bytes] = future.result()
        return result
    except KilledWorker as error:
        raise FexError(f"several workers died at the same units: {error}") from error


def _is_kept(plan: Plan, batch: Batch, file: Path) -> bool:
    """Whether a batch was done before; what is no partial report of it is removed."""
    try:
        check(plan, batch, file.read_bytes())
    except FileNotFoundError:
        return False
    except FexError:
        file.unlink()
        return False
    return True


def _write(file: Path, part: bytes) -> None:
    """Writes a file, whole or not at all."""
    beside = file.with_suffix(f".{os.getpid()}.part")
    beside.write_bytes(part)
    beside.replace(file)
