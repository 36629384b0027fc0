"""``pitbook serve``: the HTTP API and the pages."""

from __future__ import annotations

import gc
import signal
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitbook.asked.texts import whole
from pitbook.choices import ChoiceError
from pitbook.names import listed, shown

if TYPE_CHECKING:
    from pitbook.web.guard.middleware import Guard
    from pitbook.web.settings import Settings

NEEDED = ("fastapi", "fastapi_offline", "nicegui", "prometheus_client", "structlog", "uvicorn")


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(serve)


def serve(
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            "-d",
            envvar="PITBOOK_DATABASE",
            help="The ledger: postgresql://USER@HOST/NAME, sqlite:///FILE or a file; without one there are no meters.",
        ),
    ] = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[str, typer.Option("--port", help="The port to listen at.")] = "8000",
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", help="An address that browsers use, as in https://pits.example; repeat for more."),
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option("--tls-cert", help="A certificate (PEM, with its chain): speak TLS.")] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", help="Its key (PEM).")] = None,
    behind_tls_proxy: Annotated[bool, typer.Option("--behind-tls-proxy", help="A proxy in front speaks TLS.")] = False,
    trusted_proxies: Annotated[
        str, typer.Option("--trusted-proxies", help="Addresses of such proxies, comma separated.")
    ] = "127.0.0.1",
    session_minutes: Annotated[str, typer.Option("--session-minutes", help="Minutes until an unused session ends.")] = "30",
    session_hours: Annotated[str, typer.Option("--session-hours", help="Hours until any session ends.")] = "12",
    body_limit: Annotated[str, typer.Option("--body-limit", help="Bytes that a request's body may have.")] = "1048576",
    pages: Annotated[bool, typer.Option("--pages/--no-pages", help="With the pages, or the API alone.")] = True,
    log_format: Annotated[str, typer.Option("--log-format", help="text or json; the log goes to standard error.")] = "text",
    data_dir: Annotated[
        Path | None, typer.Option("--data-dir", metavar="DIR", help="Where an export of the journal is written while it is sent.")
    ] = None,
) -> None:
    """Serve the HTTP API and the pages; on this machine alone unless --host says otherwise. Ctrl-C or SIGTERM ends it."""
    missing = [name for name in NEEDED if find_spec(name) is None and (pages or name != "nicegui")]
    if missing:
        raise ChoiceError(f"serve needs more libraries ({listed(missing)} is not here): pip install 'pitbook[web]'")
    from pitbook.web.settings import Settings

    settings = Settings(
        database=database,
        host=host,
        port=whole(port, "--port", 1, 65535) or 8000,
        origins=tuple(origin or ()),
        tls_cert=tls_cert,
        tls_key=tls_key,
        behind_tls_proxy=behind_tls_proxy,
        trusted_proxies=trusted_proxies,
        session_minutes=whole(session_minutes, "--session-minutes", 1, 1440) or 30,
        session_hours=whole(session_hours, "--session-hours", 1, 168) or 12,
        body_limit=whole(body_limit, "--body-limit", 1024, 1 << 28) or 1 << 20,
        log_format=log_format,
        data_dir=data_dir,
    ).checked()
    with _listening(settings.host, settings.port) as listener:
        _run(settings, listener, pages=pages)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens, before anything is loaded. Raises :class:`~pitbook.choices.ChoiceError` where it cannot."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(family, kind, number)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
    except OSError as fault:
        raise ChoiceError(f"serve: {host}:{port} cannot be listened at: {fault.strerror or fault}") from fault
    except UnicodeError as fault:
        raise ChoiceError(f"--host: {shown(host)} is no name of a machine") from fault
    return made


def _run(settings: Settings, listener: socket.socket, *, pages: bool) -> None:
    import uvicorn

    from pitbook.web.app import create_app
    from pitbook.web.guard.connections import protocol
    from pitbook.web.logs import set_up

    set_up(settings.log_format)
    application = create_app(settings, pages=pages)
    _say_how(settings, application)
    config = uvicorn.Config(
        application,
        http=protocol(settings.head_seconds),
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
        proxy_headers=settings.behind_tls_proxy,
        forwarded_allow_ips=settings.trusted_proxies,
        access_log=False,
        log_config=None,
        server_header=False,
        lifespan="on",
        timeout_keep_alive=20,
        timeout_graceful_shutdown=10,
        ws_max_size=settings.body_limit,
    )
    server = uvicorn.Server(config)
    _end_feeds_first(server, application)
    for each in (signal.SIGTERM, signal.SIGINT):
        # The server ends itself at a signal, then hands it on: that is no failure, so nothing more happens.
        signal.signal(each, lambda *_: None)
    gc.freeze()  # what is loaded stays; it is not searched for circles again and again while pages are made
    server.run(sockets=[listener])


def _end_feeds_first(server: Any, application: Guard) -> None:
    """A feed has no end of its own, so that a server waiting for its requests would wait for ever."""
    import asyncio

    ended = server.shutdown

    async def shutdown(sockets: Any = None) -> None:
        await asyncio.shield(application.services.feed.end_readers())
        await ended(sockets)

    server.shutdown = shutdown


def _say_how(settings: Settings, application: Guard) -> None:
    scheme = "https" if settings.tls_cert is not None else "http"
    print(f"pitbook: serving at {scheme}://{settings.host}:{settings.port}; API at /api/docs", file=sys.stderr)
    ledger = application.services.ledger
    if ledger is None:
        print("pitbook: no --database: rules, odds, settlement and filings, and no meters", file=sys.stderr)
        return
    from pitbook.ledger.people import list_people

    if not list_people(ledger):
        print("pitbook: nobody can sign in yet; make an administrator: pitbook user add NAME --role admin", file=sys.stderr)
