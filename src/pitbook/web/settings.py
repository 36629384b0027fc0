"""How a server is set up."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from pitbook.choices import ChoiceError
from pitbook.names import shown

LOG_FORMATS: Final = ("text", "json")
MEGABYTE: Final = 1 << 20


@dataclass(frozen=True)
class Settings:
    """A server's settings. ``database`` None: no ledger, only what needs none. Times are in the unit of their names."""

    database: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """Addresses that browsers use, as in ``https://pits.example``; none: those of host and port."""
    tls_cert: Path | None = None
    tls_key: Path | None = None
    behind_tls_proxy: bool = False
    """A proxy speaks TLS with the browsers and says for whom (``X-Forwarded-For``)."""
    trusted_proxies: str = "127.0.0.1"
    session_minutes: int = 30
    """A session ends when it is not used for so long."""
    session_hours: int = 12
    """A session ends after so long in any case."""
    body_limit: int = MEGABYTE
    """Bytes of a request's body."""
    head_seconds: float = 15.0
    """The head of a request must be there after so long."""
    body_seconds: float = 20.0
    """A request's body must be there after so long."""
    threads: int = 8
    """Requests at a time that write in the ledger; others wait, up to ``waiting``."""
    reading: int = 8
    """Requests at a time that only read the ledger: they never wait behind writers."""
    waiting: int = 200
    counting: int = 2
    """Requests at a time that reckon odds, settlements and filings; others wait, up to ``counting_waiting``."""
    counting_waiting: int = 60
    patience_seconds: float = 30.0
    """Who has waited for so long is told to come again."""
    jobs_at_once: int = 1
    jobs_waiting: int = 8
    job_minutes: int = 60
    poll_seconds: float = 0.2
    """How often the journal is looked at for what other processes wrote."""
    heartbeat_seconds: float = 15.0
    feeds: int = 2000
    """Readers of meter feeds at a time."""
    log_format: str = "text"
    data_dir: Path | None = None
    """Where an export of the journal is written, to be sent and removed; None: the system's folder for such files."""

    @property
    def secure(self) -> bool:
        """Whether browsers speak TLS, so that cookies are kept to it."""
        return self.tls_cert is not None or self.behind_tls_proxy

    @property
    def allowed_origins(self) -> frozenset[str]:
        """The origins from which requests that change something, and sockets, are taken."""
        if self.origins:
            return frozenset(each.rstrip("/").lower() for each in self.origins)
        scheme = "https" if self.tls_cert is not None else "http"
        hosts = ["127.0.0.1", "localhost", "[::1]"] if _is_loopback(self.host) else [_bracketed(self.host)]
        usual = {"http": 80, "https": 443}[scheme]
        ports = ["", f":{self.port}"] if self.port == usual else [f":{self.port}"]
        return frozenset(f"{scheme}://{host}{port}" for host in hosts for port in ports)

    def is_named(self, host: str) -> bool:
        """Whether a ``Host`` header may name this server: by an address, as this machine, as ``host`` or as an origin.

        Any other name could be another site's, led here by its name server to read what is open to this machine alone.
        """
        name = host.lower().rsplit("@", 1)[-1]
        name = name.partition("]")[0].lstrip("[") if name.startswith("[") else name.partition(":")[0]
        known = {"localhost", self.host.lower(), *(urlsplit(each).hostname for each in self.allowed_origins)}
        return name.rstrip(".") in known or _is_address(name)

    def checked(self) -> Settings:
        """These settings. Raises :class:`~pitbook.choices.ChoiceError` with every fault."""
        faults = list(_faults(self))
        if faults:
            raise ChoiceError("\n".join(faults))
        return self


def _faults(settings: Settings) -> list[str]:
    faults = []
    if (settings.tls_cert is None) != (settings.tls_key is None):
        faults.append("--tls-cert and --tls-key go together")
    for option, path in (("--tls-cert", settings.tls_cert), ("--tls-key", settings.tls_key)):
        if path is not None and not path.is_file():
            faults.append(f"{option} {path}: there is no such file")
    if settings.data_dir is not None and not settings.data_dir.is_dir():
        faults.append(f"--data-dir {settings.data_dir}: there is no such folder")
    if settings.log_format not in LOG_FORMATS:
        faults.append(f"--log-format {shown(settings.log_format)}: allowed: {', '.join(LOG_FORMATS)}")
    for each in settings.origins:
        parts = urlsplit(each)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/") or parts.query:
            faults.append(f"--origin {shown(each)}: allowed is a scheme and a host, as in https://pits.example")
    if not settings.origins and _is_every_address(settings.host):
        faults.append(f"--host {settings.host} listens everywhere: say with --origin which address browsers use")
    if not settings.origins and settings.behind_tls_proxy:
        faults.append("--behind-tls-proxy: say with --origin which address browsers use, as in https://pits.example")
    return faults


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_every_address(host: str) -> bool:
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return host == ""


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host.lower()
