"""Long work: simulations, perfect play, the exact odds of Pai Gow's main wager. Each runs in a process of its own."""

from __future__ import annotations

from pitbook.web.metrics import Metrics
from pitbook.web.settings import Settings


class Jobs:
    """The jobs of a server."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.metrics = settings, metrics

    def stop(self) -> None:
        """End all jobs."""
