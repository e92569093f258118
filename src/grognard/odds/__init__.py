"""Exact odds: the driver that follows every way the dice can fall."""
