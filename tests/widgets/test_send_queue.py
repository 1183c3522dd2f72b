"""Every message of a kernel reaches a page that is slow to fetch them."""

from collections import Counter
from queue import Empty

import pytest
from jupyter_client.manager import start_new_kernel

from landships_lab.widgets.send_queue import make_room

SECONDS = 60
BEGIN = "import landships_lab; landships_lab.FireArcs()"
#: Far more than the 1,000 messages that wait in the sockets of either side unless told otherwise.
MANY = "for _ in range(20): landships_lab.FireArcs()\nfrom ipywidgets.widgets.widget import _instances\nlen(_instances)"


@pytest.mark.notebook
def test_a_burst_that_nobody_fetches_is_kept_whole() -> None:
    manager, client = start_new_kernel()
    try:
        client.execute(BEGIN, reply=True, timeout=SECONDS)
        last = client.execute(MANY)
        client.get_shell_msg(timeout=SECONDS)  # the cell has ended, and not one of its messages was fetched
        heard: Counter[str] = Counter()
        widgets = ""
        while True:
            try:
                message = client.get_iopub_msg(timeout=SECONDS)
            except Empty:
                pytest.fail(f"the kernel never said that the cell had ended; before that it said {heard}")
            content = message["content"]
            heard[message["msg_type"]] += 1
            if message["msg_type"] == "execute_result":
                widgets = content["data"]["text/plain"]
            if message["parent_header"].get("msg_id") == last and content.get("execution_state") == "idle":
                break
        assert heard["comm_open"] == int(widgets) > 4000
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_where_there_is_no_kernel_nothing_happens() -> None:
    make_room.cache_clear()
    make_room()
