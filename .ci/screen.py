"""Is there a screen with a web browser here, for JupyterLab to open? Exit code 0 when there is."""

import os
import sys
import webbrowser


def has_screen() -> bool:
    """Can a browser window be seen by whoever typed `make lab`? False over ssh and in a container."""
    if sys.platform not in ("darwin", "win32") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


if __name__ == "__main__":
    sys.exit(not has_screen())
