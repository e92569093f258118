"""The whole service as one ASGI application."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import ClientException, HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from grognard import __version__
from grognard.rules.refusal import Refusal, Refused
from grognard.server import wire
from grognard.server.guard import Guard
from grognard.server.limits import Limits
from grognard.server.problems import Denied, problem
from grognard.server.rooms import Hub
from grognard.server.routes import forces, looking, matches, replaying, socket, systems
from grognard.server.schema import asyncapi, openapi
from grognard.server.static import pages
from grognard.server.store.store import Store

log = logging.getLogger("grognard.server")


@dataclasses.dataclass(frozen=True)
class Options:
    """How a service is run."""

    db: str
    static: Path
    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()  # by which else it may be called
    threads: int = 4
    bot_seconds: float = 10.0  # that a bot may think about one answer
    limits: float = 1.0  # how often anybody may ask, against what is usual; 0: as he likes


def make_app(options: Options) -> Guard:
    """The service, behind its door. It opens the store when it starts."""

    @contextlib.asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        hub = Hub(Store(options.db), options.threads, bot_seconds=options.bot_seconds)
        await hub.open()
        app.state.hub = hub
        try:
            yield
        finally:
            await hub.close()

    api = Router(
        "/api",
        route_handlers=[
            systems.router,
            forces.router,
            matches.router,
            looking.router,
            replaying.router,
            socket.listen,
        ],
        dependencies={"hub": Provide(the_hub, sync_to_thread=False)},
    )
    app = Litestar(
        route_handlers=[api, openapi, asyncapi, *pages(options.static)],
        lifespan=[running],
        exception_handlers={
            Denied: denied,
            Refused: refused,
            HTTPException: not_http,
            Exception: failed,
        },
        openapi_config=OpenAPIConfig(
            title="Grognard",
            version=__version__,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/raw.json")],
        ),
        request_class=Asked,
        request_max_body_size=4_000_000,
        debug=False,
        logging_config=None,
    )
    from grognard.server.visitors import is_loopback

    return Guard(app, is_loopback(options.host), options.names, Limits(options.limits))


class Asked(Request[Any, Any, Any]):
    """A request whose body may be anything at all."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise ClientException("too many brackets within each other") from None
        except UnicodeDecodeError:
            raise ClientException("this is not UTF-8") from None


def the_hub(state: State) -> Hub:
    hub: Hub = state.hub
    return hub


def _answer(code: int, said: wire.Problem) -> Response[bytes]:
    return Response(msgspec.json.encode(said), status_code=code, media_type=MediaType.JSON)


def denied(_: Request[Any, Any, Any], error: Denied) -> Response[bytes]:
    return _answer(error.code, problem(error.code, error.refusals))


def refused(_: Request[Any, Any, Any], error: Refused) -> Response[bytes]:
    return _answer(409, problem(409, error.refusals))


def not_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    refusals = [Refusal(error.detail)]
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        refusals = [
            Refusal(f"{e.get('key', '')}: {e.get('message', '')}".removeprefix(": "))
            for e in error.extra
            if isinstance(e, dict)
        ] or refusals
    return _answer(error.status_code, problem(error.status_code, refusals))


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer(500, problem(500, [Refusal("something went wrong here")]))
