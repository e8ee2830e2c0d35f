#!/bin/sh
# count.sh - dependences of a program with pointers and calls, part by part.
. "${0%/*}/../../lib.sh"
subject count
culprit dump -p ./count pdg >out
compare out pdg
culprit dump -p ./count points >out
compare out points
culprit dump -p ./count sdg >out
compare out sdg
culprit dump -p ./count sdg.dot >out
compare out sdg.dot
culprit dump -p ./count controldeps >out
compare out controldeps
