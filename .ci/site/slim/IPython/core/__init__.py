"""The inner part of IPython, of which widgets import one name."""  # noqa: N999 - its own name
