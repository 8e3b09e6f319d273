"""The libraries that are shaded into the jars of fex, from their pom files, and whether a jar has nothing else."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from component import Component, Refusal

NAMESPACE = {"m": "http://maven.apache.org/POM/4.0.0"}

# The modules that others are shaded into, with the packages in which these are found there.
SHADED = {"agent": "fex/asm/", "junit-agent": "fex/junit/agent/asm/"}

# For each group of artifacts: its licence, where the jars of fex have its text, its own package, and where its sources are.
GROUPS = {
    "org.ow2.asm": ("BSD-3-Clause", "META-INF/licences/asm.txt", "org/objectweb/asm/", "https://gitlab.ow2.org/asm/asm"),
}


def components(root: Path) -> list[Component]:
    """What is shaded into any jar of fex."""
    found = {}
    for module in SHADED:
        for group, name, version in _needed(root, module):
            if group not in GROUPS:
                raise Refusal(f"`{group}:{name}` is shaded into fex-{module}.jar: name its licence in release/jars.py")
            licence, text, _, home = GROUPS[group]
            text = (root / "jvm/instrument/src/main/resources" / text).read_text()
            purl = f"pkg:maven/{group}/{name}@{version}"
            jar = repository() / group.replace(".", "/") / name / version / f"{name}-{version}.jar"
            if not jar.is_file():
                raise Refusal(f"there is no `{jar}`: build fex once, so that Maven brings it")
            digest = hashlib.sha256(jar.read_bytes()).hexdigest()
            found[purl] = Component(purl, name, version, licence, (text,), home, digest)
    return [found[purl] for purl in sorted(found)]


def repository() -> Path:
    """Where Maven keeps what it brings."""
    return Path.home() / ".m2/repository"


def _needed(root: Path, module: str) -> set[tuple[str, str, str]]:
    """What a module has at run time that is not of fex."""
    parent = ElementTree.parse(root / "jvm/pom.xml").getroot()
    properties = {entry.tag.split("}")[1]: entry.text or "" for entry in parent.find("m:properties", NAMESPACE)}
    pom = ElementTree.parse(root / "jvm" / module / "pom.xml").getroot()
    managed = {
        (entry.findtext("m:groupId", "", NAMESPACE), entry.findtext("m:artifactId", "", NAMESPACE)): entry
        for entry in parent.find("m:dependencyManagement/m:dependencies", NAMESPACE)
    }
    found = set()
    for entry in pom.findall("m:dependencies/m:dependency", NAMESPACE):
        group, name = entry.findtext("m:groupId", "", NAMESPACE), entry.findtext("m:artifactId", "", NAMESPACE)
        known = managed.get((group, name), entry)
        scope = entry.findtext("m:scope", None, NAMESPACE) or known.findtext("m:scope", "compile", NAMESPACE)
        if scope not in ("compile", "runtime"):
            continue
        if group == "fex":
            found |= _needed(root, name.removeprefix("fex-"))
        else:
            version = entry.findtext("m:version", "", NAMESPACE)
            if version.startswith("${"):
                version = properties[version[2:-1]]
            found.add((group, name, version))
    return found


def check(root: Path, module: str, jar: Path, shaded: list[Component]) -> None:
    """Refuses a jar with a class that has no source here and is in no component, or without the texts of these."""
    expected = {}
    for component in shaded:
        group = component.purl.split("/")[1]
        _, text, package, _ = GROUPS[group]
        original = repository() / group.replace(".", "/") / component.name / component.version
        with zipfile.ZipFile(original / f"{component.name}-{component.version}.jar") as classes:
            for name in classes.namelist():
                if name.endswith(".class") and name.startswith(package):
                    expected[SHADED[module] + name.removeprefix(package)] = text
    with zipfile.ZipFile(jar) as archive:
        names = set(archive.namelist())
    for name in sorted(name for name in names if name.endswith(".class")):
        if name in expected:
            if expected[name] not in names:
                raise Refusal(f"`{jar}` has `{name}`, and not its licence `{expected[name]}`")
        elif not _has_source(root, module, name):
            raise Refusal(f"`{jar}` has `{name}`, which is of no component that release/jars.py knows")
    missing = sorted(set(expected) - names)
    if missing:
        raise Refusal(f"`{jar}` has no `{missing[0]}`, which the bill of materials would name")


def _has_source(root: Path, module: str, name: str) -> bool:
    """Whether a class, under the name that shading gave it, has a source in a module of `jvm`."""
    source = name.removesuffix(".class").split("$")[0] + ".java"
    names = {source, source.replace("fex/junit/agent/instrument/", "fex/instrument/")} if module == "junit-agent" else {source}
    return any((folder / "src/main/java" / one).is_file() for folder in (root / "jvm").iterdir() for one in names)
