"""The built front end: its files, and its one page for every address that is no file."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from grognard.server.problems import Denied

NOT_BUILT = (
    "<!doctype html><title>Grognard</title><p>The browser table is not built here; the API answers "
    'at <a href="/openapi.json">/openapi.json</a>.'
)


def pages(folder: Path) -> list[Any]:
    """Handlers for everything that is no API."""
    root = folder.resolve()

    def served(path: str) -> Response[bytes]:
        wanted = (root / path).resolve()
        if path == "api" or path.startswith("api/"):
            raise Denied(404, "there is no such route")
        if wanted.is_relative_to(root) and wanted.is_file():
            kept = "public, max-age=31536000, immutable" if "assets" in wanted.parts else "no-cache"
            return _file(wanted, kept)
        index = root / "index.html"
        if index.is_file():
            return _file(index, "no-cache")
        return Response(NOT_BUILT.encode(), media_type="text/html", status_code=200)

    @get("/", include_in_schema=False, sync_to_thread=True)
    def front() -> Response[bytes]:
        return served("")

    @get("/{path:path}", include_in_schema=False, sync_to_thread=True)
    def page(path: FromPath[str]) -> Response[bytes]:
        return served(path.strip("/"))

    return [front, page]


def _file(path: Path, kept: str) -> Response[bytes]:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(path.read_bytes(), media_type=kind, headers={"cache-control": kept})
