"""One pupil with a kernel on the class's server, used through its websocket as a page uses it."""

import asyncio
import itertools
import json
import random
import struct
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.session import Session
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.browser.server import LabServer

Gesture = dict[str, Any]
PATIENCE = 60  # seconds, for a kernel that never answers
VIEWS = itertools.count(1)
OFTEN = {"hover": 50, "press": 10, "drag": 20, "drop": 10, "turn": 5, "key": 5}
PANEL = "import landships_lab\npanel = landships_lab.{name}()\nprint(panel.board.bridge.model_id)"


def gestures(count: int, seed: int) -> list[Gesture]:
    """Return what a pupil does with a board of about 600 by 500 pixels: mostly moving about, now
    and then a click, a drag, a key.
    """
    dice = random.Random(seed)
    made: list[Gesture] = []
    view = f"pupil {next(VIEWS)}"  # as a page makes a new one each time it is loaded
    for seq in range(1, count + 1):
        kind = dice.choices(*zip(*OFTEN.items(), strict=True))[0]
        at = {"x": dice.uniform(0, 600), "y": dice.uniform(0, 490)}
        key = dice.choice("qe") if kind == "key" else ""
        made.append({"kind": kind, **at, "seq": seq, "view": view, "key": key, "steps": 1})
    return made


@dataclass
class Pupil:
    """A kernel, its websocket, and the seconds from the sending of each gesture to its answer."""

    server: LabServer
    kernel: str
    socket: WebSocketClientConnection
    session: Session = field(default_factory=Session)
    waited: list[float] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)

    async def run(self, code: str) -> str:
        """Run a cell and return what it prints. Fails where it raises."""
        asked = {"code": code, "silent": False, "store_history": True, "allow_stdin": False}
        sent = await self._say("execute_request", asked)
        printed, ended = "", set[str]()
        while len(ended) < 2:  # on two channels, of which either may be the first
            kind, content, parent = await self._hear()
            if parent != sent:
                continue
            if kind == "error":
                raise AssertionError(f"{content['ename']}: {content['evalue']}")
            if kind == "stream":
                printed += content["text"]
            ended |= {kind, content.get("execution_state", "")} & {"execute_reply", "idle"}
        return printed

    async def lesson(self, path: Path) -> None:
        """Run every cell of a lesson, and leave its widgets open."""
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code":
                await self.run(cell.source)

    async def touch(self, bridge: str, made: Sequence[Gesture], pause: float = 0.0) -> None:
        """Make these gestures one after another, each when the last is answered, as the page's side
        of the board does.
        """
        for gesture in made:
            start = time.perf_counter()
            await self._say(
                "comm_msg", {"comm_id": bridge, "data": {"method": "custom", "content": gesture}}
            )
            self.answered.append(await self._answer(bridge))
            self.waited.append(time.perf_counter() - start)
            await asyncio.sleep(pause)

    async def _answer(self, bridge: str) -> int:
        while True:
            kind, content, _ = await self._hear()
            if kind == "comm_msg" and content["comm_id"] == bridge:
                told = content["data"].get("content", {})
                if told.get("kind") == "ack":
                    return int(told["seq"])

    async def drop(self) -> None:
        """Lose the connection and come back to the same kernel."""
        await self.leave()
        self.socket = await _connected(self.server, self.kernel)

    async def leave(self) -> None:
        """Close the page; the kernel goes on until the server ends it."""
        self.socket.close()
        while await asyncio.wait_for(self.socket.read_message(), PATIENCE) is not None:
            pass

    async def _say(self, kind: str, content: dict[str, Any]) -> str:
        message = self.session.msg(kind, content) | {"channel": "shell", "buffers": []}
        await self.socket.write_message(json.dumps(message, default=str))
        return str(message["msg_id"])

    async def _hear(self) -> tuple[str, dict[str, Any], str]:
        frame = await asyncio.wait_for(self.socket.read_message(), PATIENCE)
        assert frame is not None, "the connection broke"
        if isinstance(frame, bytes):  # buffers come with it; their places are told first
            begin, end = struct.unpack_from("!2I", frame, 4)
            frame = frame[begin:end].decode("utf-8")
        told = json.loads(frame)
        return told["header"]["msg_type"], told["content"], told["parent_header"].get("msg_id", "")


@asynccontextmanager
async def pupils(server: LabServer, count: int) -> AsyncIterator[list[Pupil]]:
    """Yield a number of pupils, each with a new kernel, as when they open a lesson."""
    everyone = await asyncio.gather(*(_arrive(server) for _ in range(count)))
    try:
        yield everyone
    finally:
        await asyncio.gather(*(pupil.leave() for pupil in everyone))


async def _arrive(server: LabServer) -> Pupil:
    made = await asyncio.to_thread(server.ask, "POST", "/api/kernels")
    return Pupil(server, made["id"], await _connected(server, made["id"]))


async def _connected(server: LabServer, kernel: str) -> WebSocketClientConnection:
    channels = f"/api/kernels/{kernel}/channels?session_id={uuid.uuid4().hex}"
    address = server.url.replace("http", "ws", 1) + channels
    asked = HTTPRequest(address, headers={"Authorization": f"token {server.token}"})
    return await websocket_connect(asked, max_message_size=2**27)
