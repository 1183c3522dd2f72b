"""Forecasts computed from the rules of One-Hour Wargames and printed nowhere: how long a Unit
survives, when it arrives, who is favoured in a duel, and the best use of a quiet turn.
"""
