#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy over all sources: packaging/tidy.sh
# over those whose path matches:   packaging/tidy.sh REGULAR-EXPRESSION ...
# over those that changed:         packaging/tidy.sh --changed [SINCE], by default since the upstream branch
# Every warning is an error. Sources are joined as in preset ci, so that headers are read once for a folder: "speed" is all of
# core/speed.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"

timed Packages install_missing "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" "${tidy_packages[@]}"
timed Configure configure tidy
cd "$root"
# Generated files that sources include: resources and moc's output.
generate() { cmake --build --preset tidy --parallel "$(nproc)" >&2 </dev/null; }
timed Generate generate

# compiled_with FILE ...: the files that the compiler reads for these sources: itself, or the one that joins it with others.
compiled_with() {
  local file joined
  for file; do
    joined=$(grep -rlF --include='unity_*.cxx' "\"$root/$file\"" build/tidy | head -1) || true
    printf '%s\n' "$root/${joined:-$file}"
  done | sort -u
}
# changed_sources SINCE: the sources that changed, and those that include a header that changed.
changed_sources() {
  local file
  git diff --name-only --diff-filter=d "$1" -- core ui app tests | while read -r file; do
    case $file in
      *.cpp) printf '%s\n' "$file" ;;
      *.h) grep -rlF --include='*.cpp' "#include \"$file\"" core ui app tests || true ;;
    esac
  done | sort -u
}
if [ "${1:-}" = --changed ]; then
  mapfile -t changed < <(changed_sources "${2:-@{upstream\}}")
  [ "${#changed[@]}" -gt 0 ] || exit 0
  mapfile -t compiled < <(compiled_with "${changed[@]}")
  set -- "${compiled[@]}"
fi
[ $# -gt 0 ] || set -- "$root/(build/tidy/)?(core|ui|app|tests)/(?!\.rcc)"
tidy() { run-clang-tidy -quiet -p "$root/build/tidy" -j "$(nproc)" "$@" 2>/dev/null; }
timed clang-tidy tidy "$@"
