#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing and checks everything: format, core under sanitizers and fuzzers, warnings as errors, every
# test. With CTest options just the tests that they choose: packaging/test.sh [CTEST OPTION ...]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"

packages=("${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}")
[ $# -gt 0 ] || packages+=("${check_packages[@]}")
timed Packages install_missing "${packages[@]}"

# A test reads and writes no user's settings, whoever runs it.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -m 700 "$scratch/runtime"
run_tests() { # PRESET [CTEST OPTION ...]
  cd "$root" && env LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$scratch/runtime" \
    XDG_CONFIG_HOME="$scratch/config" XDG_DATA_HOME="$scratch/data" XDG_CACHE_HOME="$scratch/cache" \
    ctest --preset "$1" --parallel "$(nproc)" --output-on-failure --no-tests=error "${@:2}"
}
if [ $# -eq 0 ]; then
  timed Format check_format
  timed Configure configure sanitize
  timed Build build sanitize
  timed Sanitizers run_tests sanitize
fi
timed Configure configure ci
timed Build build ci
timed Tests run_tests ci "$@"
