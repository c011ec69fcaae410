#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Starts the portable archive in minimal roots of Debian releases that lack Qt, as a user without rights: its commands, its pictures,
# and its window on a virtual display. packaging/portable_roots.sh [ARCHIVE [RELEASE ...]], by default portable.sh's, bookworm and
# trixie. Needs root, and a network the first time.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"
# shellcheck source-path=SCRIPTDIR source=roots.sh
source "$root/packaging/roots.sh"

stop() {
  say "FAIL in $release: $*"
  exit 1
}
here() { run_in_root "$there" "$home" setpriv --reuid=65534 --regid=65534 --clear-groups env "HOME=$home" "DISPLAY=$DISPLAY" "$@"; }

first_answer() {
  here tar xzf archive.tar.gz
  printf '%s\n' '{"model": {"preset": "gpt-2-124m"}}' | here "$program" estimate - --json >"$staging/answer.json"
}

# A window appears, and its picture is not empty.
window() {
  local window=
  here "$program" &
  shown=$!
  for _ in $(seq 100); do
    window=$(xdotool search --onlyvisible --name 'ZeRO Planner' 2>/dev/null | head -1) && [ -n "$window" ] && break
    kill -0 "$shown" 2>/dev/null || stop "the window's program ended"
    sleep 0.2
  done
  [ -n "$window" ] || stop "no window"
  sleep 2
  xwd -silent -id "$window" -out "$staging/$release.xwd"
  [ "$(tail -c 2000000 "$staging/$release.xwd" | fold -b -w 4 | sort -u | wc -l)" -gt 50 ] || stop "an empty window"
  xdotool windowfocus --sync "$window" key ctrl+q
  for _ in $(seq 50); do
    kill -0 "$shown" 2>/dev/null || break
    sleep 0.2
  done
  kill "$shown" 2>/dev/null && stop "the window does not close"
  wait "$shown" || stop "the window ended with status $?"
}

in_release() {
  there=$root/build/plain-$release
  timed "Root of $release" make_root "$release" "$there"
  [ -z "$(find "$there/usr" -name 'libQt6*')" ] || stop "the root has Qt"
  home=/home/visitor
  rm -rf "${there:?}$home"
  install -d -o 65534 -g 65534 "$there$home"
  cp "$archive" "$there$home/archive.tar.gz"
  timed "First answer in $release" first_answer
  grep -q '"peak"' "$staging/answer.json" || stop "no answer"
  here "$program" screenshot --out picture.png
  [ -s "$there$home/picture.png" ] || stop "no picture"
  cp "$there$home/picture.png" "$root/build/portable-$release.png"
  window
  rm -rf "${there:?}$home"
  say "$release: $(here_glibc)"
}

here_glibc() { run_in_root "$there" / ldd --version | head -1; }

timed Packages install_missing debootstrap xvfb xdotool x11-apps
archive=${1:-$("$root/packaging/portable.sh")}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- bookworm trixie
program=./$(basename "$archive" .tar.gz)/zero-planner
staging=$(mktemp -d)
Xvfb -displayfd 1 -screen 0 1280x800x24 >"$staging/display" 2>/dev/null &
screen=$!
trap 'kill "$screen" 2>/dev/null; rm -rf "$staging"' EXIT
until [ -s "$staging/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$staging/display")
export DISPLAY
for release; do
  in_release
done
