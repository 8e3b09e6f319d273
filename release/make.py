"""Makes what a release needs, of the commit that is checked out: `python3 release/make.py`, into target/release-files.

Archives of static binaries with man pages and completions, a repository for Maven, the wheel, the extension for VS Code, a
bill of materials and checksums. The same commit gives the same bytes on the same versions of the tools.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Sequence
from pathlib import Path

import archive
import binary
import crates
import extension
import jars
import licences
import notices
import sbom
import system
import trial
from archive import Entry
from binary import Built, Platform
from component import Component, Refusal

ROOT = Path(__file__).resolve().parent.parent
OWN_LICENCES = ("LICENSE-APACHE", "LICENSE-MIT")
SHELLS = {
    "bash": "share/bash-completion/completions/fex",
    "elvish": "share/elvish/lib/fex.elv",
    "fish": "share/fish/vendor_completions.d/fex.fish",
    "powershell": "share/powershell/fex.ps1",
    "zsh": "share/zsh/site-functions/_fex",
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Makes a release, and tries out what it made."""
    options = _options(arguments)
    commit, seconds = _commit(options.allow_dirty)
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]["version"]
    tools = _tools(ROOT / "target/release-tools")
    out = ROOT / "target/release-files"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as work:
        release = Release(version, commit, seconds, tools, out, Path(work))
        release.make(binary.PLATFORMS)
    trial.all_of_it(out, version)
    print((out / "SHA256SUMS").read_text(), end="")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="release/make.py", description="Makes what a release needs.")
    parser.add_argument("--allow-dirty", action="store_true", help="take files as they are, also where they are not committed")
    return parser.parse_args(arguments)


def _commit(allow_dirty: bool) -> tuple[str, int]:
    """The commit that is checked out, and when it was made, in seconds."""
    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    changed = git("status", "--porcelain")
    if changed and not allow_dirty:
        raise Refusal(f"not all is committed; commit it, or add `--allow-dirty`:\n{changed}")
    return git("rev-parse", "HEAD"), int(git("log", "-1", "--format=%ct"))


def _tools(folder: Path) -> Path:
    """An environment of Python with the tools of `requirements.txt`."""
    wanted = (ROOT / "release/requirements.txt").read_text()
    installed = folder / "requirements.txt"
    if not installed.is_file() or installed.read_text() != wanted:
        venv.create(folder, clear=True, with_pip=True)
        _run([folder / "bin/pip", "install", "--quiet", "--requirement", ROOT / "release/requirements.txt"])
        installed.write_text(wanted)
    return folder


