"""The file of third parties: what a release contains of others, with their licence texts, each of which stands there once."""

from __future__ import annotations

from component import Component

RULE = "=" * 100


def written(components: list[Component], beside: str = "") -> str:
    """The text for all components; `beside` is a sentence about what has a file of its own."""
    numbers: dict[str, int] = {}
    lines = ["fex contains what is listed here, under the licences behind it. The texts follow, with the numbers in brackets."]
    if beside:
        lines += ["", beside]
    lines.append("")
    for component in sorted(components, key=lambda component: (component.name.lower(), component.version)):
        places = sorted({numbers.setdefault(text.strip(), len(numbers) + 1) for text in component.texts})
        lines.append(heading(component) + "  " + " ".join(f"[{place}]" for place in places))
        if component.home:
            lines.append(f"    {component.home}")
    for text, number in numbers.items():
        lines += ["", RULE, f"[{number}]", RULE, "", text]
    return "\n".join(lines) + "\n"


def heading(component: Component) -> str:
    """The beginning of a component's line."""
    return f"{component.name} {component.version}: {component.licence}"
