"""The rules of Paychest, with every lost table a `Gap`.

`shot`: a roll to hit. `fire`: volleys, guns, casualties. `melee`. `morale`, and the end of a turn.
`turn`: cards, movement, what a unit may do now. `forces`: how large they are, and who leads them.
"""
