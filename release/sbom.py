"""The bill of materials of a release, in the JSON of CycloneDX 1.6."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime

from component import Component
from licences import alternatives


def written(version: str, commit: str, seconds: int, artifacts: dict[str, list[Component]]) -> str:
    """The bill of what each artifact contains; artifacts are named by their files."""
    everything = {component.purl: component for components in artifacts.values() for component in components}
    root = f"pkg:generic/fex@{version}"
    own = [{"ref": _ref(name), "dependsOn": sorted(component.purl for component in inside)} for name, inside in artifacts.items()]
    others = [{"ref": purl, "dependsOn": sorted(component.needs)} for purl, component in sorted(everything.items())]
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'fex {version} {commit}')}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": "fex",
                "version": version,
                "purl": root,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
                "properties": [{"name": "fex:commit", "value": commit}],
            },
        },
        "components": [
            *({"type": "file", "bom-ref": _ref(name), "name": name} for name in artifacts),
            *(_component(component) for _, component in sorted(everything.items())),
        ],
        "dependencies": [{"ref": root, "dependsOn": [_ref(name) for name in artifacts]}, *own, *others],
    }
    return json.dumps(bill, indent=2, ensure_ascii=False) + "\n"


def _ref(artifact: str) -> str:
    return f"file:{artifact}"


def _component(component: Component) -> dict:
    entry: dict = {
        "type": "library",
        "bom-ref": component.purl,
        "name": component.name,
        "version": component.version,
        "purl": component.purl,
        # An old way to write OR is none that SPDX knows.
        "licenses": [{"expression": " OR ".join(" AND ".join(sorted(ids)) for ids in alternatives(component.licence))}],
    }
    if component.sha256:
        entry["hashes"] = [{"alg": "SHA-256", "content": component.sha256}]
    if component.home:
        entry["externalReferences"] = [{"type": "vcs", "url": component.home}]
    return entry
