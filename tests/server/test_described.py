"""The service is what it says of itself: its API by OpenAPI, its socket by AsyncAPI."""

import asyncio
import concurrent.futures
import json
import threading
from pathlib import Path

import httpx
import hypothesis
import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase

from grognard.server import messages
from grognard.server.schema import described, described_socket
from tests.server.serving import HOT_SEAT, Socket, answer, created, run, service

CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]
ACTS = {
    "answer", "act", "overrule", "odds", "reach", "propose", "check", "link", "claim", "continue",
}  # fmt: skip


class Asked:
    """Runs a service beside a test that knows nothing of loops."""

    def __init__(self, db):
        self.up = concurrent.futures.Future()
        self.thread = threading.Thread(target=asyncio.run, args=(self.serve(db),))
        self.thread.start()
        self.up.result(60)

    async def serve(self, db):
        self.loop, self.over = asyncio.get_running_loop(), asyncio.Event()
        try:
            async with service(db, limits=0) as self.served:
                self.ann = await self.served.visitor()
                self.match = (await created(self.ann, HOT_SEAT))["match"]
                for _ in range(3):
                    await answer(self.ann, self.match)
                self.up.set_result(None)
                await self.over.wait()
        except BaseException as error:
            if not self.up.done():
                self.up.set_exception(error)
            raise

    def do(self, what):
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(60)

    def close(self):
        self.loop.call_soon_threadsafe(self.over.set)
        self.thread.join(60)


@pytest.fixture
def asked(db):
    asked = Asked(db)
    yield asked
    asked.close()


def test_whatever_is_asked_is_answered_as_described(asked):
    """Every route, with what its schema allows and with what it does not."""
    document = json.loads(asked.do(asked.ann.get("/openapi.json")).content)
    schema = schemathesis.openapi.from_dict(document)
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 25
    for operation in operations:
        _try(asked, operation)


def test_a_breach_would_be_seen(asked):
    """The checks above are not blind: what is not described fails them."""
    document = json.loads(asked.do(asked.ann.get("/openapi.json")).content)
    operation = schemathesis.openapi.from_dict(document)["/api/me"]["GET"]
    true = asked.do(asked.ann.get("/api/me"))
    operation.Case().validate_response(_response(true.request, true), checks=CHECKS)
    kind = {"content-type": "application/json"}
    for code, headers, body in (
        (500, kind, true.content),
        (418, kind, true.content),
        (200, {"content-type": "text/html"}, true.content),
        (200, kind, b'{"name": 7, "matches": []}'),
        (200, kind, b'{"matches": []}'),
        (404, kind, b'{"code": 404}'),
    ):
        false = httpx.Response(code, headers=headers, content=body, request=true.request)
        with pytest.raises(schemathesis.errors.FailureGroup):
            operation.Case().validate_response(_response(true.request, false), checks=CHECKS)


def test_nobody_acts_on_seats_that_are_not_his_whatever_he_sends(asked):
    """Every act, with bodies that its schema allows, by somebody who holds no seat."""
    eve = asked.do(asked.served.visitor())
    document = json.loads(asked.do(asked.ann.get("/openapi.json")).content)
    schema = schemathesis.openapi.from_dict(document)
    before = asked.do(asked.ann.get(f"/api/matches/{asked.match}")).content
    tried = set()
    for result in schema.get_all_operations():
        operation = result.ok()
        acts = operation.path.removeprefix("/api/matches/{match}/")
        if operation.method.upper() == "POST" and acts in ACTS:
            tried.add(acts)
            refused = {400, 403, 413} | ({409} if acts == "continue" else set())
            _try(asked, operation, eve, refused)
    assert tried == ACTS
    assert asked.do(asked.ann.get(f"/api/matches/{asked.match}")).content == before


