#!/bin/sh
# loops.sh - all parts of a program with loops.
. "${0%/*}/../../lib.sh"
subject loops -O1
culprit dump -p ./loops functions blocks edges statements predicates variables cfg >out
compare out dump
