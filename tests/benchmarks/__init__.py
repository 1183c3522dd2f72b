"""Measurements: how long a rule, an answer or a gesture takes."""
