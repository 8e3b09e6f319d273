"""Spreads the work of fex over a Dask cluster: plans, submits units, and merges what they came to."""

from fex_cluster.cluster import Settings, run
from fex_cluster.program import Fex, FexError
from fex_cluster.tasks import Batch, Plan, batches, check

__all__ = ["Batch", "Fex", "FexError", "Plan", "Settings", "batches", "check", "run"]
