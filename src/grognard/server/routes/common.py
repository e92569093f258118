"""What all routes share: who asks, typed parameters, and the problems that they may answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NoReturn

from litestar import Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from grognard.rules.refusal import Refused
from grognard.rules.settings import make_settings
from grognard.rules.system import System
from grognard.server import wire
from grognard.server.problems import Denied
from grognard.server.rooms import Hub

TheHub = NamedDependency[Hub]
MatchId = Annotated[str, PathParameter(max_length=32, pattern="^[A-Za-z0-9_-]+$")]
Since = Annotated[int, QueryParameter(ge=0, le=(1 << 31) - 1)]
LookFrom = Annotated[int | None, QueryParameter(name="seat", ge=0, lt=wire.MOST_PLAYERS)]
Player = Annotated[int, QueryParameter(ge=0, lt=wire.MOST_PLAYERS)]
Ask = Request[Any, Any, Any]

_WHY = {
    400: "Not understood.",
    401: "No visitor.",
    403: "Not yours.",
    404: "Not there.",
    409: "Not allowed just now.",
    413: "Too long.",
    429: "Too often.",
}
_PROBLEMS = {
    code: ResponseSpec(wire.Problem, generate_examples=False, description=why)
    for code, why in _WHY.items()
}


Handlers = Callable[[Callable[..., Any]], HTTPRouteHandler]


def _route(make: Callable[..., Any]) -> Callable[..., Handlers]:
    def route(path: str, **options: Any) -> Handlers:
        options.setdefault("status_code", 200)
        made: Handlers = make(path, responses=_PROBLEMS, **options)
        return made

    return route


get_ = _route(get)
post_ = _route(post)
put_ = _route(put)
delete_ = _route(delete)


def visitor_of(request: Ask) -> str:
    """The hash of the token in the visitor's cookie: set by the guard before any handler."""
    found: str = request.scope["state"].get("visitor", "")
    return found


def known_visitor(request: Ask) -> str:
    visitor = visitor_of(request)
    if not visitor:
        raise Denied(401, "who are you? The first GET gives you a cookie")
    return visitor


def settings_from(system: System, values: dict[str, Any]) -> Any:
    made = make_settings(system.settings, values)
    if isinstance(made, list):
        raise Denied(400, *made)
    return made


def not_understood(refused: Refused) -> NoReturn:
    raise Denied(400, *refused.refusals) from None
