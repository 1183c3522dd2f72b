"""The rules of One-Hour Wargames WWII, v.8, on a table measured in inches.

`shot`: what reaches and sees whom. `fire`: the Hits of a shot. `ground`: the table top. `movement`,
`path`: how far a Unit goes, and which way. `bands`, `sight`. `turn`: what may be done when.
"""

from .fire import fire_odds as fire_odds
from .fire import hits as hits
from .shot import Shot as Shot
