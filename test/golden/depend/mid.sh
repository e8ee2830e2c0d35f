#!/bin/sh
# mid.sh - dependences of the middle of three, part by part.
. "${0%/*}/../../lib.sh"
subject mid
culprit dump -p ./mid pdg >out
compare out pdg
culprit dump -p ./mid pdg.dot >out
compare out pdg.dot
culprit dump -p ./mid controldeps >out
compare out controldeps
culprit dump -p ./mid controldeps.dot >out
compare out controldeps.dot
culprit dump -p ./mid summary >out
compare out summary
