"""One kernel for several notebooks: what is run between two of them, so that neither meets what the
other left.
"""

#: Closes all widgets, while nothing that the page says is heard, and forgets all names. Modules
#: stay imported.
EMPTY_KERNEL = """
import sys
from contextlib import nullcontext
from ipywidgets.widgets.widget import _instances
turns = sys.modules.get("landships_lab.jupyter.lifecycle")
with turns.LOCK if turns else nullcontext():
    for widget in list(_instances.values()):
        widget.close()
get_ipython().run_line_magic("reset", "-f")
"""
