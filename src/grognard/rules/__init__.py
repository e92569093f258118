"""What rules are written with: effects, explained numbers, dice, clauses, settings, refusals."""
