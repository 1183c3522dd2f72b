"""Explorers as Jupyter widgets: the only room that imports ipywidgets, ipycanvas and bqplot."""
