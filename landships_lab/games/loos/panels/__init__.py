"""The panels of *Loos*: sight, the combat table, bombardment, repeated attacks, the staff."""
