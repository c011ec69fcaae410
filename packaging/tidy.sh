#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy over everything, or over what is compiled from a path that matches: packaging/tidy.sh [REGULAR EXPRESSION ...]
# Sources are joined as in preset ci, so that headers are read once for a room: "speed" is all of core/speed.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"

timed Packages install_missing "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" "${tidy_packages[@]}"
timed Configure configure tidy
cd "$root"
# What sources include that is made: resources and moc's output.
generate() { cmake --build --preset tidy --parallel "$(nproc)" >&2 </dev/null; }
timed Generate generate
[ $# -gt 0 ] || set -- "$root/(build/tidy/)?(core|ui|app|tests)/(?!\.rcc)"
tidy() { run-clang-tidy -quiet -p "$root/build/tidy" -j "$(nproc)" "$@" 2>/dev/null; }
timed clang-tidy tidy "$@"
