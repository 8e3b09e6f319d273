"""The command `fex-cluster`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from distributed import Client

from fex_cluster.cluster import Settings, run
from fex_cluster.program import Fex, FexError
from fex_cluster.tasks import Plan

WIDTH = 30


def main(arguments: Sequence[str] | None = None) -> int:
    """Plans, submits, shows progress and merges; the exit code is that of `fex merge`, or 2."""
    options = _parser().parse_args(arguments)
    try:
        return _spread(options)
    except FexError as error:
        print(f"error: {error}", file=sys.stderr)
    except OSError as error:
        print(f"error: the scheduler at `{options.scheduler}` does not answer: {error}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fex-cluster", description="Does the work of fex on a Dask cluster, and reports as one machine would."
    )
    parser.add_argument("--scheduler", required=True, metavar="ADDRESS", help="the scheduler, like tcp://host:8786")
    parser.add_argument("--fex", default="fex", metavar="PATH", help="the program, here and on workers [default: fex]")
    parser.add_argument("--folder", metavar="DIR", help="the project on workers [default: the current folder]")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where what is found is kept [default: in the user's cache]")
    parser.add_argument("--batches", type=int, default=32, metavar="N", help="into how many batches work is split [default: 32]")
    parser.add_argument("--out", metavar="DIR", help="where `fex merge` writes reports")
    parser.add_argument("--format", metavar="FORMAT", help="what `fex merge` prints or writes")
    parser.add_argument("--fail-on", metavar="VERDICT", help="as for `fex merge`")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what fex does, like `extreme`, with its arguments")
    return parser


def _spread(options: argparse.Namespace) -> int:
    if not options.command:
        raise FexError("there is no command; `extreme` is one")
    here = Fex(options.fex)
    plan = Plan.read(here.plan(options.command))
    keep = (options.keep or _cache()) / plan.digest
    folder = options.folder or os.getcwd()
    settings = Settings(Fex(options.fex, folder), batches=max(1, options.batches))
    with Client(options.scheduler, timeout="10s") as client:
        parts = run(client, plan, keep, settings, _progress)
    file = keep / "plan.json"
    file.write_bytes(plan.text)
    flags = [("--out", options.out), ("--format", options.format), ("--fail-on", options.fail_on)]
    return here.merge(file, parts, [word for name, value in flags if value for word in (name, value)])


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fex" / "cluster"


def _progress(done: int, units: int, workers: int) -> None:
    """A bar on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        return
    filled = WIDTH * done // max(1, units)
    end = "\n" if done == units else ""
    bar = "#" * filled + "." * (WIDTH - filled)
    print(f"\r[{bar}] {done} of {units} units, {workers} workers", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
