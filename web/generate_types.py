"""Writes src/wire/schema.d.ts from what the service says of itself.

python3 go.py python web/generate_types.py    after a change of wire.py, messages.py or armies.py
"""

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from grognard.server import armies, frontend, messages, wire
from grognard.server.schema import described_socket, tidied

WEB = Path(__file__).resolve().parent
TYPES = WEB / "src/wire/schema.d.ts"


def document() -> dict[str, Any]:
    """The components of /openapi.json; no paths, since api.ts names each route itself."""
    structs = {
        thing
        for module in (wire, messages, armies)
        for thing in vars(module).values()
        if inspect.isclass(thing)
        and issubclass(thing, msgspec.Struct)
        and thing not in (msgspec.Struct, wire.Body, wire.Said)
    }
    _, parts = msgspec.json.schema_components(
        sorted(structs, key=lambda struct: struct.__name__),
        ref_template="#/components/schemas/{name}",
    )
    socket = described_socket()["components"]["messages"]
    ours = {name: said["payload"] for name, said in socket.items()}
    made: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Grognard", "version": "1"},
        "paths": {},
        "components": {"schemas": {**parts, **ours}},
    }
    whole: dict[str, Any] = tidied(made)
    return whole


def generate() -> int:
    """Into schema.d.ts; returns npm's code."""
    file = WEB / "openapi.json"
    file.write_text(json.dumps(document(), indent=1, sort_keys=True), "utf-8")
    return frontend.main(["run", "--silent", "types"])


if __name__ == "__main__":
    sys.exit(generate())
