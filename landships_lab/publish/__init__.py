"""What leaves the notebook: sheets, counters and pages to hand out.

The only package that imports the PDF library.
"""
