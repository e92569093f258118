"""Everything from nothing: needs only Python 3.9 or later and a network the first time.

python3 go.py                 the table in the browser
python3 go.py test [...]      the tests (what `uv run pytest` runs)
python3 go.py compiled [...]  the engine compiled to C; `compiled -- pytest` tests it
python3 go.py TOOL [...]      pytest, ruff, mypy, lint-imports or python, from .venv/
python3 go.py ANYTHING [...]  is `grognard ANYTHING ...`
"""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
UV = "uv==0.13.8"
PYPI = "https://pypi.org/simple"
OLDEST_UV = (0, 8)  # as [tool.uv] required-version
MAIN_JOB = ["serve"]
ALIASES = {"test": ["pytest"], "compiled": ["python", "-m", "benchmarks.compiled"]}
TOOLS = {"pytest", "ruff", "mypy", "lint-imports", "python"}


def command(args: list[str]) -> list[str]:
    """What to run inside the project's environment for these arguments."""
    first, *rest = args or MAIN_JOB
    if first in ALIASES:
        return [*ALIASES[first], *rest]
    return [first, *rest] if first in TOOLS else ["grognard", first, *rest]


def usable(uv: str) -> bool:
    """A uv may be a version manager's empty shell, or too old to read uv.lock: ask it."""
    try:
        answer = subprocess.run([uv, "--version"], capture_output=True, text=True)
    except OSError:
        return False
    version = re.match(r"uv (\d+)\.(\d+)", answer.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_UV


def find_uv() -> str:
    """The path of a uv: the user's, or ours in .tools/, fetched from PyPI when there is none."""
    found = shutil.which("uv")
    if found and usable(found):
        return found
    tools = HERE / ".tools"
    scripts = tools / ("Scripts" if os.name == "nt" else "bin")
    own = str(scripts / "uv")
    if usable(own):
        return own
    say("fetching uv into .tools/ (first run only) ...")
    try:
        venv.create(tools, with_pip=True, clear=True)
    except (Exception, SystemExit):  # Debian's venv exits instead of raising
        sys.exit(
            "go.py: this Python has no venv. On Debian or Ubuntu: sudo apt install python3-venv "
            "(or install uv, https://docs.astral.sh/uv/), then run this again."
        )
    pip = [str(scripts / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    if subprocess.call([*pip, UV]) != 0:
        sys.exit(f"go.py: could not fetch {UV} from PyPI (see above). Is there a network?")
    return own


def prepare(uv: str) -> None:
    """Bring .venv up to date; without a network when all that it needs is on this machine."""
    lock, here = HERE / "uv.lock", ["--project", str(HERE)]
    locked = quiet([uv, "lock", *here, "--check", "--offline", "--default-index", PYPI])
    if locked and quiet([uv, "sync", *here, "--offline", "--frozen"]):
        return
    say("setting up .venv/ (first run, or something changed) ...")
    before = lock.read_bytes()
    if subprocess.call([uv, "sync", *here]) != 0:
        sys.exit("go.py: could not set up .venv/ (see above). Is there a network?")
    if locked and lock.read_bytes() != before:
        lock.write_bytes(before)  # uv was told of a mirror, whose addresses it wrote down for all


def quiet(step: list[str]) -> bool:
    return subprocess.run(step, capture_output=True).returncode == 0


def say(what: str) -> None:
    print(f"go.py: {what}", file=sys.stderr, flush=True)


def main() -> None:
    if sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__)
        return
    uv = find_uv()
    prepare(uv)
    ours = command(sys.argv[1:])
    if ours[0] != "grognard":  # its files are where the user stands; the tools' files are here
        os.chdir(HERE)
    run = [uv, "run", "--project", str(HERE), "--no-sync", *ours]
    if os.name == "nt":  # no exec there: the shell would not wait
        sys.exit(subprocess.call(run))
    os.execv(uv, run)


if __name__ == "__main__":
    main()
