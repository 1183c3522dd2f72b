"""The print room: sheets, counters and pages to hand out.

The only room that imports the PDF library.
"""
