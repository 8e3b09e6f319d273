"""What a release consists of that others wrote: a name, a version, a licence and its texts."""

from __future__ import annotations

from dataclasses import dataclass, field


class Refusal(Exception):
    """A release cannot be made; the message says why, and what to do."""


@dataclass(frozen=True)
class Component:
    """Something of others that a release passes on."""

    purl: str
    """The name that bills of materials use: `pkg:cargo/nom@8.0.0`."""
    name: str
    version: str
    licence: str
    """An SPDX expression, as its authors state it."""
    texts: tuple[str, ...]
    """The licence texts and notices that come with it."""
    home: str = ""
    """Where its sources are."""
    sha256: str = ""
    """The digest of what was downloaded, where that is known."""
    needs: tuple[str, ...] = field(default=())
    """The names (`purl`) of the components that it uses."""
