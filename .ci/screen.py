"""Whether there is a screen with a web browser here, for JupyterLab to open: exit code 0 if there is."""

import os
import sys
import webbrowser


def has_screen() -> bool:
    """Return whether whoever typed `make lab` can see a browser window: not over ssh and not in a container."""
    if sys.platform not in ("darwin", "win32") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


if __name__ == "__main__":
    sys.exit(not has_screen())
