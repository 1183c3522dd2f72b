"""The panels of Paychest: fire, melee, morale and the organisation of forces."""
