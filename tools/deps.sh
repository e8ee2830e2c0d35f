#!/bin/sh
# deps.sh - install the Debian packages culprit is built with, if missing.
# usage: deps.sh [--check-too]   (--check-too adds what only `make check` needs)
set -eu
build="gcc make clang-19 llvm-19 llvm-19-dev libclang-rt-19-dev libelf-dev libzstd-dev
libxxhash-dev libsuitesparse-dev libsqlite3-dev libjansson-dev libz3-dev zlib1g-dev graphviz patch"
check="libcmocka-dev check libcunit1-dev libglib2.0-dev libcriterion-dev clang-tidy-19 clang-format-19 binutils csmith libcsmith-dev
lld-19 cmake meson ninja-build ccache autoconf automake libtool pkg-config chromium pandoc
php8.2-cli php8.2-dev libphp8.2-embed php8.2-mysql php8.2-sqlite3 php8.2-xml php8.2-mbstring
libgumbo-dev mariadb-server phpunit"
want=$build
[ "${1-}" = --check-too ] && want="$build $check"
missing=
for p in $want; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = installed ] ||
        missing="$missing $p"
done
[ -z "$missing" ] && exit 0
if ! command -v apt-get >/dev/null; then
    echo "culprit needs:$missing (Debian names); install them and try again" >&2
    exit 2
fi
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
# shellcheck disable=SC2086
$sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
