"""What a node counts, for Prometheus."""

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("pasch_moves", "Moves that were stored, by who made them", ["game", "by"])
REFUSALS = Counter("pasch_refusals", "What clients were refused, by kind", ["rule"])
RESYNCS = Counter("pasch_resyncs", "Times that a slow reader was sent anew how everything stands")
CONFLICTS = Counter("pasch_conflicts", "Entries that another node had written first")
COMMIT = Histogram(
    "pasch_commit_seconds",
    "Time of one commit",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
BATCH = Histogram("pasch_commit_tables", "Tables that shared one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500))
SOCKETS = Gauge("pasch_sockets", "Clients that are connected")
TABLES = Gauge("pasch_tables_in_memory", "Tables that are in use on this node")
REDIS = Gauge("pasch_redis_connected", "Whether this node hears the others (1 where it is alone)")

moves = cache(MOVES.labels)
"""The counter of one game and one kind of player: looked up once."""


def kind(rule: str) -> str:
    """Numbers of rules are many; what matters is whether it was one."""
    return rule if rule.islower() else "rule"
