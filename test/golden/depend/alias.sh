#!/bin/sh
# alias.sh - dependences that alias.c says there are.
. "${0%/*}/../../lib.sh"
claimed alias
