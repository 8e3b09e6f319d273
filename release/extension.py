"""The extension for VS Code, packaged in a copy of its folder, and the packages that are bundled into it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from component import Component, Refusal


def package(root: Path, work: Path, seconds: int, to: Path) -> list[Component]:
    """Writes the `.vsix`; returns what it contains of others."""
    folder = work / "vscode"
    shutil.copytree(root / "editors/vscode", folder, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    _run(["npm", "ci", "--no-audit", "--no-fund"], folder, seconds)
    _run(["npm", "run", "package"], folder, seconds)
    (folder / "fex.vsix").replace(to)
    described = json.loads((folder / "dist/third-party.json").read_text())
    return [
        Component(
            purl=f"pkg:npm/{entry['name'].replace('@', '%40')}@{entry['version']}",
            name=entry["name"],
            version=entry["version"],
            licence=entry["license"],
            texts=tuple(entry["texts"]),
            home=entry["home"],
        )
        for entry in described
    ]


def _run(command: list[str], folder: Path, seconds: int) -> None:
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(seconds)}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        raise Refusal(f"`{' '.join(command)}` fails in {folder}: {run.stderr.strip() or run.stdout.strip()}")
