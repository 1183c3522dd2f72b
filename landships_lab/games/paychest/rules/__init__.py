"""The rules of Paychest, with every lost table a `Gap`.

`shot`: a roll to hit. `fire`: volleys, guns, casualties. `melee`. `morale`, and the end of a turn.
`turn`: cards, movement, and what a unit may do now. `forces`: their size and their leaders.
"""
