"""The rules of Landser, WWII tabletop skirmish combat, as they are printed.

`shots`: what the hit die must show; `fire`: the whole chain of a shot; `wounds`; `sight`;
`movement`; `grenades`; `templates`; `machine_guns`; `assault`; `trooper` and `squad`: what a man
may do; `turns`: who begins, who breaks off.
"""

from .fire import fire_odds, resolve
from .shots import Shot, hit_chance, hits_on

__all__ = ["Shot", "fire_odds", "hit_chance", "hits_on", "resolve"]
