"""The crates that are linked into the binary, with the licence texts that they come with."""

from __future__ import annotations

import json
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

from component import Component, Refusal

REGISTRY = "registry+"
BEGINNINGS = ("LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")

# Libraries in C++ that a crate has in a folder of its own, with the file that says which version it is.
INSIDE = {"cadical-sys": ("cadical", "cadical", "VERSION", "MIT", "https://github.com/arminbiere/cadical")}


def metadata(root: Path, target: str | None = None) -> dict:
    """What cargo says of the package and of all that it needs, on one platform or on all."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    platform = ["--filter-platform", target] if target else []
    run = subprocess.run(command + platform, cwd=root, capture_output=True, text=True)
    if run.returncode != 0:
        raise Refusal(f"`{' '.join(command)}` fails: {run.stderr.strip()}")
    return json.loads(run.stdout)


def linked(metadata: dict) -> list[dict]:
    """The packages whose code is in the binary, in order of names: no macros, nothing that only builds or tests, and not fex."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    open_, met = [metadata["resolve"]["root"]], set()
    while open_:
        name = open_.pop()
        if name not in met and not _is_macro(packages[name]):
            met.add(name)
            open_ += [needed for needed in _needed(nodes[name])]
    met.discard(metadata["resolve"]["root"])
    return sorted((packages[name] for name in met), key=lambda package: (package["name"], package["version"]))


def _needed(node: dict) -> Iterator[str]:
    for needed in node["deps"]:
        if any(kind["kind"] is None for kind in needed["dep_kinds"]):
            yield needed["pkg"]


def _is_macro(package: dict) -> bool:
    return any("proc-macro" in target["kind"] for target in package["targets"])


def texts_of(package: dict) -> list[str]:
    """The licence texts and notices in the sources of a package, those of what it contains included."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name.upper().startswith(BEGINNINGS))
    return [file.read_text(encoding="utf-8", errors="replace") for file in files]


def components(root: Path, target: str) -> list[Component]:
    """The crates that are linked on a platform, and the libraries in them."""
    all_of_it = metadata(root, target)
    packages = linked(all_of_it)
    names = {package["id"]: _purl(package) for package in packages}
    nodes = {node["id"]: node for node in all_of_it["resolve"]["nodes"]}
    digests = _digests(root)
    found = []
    for package in packages:
        name, version = package["name"], package["version"]
        needs = {names[needed] for needed in _needed(nodes[package["id"]]) if needed in names}
        if name in INSIDE:
            inside = _inside(package)
            found.append(inside)
            needs.add(inside.purl)
        found.append(
            Component(
                purl=names[package["id"]],
                name=name,
                version=version,
                licence=package["license"] or "",
                texts=(*texts_of(package), *_kept_here(root, name)),
                home=package["repository"] or "",
                sha256=digests.get((name, version), ""),
                needs=tuple(sorted(needs)),
            )
        )
    return found


def _inside(package: dict) -> Component:
    name, folder, version, licence, home = INSIDE[package["name"]]
    sources = Path(package["manifest_path"]).parent / folder
    version = (sources / version).read_text().strip()
    texts = tuple(file.read_text() for file in sorted(sources.glob("LICEN*")))
    return Component(f"pkg:generic/{name}@{version}", name, version, licence, texts, home)


def _kept_here(root: Path, name: str) -> tuple[str, ...]:
    """The text that is kept here for a crate that has none."""
    file = root / "release/texts" / f"{name}.txt"
    return (file.read_text(),) if file.is_file() else ()


def _purl(package: dict) -> str:
    return f"pkg:cargo/{package['name']}@{package['version']}".replace("+", "%2B")


def _digests(root: Path) -> dict[tuple[str, str], str]:
    lock = tomllib.loads((root / "Cargo.lock").read_text())
    return {(package["name"], package["version"]): package.get("checksum", "") for package in lock["package"]}
