#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# source_test.sh SOURCE: the tarball of a checkout knows its commit, has every file that its build names, and builds: its first room
# is compiled. Without git, or outside a checkout, there is nothing to try.
set -euo pipefail
source=$1
if ! git -C "$source" rev-parse HEAD >/dev/null 2>&1; then
  printf 'no checkout\n'
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
stop() {
  printf 'FAIL %s\n' "$*"
  exit 1
}
git -C "$source" archive --prefix=zero-planner/ -o "$scratch/source.tar.gz" HEAD
tar xzf "$scratch/source.tar.gz" -C "$scratch"
commit=$(git -C "$source" log -1 --format=%h)
grep -q "^$commit " "$scratch/zero-planner/cmake/commit.txt" || stop "it says of its commit: $(cat "$scratch/zero-planner/cmake/commit.txt")"
cmake -S "$scratch/zero-planner" -B "$scratch/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 >"$scratch/log" 2>&1 \
  || { cat "$scratch/log"; stop "cmake"; }
grep -q "\"$commit\"" "$scratch/build/core/report/commit.cpp" || stop "the program would not know its commit"
objects=$(ninja -C "$scratch/build" -t targets all | sed -n 's/^\(core\/[^:]*units\/[^:]*\.cpp\.o\):.*/\1/p')
[ -n "$objects" ] || stop "no objects of core/units"
# shellcheck disable=SC2086 # names without blanks
ninja -C "$scratch/build" $objects >"$scratch/log" 2>&1 || { cat "$scratch/log"; stop "it does not build"; }
printf 'configured and begun at %s\n' "$commit"
