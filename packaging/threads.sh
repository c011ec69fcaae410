#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The tests of core under clang's thread sanitizer: packaging/threads.sh [TEST, A REGULAR EXPRESSION]
# The window's searches under it, while sliders move: packaging/threads.sh --window [MOVES]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"

timed Packages install_missing "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
if [ "${1:-}" = --window ]; then
  timed Configure configure threads-window
  timed Build build threads-window --target zp_ui_hardware_tests zp_ui_model_tests
  ZP_SLIDER_MOVES=${2:-2000} timed Tests run_tests threads-window --timeout 3600 \
    --tests-regex '^ui_(hardware_slider_moves|model_(background_work|choice_model))$'
  exit
fi
timed Configure configure threads
timed Build build threads --target all zp_truth_tests
cd "$root"
# Not those that start other programs: the sanitizer of clang 14 stops at a fork out of a library that it does not know.
starts_programs='^(text_quoting|export_(bundle|editor_schema|flavours|hostile_plan|instrument)|report_plan_schema)$'
run_threads() { ctest --preset threads --tests-regex "${1:-.}" --exclude-regex "$starts_programs"; }
timed Tests run_threads "$@"
