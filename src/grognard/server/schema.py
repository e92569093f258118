"""What the service says of itself: OpenAPI with the socket's messages in it, and AsyncAPI."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get

from grognard import __version__
from grognard.server import messages


def described(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document, with `Message` and `Command` among its components."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    (message, command), parts = _socket()
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in {**parts, "Message": message, "Command": command}.items():
        schemas.setdefault(name, schema)
    document["paths"]["/api/records"]["post"]["requestBody"] = {
        "required": True,
        "description": "A record (.grog).",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
    said: dict[str, Any] = tidied(document)
    return said


def tidied(document: Any) -> Any:
    """The same with descriptions that do not show how the source is indented: not every Python
    takes that out of docstrings itself.
    """
    if isinstance(document, list):
        return [tidied(item) for item in document]
    if not isinstance(document, dict):
        return document
    return {
        key: inspect.cleandoc(value)
        if key == "description" and isinstance(value, str)
        else tidied(value)
        for key, value in document.items()
    }


def _socket() -> tuple[tuple[Any, ...], dict[str, Any]]:
    return msgspec.json.schema_components(
        [messages.Message, messages.Command], ref_template="#/components/schemas/{name}"
    )


def described_socket() -> dict[str, Any]:
    (message, command), parts = _socket()
    document = {
        "asyncapi": "3.0.0",
        "info": {"title": "Grognard: the socket of a match", "version": __version__},
        "channels": {
            "match": {
                "address": "/api/matches/{match}/socket",
                "parameters": {"match": {"description": "The match."}},
                "messages": {
                    "Message": {"$ref": "#/components/messages/Message"},
                    "Command": {"$ref": "#/components/messages/Command"},
                },
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "query": {
                            "type": "object",
                            "properties": {
                                name: {"type": "integer", "minimum": 0}
                                for name in ("since", "talk", "seat")
                            },
                        },
                    }
                },
            }
        },
        "operations": {
            "happened": {
                "action": "send",
                "channel": {"$ref": "#/channels/match"},
                "messages": [{"$ref": "#/channels/match/messages/Message"}],
            },
            "say": {
                "action": "receive",
                "channel": {"$ref": "#/channels/match"},
                "messages": [{"$ref": "#/channels/match/messages/Command"}],
            },
        },
        "components": {
            "messages": {
                "Message": {"contentType": "application/json", "payload": message},
                "Command": {"contentType": "application/json", "payload": command},
            },
            "schemas": parts,
        },
    }
    said: dict[str, Any] = tidied(document)
    return said


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Request[Any, Any, Any]) -> Response[bytes]:
    app = request.app
    if "described" not in app.state:
        app.state.described = msgspec.json.encode(described(app))
    return Response(app.state.described, media_type=MediaType.JSON)


@get("/asyncapi.json", include_in_schema=False, sync_to_thread=False)
def asyncapi() -> Response[bytes]:
    return Response(msgspec.json.encode(described_socket()), media_type=MediaType.JSON)
