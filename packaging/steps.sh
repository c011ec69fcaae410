# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the scripts beside it: telling, timing, building and the format. No function here relies on errexit.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

format_version=14

# Standard output belongs to the program that run.sh starts, so messages go to standard error. In a step of progress.sh, that
# is another descriptor, and the bar makes way.
say() {
  [ ! -t "${messages:-2}" ] || printf '\r\033[K' >&"${messages:-2}"
  printf '%s\n' "$*" >&"${messages:-2}"
}

# quietly COMMAND...: its output is shown only when it fails. In a step of progress.sh, the output goes to the step's log.
quietly() {
  local log status=0
  if [ -n "${bar:-}" ]; then
    "$@" </dev/null
    return
  fi
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# timed NAME COMMAND...: runs the command, prints its wall time, keeps its status.
timed() {
  local TIMEFORMAT="$1: %1R s" status=0
  shift
  time "$@" || status=$?
  return "$status"
}

# configured PRESET: true when its build folder was made from this checkout and the present presets file.
configured() {
  local folder=$root/build/$1
  [ -f "$folder/build.ninja" ] && [ ! "$root/CMakePresets.json" -nt "$folder/build.ninja" ] &&
    made_here "$folder"
}

# made_here FOLDER: false for a build folder that came along with a copied or moved checkout.
made_here() {
  grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$1/CMakeCache.txt" 2>/dev/null
}

# configure PRESET: once; Ninja notices every later change by itself.
configure() {
  local fresh=()
  configured "$1" && return
  made_here "$root/build/$1" || fresh=(--fresh)
  (cd "$root" && quietly cmake --preset "$1" "${fresh[@]}")
}

# build PRESET [OPTION ...]: with all cores.
build() {
  cmake --build "$root/build/$1" --parallel "$(nproc)" "${@:2}" >&2 </dev/null
}

# check_format: every C++ file is as .clang-format says. Other versions of clang-format disagree about details.
check_format() {
  if [[ $(clang-format --version) != *" $format_version."* ]]; then
    say "Format not checked: clang-format $format_version is needed."
    return 0
  fi
  (cd "$root" && find core ui app tests -name '*.cpp' -print0 -o -name '*.h' -print0) |
    (cd "$root" && xargs -0 -P "$(nproc)" -n 50 clang-format --dry-run -Werror) >&2
}

around=()  # a command that the tests run under

# run_tests PRESET [CTEST OPTION ...]: offscreen; a test reads and writes no user's settings, whoever runs it. Random plans
# are the same ones in every run, unless RC_PARAMS says otherwise: nightly.sh draws others, and more of them.
run_tests() (
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mkdir -m 700 "$scratch/runtime"
  cd "$root" && env RC_PARAMS="${RC_PARAMS-seed=2026}" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$scratch/runtime" \
    XDG_CONFIG_HOME="$scratch/config" XDG_DATA_HOME="$scratch/data" XDG_CACHE_HOME="$scratch/cache" \
    "${around[@]}" ctest --preset "$1" --parallel "$(nproc)" --output-on-failure --no-tests=error "${@:2}"
)

# run_sanitized PRESET [CTEST OPTION ...]: with addresses where the sanitizer of clang 14 looks for them: it cannot cope with the wide
# randomisation of newer kernels. Where that cannot be switched off, as they are. ZP_LEAKS=1 looks for leaks too, which needs
# ptrace, and containers may forbid that.
run_sanitized() {
  local around=()
  ! setarch --addr-no-randomize true 2>/dev/null || around=(setarch --addr-no-randomize)
  ASAN_OPTIONS=detect_leaks=${ZP_LEAKS:-0} run_tests "$@"
}
