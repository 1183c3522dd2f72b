"""The inner part of IPython, of which widgets import one name."""
