"""Plans, and the batches of units that workers do."""

from __future__ import annotations

import hashlib
import heapq
import json
from dataclasses import dataclass

from fex_cluster.program import FexError


@dataclass(frozen=True)
class Plan:
    """A plan as fex wrote it, and what is read of it: its digest, and what each unit is expected to cost."""

    text: bytes
    digest: str
    costs: dict[str, int]

    @staticmethod
    def read(text: bytes) -> Plan:
        """Reads a plan."""
        try:
            content = json.loads(text)["content"]
            costs = {unit["unit"]: int(unit["cost"]) for unit in content["units"]}
            return Plan(text, str(content["plan"]), costs)
        except (ValueError, KeyError, TypeError) as error:
            raise FexError(f"this is no plan of fex: {error!r}") from error


@dataclass(frozen=True)
class Batch:
    """Some units of a plan, which one worker does in one go."""

    units: tuple[str, ...]

    @property
    def name(self) -> str:
        """What tells it from all other batches, on every machine."""
        return hashlib.sha256("\n".join(self.units).encode()).hexdigest()[:32]

    def task(self, plan: bytes) -> bytes:
        """The bytes that `fex run-unit` takes."""
        return b'{"plan":' + plan + b',"units":' + json.dumps(list(self.units)).encode() + b"}"


def batches(plan: Plan, count: int) -> list[Batch]:
    """Splits a plan into so many batches that cost about the same, or fewer where it has fewer units; the dearest batch comes first."""
    count = max(1, min(count, len(plan.costs)))
    loads: list[tuple[int, int, list[str]]] = [(0, number, []) for number in range(count)]
    for unit in sorted(plan.costs, key=lambda unit: (-plan.costs[unit], unit)):
        load, number, units = heapq.heappop(loads)
        heapq.heappush(loads, (load + plan.costs[unit], number, [*units, unit]))
    loads.sort(key=lambda load: (-load[0], load[1]))
    return [Batch(tuple(units)) for _, _, units in loads if units]


def check(plan: Plan, batch: Batch, part: bytes) -> None:
    """Refuses what is not the partial report of a batch, whole. What is in it, `fex merge` checks."""
    try:
        content = json.loads(part)["content"]
        found, units = content["plan"], sorted(verdict["unit"] for verdict in content["verdicts"])
    except (ValueError, KeyError, TypeError) as error:
        raise FexError(f"what came back is no partial report: {error!r}") from error
    if found != plan.digest:
        raise FexError("what came back belongs to another plan")
    if units != sorted(batch.units):
        raise FexError(f"what came back has {len(units)} units, and not the {len(batch.units)} that were asked for")
