#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# portable_test.sh BUILD: the portable archive starts from any folder, without settings of a user, and loads nothing of the system
# but glibc. packaging/portable_roots.sh tries it on systems without Qt.
set -euo pipefail
build=$1
packaging=$(dirname "$(dirname "$(readlink -f "$0")")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
stop() {
  printf 'FAIL %s\n' "$*"
  exit 1
}
archive=$("$packaging/portable.sh" "$build" "$scratch" 2>"$scratch/log") || { cat "$scratch/log"; stop "portable.sh"; }
size=$(stat -c %s "$archive")
[ "$size" -le 60000000 ] || stop "the archive has $size bytes; 60 MB are the most"
mkdir "$scratch/any where"
tar xzf "$archive" -C "$scratch/any where"
program=$(echo "$scratch/any where"/*/zero-planner)
folder=$(dirname "$program")
bare() { env -i PATH=/usr/bin:/bin "HOME=$scratch" "$@"; }
echo '{"model": {"preset": "gpt-2-124m"}}' | bare "$program" estimate - >/dev/null || stop "it does not start in $folder"
for file in "$folder/libexec/zero-planner" "$folder"/plugins/*/*.so; do
  # Only the program has a path; its libraries and plugins are found by it.
  foreign=$(LD_LIBRARY_PATH="$folder/lib" ldd "$file" | sed -n 's/.* => \(\/\S.*\) (.*/\1/p' | grep -vF "$folder/" |
    grep -vE '/(ld-linux-x86-64|lib(c|m|dl|pthread|rt|resolv))\.so' || true)
  [ -z "$foreign" ] || stop "$file loads $foreign"
done
ln -s "$program" "$scratch/link"
bare "$scratch/link" screenshot --out "$scratch/window.png"
[ -s "$scratch/window.png" ] || stop "no picture"
[ -s "$folder/licences/libqt6core6" ] || stop "no licence of Qt"
