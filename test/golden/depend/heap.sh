#!/bin/sh
# heap.sh - dependences that heap.c says there are.
. "${0%/*}/../../lib.sh"
claimed heap
