"""The explorers of One-Hour Wargames WWII: one shot, sight over the table, a move, two Units exchanging fire."""

from landships_lab.explore.one_hour.duel import OneHourDuel
from landships_lab.explore.one_hour.fire import OneHourFire
from landships_lab.explore.one_hour.move import OneHourMove
from landships_lab.explore.one_hour.sight import OneHourSight

ONE_HOUR = (OneHourFire(), OneHourSight(), OneHourMove(), OneHourDuel())
