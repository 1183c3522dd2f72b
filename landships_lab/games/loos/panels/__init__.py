"""The panels of *Loos:

The Big Push*: sight over a field, the combat table, bombardment, repeated attacks, the staff.
"""
