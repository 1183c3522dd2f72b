"""Forecasts computed from the rules of Landser, which are printed nowhere: how many men one
template harms, where a grenade is a danger, the effect of several attackers, and how long a squad
fights on.
"""
