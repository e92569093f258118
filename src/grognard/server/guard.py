"""The door: who asks, from what page, and by what name he calls this host."""

from __future__ import annotations

import json
from http.cookies import CookieError, SimpleCookie
from typing import Any

from grognard.server.limits import Limits
from grognard.server.visitors import (
    A_YEAR,
    COOKIE,
    hashed,
    host_of,
    is_loopback,
    new_token,
    same_origin,
)

Scope = Any
SECURITY = (
    (b"content-security-policy",
     b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
     b"frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)  # fmt: skip


class Guard:
    """ASGI, before everything else.

    A page from elsewhere is refused, by its Origin. So is a host name that is not ours where
    only this machine is listened to: a page from elsewhere might have been given our address.
    """

    def __init__(
        self,
        app: Any,
        only_loopback: bool,
        hosts: tuple[str, ...] = (),
        limits: Limits | None = None,
    ) -> None:
        self.limits = limits or Limits(0)
        self.app = app
        self.only_loopback = only_loopback
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {k: v.decode("latin-1") for k, v in scope["headers"]}
        why = self.refuse(headers)
        if why:
            await _refuse(scope, receive, send, why)
            return
        token = _token(headers.get(b"cookie", ""))
        state = scope.setdefault("state", {})
        state["visitor"] = hashed(token) if token else ""
        address = (scope.get("client") or ("",))[0]
        if self.limits.refuses(
            address, state["visitor"], scope.get("method", "GET"), scope["path"]
        ):
            await _refuse(scope, receive, send, "you ask too often: wait a little", 429)
            return
        fresh = ""
        if not token and scope["type"] == "http" and scope["path"].startswith("/api/"):
            fresh = new_token()
            state["visitor"] = hashed(fresh)
        secure = scope.get("scheme") in ("https", "wss")

        async def answer(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *SECURITY]
                if fresh:
                    said = (
                        f"{COOKIE}={fresh}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Strict"
                        + ("; Secure" if secure else "")
                    )
                    message["headers"].append((b"set-cookie", said.encode()))
            await send(message)

        await self.app(scope, receive, answer)

    def refuse(self, headers: dict[bytes, str]) -> str:
        """Why a request is not let in; empty if it is."""
        host = headers.get(b"host", "")
        name = host_of(host)
        if name not in self.hosts and self.only_loopback and not is_loopback(name):
            return f"this is not {host}"
        origin = headers.get(b"origin")
        if origin is not None and not same_origin(origin, host):
            return f"pages of {origin} may not ask here"
        return ""


def _token(cookies: str) -> str:
    try:
        found = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None and 16 <= len(found.value) <= 80 else ""


async def _refuse(scope: Scope, receive: Any, send: Any, why: str, code: int = 403) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 3600 + code, "reason": why[:100]})
        return
    body = json.dumps(
        {"code": code, "refusals": [{"what": why, "clause": "", "legal": ""}]}
    ).encode()
    await send(
        {
            "type": "http.response.start",
            "status": code,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})
