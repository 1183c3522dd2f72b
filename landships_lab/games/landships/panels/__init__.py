"""The panels of *Landships!*, from positions and ranges to counters on paper."""
