"""Licence expressions, which of them fex may pass on, and whether the texts that come with something are those of its licence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path

from component import Component, Refusal

# What no crate needs, but the jars, the extension and the system's libraries do; `deny.toml` has the rest.
BESIDE_CRATES = {"BSD-3-Clause", "BlueOak-1.0.0", "ISC"}

# Words that only the text of this licence has, in the order in which they stand there.
WORDS = {
    "0BSD": ["permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"],
    "Apache-2.0": ["apache license", "version 2.0, january 2004", "grant of patent license"],
    "Apache-2.0 WITH LLVM-exception": [
        "apache license",
        "version 2.0, january 2004",
        "llvm exceptions to the apache 2.0 license",
    ],
    "BSD-3-Clause": ["redistribution and use in source and binary forms", "neither the name of", "as is"],
    "BlueOak-1.0.0": ["blue oak model license", "version 1.0.0"],
    "ISC": ["permission to use, copy, modify, and/or distribute this software", "provided that the above copyright notice"],
    "MIT": ["permission is hereby granted, free of charge, to any person obtaining a copy", "the above copyright notice"],
    "MIT-0": ["mit no attribution", "permission is hereby granted, free of charge, to any person obtaining a copy"],
    "Unicode-3.0": ["unicode license v3", "permission is hereby granted"],
    "Zlib": ["this software is provided 'as-is'", "altered source versions must be plainly marked"],
}


def allowed(root: Path) -> set[str]:
    """The licences under which something may be linked, from `deny.toml`, and those of everything else."""
    return set(tomllib.loads((root / "deny.toml").read_text())["licenses"]["allow"]) | BESIDE_CRATES


def alternatives(expression: str) -> list[frozenset[str]]:
    """The sets of licences of which one has to be kept: `(A OR B) AND C` is A and C, or B and C."""
    tokens = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))
    found, rest = _disjunction(tokens)
    if rest:
        raise Refusal(f"`{expression}` is no licence expression: `{rest[0]}` is one too many")
    return found


def _disjunction(tokens: list[str]) -> tuple[list[frozenset[str]], list[str]]:
    found, rest = _conjunction(tokens)
    while rest and rest[0] == "OR":
        more, rest = _conjunction(rest[1:])
        found = found + more
    return found, rest


def _conjunction(tokens: list[str]) -> tuple[list[frozenset[str]], list[str]]:
    found, rest = _term(tokens)
    while rest and rest[0] == "AND":
        more, rest = _term(rest[1:])
        found = [left | right for left, right in product(found, more)]
    return found, rest


def _term(tokens: list[str]) -> tuple[list[frozenset[str]], list[str]]:
    if not tokens or tokens[0] in (")", "OR", "AND", "WITH"):
        raise Refusal(f"a licence is missing before `{' '.join(tokens) or 'the end'}`")
    if tokens[0] == "(":
        found, rest = _disjunction(tokens[1:])
        if not rest or rest[0] != ")":
            raise Refusal("a licence expression has no `)`")
        return found, rest[1:]
    if len(tokens) > 2 and tokens[1] == "WITH":
        return [frozenset([" ".join(tokens[:3])])], tokens[3:]
    return [frozenset(tokens[:1])], tokens[1:]


@cache
def plain(text: str) -> str:
    """A text without its layout."""
    return " ".join(re.sub(r"[*#>“”\"]", " ", text).replace("’", "'").replace("`", "'").lower().split())


def is_text_of(licence: str, text: str) -> bool:
    """Whether a text has what only this licence says."""
    if licence not in WORDS:
        raise Refusal(f"it is not known how to tell the text of `{licence}`: name its words in release/licences.py")
    text, place = plain(text), 0
    for words in WORDS[licence]:
        place = text.find(words, place)
        if place < 0:
            return False
    return True


def may_be_passed_on(expression: str, allowed: set[str]) -> bool:
    """Whether there is a licence that fex may keep."""
    return any(licences <= allowed for licences in alternatives(expression))


def check(component: Component, allowed: set[str]) -> None:
    """Refuses what has no licence that fex may keep, and what comes without the text of such a licence."""
    if not may_be_passed_on(component.licence, allowed):
        raise Refusal(
            f"{component.name} {component.version} is licensed under `{component.licence}`, which `deny.toml` does not allow"
        )
    if not has_text(component.licence, component.texts, allowed):
        raise Refusal(
            f"{component.name} {component.version} comes without the text of `{component.licence}`: "
            f"put it into release/texts/{component.name}.txt"
        )


def has_text(expression: str, texts: Sequence[str], allowed: set[str]) -> bool:
    """Whether the texts are those of licences that fex may keep, and that are enough."""
    return any(
        all(any(is_text_of(licence, text) for text in texts) for licence in licences)
        for licences in alternatives(expression)
        if licences <= allowed
    )
