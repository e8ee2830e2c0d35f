#!/bin/sh
# scopes.sh - print the pairs of scopes.c. usage: scopes.sh BUILD
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$here/scopes.c" "$dir"
cd "$dir"
"$build/culprit-cc" -O1 -w -o scopes scopes.c
"$build/culprit" dump --program ./scopes pairs
