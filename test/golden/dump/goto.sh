#!/bin/sh
# goto.sh - all parts of a program with gotos and labels.
. "${0%/*}/../../lib.sh"
subject goto -O1
culprit dump -p ./goto functions blocks edges statements predicates variables cfg >out
compare out dump
