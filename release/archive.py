"""Archives and checksums that are the same bytes whenever they are made of the same files."""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    """A file of an archive."""

    name: str
    content: bytes
    is_program: bool = False


def folder(path: Path, under: str) -> list[Entry]:
    """All files of a folder, under a name."""
    files = sorted(file for file in path.rglob("*") if file.is_file())
    return [Entry(f"{under}/{file.relative_to(path).as_posix()}", file.read_bytes()) for file in files]


def tar(path: Path, entries: list[Entry], seconds: int) -> None:
    """Writes files into an archive: sorted, with one time, and of nobody."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for entry in sorted(entries, key=lambda entry: entry.name):
            info = tarfile.TarInfo(entry.name)
            info.size, info.mtime, info.mode = len(entry.content), seconds, 0o755 if entry.is_program else 0o644
            archive.addfile(info, io.BytesIO(entry.content))
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=seconds) as packed:
        packed.write(raw.getvalue())


def checksums(files: list[Path]) -> str:
    """What `sha256sum --check` reads."""
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files))
