"""The browser's types are those of the service."""

import importlib.util
import json
import subprocess
from pathlib import Path

from grognard.server import frontend

ROOT = Path(__file__).resolve().parents[2]


def generator():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "web/generate_types.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_checked_in_are_those_of_the_service(tmp_path):
    """After a change of the wire: python3 go.py python web/generate_types.py"""
    made = generator()
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(made.document(), sort_keys=True), "utf-8")
    with frontend.alone(frontend.STATIC):
        command, env = frontend.npm()
        frontend.fetch(command, env, ROOT / "web")
    out = tmp_path / "schema.d.ts"
    options = ["--root-types", "--root-types-no-schema-prefix"]
    subprocess.run(
        [*command, "exec", "--", "openapi-typescript", document, "-o", out, *options],
        cwd=ROOT / "web", env=env, check=True, capture_output=True,
    )  # fmt: skip
    assert out.read_text("utf-8") == made.TYPES.read_text("utf-8")


def test_the_document_is_that_of_the_service():
    """Every component that the routes speak of is among those the types are made of."""
    from litestar import Litestar

    from grognard.server.app import Options, make_app
    from grognard.server.schema import described

    app = make_app(Options(db="sqlite://", static=ROOT / "nothing"))
    while not isinstance(app, Litestar):
        app = app.app
    said = described(app)["components"]["schemas"]
    ours = generator().document()["components"]["schemas"]
    assert set(said) <= set(ours)
    for name in ("Header", "State", "AnswerBody", "Odds"):
        assert set(said[name]["properties"]) == set(ours[name]["properties"])
