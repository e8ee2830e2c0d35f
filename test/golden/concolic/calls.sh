#!/bin/sh
# calls.sh - calls, as calls.c says.
. "${0%/*}/../../lib.sh"
recorded calls
