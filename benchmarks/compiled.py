"""The engine compiled by mypyc, in a virtual environment of its own beside the interpreted one.

python -m benchmarks.compiled                  build it into .compiled/, if anything changed
python -m benchmarks.compiled -- COMMAND ...   and run a command in there
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from go import find_uv
from grognard.server import frontend

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".compiled"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
BUILD = ROOT / "build"
ENVIRONMENT = {
    **os.environ,
    "PATH": f"{SCRIPTS}{os.pathsep}{os.environ.get('PATH', '')}",
    "VIRTUAL_ENV": str(VENV),
    "UV_PROJECT_ENVIRONMENT": str(VENV),
    "GROGNARD_EXPECT": "compiled",
}


def stamp() -> str:
    """One hash over everything that the compiled wheel and its environment are made of."""
    seen = hashlib.sha256(sys.version.encode())
    inputs = [ROOT / name for name in ("pyproject.toml", "uv.lock", "hatch_build.py")]
    for file in [*inputs, *sorted((ROOT / "src").rglob("*"))]:
        name = file.relative_to(ROOT).as_posix()
        if file.is_file() and "/__pycache__/" not in name and "/." not in name:
            content = file.read_bytes()
            seen.update(f"{name} {len(content)}\n".encode() + content)
    return seen.hexdigest()


def build() -> None:
    """Bring .compiled/ up to date; nothing is done when it is."""
    frontend.ensure()  # part of the wheel, so it must be there before the stamp is taken
    want, done = stamp(), VENV / "grognard.stamp"
    if done.is_file() and done.read_text() == want:
        return
    print("compiling the engine (first run, or something changed) ...", file=sys.stderr, flush=True)
    done.unlink(missing_ok=True)
    uv, python, wheels = find_uv(), str(SCRIPTS / "python"), BUILD / "wheel"
    shutil.rmtree(wheels, ignore_errors=True)
    run([uv, "sync", "-q", "--frozen", "--no-install-project", "--python", sys.executable])
    run([python, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)])
    (wheel,) = wheels.glob("*.whl")
    run([uv, "pip", "install", "-q", "--python", python, "--no-deps", "--reinstall", str(wheel)])
    done.write_text(want)


def run(step: list[str]) -> None:
    environment = {**ENVIRONMENT, "GROGNARD_COMPILED": "1"}
    done = subprocess.run(step, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        said = done.stdout + done.stderr
        hint = ""
        if "CompileError" in said:
            hint = ": it needs a C compiler and Python's headers (sudo apt install gcc python3-dev)"
        sys.exit(f"{said}\ncould not compile the engine{hint}")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two builds in one folder would mix their files; the second waits and finds all done."""
    if os.name == "nt":
        yield
        return
    import fcntl

    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    with one_at_a_time():
        build()
    command = sys.argv[1:]
    if command[:1] == ["--"]:
        del command[0]
    if command:
        command[0] = shutil.which(command[0], path=ENVIRONMENT["PATH"]) or command[0]
        sys.exit(subprocess.call(command, env=ENVIRONMENT))


if __name__ == "__main__":
    main()
