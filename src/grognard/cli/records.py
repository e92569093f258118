"""`grognard verify` and `grognard replay`: what a record of a battle says."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from grognard.cli.common import Stop, console, existing, write_json

Flag_ = Annotated[bool, Parameter(negative=())]


def verify(file: Path, /, *, json: Flag_ = False) -> int:
    """Check that a record is true: its hashes, its dice, and every act by the rules.

    Parameters
    ----------
    file
        A record (.grog).
    json
        Print the report for machines.
    """
    from grognard.play.verify import verify as check

    report = check(existing(file))
    if json:
        write_json({"file": str(file), **report})
    elif report["ok"]:
        since = f", rules run from line {report['since']}" if report["since"] else ""
        print(f"{file}: true ({report['lines']} lines, {report['rolls']} rolls{since})")
    else:
        print(f"{file}: not true, line {report['line']}: {report['why']}")
    return 0 if report["ok"] else 1


def replay(
    file: Path,
    /,
    *,
    to: int = 0,
    watch: Flag_ = False,
    delay: float = 0.6,
    json: Flag_ = False,
) -> None:
    """Tell a recorded battle turn by turn.

    Parameters
    ----------
    file
        A record (.grog).
    to
        Stop after this turn.
    watch
        Draw the table as the battle goes on.
    delay
        Seconds between two pictures, with --watch.
    json
        Print every event for machines.
    """
    from grognard.play.record import Damaged

    try:
        _replay(existing(file), to, watch, delay, json)
    except Damaged as damaged:
        raise Stop(f"{file}: {damaged}", 1) from None


def _replay(file: Path, to: int, watch: bool, delay: float, json: bool) -> None:
    from grognard.cli.story import Story
    from grognard.play.record import read_record

    record = read_record(file)
    story = Story(record)
    told = itertools.takewhile(lambda e: not to or e.turn <= to, story.news())
    header = record.lines[0]
    if json:
        write_json({
            "match": header["match"], "system": header["system"], "seats": header["seats"],
            "events": [e.to_dict() for e in told], "outcome": record.lines[-1].get("outcome"),
        })  # fmt: skip
        return
    screen = console()
    seats = " against ".join(s["name"] for s in header["seats"])
    screen.print(f"{story.replay.system.title}: {seats}", style="bold", markup=False)
    if watch:
        from grognard.cli.watch import Watcher

        Watcher(screen, story, delay).show(told)
        return
    for event in told:
        event.show(screen)
