"""What a Jupyter server does better for this lab: answers at once, small messages, dashboards
that are read as pages, no kernel left behind.

`make lab` puts this folder on Jupyter's config path and Binder's postBuild copies this file; a
server that is not ours is left alone. To use it on your own server, copy it to a folder that
`jupyter --paths` lists under `config`. Should a later Jupyter have other names, or this package not
be installed, nothing happens: the option is lost, the server runs.

- Gestures are answered 35 to 45 ms faster with Nagle's algorithm turned off on the sockets between
  a page and its kernel.
  jupyter_server leaves TCP_NODELAY unset there, so a small message (a mouse move, a few draw
  commands) waits for the answer to
  the one before it.
- Messages are deflated on their way: those of a gesture come to a fifth of their size, 1 to 4 kB,
  for 0.3 ms of work. Far away (on Binder) a slow line then follows a drag.
- Voilà shows a lesson with our template: its title, the list of lessons, text of a width that is
  read with pleasure.
- The former name of a lesson opens the lesson of today, in JupyterLab and as a page.
- A kernel whose page was closed ends: at once where the page could say so, and else after
  IDLE_SECONDS.
"""

import os
from functools import wraps
from pathlib import Path
from typing import Any

#: A kernel without any page is kept this long: the time in which a machine that was asleep, or a
#: lost network, comes back.
IDLE_SECONDS = 20 * 60
#: The method that returns the path of a file by its name in Jupyter.
_PATH = "_get_os_path"


def send_at_once() -> None:
    """Wrap KernelWebsocketHandler.open so that each kernel socket sends
    small messages immediately.
    """
    try:
        from jupyter_server.services.kernels.websocket import KernelWebsocketHandler

        stock_open = KernelWebsocketHandler.open
    except (ImportError, AttributeError):
        return
    if getattr(stock_open, "sends_at_once", False):
        return  # the file can lie in two folders of the config path, and is then read twice

    @wraps(stock_open)
    def open_and_send_at_once(self: Any, *args: Any, **kwargs: Any) -> Any:
        if hasattr(self, "set_nodelay"):
            self.set_nodelay(True)
            self.log.info(
                "This kernel's socket sends small messages at once (landships_lab:"
                " jupyter_server_config.py)"
            )
        return stock_open(self, *args, **kwargs)

    open_and_send_at_once.sends_at_once = True
    KernelWebsocketHandler.open = open_and_send_at_once


def send_small(config: Any) -> None:
    """Deflate the messages of kernels."""
    config.ServerApp.websocket_compression_options = {"compression_level": 4, "mem_level": 8}


def show_lessons_as_pages(config: Any) -> None:
    """Let Voilà show lessons with the template of this package, found by way of Jupyter's data
    path.
    """
    try:
        from landships_lab.publish.dashboard import DATA, TEMPLATE, dress
    except ImportError:
        return
    path = os.environ.get("JUPYTER_PATH", "")
    if str(DATA) not in path.split(os.pathsep):
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, (path, str(DATA))))
    config.VoilaConfiguration.template = TEMPLATE
    config.VoilaConfiguration.prelaunch_hook = dress
    # the extension of Notebook 7 needs parts of JupyterLab that a page of Voilà lacks
    config.VoilaConfiguration.extension_denylist = ["@jupyter-notebook/lab-extension"]


def open_lessons_by_former_names() -> None:
    """Wrap FileManagerMixin._get_os_path so that a lesson's former name, where no file has it, is
    the name of its present file.
    """
    try:
        from jupyter_server.services.contents.fileio import FileManagerMixin

        from landships_lab.data.lessons import RENAMED
    except ImportError:
        return
    mixin: Any = FileManagerMixin
    stock_path = vars(mixin).get(_PATH)
    if stock_path is None or getattr(stock_path, "knows_former_names", False):
        return  # as above

    @wraps(stock_path)
    def path_of_today(self: Any, path: str) -> str:
        found = Path(stock_path(self, path))
        if found.suffix != ".ipynb" or found.stem not in RENAMED or found.exists():
            return str(found)
        present = found.with_stem(RENAMED[found.stem])
        return str(present if present.exists() else found)

    vars(path_of_today)["knows_former_names"] = True
    setattr(mixin, _PATH, path_of_today)


def end_kernels_that_are_left(config: Any) -> None:
    """End a kernel that has no page and nothing to do."""
    config.MappingKernelManager.cull_idle_timeout = IDLE_SECONDS
    config.MappingKernelManager.cull_interval = 60
    config.MappingKernelManager.cull_connected = False


send_at_once()
open_lessons_by_former_names()
if "get_config" in globals():  # Jupyter gives it to the configuration that it reads
    send_small(get_config())  # type: ignore[name-defined]  # noqa: F821
    show_lessons_as_pages(get_config())  # type: ignore[name-defined]  # noqa: F821
    end_kernels_that_are_left(get_config())  # type: ignore[name-defined]  # noqa: F821
