"""The print room: pages of pictures onto paper. The only room that imports the PDF library."""
