"""Checks that fex may pass on whatever it contains: `python3 release/check.py`, after a build.

All packages have licences that `deny.toml` allows and come from the registry, what is linked comes with the text of its
licence, and the jars contain no class of anybody that a bill of materials would not name.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import crates
import jars
import licences
from binary import PLATFORMS
from component import Refusal

ROOT = Path(__file__).resolve().parent.parent


def check() -> str:
    """Checks everything; says what was there."""
    allowed = licences.allowed(ROOT)
    packages = crates.metadata(ROOT)["packages"]
    banned = {entry["name"] for entry in tomllib.loads((ROOT / "deny.toml").read_text())["bans"]["deny"]}
    for package in packages:
        named = f"{package['name']} {package['version']}"
        if not licences.may_be_passed_on(package["license"] or "", allowed):
            raise Refusal(f"{named} is licensed under `{package['license']}`, which `deny.toml` does not allow")
        if not (package["source"] or crates.REGISTRY).startswith(crates.REGISTRY):
            raise Refusal(f"{named} comes from {package['source']}, which is no registry")
        if package["name"] in banned:
            raise Refusal(f"{named} is banned by `deny.toml`")
    shaded = jars.components(ROOT)
    linked = {component.purl: component for platform in PLATFORMS for component in crates.components(ROOT, platform.target)}
    for component in [*linked.values(), *shaded]:
        licences.check(component, allowed)
    _texts_are_needed()
    checked = [jar for module in jars.SHADED for jar in _built(module)]
    for module, jar in checked:
        jars.check(ROOT, module, jar, shaded)
    # What is shaded into the agent of fex-junit is inside as a jar of its own.
    for module, jar in _built("junit"):
        jars.check(ROOT, module, jar, [])
    return f"{len(packages)} packages, {len(linked)} linked, {len(shaded)} shaded into {len(checked)} jars: all may be passed on"


def _texts_are_needed() -> None:
    """Refuses a text that is kept here for a crate that comes with its own by now, or is gone."""
    packages = {package["name"]: package for package in crates.linked(crates.metadata(ROOT))}
    for text in sorted((ROOT / "release/texts").iterdir()):
        if text.stem not in packages or crates.texts_of(packages[text.stem]):
            raise Refusal(f"{text.relative_to(ROOT)} is needed no more")


def _built(module: str) -> list[tuple[str, Path]]:
    """The newest jar of a module that a build has made."""
    made = list(ROOT.glob(f"target/**/build/fex-*/out/jvm/fex-{module}/fex-{module}.jar"))
    made = sorted((jar for jar in made if jar.stat().st_size > 0), key=lambda jar: jar.stat().st_mtime)
    if not made:
        raise Refusal(f"no build has made fex-{module}.jar: run `cargo build` first, with Maven on the path")
    return [(module, made[-1])]


if __name__ == "__main__":
    try:
        print(check())
    except Refusal as refusal:
        sys.exit(f"error: {refusal}")
