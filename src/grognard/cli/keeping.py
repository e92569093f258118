"""`grognard backup` and `grognard restore`: all matches in one file, and back."""

from __future__ import annotations

from pathlib import Path

from grognard.cli.common import Stop, existing
from grognard.cli.serve import database


def backup(file: Path, /, *, db: str = "") -> int:
    """Keep all matches in one file. The service may go on meanwhile.

    Parameters
    ----------
    file
        The file to make. It holds the seats and the dice secrets of matches that are played.
    db
        Where matches are kept, as for serve. Usually a file in your data directory.
    """
    from grognard.server.store.backup import Unfit
    from grognard.server.store.backup import backup as keep

    if not file.parent.is_dir():
        raise Stop(f"there is no folder {file.parent}")
    try:
        matches = keep(database(db), file)
    except Unfit as unfit:
        raise Stop(str(unfit), 1) from None
    print(f"{file}: {matches} matches")
    return 0


def restore(file: Path, /, *, db: str = "") -> int:
    """Bring all matches of a backup into an empty store.

    Parameters
    ----------
    file
        What `grognard backup` made.
    db
        Where they go, as for serve: another file, or a PostgreSQL.
    """
    from grognard.server.store.backup import Unfit
    from grognard.server.store.backup import restore as bring

    try:
        matches = bring(database(db), existing(file))
    except Unfit as unfit:
        raise Stop(str(unfit), 1) from None
    print(f"{matches} matches are back")
    return 0
