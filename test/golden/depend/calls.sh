#!/bin/sh
# calls.sh - dependences that calls.c says there are.
. "${0%/*}/../../lib.sh"
claimed calls
