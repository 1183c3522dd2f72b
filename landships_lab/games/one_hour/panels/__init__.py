"""The panels of One-Hour Wargames WWII: one shot, sight over the table, a move, two Units
exchanging fire.
"""
