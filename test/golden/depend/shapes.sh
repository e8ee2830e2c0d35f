#!/bin/sh
# shapes.sh - dependences that shapes.c says there are.
. "${0%/*}/../../lib.sh"
claimed shapes
