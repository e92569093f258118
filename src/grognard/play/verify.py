"""Says whether a record is true: hashes, dice, and the rules themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.play.record import Damaged, Record, read_record
from grognard.play.replay import Replay


def verify(path: Path) -> dict[str, Any]:
    """A report: `ok`, and `line` with `why` where the record is not true."""
    try:
        record = read_record(path)
    except Damaged as damage:
        return {"ok": False, "line": damage.line, "why": damage.why}
    return verify_record(record)


def verify_record(record: Record) -> dict[str, Any]:
    """The same for a record whose hashes have been checked."""
    replay: Replay | None = None
    try:
        replay = Replay(record)
        while replay.step():
            pass
        if not record.closed:
            return {
                "ok": False,
                "line": len(record.lines) + 1,
                "lines": len(record.lines),
                "why": "there is no closing line: the match is not over, or the end is cut off",
            }
    except Damaged as damage:
        return {"ok": False, "line": damage.line, "why": damage.why}
    except Exception as error:  # whatever the rules make of what they never wrote
        return {
            "ok": False,
            "line": replay.at if replay is not None else 1,
            "why": f"the rules cannot follow this: {error!r}",
        }
    return {
        "ok": True,
        "lines": len(record.lines),
        "rolls": replay.thrown,
        "match": record.lines[0]["match"],
        "since": replay.since,
        "outcome": record.lines[-1]["outcome"],
    }