def _try(asked, operation, who=None, only=()):
    strategy = operation.as_strategy() | operation.as_strategy(
        generation_mode=schemathesis.GenerationMode.NEGATIVE
    )

    @hypothesis.settings(
        max_examples=12,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(case=strategy)
    def each(case):
        named = case.path_parameters or {}
        if "match" in named and (who is not None or len(str(named)) % 3):
            named["match"] = asked.match  # else none would ever be there
        sent = case.as_transport_kwargs(base_url="http://localhost")
        sent.pop("cookies", None)
        headers = {k: v for k, v in dict(sent.pop("headers") or {}).items() if k and v is not None}
        if "data" in sent:
            sent["content"] = sent.pop("data")
        who_asks = who or asked.ann
        try:
            request = who_asks.build_request(**sent, headers=headers)
        except (TypeError, ValueError, UnicodeError):
            return  # what no client could send
        said = asked.do(who_asks.send(request))
        assert not only or said.status_code in only, said.text
        case.validate_response(_response(request, said), checks=CHECKS)

    each()


def _response(request, said):
    import requests

    prepared = requests.Request(request.method, str(request.url)).prepare()
    return schemathesis.Response(
        status_code=said.status_code,
        headers={k: [v] for k, v in said.headers.items()},
        content=said.content,
        request=prepared,
        elapsed=0.0,
        verify=False,
    )


def test_the_socket_is_described(asked):
    """AsyncAPI 3.0: its channel, operations and messages hold together, and every $ref leads on."""
    said = json.loads(asked.do(asked.ann.get("/asyncapi.json")).content)
    assert said == json.loads(msgspec.json.encode(described_socket()))
    assert said["asyncapi"] == "3.0.0"
    assert set(said["info"]) >= {"title", "version"}
    for channel in said["channels"].values():
        named = {part[1:-1] for part in channel["address"].split("/") if part.startswith("{")}
        assert named == set(channel["parameters"])
        assert channel["messages"]
    for operation in said["operations"].values():
        assert operation["action"] in ("send", "receive")
        assert operation["channel"]["$ref"].startswith("#/channels/")
        assert operation["messages"]

    def follow(part):
        if isinstance(part, list):
            for item in part:
                follow(item)
        elif isinstance(part, dict):
            if "$ref" in part:
                where = said
                for step in part["$ref"].removeprefix("#/").split("/"):
                    where = where[step.replace("~1", "/").replace("~0", "~")]
            for value in part.values():
                follow(value)

    follow(said)
    address = said["channels"]["match"]["address"].replace("{match}", asked.match)
    socket = asked.do(_opened(asked, address))
    assert socket["type"] == "welcome"


async def _opened(asked, address):
    assert address == f"/api/matches/{asked.match}/socket"
    socket = Socket(asked.served, asked.match, asked.ann, "since=0")
    welcome = await socket.hear()
    await socket.close()
    return welcome


def test_what_the_socket_says_fits_its_description(db):
    document = described_socket()
    schema = {
        **document["components"]["messages"]["Message"]["payload"],
        "components": document["components"],
    }
    check = jsonschema_rs.validator_for(json.loads(msgspec.json.encode(schema)))

    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            socket = Socket(served, match, ann, "since=0")
            for _ in range(7):
                await answer(ann, match)
            await ann.post(f"/api/matches/{match}/chat", json={"text": "hi"})
            await ann.post(f"/api/matches/{match}/act", json={"player": 0, "act": "resign"})
            socket.say(type="ping")
            socket.say(type="nonsense")
            kinds = set()
            while "unheard" not in kinds:
                said = await socket.hear()
                check.validate(said)
                msgspec.convert(said, messages.Message)
                kinds.add(said["type"])
            assert kinds == {"welcome", "happened", "talk", "seated", "pong", "unheard"}
            await socket.close()

    run(story)


def test_every_route_of_the_page_is_there(asked):
    """docs/wire.md lists the routes there are."""
    page = (Path(__file__).resolve().parents[2] / "docs/wire.md").read_text("utf-8")
    listed = set()
    for line in page.splitlines():
        cells = [c.strip() for c in line.split("|")]
        if len(cells) > 3 and cells[1] in ("GET", "POST", "PUT", "DELETE"):
            path = cells[2].strip("`").partition("?")[0]
            listed.add((cells[1].lower(), _shape(path)))
    app = asked.served.app.app
    there = {
        (method, _shape(path))
        for path, item in described(app)["paths"].items()
        for method in item
        if method in ("get", "post", "put", "delete")
    }
    assert there == listed


def _shape(path):
    """A path with whatever is named in it left open."""
    return "/".join(
        "*" if part.startswith("{") or part.isupper() else part for part in path.split("/")
    )
