#!/bin/sh
# Print the command that starts a Python able to set this project up, or say what is missing.
# It needs 3.11 or newer, and the standard library's venv (Debian keeps its ensurepip in a package of its own).
for python in ${PYTHON:-python3 python3.12 python3.13 python3.14 python3.11 python}; do
    if "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        echo "$python"
        exit 0
    fi
done
echo "landships_lab needs Python 3.11 or newer with venv, and none was found${PYTHON:+ as $PYTHON}." >&2
echo "Install it (on Debian and Ubuntu: apt-get install python3 python3-venv), or name one: make PYTHON=/path/to/python3.12 ..." >&2
exit 1
