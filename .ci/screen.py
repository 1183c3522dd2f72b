"""Looks for a screen with a web browser that JupyterLab can open. Exit code 0 when there is one."""

import os
import sys
import webbrowser


def has_screen() -> bool:
    """Return whether the person who typed `make lab` can see a browser window: not over ssh, nor in
    a container.
    """
    if sys.platform not in ("darwin", "win32") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


if __name__ == "__main__":
    sys.exit(not has_screen())
