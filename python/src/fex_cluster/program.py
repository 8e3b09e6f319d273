"""The program `fex`: bytes in, bytes out."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


class FexError(Exception):
    """fex did not do what it was asked for; the text is what it said."""


@dataclass(frozen=True)
class Fex:
    """How fex is started.

    `binary` is a path, or a name that is looked up; `folder` is that of the project, or `None` for the current one.
    """

    binary: str = "fex"
    folder: str | None = None

    def plan(self, arguments: Sequence[str]) -> bytes:
        """The plan of a command with its arguments, such as `["extreme"]`."""
        return self._output(["plan", *arguments], b"")

    def run_unit(self, task: bytes) -> bytes:
        """The partial report of units of a plan."""
        return self._output(["run-unit"], task)

    def merge(self, plan: Path, parts: Sequence[Path], arguments: Sequence[str]) -> int:
        """Joins partial reports; what fex prints is seen. Returns its exit code."""
        return subprocess.run(
            [self.binary, "merge", *map(str, parts), "--plan", str(plan), *arguments], cwd=self.folder, check=False
        ).returncode

    def _output(self, arguments: list[str], given: bytes) -> bytes:
        try:
            process = subprocess.run(
                [self.binary, *arguments], input=given, capture_output=True, cwd=self.folder, check=False
            )
        except OSError as error:
            raise FexError(f"`{self.binary}` cannot be started: {error}") from error
        if process.returncode != 0:
            said = process.stderr.decode(errors="replace").strip()
            raise FexError(said or f"`{self.binary}` ended with {process.returncode} and said nothing")
        return process.stdout
