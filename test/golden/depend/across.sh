#!/bin/sh
# across.sh - dependences that across.c says there are.
. "${0%/*}/../../lib.sh"
claimed across
