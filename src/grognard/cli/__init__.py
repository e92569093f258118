"""The `grognard` command. Every command's own work is imported when it is called."""

from __future__ import annotations

import sys


def main() -> None:
    """The console script."""
    from grognard.cli.app import run

    sys.exit(run(sys.argv[1:]))
