#!/bin/sh
# by-name.sh - roman is found in PATH, and so is everything else.
[ "$(roman XIV LVI | tr '\n' ' ')" = '14 56 ' ]
