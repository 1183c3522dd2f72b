"""The panels of Little Wars: a melee on the floor, and the toy gun."""
