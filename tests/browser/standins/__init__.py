"""Replacements for numpy and Pillow in a browser without the web, for tests only."""
