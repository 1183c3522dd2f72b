"""Every message of a kernel reaches a page that is slow to fetch them."""

from collections import Counter
from queue import Empty

import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import start_new_kernel

from landships_lab.jupyter.bridge import make_room

SECONDS = 60
BEGIN = "import landships_lab; landships_lab.FireArcs()"
#: Far more than the 1,000 messages that wait in the sockets of either side unless told otherwise.
MANY = "for _ in range(20): landships_lab.FireArcs()"
#: Cells that say more together than any number of messages that one would let wait.
CELLS, FLOOD = (
    8,
    "words = __import__('ipywidgets').HTML()\nfor n in range(3000): words.value = str(n)",
)


@pytest.mark.notebook
def test_a_burst_that_nobody_fetches_is_kept_whole() -> None:
    manager, client = start_new_kernel()
    try:
        client.execute(BEGIN, reply=True, timeout=SECONDS)
        last = client.execute(MANY)
        client.get_shell_msg(
            timeout=SECONDS
        )  # the cell has ended, and not one of its messages was fetched
        heard = until_idle(client, {last})
        assert heard["comm_open"] > 1500
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.notebook
def test_the_end_of_every_cell_is_told_in_a_flood() -> None:
    manager, client = start_new_kernel()
    try:
        client.execute(BEGIN, reply=True, timeout=SECONDS)
        asked = [client.execute(FLOOD) for _ in range(CELLS)]
        for _ in asked:
            client.get_shell_msg(timeout=SECONDS)
        until_idle(client, set(asked))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def until_idle(client: BlockingKernelClient, asked: set[str]) -> Counter[str]:
    """Return how many messages of each type came until each of these requests was told to have
    ended, once.
    """
    heard: Counter[str] = Counter()
    left = set(asked)
    while left:
        try:
            message = client.get_iopub_msg(timeout=SECONDS)
        except Empty:
            pytest.fail(
                f"the kernel never said that {len(left)} of {len(asked)} cells had ended; before"
                f" that it said {heard}"
            )
        heard[message["msg_type"]] += 1
        if message["content"].get("execution_state") == "idle":
            left.discard(message["parent_header"].get("msg_id"))
    return heard


def test_where_there_is_no_kernel_nothing_happens() -> None:
    make_room.cache_clear()
    make_room()
