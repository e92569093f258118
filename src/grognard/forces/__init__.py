"""What forces of every system are built with: ledgers, verdicts, catalogues, rosters, documents."""
