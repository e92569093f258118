"""Somebody else's rule system: built as a wheel, installed beside Grognard, asked and played."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import grognard

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ROOT / "tests" / "toys" / "wheel"
GUIDE = ROOT / "docs" / "adding-a-system.md"
# A file's name on a line of its own, then its code.
SHOWN = re.compile(r"^`([\w./-]+)`\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(*command, cwd, fails=False):
    # Nothing from here may leak in: only what is installed there is found.
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL", "UV"))}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=clean, capture_output=True, text=True
    )
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The interpreter of a clean environment that holds Grognard and the toy's wheel."""
    if importlib.util.find_spec("ensurepip") is None:
        missing = "this Python has no ensurepip; sudo apt install python3-venv brings it"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
    work = tmp_path_factory.mktemp("plugin")
    shutil.copytree(PROJECT, work / "project", ignore=shutil.ignore_patterns("__pycache__"))
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", work / "dist",
        cwd=work / "project")  # fmt: skip
    (wheel,) = (work / "dist").glob("grognard_skirmish_toy-*.whl")

    venv.create(work / "venv", with_pip=True)
    scripts = work / "venv" / ("Scripts" if os.name == "nt" else "bin")
    offline = ["--no-index", "--no-deps", "--disable-pip-version-check"]
    run(scripts / "python", "-I", "-m", "pip", "install", "-q", *offline, wheel, cwd=work)
    # Grognard and what it needs, as they are here: from source or compiled, without a network.
    purelib = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(run(scripts / "python", "-I", "-c", purelib, cwd=work).strip())
    needed = [Path(path).parent for path in grognard.__path__]
    for module in ("yaml", "mypy_extensions", "cyclopts"):
        spec = importlib.util.find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        here = Path(spec.origin).parent
        needed.append(here if spec.submodule_search_locations is None else here.parent)
    (site / "beside.pth").write_text("\n".join(dict.fromkeys(map(str, needed))) + "\n")
    return scripts / "python"


def origin_of_the_engine():
    spec = importlib.util.find_spec("grognard.rules.effects")
    assert spec is not None
    return spec.origin


@pytest.mark.slow
def test_it_is_found_beside_the_engine_that_is_tested(python, tmp_path):
    said = run(
        python,
        "-I",
        "-c",
        "import grognard.rules.effects as e, skirmish_toy as s\n"
        "from grognard.play.registry import find_system\n"
        "assert find_system('road') is find_system('skirmish_toy') is s.SYSTEM\n"
        "print(e.__file__, s.__file__, sep='\\n')",
        cwd=tmp_path,
    )
    engine, toy = said.splitlines()
    assert engine == origin_of_the_engine()
    assert Path(toy).is_relative_to(Path(python).parents[1])


@pytest.mark.slow
def test_it_plays_to_the_end_and_answers_its_question(python, tmp_path):
    shutil.copy(PROJECT / "check.py", tmp_path)
    reasons, number, *chances = run(python, "-I", "check.py", cwd=tmp_path).splitlines()
    assert re.fullmatch(r"\{'a squad is gone': \d+, 'time is up': \d+\}", reasons)
    assert number == 'to hit 4: base 2, up to 6" +1, aimed +1'
    # Each of five men takes one with 4/6 * 5/6.
    assert chances[-1] == "mean 2.78"
    assert len(chances) == 7


@pytest.mark.slow
def test_the_command_line_knows_it(python, tmp_path):
    main = [python, "-I", "-c", "from grognard.cli import main; main()"]
    assert "skirmish_toy  Two squads on a road" in run(*main, "systems", cwd=tmp_path)
    said = run(*main, "ask", "skirmish_toy", "volley", "--men", "5", "--distance", "6", "--aimed",
               cwd=tmp_path)  # fmt: skip
    assert "to hit 4" in said
    assert "mean 2.78" in said
    assert "SKT-3-02" in run(*main, "rules", "skirmish_toy", "aimed", cwd=tmp_path)


@pytest.mark.slow
def test_the_service_plays_it_unchanged(python, tmp_path):
    """Over HTTP, by somebody who knows nothing of the system but its name."""
    shutil.copy(Path(__file__).with_name("over_the_api.py"), tmp_path)
    said = run(python, "-I", "over_the_api.py", "skirmish_toy", tmp_path, cwd=tmp_path)
    assert set(said.splitlines()) <= {"a squad is gone", "time is up"}
    assert len(said.splitlines()) == 2


def lines(text):
    return [line for line in text.splitlines() if line.strip()]


def test_the_guide_shows_this_very_code():
    shown = {}
    for name, _, code in SHOWN.findall(GUIDE.read_text("utf-8")):
        shown.setdefault(name, []).extend(lines(code))
    files = {
        file.relative_to(PROJECT).as_posix(): lines(file.read_text("utf-8"))
        for file in PROJECT.rglob("*.*")
        if file.is_file() and file.suffix in (".py", ".toml", ".yaml")
    }
    assert sorted(shown) == sorted(files)
    for name, code in files.items():
        assert shown[name] == code, name


@pytest.mark.slow
@pytest.mark.parametrize(("need", "said"), [(2, "2 passed"), (3, "1 failed, 1 passed")])
def test_the_guides_test_is_a_test(python, tmp_path, need, said):
    text = GUIDE.read_text("utf-8")
    (code,) = re.findall(r"^```python\n(import pytest.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "test_it.py").write_text(code.replace("(6.1, 2)", f"(6.1, {need})"))
    tried = run(python, "-I", "-m", "pytest", "-q", "test_it.py", cwd=tmp_path, fails=need != 2)
    assert said in tried
