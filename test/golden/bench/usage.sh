#!/bin/sh
# usage.sh - suites, versions and words that there are not.
. "${0%/*}/../../lib.sh"
copy seeded
mkdir work
inprocess "$here/usage.cases"
