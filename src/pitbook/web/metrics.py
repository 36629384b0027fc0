"""What the server counts, for Prometheus. Each server has its own register."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


@dataclass
class Metrics:
    """Requests, refusals, logins, rounds, meters, awards not yet paid, open faults, feeds, jobs."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)

    def __post_init__(self) -> None:
        own = self.registry
        self.requests = Counter("pitbook_requests", "Requests answered.", ("method", "route", "status"), registry=own)
        self.seconds = Histogram(
            "pitbook_request_seconds", "Time to an answer.", ("method", "route"), registry=own, buckets=SECONDS
        )
        self.under_way = Gauge("pitbook_requests_under_way", "Requests being answered.", registry=own)
        self.refusals = Counter("pitbook_refusals", "Requests refused by the guard.", ("reason",), registry=own)
        self.logins = Counter("pitbook_logins", "Logins.", ("outcome",), registry=own)
        self.rounds = Counter("pitbook_rounds", "Steps of rounds recorded.", ("step",), registry=own)
        self.meters = Gauge("pitbook_meter_dollars", "What a meter's sign shows.", ("link", "meter"), registry=own)
        self.open_meters = Gauge("pitbook_meters", "Meters that are open.", registry=own)
        self.pending_awards = Gauge("pitbook_awards_not_paid", "Awards by status, until paid.", ("status",), registry=own)
        self.faults = Gauge("pitbook_faults_open", "Open faults.", ("scope",), registry=own)
        self.feeds = Gauge("pitbook_feeds", "Readers of meter feeds.", registry=own)
        self.jobs = Gauge("pitbook_jobs", "Jobs by state.", ("state",), registry=own)

    def text(self) -> bytes:
        """All of it in Prometheus's text form."""
        return generate_latest(self.registry)
