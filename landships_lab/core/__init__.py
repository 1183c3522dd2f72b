"""What every rule set shares: places, headings, arcs, answers with their steps.

Standard library only, whole numbers only.
"""
