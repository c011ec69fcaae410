#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing and checks everything: the format, warnings as errors, core under sanitizers with a short fuzz,
# every test. With CTest options just the tests that they choose: packaging/test.sh [CTEST OPTION ...]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"

packages=("${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" "${portable_packages[@]}")
if [ $# -gt 0 ]; then
  timed Packages install_missing "${packages[@]}"
  timed Configure configure ci
  timed Build build ci
  timed Tests run_tests ci "$@"
  exit
fi
timed Packages install_missing "${packages[@]}" "${format_packages[@]}" "${sanitize_packages[@]}"
timed Format check_format
timed Configure configure test-objects  # linked by the two others
timed Build build test-objects --target test_objects
timed Configure configure gate
timed Build build gate
timed Configure configure sanitize
timed Build build sanitize
# packaging/nightly.sh runs the accuracy tables and the tests of many plans under sanitizers. CTest's summary of all tests comes last, whatever the sanitizers found.
sanitized=0
timed Sanitizers run_sanitized sanitize --label-exclude '^(truth|thorough)$' >&2 || sanitized=$?
timed Tests run_tests gate
exit "$sanitized"
