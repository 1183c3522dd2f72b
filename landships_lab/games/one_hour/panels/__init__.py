"""The panels of One-Hour Wargames WWII: one shot, sight over the table, a move, and two Units that
exchange fire.
"""
