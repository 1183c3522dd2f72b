"""What is computed from the rules of Landser and printed nowhere: how many men one template harms,
where a grenade is a danger, what several attackers do, how long a squad fights on.
"""
