"""One kernel for several notebooks: what is run between two of them, so that neither meets what the other left."""

#: Closes all widgets but the one that every canvas needs, and forgets all names. Modules stay imported.
EMPTY_KERNEL = """
from ipycanvas.canvas import _CANVAS_MANAGER as shared
from ipywidgets.widgets.widget import _instances
for widget in list(_instances.values()):
    if widget is not shared:
        widget.close()
get_ipython().run_line_magic("reset", "-f")
"""
