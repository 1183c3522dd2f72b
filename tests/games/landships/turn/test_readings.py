"""Every reading that the Brickyard's play offers does something there, and the others do not."""

import pytest

from landships_lab.data.load import readings
from landships_lab.games.landships.turn import START, choices
from landships_lab.games.landships.turn.clock import GRID
from tests.games.landships.turn.moves import ONTO_HEXSIDE, TRUCK, after, to_the_end
from tests.play.laws import matters, offered

_EDGE = [*["end"] * 6, *ONTO_HEXSIDE, *["end"] * 3, "drive ger-a7v-1", "to 5808 NNE", "halt"]
_SPAN = ["end", "drive ger-a7v-1", "to 5708/5807 NNW", *["end"] * 5, *ONTO_HEXSIDE]
_TURNED = ["end", "drive ger-a7v-1", "left", "right"]
_ARC = ["end", "drive ger-a7v-2", "to 5610 WNW", "halt", *["end"] * 3]
_VEHICLE = {"gun-on-truck": "vehicle"}
_LAST = to_the_end("ger-infantry-6-5", drive=ONTO_HEXSIDE)
#: Where each option decides: the start, the readings besides, and the moves.
DECIDES: dict[tuple[str, str], tuple[str, dict[str, str], list[str]]] = {
    ("scenario-hex-6810", "5810"): ("last-turns", {}, ["end"] * 4),
    ("75mm-hex", "with-infantry"): ("set-up", {}, []),
    ("gun-on-truck", "vehicle"): ("last-turns", _VEHICLE, ["end"] * 6),
    ("brickyard-spotting", "firer-only"): ("last-turns", {}, ["end"] * 4),
    ("squad-from-hexside", "not-there"): ("last-turns", {}, ["end", "end"]),
    ("drift-without-move", "any-vehicle"): ("last-turns", {}, ["end", "drive ger-a7v-1"]),
    ("drift-cost", "dearer-hex"): ("last-turns", {}, ["end", "drive ger-a7v-1", "to 5808 NNE"]),
    ("turn-on-hexside", "about"): ("last-turns", {}, ["end", "drive ger-a7v-3"]),
    ("hexside-stacking", "all-hexsides"): ("last-turns", {}, _TURNED),
    ("arc-edge-hex", "as-hexside"): ("last-turns", {}, _ARC),
    ("arc-edge-hexside", "never"): ("last-turns", TRUCK, [*_EDGE, *["end"] * 3]),
    ("range-between-hexsides", "touched-hexes"): ("last-turns", TRUCK, [*_SPAN, *["end"] * 6]),
    ("aircraft-in-hex", "yes"): ("last-turns", {}, to_the_end("ger-infantry-6-5", bristol=True)),
    ("victory-platoons", "one-in-all"): ("last-turns", {}, to_the_end("ger-squad-2")),
    ("hexside-in-brickyard", "between-two"): ("last-turns", TRUCK, _LAST),
    ("hexside-in-brickyard", "in-neither"): ("last-turns", TRUCK, _LAST),
}


def test_every_option_that_is_offered_decides_somewhere() -> None:
    for start in START.values():
        assert set(offered(start)) == set(DECIDES)
        known = {*readings("landships")}
        assert {key.partition("=")[0] for key in start.idle_readings} <= known
        assert all(reason.endswith(".") for reason in start.idle_readings.values())


@pytest.mark.parametrize(("reading", "option"), DECIDES)
def test_an_option_that_is_offered_decides(reading: str, option: str) -> None:
    name, besides, moves = DECIDES[reading, option]
    clock = after(name, *moves, readings=besides)
    other = readings("landships")[reading].default if reading in besides else option
    assert matters(clock, reading, other)


def test_the_guns_whose_hexes_are_readings_stand_where_the_readings_say() -> None:
    """Line 129."""
    for start in START.values():
        read = start.with_readings({"scenario-hex-6810": "5810", "75mm-hex": "with-infantry"})
        assert start.unit("brit-75mm-1").place is None
        assert start.unit("brit-aa-1").place == GRID.place("6810")
        assert read.unit("brit-aa-1").place == GRID.place("5810")
        assert read.unit("brit-75mm-1").place == GRID.place("5809")
        assert read.with_readings({}) == start


def test_a_gun_on_a_truck_drives_where_it_is_read_as_a_vehicle() -> None:
    words = {one.words for one in choices(after("last-turns", *["end"] * 6, readings=_VEHICLE))}
    assert "drive brit-aa-1" in words
    gun = after("last-turns", *["end"] * 6)
    assert type(gun.now).__name__ == "Foot"