def _run(command: list, folder: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    run = subprocess.run(command, cwd=folder, env=os.environ | (environment or {}), capture_output=True, text=True)
    if run.returncode != 0:
        raise Refusal(f"`{' '.join(map(str, command))}` fails: {run.stderr.strip() or run.stdout.strip()}")
    return run.stdout


class Release:
    """A release that is being made."""

    def __init__(self, version: str, commit: str, seconds: int, tools: Path, out: Path, work: Path) -> None:
        self.version, self.commit, self.seconds = version, commit, seconds
        self.tools, self.out, self.work = tools, out, work
        self.environment = {"SOURCE_DATE_EPOCH": str(seconds)}
        self.allowed = licences.allowed(ROOT)
        self.contains: dict[str, list[Component]] = {}

    def make(self, platforms: list[Platform]) -> None:
        """Makes all files; the program of the first platform has to run on this machine."""
        built = {platform.name: binary.build(ROOT, self.tools, platform, self.seconds) for platform in platforms}
        shaded = jars.components(ROOT)
        for one in built.values():
            for module in jars.SHADED:
                jars.check(ROOT, module, one.jars / f"fex-{module}/fex-{module}.jar", shaded)
        program = built[platforms[0].name].program
        zig = next(self.tools.glob("lib/python3*/site-packages/ziglang"))
        inside = {
            platform.name: [*crates.components(ROOT, platform.target), *shaded, *system.components(zig)] for platform in platforms
        }
        vsix = self.out / f"fex-{self.version}.vsix"
        self.contains[vsix.name] = extension.package(ROOT, self.work, self.seconds, vsix)
        wheel = self._wheel()
        self.contains[wheel.name] = []
        for platform in platforms:
            self.contains[self._archive(platform).name] = inside[platform.name]
        every = {component.purl: component for platform in platforms for component in inside[platform.name]}
        self.contains[self._repository().name] = list(every.values())
        for component in (component for components in self.contains.values() for component in components):
            licences.check(component, self.allowed)

        bill = sbom.written(self.version, self.commit, self.seconds, self.contains)
        _validate(self.tools, bill, self.work)
        (self.out / f"fex-{self.version}.cdx.json").write_text(bill)
        for platform in platforms:
            self._write_archive(platform, built[platform.name], program, inside[platform.name], bill)
        self._write_repository(platforms, built, program, list(every.values()))
        files = sorted(self.out.iterdir())
        (self.out / "SHA256SUMS").write_text(archive.checksums(files))

    def _archive(self, platform: Platform) -> Path:
        return self.out / f"fex-{self.version}-{platform.name}.tar.gz"

    def _repository(self) -> Path:
        return self.out / f"fex-{self.version}-maven.tar.gz"

    def _wheel(self) -> Path:
        """Builds the wheel in a copy of its folder, with the licences."""
        folder = self.work / "python"
        shutil.copytree(ROOT / "python", folder, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
        for name in OWN_LICENCES:
            shutil.copy(ROOT / name, folder)
        pip = [self.tools / "bin/pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        _run([*pip, "--wheel-dir", self.out, folder], environment=self.environment)
        return next(self.out.glob("*.whl"))

    def _write_archive(self, platform: Platform, built: Built, program: Path, inside: list[Component], bill: str) -> None:
        """The binary with what belongs to it, as it lies in /usr/local or ~/.local."""
        top = self._archive(platform).name.removesuffix(".tar.gz")
        pages = self.work / "man1"
        _run([program, "man", pages], environment=self.environment)
        entries = [Entry(f"{top}/bin/fex", built.program.read_bytes(), is_program=True)]
        for page in sorted(pages.iterdir()):
            entries.append(Entry(f"{top}/share/man/man1/{page.name}.gz", gzip.compress(page.read_bytes(), mtime=self.seconds)))
        for shell, path in SHELLS.items():
            entries.append(Entry(f"{top}/{path}", _run([program, "completions", shell]).encode()))
        for name in ("CHANGELOG.md", *OWN_LICENCES):
            entries.append(Entry(f"{top}/share/doc/fex/{name}", (ROOT / name).read_bytes()))
        entries += self._notices(f"{top}/share/doc/fex", inside)
        entries.append(Entry(f"{top}/share/doc/fex/fex-{self.version}.cdx.json", bill.encode()))
        archive.tar(self._archive(platform), entries, self.seconds)

    def _write_repository(
        self, platforms: list[Platform], built: dict[str, Built], program: Path, inside: list[Component]
    ) -> None:
        """What `fex plugins` and `fex junit` install, with the binaries of all platforms."""
        folder = self.work / "repository"
        for command in ("plugins", "junit"):
            _run([program, command, "--repository", folder], self.work, self.environment)
        binaries = folder / "fex/fex-binary" / self.version
        for platform in platforms:
            name = f"fex-binary-{self.version}-{platform.classifier}.exe"
            shutil.copy(built[platform.name].program, binaries / name)
        entries = [
            Entry(entry.name.removeprefix("./"), entry.content, entry.name.endswith(".exe"))
            for entry in archive.folder(folder, ".")
        ]
        for name in OWN_LICENCES:
            entries.append(Entry(f"fex/{name}", (ROOT / name).read_bytes()))
        archive.tar(self._repository(), [*entries, *self._notices("fex", inside)], self.seconds)

    def _notices(self, folder: str, inside: list[Component]) -> list[Entry]:
        beside = "What Rust's standard library contains of others is in rust-standard-library.html."
        return [
            Entry(f"{folder}/THIRD-PARTY.txt", notices.written(inside, beside).encode()),
            Entry(f"{folder}/rust-standard-library.html", system.rust_notices().read_bytes()),
        ]


def _validate(tools: Path, bill: str, work: Path) -> None:
    """Refuses a bill of materials that is none by the schema of CycloneDX, which a library of its makers has."""
    file = work / "bill.json"
    file.write_text(bill)
    program = (
        "import sys; from cyclonedx.schema import SchemaVersion; from cyclonedx.validation.json import JsonStrictValidator; "
        "error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read()); "
        "sys.exit(str(error) if error else 0)"
    )
    _run([tools / "bin/python", "-c", program, file])


if __name__ == "__main__":
    try:
        main()
    except Refusal as refusal:
        sys.exit(f"error: {refusal}")
