"""`grognard serve`: the table in the browser."""

from __future__ import annotations

import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from grognard.cli.common import Stop, data_dir

HERE = "127.0.0.1"
SWITCH = 0.001
"""Seconds after which a thread in which the rules run gives way to those who wait."""


def serve(
    *,
    port: int = 8088,
    host: str = HERE,
    no_open: Annotated[bool, Parameter(negative=())] = False,
    db: str = "",
    name: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    bot_seconds: float = 10.0,
    limits: float = 1.0,
    trust: str = HERE,
) -> int:
    """Open a table in the browser, for two people or a person and a bot.

    Parameters
    ----------
    port
        The port; 0 takes any that is free.
    host
        The address to listen on. Without it only this machine is listened to.
    no_open
        Do not open the browser.
    db
        Where matches are kept: a URL such as postgresql://user@host/name. Usually a file in
        your data directory. Several servers on one PostgreSQL work as one.
    name
        A name by which the table is reached from elsewhere, such as table.example.org behind a
        proxy here. May be given several times.
    bot_seconds
        How long a bot may think about one answer.
    limits
        How often one address may ask, against what is usual; 0 for no limit.
    trust
        Addresses of proxies whose word is taken for who asks, with commas between.
    """
    import gc
    import socket

    # Who was here before the service went down comes again at once: he is let in as soon as there
    # is a port, and waits no longer than all else takes.
    listening = _listen(host, port)
    gc.disable()  # a start leaves no garbage worth looking for; until `_no_long_pauses`

    import uvicorn

    from grognard.server import frontend
    from grognard.server.app import Options, make_app
    from grognard.server.visitors import host_of

    number = listening.getsockname()[1]
    shown = f"[{host}]" if listening.family == socket.AF_INET6 else host
    if host in ("0.0.0.0", "::"):
        shown = "localhost"
    url = f"http://{shown}:{number}/"
    try:
        frontend.ensure()
    except frontend.NotBuilt as error:
        print(f"grognard: {error}\ngrognard: serving the API alone", file=sys.stderr)
    app = make_app(
        Options(
            db=database(db),
            static=frontend.STATIC,
            host=host,
            names=tuple(host_of(n) for n in name),
            bot_seconds=bot_seconds,
            limits=limits,
        )
    )
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=65536,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=75,
        proxy_headers=True,
        forwarded_allow_ips=trust,
    )
    server = uvicorn.Server(config)
    _no_long_pauses()
    sys.setswitchinterval(SWITCH)
    print(f"Grognard is at {url}  (Ctrl-C ends it)", flush=True)
    if not no_open:
        threading.Timer(0.5, webbrowser.open, [url]).start()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        return 130
    return 0


def _no_long_pauses() -> None:
    """Python's full collections look through everything in memory while all tables wait: more than
    half a second for 300 matches. What is done with goes by itself; rings are caught young.
    """
    import gc

    gc.freeze()
    gc.set_threshold(700, 10, 1_000_000)
    gc.enable()


def database(url: str) -> str:
    """The URL of the store: what was asked for, or a file of this user."""
    if url:
        return url if "://" in url else f"sqlite:///{Path(url).resolve()}"
    folder = data_dir()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return f"sqlite:///{folder / 'grognard.db'}"


def _listen(host: str, port: int):  # type: ignore[no-untyped-def]
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        raise Stop(f"cannot listen on {host}:{port} ({error}); --port takes another", 1) from None
    return listening
