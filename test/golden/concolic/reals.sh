#!/bin/sh
# reals.sh - real numbers, as reals.c says.
. "${0%/*}/../../lib.sh"
recorded reals
