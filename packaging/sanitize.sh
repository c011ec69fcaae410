#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Core, the reader of tutorials and their tests with clang under address and undefined-behaviour sanitizers, and a short fuzz
# of the readers of files: packaging/sanitize.sh [CTEST OPTION ...]
# The window and its tests under the same sanitizers: packaging/sanitize.sh --window [CTEST OPTION ...]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"

preset=sanitize
targets=(all zp_truth_tests)
if [ "${1:-}" = --window ]; then
  preset=sanitize-window
  targets=(all)
  set -- --tests-regex '^ui_' "${@:2}"
fi

timed Packages install_missing "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" "${sanitize_packages[@]}"
timed Configure configure test-objects  # linked by both presets
timed Build build test-objects --target test_objects
timed Configure configure "$preset"
timed Build build "$preset" --target "${targets[@]}"
timed Sanitizers run_sanitized "$preset" "$@"
