"""Tries out what a release consists of: unpacked into empty folders, and used there as its users do."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import struct
import subprocess
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

import jars
import licences
from component import Refusal

ROOT = Path(__file__).resolve().parent.parent

SPECIFICATION = """one sig List { first: lone Node }
sig Node { value: Int, next: lone Node }

pred sorted[l: List] {
  all n: l.first.*next | n not in n.^next and (all m: n.next | n.value < m.value)
}

generate List satisfying sorted for 3 {
  value in 0 .. scope - 1
}
"""


def all_of_it(files: Path, version: str) -> None:
    """Tries out all files of a release."""
    _sums(files)
    bill = json.loads((files / f"fex-{version}.cdx.json").read_text())
    for packed in sorted(files.glob(f"fex-{version}-linux-*.tar.gz")):
        with tempfile.TemporaryDirectory() as folder:
            _archive(packed, Path(folder), bill)
    with tempfile.TemporaryDirectory() as folder:
        _maven(files / f"fex-{version}-maven.tar.gz", Path(folder), version, bill)
    _extension(files / f"fex-{version}.vsix", bill)
    with tempfile.TemporaryDirectory() as folder:
        _wheel(next(files.glob("*.whl")), Path(folder))


def _expect(holds: object, what: str) -> None:
    if not holds:
        raise Refusal(f"what was made is wrong: {what}")


def _sums(files: Path) -> None:
    listed = dict(reversed(line.split("  ")) for line in (files / "SHA256SUMS").read_text().splitlines())
    there = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files.iterdir() if file.name != "SHA256SUMS"}
    _expect(listed == there, "SHA256SUMS does not list the files that are there")


def _run(command: list, folder: Path, **environment: str) -> str:
    """Runs a command with nothing but these variables; it has to succeed."""
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    _expect(run.returncode == 0, f"`{' '.join(map(str, command))}` fails: {run.stdout}{run.stderr}")
    return run.stdout


def _archive(packed: Path, folder: Path, bill: dict) -> None:
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    prefix = folder / packed.name.removesuffix(".tar.gz")
    program = prefix / "bin/fex"
    _expect(_is_static(program.read_bytes()), f"{packed.name} has a binary that is not static")
    for path in (str(ROOT), str(Path.home())):
        _expect(path.encode() not in program.read_bytes(), f"the binary of {packed.name} names `{path}`")
    _third_parties((prefix / "share/doc/fex/THIRD-PARTY.txt").read_text(), bill, packed.name)
    empty = folder / "empty"
    empty.mkdir()
    (empty / "list.spec").write_text(SPECIFICATION)
    _run([program, "generate", "list.spec", "--format", "json", "--quiet"], empty)
    suite = json.loads((empty / "fex-out/list.json").read_text())
    # Lists of 0, 1, 2 and 3 nodes: the values of a list of 3 are 0, 1 and 2, those of the others can be chosen.
    _expect(
        suite["coverage"] == "field-exhaustive" and len(suite["instances"]) == 4,
        f"`fex generate` finds {len(suite['instances'])} lists, {suite['coverage']}",
    )
    _completions(program, prefix)
    _pages(prefix / "share/man/man1")
    _judges(program, folder)


def _is_static(program: bytes) -> bool:
    """Whether an ELF file asks for no interpreter, which would load shared libraries."""
    start, size, count = struct.unpack_from("<Q", program, 32)[0], *struct.unpack_from("<HH", program, 54)
    kinds = [struct.unpack_from("<I", program, start + size * index)[0] for index in range(count)]
    return program[:4] == b"\x7fELF" and 3 not in kinds


def _completions(program: Path, prefix: Path) -> None:
    """What shells offer after `fex gen`, and whether Zsh, which has to be asked by a terminal, reads its script."""
    script = prefix / "share/bash-completion/completions/fex"
    asked = 'source "$1"; COMP_WORDS=(fex gen); COMP_CWORD=1; _fex fex gen fex; echo "${COMPREPLY[@]}"'
    if shutil.which("bash"):
        offered = _run([shutil.which("bash"), "-c", asked, "bash", script], prefix)
        _expect(offered == "generate\n", f"bash offers `{offered.strip()}` after `fex gen`")
    if shutil.which("fish"):
        asked = f"source {prefix}/share/fish/vendor_completions.d/fex.fish; complete --do-complete 'fex gen'"
        offered = _run([shutil.which("fish"), "--no-config", "--command", asked], prefix)
        _expect(offered.split()[:1] == ["generate"], f"fish offers `{offered.strip()}` after `fex gen`")
    if shutil.which("zsh"):
        _run([shutil.which("zsh"), "-n", prefix / "share/zsh/site-functions/_fex"], prefix)


def _pages(folder: Path) -> None:
    pages = sorted(folder.iterdir())
    _expect(len(pages) > 20, f"there are {len(pages)} pages for man")
    if shutil.which("man"):
        shown = _run([shutil.which("man"), "-l", folder / "fex-generate.1.gz"], folder, PATH=os.environ["PATH"], MANWIDTH="80")
        _expect("fex generate [OPTIONS] [SPEC]" in shown, f"man shows no synopsis: {shown[:400]}")
    if shutil.which("mandoc"):
        for page in pages:
            _run([shutil.which("mandoc"), "-T", "lint", "-W", "warning", page], folder)


def _third_parties(text: str, bill: dict, name: str) -> None:
    """Whether all that the bill says of a file is in its list of third parties, with the text of its licence."""
    allowed = licences.allowed(ROOT)
    names = {component["bom-ref"]: component for component in bill["components"]}
    inside = next(entry["dependsOn"] for entry in bill["dependencies"] if entry["ref"] == f"file:{name}")
    _expect(inside, f"the bill says that {name} contains nothing")
    for component in (names[ref] for ref in inside):
        heading = f"{component['name']} {component['version']}"
        _expect(heading in text, f"THIRD-PARTY.txt of {name} does not name {heading}")
        expression = component["licenses"][0]["expression"]
        _expect(licences.has_text(expression, [text], allowed), f"THIRD-PARTY.txt of {name} has no text of {expression}")


def _judges(program: Path, folder: Path) -> None:
    """The binary builds a small Maven project and judges its tests."""
    project = folder / "shop"
    shutil.copytree(ROOT / "tests/data/shop", project)
    told = _run([program, "extreme", "--quiet"], project, **_java(), FEX_CACHE=str(folder / "cache"))
    _expect("app.Receipt.print" in told, f"`fex extreme` does not find the method that no test notices: {told}")


def _java() -> dict[str, str]:
    """What Maven needs of the environment."""
    return {name: os.environ[name] for name in ("HOME", "JAVA_HOME", "PATH") if name in os.environ}


def _maven(packed: Path, folder: Path, version: str, bill: dict) -> None:
    """A build finds the plugin and its binary in the repository, with nothing else of fex there."""
    repository = folder / "repository"
    repository.mkdir()
    for entry in jars.repository().iterdir():
        if entry.name != "fex":
            (repository / entry.name).symlink_to(entry)
    with tarfile.open(packed) as archive:
        archive.extractall(repository, filter="data")
    _third_parties((repository / "fex/THIRD-PARTY.txt").read_text(), bill, packed.name)
    project = folder / "shop"
    shutil.copytree(ROOT / "tests/data/shop", project)
    goal = f"fex:fex-maven-plugin:{version}:extreme"
    build = ["mvn", "--batch-mode", f"-Dmaven.repo.local={repository}", goal]
    told = _run(build, project, **_java(), FEX_CACHE=str(folder / "cache"))
    _expect("app.Receipt.print" in told, f"`mvn {goal}` does not find the method that no test notices: {told}")


def _extension(vsix: Path, bill: dict) -> None:
    with zipfile.ZipFile(vsix) as archive:
        _expect(archive.testzip() is None, f"{vsix.name} is damaged")
        manifest = json.loads(archive.read("extension/package.json"))
        _expect(archive.read("extension/" + manifest["main"].removeprefix("./")), f"{vsix.name} has no program")
        _third_parties(archive.read("extension/dist/THIRD-PARTY.txt").decode(), bill, vsix.name)


def _wheel(wheel: Path, folder: Path) -> None:
    """The wheel installs without anything else of fex, and has its licences."""
    venv.create(folder / "venv", with_pip=True)
    _run([folder / "venv/bin/pip", "install", "--quiet", wheel], folder, **_java())
    _expect("--scheduler" in _run([folder / "venv/bin/fex-cluster", "--help"], folder), "`fex-cluster` has no help")
    with zipfile.ZipFile(wheel) as archive:
        names = {Path(name).name for name in archive.namelist()}
    _expect({"LICENSE-APACHE", "LICENSE-MIT"} <= names, f"{wheel.name} has no licences")
