"""A JupyterLab server for tests, on this machine's loopback, that takes no configuration from its
user.
"""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from tests.paths import REPOSITORY

START_SECONDS = 60

Theme = Literal["light", "dark"]


class LabServer:
    """A running JupyterLab (with Voilà, as on Binder), its folder of lessons and its log."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.lessons = home / "lessons"
        shutil.copytree(
            REPOSITORY / "notebooks",
            self.lessons,
            ignore=shutil.ignore_patterns(".ipynb_checkpoints"),
        )
        self.token = secrets.token_hex(16)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log: list[str] = []
        self._ready = threading.Event()
        self._answer_questions()
        self._process = subprocess.Popen(
            self._command(),
            env=self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.lessons,
        )
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()
        if not self._ready.wait(START_SECONDS) or self._process.poll() is not None:
            self.stop()
            raise RuntimeError("JupyterLab did not start:\n" + "\n".join(self.log[-30:]))
        self._wait_until_it_listens()

    def _command(self) -> list[str]:
        return [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={self.port}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.root_dir={self.lessons}",
            f"--IdentityProvider.token={self.token}",
            # window.jupyterapp, through which the tests steer the page
            "--LabApp.expose_app_in_browser=True",
            "--LabApp.news_url=",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",  # the other one asks a registry what there is
            "--VoilaConfiguration.allow_theme_override=YES",
            "--VoilaConfiguration.show_tracebacks=True",
        ]

    def _environment(self) -> Mapping[str, str]:
        return os.environ | {
            "JUPYTER_CONFIG_DIR": str(self.home / "config"),
            "JUPYTER_DATA_DIR": str(self.home / "data"),
            "JUPYTER_RUNTIME_DIR": str(self.home / "runtime"),
            "JUPYTERLAB_SETTINGS_DIR": str(self.home / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(self.home / "workspaces"),
            "IPYTHONDIR": str(self.home / "ipython"),
            "JUPYTER_CONFIG_PATH": str(
                REPOSITORY / "binder"
            ),  # our server option, as in `make lab`
            "PYTHONUNBUFFERED": "1",
        }

    def _wait_until_it_listens(self) -> None:
        """Wait for the moment after it says where it is running, when
        it takes the first request.
        """
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return

    def _read_log(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self.log.append(line.rstrip())
                if "is running at" in line:
                    self._ready.set()
        self._ready.set()  # the process has ended, and nobody need wait for it any longer

    def _answer_questions(self) -> None:
        """Keep JupyterLab's settings where a user's are: no question about news, and nothing saved
        that a test did not save, since it may be what another test has just written.
        """
        settings = {
            "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
            "docmanager-extension/plugin": {"autosave": False},
        }
        for name, values in settings.items():
            path = self.home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
            path.parent.mkdir(parents=True)
            path.write_text(json.dumps(values), encoding="utf-8")

    def ask(self, method: str, path: str) -> Any:
        """Return the answer of the server's REST interface."""
        request = urllib.request.Request(  # noqa: S310 - loopback, our own server
            f"{self.url}{path}", method=method, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            return json.loads(answer.read() or b"null")

    def kernels(self) -> list[str]:
        """Return the ids of the kernels that run and are of no notebook in JupyterLab."""
        kept = {session["kernel"]["id"] for session in self.ask("GET", "/api/sessions")}
        return [
            kernel["id"] for kernel in self.ask("GET", "/api/kernels") if kernel["id"] not in kept
        ]

    def stop_kernels(self, *, of_notebooks: bool = False) -> None:
        """End all kernels but those of notebooks in JupyterLab, or those too."""
        kept = (
            ()
            if of_notebooks
            else {session["kernel"]["id"] for session in self.ask("GET", "/api/sessions")}
        )
        for kernel in self.ask("GET", "/api/kernels"):
            if kernel["id"] in kept:
                continue
            try:
                self.ask("DELETE", f"/api/kernels/{kernel['id']}")
            except urllib.error.HTTPError as error:
                if error.code != 404:  # a closed Voilà page may have ended its kernel first
                    raise

    def stop(self) -> None:
        """End the server and with it its kernels, by force if it does not answer."""
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(
            20
        )  # it ends with the log, which kernels still closing may hold open a moment longer


def free_port() -> int:
    """Return a free port of the loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
