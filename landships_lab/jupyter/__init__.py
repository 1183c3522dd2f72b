"""Panels as Jupyter widgets: the only package that imports ipywidgets, ipycanvas and bqplot."""
