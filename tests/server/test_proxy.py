"""The web server of docs/public.md, run as it stands there before a service of its own."""

import asyncio
import json
import os
import re
import signal
import ssl
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.crashes import Server

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/public.md"
NAME = "table.example.org"


def configuration(folder, port, service):
    """The one on the page, with our port, certificate and service."""
    (block,) = re.findall(r"```nginx\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    for theirs, ours in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(folder / "cert.pem")),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(folder / "key.pem")),
        ("http://127.0.0.1:8088", f"http://127.0.0.1:{service}"),
    ):
        assert block.count(theirs) == 1, theirs
        block = block.replace(theirs, ours)
    temps = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    return (
        f"{user}daemon off;\nworker_processes 1;\npid {folder}/nginx.pid;\n"
        f"error_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\n    access_log off;\n{temps}{block}}}\n"
    )


@pytest.mark.slow
def test_a_battle_through_the_proxy(needs, tmp_path):
    nginx = needs("nginx", "sudo apt install nginx-light")
    openssl = needs("openssl", "sudo apt install openssl")
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
         "-keyout", tmp_path / "key.pem", "-out", tmp_path / "cert.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    server = Server(f"sqlite:///{tmp_path / 'm.db'}", tmp_path, ["--name", NAME])
    proxy = Server("", tmp_path)  # its free port, and its waiting for somebody there
    file = tmp_path / "nginx.conf"
    file.write_text(configuration(tmp_path, proxy.port, server.port))
    proxy.command = [nginx, "-c", str(file), "-e", str(tmp_path / "error.log")]
    server.start()
    proxy.start()
    try:
        asyncio.run(story(server, proxy, tmp_path / "cert.pem"))
    finally:
        proxy.kill(signal.SIGTERM)
        server.kill(signal.SIGTERM)


async def story(server, proxy, certificate):
    await server.up()
    await proxy.up()
    trusted = ssl.create_default_context(cafile=str(certificate))
    host = f"{NAME}:{proxy.port}"
    page = {"host": host, "origin": f"https://{host}"}
    async with httpx.AsyncClient(
        base_url=f"https://127.0.0.1:{proxy.port}", verify=trusted, headers=page
    ) as ann:

        async def ask(method, path, **options):
            return await ann.request(method, path, extensions={"sni_hostname": NAME}, **options)

        first = await ask("GET", "/api/me")
        cookie = first.headers["set-cookie"]
        assert "Secure" in cookie  # the service knows that the way is encrypted
        assert "HttpOnly" in cookie
        token = {"cookie": cookie.partition(";")[0]}
        seats = [{"who": "me"}, {"who": "me"}]
        made = await ask(
            "POST", "/api/matches", json={"system": "forge_of_war", "seats": seats}, headers=token
        )
        assert made.status_code == 201, made.text
        url = f"/api/matches/{made.json()['match']}"
        foreign = await ask("GET", "/api/me", headers={"origin": "https://evil.example"})
        assert foreign.status_code == 403
        other = await ask("GET", "/api/me", headers={"host": "evil.example", **token})
        assert other.status_code == 403

        def line(**headers):
            return connect(
                f"wss://{host}{url}/socket?since=0", host="127.0.0.1", port=proxy.port,
                ssl=trusted, additional_headers={**token, **headers},
            )  # fmt: skip

        async with line(origin=f"https://{host}") as socket:
            welcome = json.loads(await socket.recv())
            state = welcome["snapshot"]["state"]
            assert welcome["snapshot"]["you"] == [0, 1]
            for _ in range(3):
                asked = next(a for a in state["asked"] if a["type"] != "awaited")
                answer = {"type": "idle"}
                if asked["type"] == "choose":
                    allowed = [n for n, o in enumerate(asked["options"]) if o["refusal"] is None]
                    answer = {"type": "pick", "option": allowed[0]}
                body = {"player": asked["player"], "seq": state["seq"], "answer": answer}
                said = await ask("POST", f"{url}/answer", json=body, headers=token)
                assert said.status_code == 200, said.text
                heard = json.loads(await socket.recv())
                while heard["type"] != "happened":
                    heard = json.loads(await socket.recv())
                state = heard["state"]
                assert state["seq"] == said.json()["seq"]
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            async with line(origin="https://evil.example") as socket:
                await socket.recv()


def test_the_container_runs_what_there_is():
    """The image cannot be built here; that its words are ours can be seen."""
    from grognard.cli.app import COMMANDS

    text = (ROOT / "Containerfile").read_text("utf-8")
    (said,) = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)
    name, command, *options = json.loads(said)
    assert (name, command) == ("grognard", "serve")
    assert command in COMMANDS
    shown = subprocess.run(
        [sys.executable, "-c", "from grognard.cli import main; main()", "serve", "--help"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert all(option in shown for option in options if option.startswith("--"))
    for line in re.findall(r"^COPY (?!--)(.*)$", text, re.MULTILINE):
        for copied in line.split()[:-1]:
            assert (ROOT / copied).exists(), copied
            assert f"!{copied}\n" in (ROOT / ".dockerignore").read_text("utf-8")
