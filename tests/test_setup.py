"""The set-up itself: go.py, the one version, the house's layers, what is compiled."""

import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import go
import grognard
from benchmarks import compiled
from hatch_build import changed, compiled_sources

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ([], ["grognard", "serve"]),
        (["test", "-x"], ["pytest", "-x"]),
        (["ask", "forge_of_war", "--help"], ["grognard", "ask", "forge_of_war", "--help"]),
        (["ruff", "check"], ["ruff", "check"]),
        (["compiled", "--", "pytest"], ["python", "-m", "benchmarks.compiled", "--", "pytest"]),
    ],
)
def test_go_passes_its_arguments_on(arguments, command):
    assert go.command(arguments) == command


IN_STEP = f"lock --check --offline --default-index {go.PYPI}"


class Fresh:
    """A folder with go.py and a `uv` that writes down how it is called, and fails when told to."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log, self.lock = folder, folder / "log", folder / "uv.lock"
        shutil.copy(ROOT / "go.py", folder)
        self.lock.write_text("the lock")
        self.install_uv()

    def install_uv(self, version: str = "9.9.9", fails: str = "nothing", locks: str = "") -> None:
        script = self.folder / "uv"
        script.write_text(
            f"#!{sys.executable}\n"
            "import sys\n"
            "said = ' '.join(sys.argv[1:])\n"
            f"open({str(self.log)!r}, 'a').write(said + '\\n')\n"
            f"if {fails!r} in said: sys.exit('no network')\n"
            f"if said == '--version': print('uv {version}')\n"
            f"if {locks!r} and said.startswith('sync'):\n"
            f"    open({str(self.lock)!r}, 'w').write({locks!r})\n"
        )
        script.chmod(0o755)

    def go(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        # -I and an absolute path: the user may stand anywhere and have nothing installed.
        return subprocess.run(
            [sys.executable, "-I", str(self.folder / "go.py"), *arguments],
            env={"PATH": str(self.folder)},
            cwd=self.folder.parent,
            capture_output=True,
            text=True,
        )

    def calls(self) -> list[str]:
        return self.log.read_text().replace(f" --project {self.folder}", "").splitlines()


@pytest.fixture
def fresh(tmp_path):
    return Fresh(tmp_path)


def test_go_asks_no_network_when_all_is_here(fresh):
    assert fresh.go().returncode == 0
    assert fresh.calls() == [
        "--version",
        IN_STEP,
        "sync --offline --frozen",
        "run --no-sync grognard serve",
    ]


def test_go_goes_online_when_something_is_missing(fresh):
    fresh.install_uv(fails="--frozen")
    assert fresh.go("test", "-q").returncode == 0
    calls = [IN_STEP, "sync --offline --frozen", "sync", "run --no-sync pytest -q"]
    assert fresh.calls()[1:] == calls


def test_go_keeps_the_addresses_of_a_mirror_out_of_the_lock(fresh):
    fresh.install_uv(fails="--frozen", locks="the lock, from a mirror")
    assert fresh.go("test").returncode == 0
    assert fresh.lock.read_text() == "the lock"


def test_go_locks_again_when_the_dependencies_changed(fresh):
    fresh.install_uv(fails="--check", locks="a new lock")
    assert fresh.go("test").returncode == 0
    assert fresh.calls()[1:] == [IN_STEP, "sync", "run --no-sync pytest"]
    assert fresh.lock.read_text() == "a new lock"


def test_go_says_in_one_line_that_it_could_not_set_up(fresh):
    fresh.install_uv(fails="sync")
    done = fresh.go("test")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("go.py: could not set up .venv/")
    assert not any(call.startswith("run") for call in fresh.calls())


def test_go_helps_without_uv(fresh):
    done = fresh.go("--help")
    assert done.returncode == 0
    assert "python3 go.py test" in done.stdout
    assert not fresh.log.exists()


def test_go_does_not_use_an_old_or_broken_uv(fresh):
    uv = str(fresh.folder / "uv")
    assert go.usable(uv)
    fresh.install_uv(version="0.4.30")
    assert not go.usable(uv)
    fresh.install_uv(fails="--version")
    assert not go.usable(uv)
    assert not go.usable(str(fresh.folder / "missing"))
    oldest = ".".join(map(str, go.OLDEST_UV))
    assert PROJECT["tool"]["uv"]["required-version"] == f">={oldest}"


def test_the_version_is_one_number():
    version = PROJECT["project"]["version"]
    assert importlib.metadata.version("grognard") == version
    assert getattr(grognard, "__version__", version) == version
    (locked,) = [package for package in LOCK["package"] if package["name"] == "grognard"]
    assert locked["version"] == version


def test_the_lock_names_no_host_but_the_public_index():
    hosts = re.findall(r"https?://([^/\"]+)", (ROOT / "uv.lock").read_text("utf-8"))
    assert set(hosts) == {"pypi.org", "files.pythonhosted.org"}
    sources = {key for package in LOCK["package"] for key in package["source"]}
    assert sources == {"registry", "editable"}


def test_every_room_of_the_house_has_its_layer():
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    names = re.findall(r"\w+", " ".join(layers))
    assert " ".join(names) == "cli server gyms lab bots armies odds play systems forces table rules"
    rooms = {file.relative_to(ROOT / "src/grognard").parts[0] for file in python_files()}
    assert {room for room in rooms if not room.endswith(".py")} <= set(names)
    compiled_rooms = PROJECT["tool"]["grognard"]["compiled"]["packages"]
    assert {Path(room).name for room in compiled_rooms} <= set(names)


def python_files():
    return (ROOT / "src/grognard").glob("*/**/*.py")


def test_compiled_sources_are_all_but_the_excluded(tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        "[tool.grognard.compiled]\n"
        'packages = ["grognard/rules", "grognard/systems"]\n'
        'exclude = ["grognard/rules/plain.py", "grognard/systems/odd"]\n'
    )
    for name in ("cli/main", "rules/plain", "rules/dice", "systems/odd/x", "systems/fow/melee"):
        file = tmp_path / "src" / "grognard" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    found = [file.relative_to(tmp_path / "src/grognard") for file in compiled_sources(tmp_path)]
    assert [file.as_posix() for file in found] == ["rules/dice.py", "systems/fow/melee.py"]


def test_a_name_catches_one_type_of_exception_in_a_function():
    """Compiled, a name has one type in a function: a second handler of that name would fail."""
    twice = []
    for file in compiled_sources(ROOT):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                caught = {}
                for node in ast.walk(function):
                    if isinstance(node, ast.ExceptHandler) and node.name and node.type:
                        caught.setdefault(node.name, set()).add(ast.unparse(node.type))
                twice += [
                    f"{file.name}:{function.name} {n}" for n, t in caught.items() if len(t) > 1
                ]
    assert not twice


def test_every_excluded_module_exists():
    for path in PROJECT["tool"]["grognard"]["compiled"]["exclude"]:
        assert (ROOT / "src" / path).exists(), path


def test_only_what_changed_is_compiled_again(tmp_path):
    source, target = tmp_path / "x.c", tmp_path / "x.o"
    source.touch()
    assert changed(target, [source])
    target.touch()
    newer = source.stat().st_mtime_ns + 1_000_000_000
    set_time(target, newer)
    assert not changed(target, [source])
    set_time(source, newer + 1)
    assert changed(target, [source])


def set_time(file, nanoseconds):
    os.utime(file, ns=(nanoseconds, nanoseconds))


def test_the_compiled_engine_is_stale_when_any_shipped_file_changes(tmp_path, monkeypatch):
    for name in ("pyproject.toml", "uv.lock", "hatch_build.py", "src/grognard/a.toml"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("1")
    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    before = compiled.stamp()
    assert compiled.stamp() == before
    (tmp_path / "src/grognard/a.toml").write_text("2")
    assert compiled.stamp() != before


def test_a_missing_program_skips_here_and_fails_where_all_must_run(needs, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt install nothing brings it"):
        needs("no-such-program", "apt install nothing")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="apt install nothing brings it"):
        needs("no-such-program", "apt install nothing")
    assert Path(needs(sys.executable, "")).exists()
