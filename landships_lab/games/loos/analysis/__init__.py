"""Campaigns and forecasts, computed from the rules of Loos and printed nowhere."""
