"""What every rule set shares: places, headings, arcs, and answers with their steps.

Standard library only, and whole numbers only.
"""
