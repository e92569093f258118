"""The built front end: its files, and its one page for every address that is no file.

All of it is read once, so that an address never becomes a path of this machine.
"""

from __future__ import annotations

import gzip
import mimetypes
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from grognard.server.problems import Denied

NOT_BUILT = (
    "<!doctype html><title>Grognard</title><p>The browser table is not built here; the API answers "
    'at <a href="/openapi.json">/openapi.json</a>.'
)
SQUEEZED = {".html", ".js", ".css", ".svg", ".json"}
LEVEL = 6


class File:
    """One file, as it is and, once somebody asked for it so, compressed."""

    def __init__(self, path: Path, kept: str) -> None:
        self.plain = path.read_bytes()
        self.kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self.headers = {"cache-control": kept}
        self.can = path.suffix in SQUEEZED
        if self.can:
            self.headers["vary"] = "accept-encoding"
        self._small = b""

    def answer(self, accepts: str) -> Response[bytes]:
        if not self.can or "gzip" not in accepts:
            return Response(self.plain, media_type=self.kind, headers=self.headers)
        self._small = self._small or gzip.compress(self.plain, LEVEL, mtime=0)
        headers = {**self.headers, "content-encoding": "gzip"}
        return Response(self._small, media_type=self.kind, headers=headers)


def pages(folder: Path) -> list[Any]:
    """Handlers for everything that is no API."""
    files = {
        path.relative_to(folder).as_posix(): File(
            path,
            "public, max-age=31536000, immutable" if path.parent.name == "assets" else "no-cache",
        )
        for path in (sorted(folder.rglob("*")) if folder.is_dir() else ())
        if path.is_file() and not path.name.startswith(".")
    }

    def served(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
        if path == "api" or path.startswith("api/"):
            raise Denied(404, "there is no such route")
        found = files.get(path) or files.get("index.html")
        if found is None:
            return Response(NOT_BUILT.encode(), media_type="text/html", status_code=200)
        return found.answer(request.headers.get("accept-encoding", ""))

    @get("/", include_in_schema=False, sync_to_thread=False)
    def front(request: Request[Any, Any, Any]) -> Response[bytes]:
        return served(request, "")

    @get("/{path:path}", include_in_schema=False, sync_to_thread=False)
    def page(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
        return served(request, path.strip("/"))

    return [front, page]
