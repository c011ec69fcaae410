#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What run.sh, test.sh, sanitize.sh, nightly.sh and tidy.sh decide, with the package manager, CMake and CTest replaced by fakes that note their calls.
set -uo pipefail
packaging=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
scratch=$(mktemp -d)
model=$(mktemp -d)
trap 'rm -rf "$scratch" "$model"' EXIT
failures=0

fake() { # NAME, script on standard input
  { printf '#!%s\n' "$BASH"; cat; } >"$model/bin/$1"
  chmod +x "$model/bin/$1"
}

# model_machine: writes into $model a checkout and a PATH that holds only fakes and the tools the scripts may use; nothing is installed.
model_machine() {
  mkdir -p "$model/bin" "$model/tmp" "$model/elsewhere" "$model/check out"/{packaging,core,ui,app,tests}
  touch "$model/check out/core/a file.cpp" "$model/check out/ui/b.h" "$model/check out/core/README.md"
  cp "$packaging"/*.sh "$model/check out/packaging/"
  touch -d 2020-01-01 "$model/check out/CMakePresets.json"
  : >"$model/calls"
  : >"$model/installed"
  : >"$model/input"
  local tool
  for tool in awk bash cat chmod dirname env find grep mkdir mktemp nproc readlink rm sort tail touch tr xargs; do
    ln -s "$(command -v "$tool")" "$model/bin/$tool"
  done
  # shellcheck disable=SC2016 # the fake expands it
  fake id <<<'echo "${FAKE_UID:-0}"'
  fake dpkg-query <<'FAKE'
mapfile -t installed <"$SCRATCH/installed"
for name in "$@"; do [[ " ${installed[*]} " != *" $name "* ]] || echo "installed $name"; done
exit 1
FAKE
  fake apt-get <<'FAKE'
echo "apt-get $*" >>"$SCRATCH/calls"
echo "noise of apt-get"
case "$*" in
  *update*) exit "${UPDATE_STATUS:-0}" ;;
  *install*) [ "${INSTALL_STATUS:-0}" -eq 0 ] || exit "$INSTALL_STATUS"
    printf '%s\n' "$@" >>"$SCRATCH/installed" ;;
esac
FAKE
  # shellcheck disable=SC2016 # the fake expands it
  fake apt-cache <<<'[ "$2" = "${OFFERED:-}" ]'
  fake sudo <<'FAKE'
echo "sudo" >>"$SCRATCH/calls"
[ "$1" = -v ] || exec "$@"
FAKE
  fake cmake <<'FAKE'
noise=('[1/4] Building CXX object core/Unity/noise of building' '[2/4] Building CXX object noise of building'
  '[3/4] Building CXX object noise of building' '[4/4] Building CXX object noise of building')
if [[ $* == *-n ]]; then # asked what there is to do
  printf '%s\n' "${noise[@]}"
  exit
fi
echo "cmake $*" >>"$SCRATCH/calls"
if [ "$1" = --preset ]; then
  mkdir -p "build/$2/app"
  echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"build/$2/CMakeCache.txt"
  touch "build/$2/build.ninja"
  echo "noise of configuring"
  exit "${CONFIGURE_STATUS:-0}"
fi
printf '%s\n' "${noise[@]}"
cat >/dev/null
[ "${BUILD_STATUS:-0}" -eq 0 ] || exit "$BUILD_STATUS"
[ -d "$2/app" ] || exit 0
printf '%s\n' '#!/usr/bin/env bash' 'echo "started in $PWD with: $*"' cat >"$2/app/zero-planner"
chmod +x "$2/app/zero-planner"
FAKE
  fake ctest <<'FAKE'
echo "ctest $*" >>"$SCRATCH/calls"
echo "$QT_QPA_PLATFORM $LC_ALL $HOME" >"$SCRATCH/environment"
[ -d "$XDG_RUNTIME_DIR" ] && touch "$XDG_RUNTIME_DIR/used" && echo "runtime folder is there"
echo "100% tests passed in $2"
[ "$2" != sanitize ] || exit "${SANITIZE_STATUS:-0}"
exit "${CTEST_STATUS:-0}"
FAKE
  fake setarch <<'FAKE'
[ "${SETARCH_STATUS:-0}" -eq 0 ] || exit "$SETARCH_STATUS"
[ "$2" != true ] || exit 0
echo "setarch $*" >>"$SCRATCH/calls"
shift
exec "$@"
FAKE
  fake clang-format <<'FAKE'
[ "$1" != --version ] || { echo "Debian clang-format version ${FORMAT_VERSION:-14}.0.6"; exit; }
echo "clang-format $*" >>"$SCRATCH/calls"
exit "${FORMAT_STATUS:-0}"
FAKE
  fake run-clang-tidy <<'FAKE'
echo "run-clang-tidy $*" >>"$SCRATCH/calls"
exit "${TIDY_STATUS:-0}"
FAKE
}

# script NAME [ARGUMENT...]: runs it from elsewhere with a clean environment; out, err and status are left behind.
script() {
  local name=$1
  shift
  (cd "$scratch/elsewhere" && env -i PATH="$scratch/bin" HOME=/nowhere TMPDIR="$scratch/tmp" SCRATCH="$scratch" \
    ${settings[@]+"${settings[@]}"} "$scratch/check out/packaging/$name" "$@" <"$scratch/input" >"$scratch/out" 2>"$scratch/err")
  status=$?
}

expect() { # WHAT, then a command that must succeed
  local what=$1
  shift
  if "$@" >/dev/null; then return; fi
  failures=$((failures + 1))
  printf 'FAIL %s: %s\n  status %s\n' "$current" "$what" "$status"
  sed 's/^/  /' "$scratch/calls" "$scratch/out" "$scratch/err"
}
calls() { grep -cE "$1" "$scratch/calls" || true; }
said() { grep -qE "$1" "$scratch/err"; }
begin() {
  current=$1
  settings=()
  rm -rf "${scratch:?}"/*
  cp -a "$model/." "$scratch"
}
model_machine

begin "first run installs once, builds, and opens the window in the caller's folder"
settings=(DISPLAY=:1)
script run.sh my.zplan.json
expect "exit status 0" [ "$status" -eq 0 ]
expect "one update" [ "$(calls '^apt-get .*update')" = 1 ]
expect "one installation, without recommends" [ "$(calls '^apt-get .*install -y --no-install-recommends .*libqcustomplot-dev')" = 1 ]
expect "no test packages" [ "$(calls 'librapidcheck-dev')" = 0 ]
expect "only the program's output on standard output" [ "$(cat "$scratch/out")" = "started in $scratch/elsewhere with: my.zplan.json" ]
expect "no noise" [ "$(grep -cE 'noise of' "$scratch/err")" = 0 ]
expect "how far it is, and since when" said '^Compiling: 70 % of all, 0:0[0-9]$'
expect "the output in a log" grep -qF '[4/4] Building CXX object noise of building' "$scratch/check out/build/run.log"

: >"$scratch/calls"
script run.sh
current="second run neither installs nor configures"
expect "no apt-get" [ "$(calls '^apt-get')" = 0 ]
expect "no configuring" [ "$(calls '^cmake --preset')" = 0 ]
expect "Ninja is asked" [ "$(calls '^cmake --build')" = 1 ]

mv "$scratch/check out" "$scratch/moved"
ln -s "$scratch/moved" "$scratch/check out"
: >"$scratch/calls"
script run.sh
current="a moved checkout configures afresh"
expect "with --fresh" [ "$(calls '^cmake --preset release --fresh')" = 1 ]

touch -d 2099-01-01 "$scratch/moved/CMakePresets.json"
: >"$scratch/calls"
script run.sh
current="changed presets configure again"
expect "without --fresh" [ "$(calls '^cmake --preset release$')" = 1 ]

begin "only what is missing is installed"
settings=(DISPLAY=:1)
script run.sh
grep -vx ccache "$scratch/installed" >"$scratch/kept" && mv "$scratch/kept" "$scratch/installed"
: >"$scratch/calls"
script run.sh
expect "just ccache" [ "$(calls 'install -y --no-install-recommends ccache$')" = 1 ]

begin "without a display the window is not started"
script run.sh
expect "exit status 0" [ "$status" -eq 0 ]
expect "it was built" [ "$(calls '^cmake --build')" = 1 ]
expect "a sentence names the way out" said 'No display.*every command.*screenshot'
expect "nothing started" [ ! -s "$scratch/out" ]

begin "without a display a command still runs, and both standard streams are its own"
echo "a plan" >"$scratch/input"
script run.sh estimate - --json
expect "its output, then the plan" [ "$(cat "$scratch/out")" = "started in $scratch/elsewhere with: estimate - --json
a plan" ]

begin "Wayland alone brings Qt's plugin for it"
settings=(WAYLAND_DISPLAY=wayland-0)
script run.sh
expect "qt6-wayland" [ "$(calls 'install .*qt6-wayland')" = 1 ]
expect "started" grep -q '^started' "$scratch/out"

begin "a package that only some releases have is taken where it is offered"
settings=(DISPLAY=:1 OFFERED=qt6-svg-plugins)
script run.sh
expect "qt6-svg-plugins" [ "$(calls 'install .*qt6-svg-plugins')" = 1 ]

begin "an ordinary user goes through sudo"
settings=(DISPLAY=:1 FAKE_UID=1000)
script run.sh
expect "password, update and installation" [ "$(calls '^sudo$')" = 3 ]

begin "without root and sudo the command to run is told"
settings=(DISPLAY=:1 FAKE_UID=1000)
rm "$scratch/bin/sudo"
script run.sh
expect "exit status 1" [ "$status" -eq 1 ]
expect "the sentence" said 'needs root: apt-get install .*libqcustomplot-dev'
expect "nothing built" [ "$(calls '^cmake')" = 0 ]

begin "without apt-get the dependencies are named"
rm "$scratch/bin/apt-get"
script test.sh
expect "exit status 1" [ "$status" -eq 1 ]
expect "the sentence" said 'no apt-get: install .*QCustomPlot'
expect "nothing built" [ "$(calls '^cmake')" = 0 ]

begin "an unreachable source does not stop an installation that works"
settings=(DISPLAY=:1 UPDATE_STATUS=100)
script run.sh
expect "exit status 0" [ "$status" -eq 0 ]

begin "a failed installation shows apt's words and stops"
settings=(INSTALL_STATUS=100)
script test.sh
expect "apt's status" [ "$status" -eq 100 ]
expect "apt's words" said 'noise of apt-get'
expect "nothing built" [ "$(calls '^cmake')" = 0 ]

begin "a failed configuration shows CMake's words and stops"
settings=(CONFIGURE_STATUS=1)
script test.sh
expect "exit status 1" [ "$status" -eq 1 ]
expect "CMake's words" said 'noise of configuring'
expect "nothing built" [ "$(calls '^cmake --build')" = 0 ]

begin "a failed build stops"
settings=(BUILD_STATUS=2)
script test.sh
expect "the build's status" [ "$status" -eq 2 ]
expect "no test run" [ "$(calls '^ctest')" = 0 ]

begin "on a terminal there is one bar, which goes away"
if typescript=$(type -P script); then
  (cd "$scratch/elsewhere" && SHELL=$BASH "$typescript" -qec "env -i PATH='$scratch/bin' TMPDIR='$scratch/tmp' SCRATCH='$scratch' \
    '$scratch/check out/packaging/run.sh' presets" /dev/null <"$scratch/input" >"$scratch/err")
  : >"$scratch/out"
  expect "a bar with share, step, file and time" said '\[#{26}\.{4}\]  89 %  Compiling, file 3 of 4  0:0[0-9], about 0:0[0-9] left'
  expect "no line of the build" [ "$(grep -c 'noise' "$scratch/err")" = 0 ]
fi

begin "a failed build of run.sh shows its last lines and names the log"
settings=(BUILD_STATUS=2)
script run.sh estimate -
expect "the build's status" [ "$status" -eq 2 ]
expect "the last lines" said '^\[4/4\] Building CXX object noise of building$'
expect "the log" said "^Compiling failed after 0:0[0-9]\. All of its output: $scratch/check out/build/run.log$"
expect "nothing started" [ ! -s "$scratch/out" ]

begin "a failed installation of run.sh shows apt's words"
settings=(INSTALL_STATUS=100)
script run.sh
expect "apt's status" [ "$status" -eq 100 ]
expect "apt's words" said 'noise of apt-get'
expect "nothing built" [ "$(calls '^cmake')" = 0 ]

begin "an unpacked archive is taken where nothing is built"
archive="$scratch/check out/build/zero-planner-0.1.0-linux-x86_64"
mkdir -p "$archive"
printf '%s\n' '#!/usr/bin/env bash' 'echo "archive with: $*"' >"$archive/zero-planner"
chmod +x "$archive/zero-planner"
script run.sh presets models
expect "its program" [ "$(cat "$scratch/out")" = "archive with: presets models" ]
expect "a sentence" said "^Starting the program of $archive;"
expect "no package, no build" [ "$(calls '^(apt-get|cmake)')" = 0 ]
mkdir -p "$scratch/check out/build/release/app"
cp "$archive/zero-planner" "$scratch/check out/build/release/app"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$scratch/check out" >"$scratch/check out/build/release/CMakeCache.txt"
script run.sh presets models
expect "a build goes before it" [ "$(calls '^cmake --build .*/build/release')" = 1 ]

begin "the build of the tests is taken where it is the one that is there"
script test.sh
: >"$scratch/calls"
script run.sh presets models
expect "started" grep -q '^started' "$scratch/out"
expect "its program alone is built" [ "$(calls '^cmake --build .*/build/gate --parallel [0-9]+ --target zero-planner$')" = 1 ]
expect "no other build" [ "$(calls '^cmake')" = 1 ]

begin "everything is checked, and the tests come last"
script test.sh
expect "exit status 0" [ "$status" -eq 0 ]
expect "what tells the format too" [ "$(calls 'install .*clang-format')" = 1 ]
expect "the format of C++ files, blanks in their names or not" \
  [ "$(calls '^clang-format --dry-run -Werror core/a file.cpp ui/b.h$')" = 1 ]
expect "the object files of the tests before what links them" \
  [ "$(grep -oE '^cmake --build .*/build/[a-z-]+' "$scratch/calls" | sed 's|.*/||' | tr '\n' ' ')" = "test-objects gate sanitize " ]
expect "core under sanitizers, then all tests" \
  [ "$(grep -oE '^ctest --preset [a-z]+' "$scratch/calls" | tr '\n' ' ')" = "ctest --preset sanitize ctest --preset gate " ]
expect "the sanitizers' compiler" [ "$(calls 'install .*clang')" = 1 ]
expect "CTest's closing lines last" [ "$(tail -n 1 "$scratch/out")" = "100% tests passed in gate" ]
expect "every step is timed" [ "$(grep -cE '^(Packages|Format|Configure|Build|Sanitizers|Tests): [0-9.,]+ s$' "$scratch/err")" = 10 ]

begin "what the sanitizers find fails, and the tests are told all the same"
settings=(SANITIZE_STATUS=8)
script test.sh
expect "CTest's status" [ "$status" -eq 8 ]
expect "CTest's closing lines last" [ "$(tail -n 1 "$scratch/out")" = "100% tests passed in gate" ]

begin "sanitized tests run with fixed addresses"
script sanitize.sh
expect "with fixed addresses" [ "$(calls '^setarch --addr-no-randomize ctest --preset sanitize')" = 1 ]

begin "the window under sanitizers has a build of its own"
script sanitize.sh --window --timeout 9
expect "its build" [ "$(calls '^cmake --build .*/build/sanitize-window ')" = 1 ]
expect "its tests, with the options" [ "$(calls '^setarch --addr-no-randomize ctest --preset sanitize-window .*--tests-regex \^ui_ --timeout 9')" = 1 ]

begin "where addresses cannot be fixed, sanitized tests run all the same"
settings=(SETARCH_STATUS=1)
script sanitize.sh
expect "as they are" [ "$(calls '^setarch --addr-no-randomize ctest')" = 0 ]
expect "all the same" [ "$(calls '^ctest --preset sanitize')" = 1 ]

begin "a file that is not formatted stops"
settings=(FORMAT_STATUS=1)
script test.sh
expect "a failure" [ "$status" -ne 0 ]
expect "nothing built" [ "$(calls '^cmake')" = 0 ]

begin "another version of clang-format is not asked"
settings=(FORMAT_VERSION=18 FORMAT_STATUS=1)
script test.sh
expect "exit status 0" [ "$status" -eq 0 ]
expect "the sentence" said 'clang-format 14 is needed'

begin "what the sanitizers find is the script's failure"
settings=(SANITIZE_STATUS=8)
script sanitize.sh
expect "CTest's status" [ "$status" -eq 8 ]
expect "their compiler" [ "$(calls 'install .*clang')" = 1 ]
expect "nothing left behind" [ -z "$(ls -A "$scratch/tmp")" ]

begin "clang-tidy reads everything, or what is named"
script tidy.sh
expect "exit status 0" [ "$status" -eq 0 ]
expect "its package" [ "$(calls 'install .*clang-tidy')" = 1 ]
expect "what is generated is there first" [ "$(calls '^cmake --build --preset tidy')" = 1 ]
expect "everything" [ "$(calls '^run-clang-tidy .*/\(build/tidy/\)\?\(core\|ui\|app\|tests\)/.*$')" = 1 ]
settings=(TIDY_STATUS=1)
script tidy.sh unity_plan
expect "its findings are the script's failure" [ "$status" -eq 1 ]
expect "just that" [ "$(calls '^run-clang-tidy .* unity_plan$')" = 1 ]

begin "the nightly checks all run, whatever one of them finds"
settings=(CTEST_STATUS=8)
script nightly.sh 7
expect "the failure is the script's" [ "$status" -ne 0 ]
expect "the seed is told" said '^Seed of random events and plans: 7$'
expect "random plans" [ "$(calls '^ctest --preset ci .*--label-regex .random')" = 1 ]
expect "random events" [ "$(calls '^ctest --preset ci .*ui_walk_random')" = 1 ]
expect "tutorials at every width" [ "$(calls '^ctest --preset ci .*ui_tutorial_reader_widths')" = 1 ]
expect "threads" [ "$(calls '^ctest --preset threads ')" = 1 ]
expect "clang-tidy" [ "$(calls '^run-clang-tidy')" = 1 ]
expect "nothing left behind" [ -z "$(ls -A "$scratch/tmp")" ]

begin "chosen tests run offscreen, with a folder that goes away, and without the user's settings"
script test.sh -R ledger
expect "exit status 0" [ "$status" -eq 0 ]
expect "test packages too" [ "$(calls 'install .*librapidcheck-dev')" = 1 ]
expect "the preset of CI" [ "$(calls '^cmake --preset ci')" = 1 ]
expect "an empty set of tests is an error" [ "$(calls '^ctest --preset ci .*--no-tests=error -R ledger$')" = 1 ]
expect "the environment" grep -qx 'offscreen C.UTF-8 /nowhere' "$scratch/environment"
expect "a runtime folder during the tests" grep -q 'runtime folder is there' "$scratch/out"
expect "nothing left behind" [ -z "$(ls -A "$scratch/tmp")" ]
expect "nothing but those tests" [ "$(calls 'clang-format|sanitize')" = 0 ]

begin "failed tests are the script's failure"
settings=(CTEST_STATUS=8)
script test.sh
expect "CTest's status" [ "$status" -eq 8 ]
expect "nothing left behind" [ -z "$(ls -A "$scratch/tmp")" ]
expect "the time is told all the same" said '^Tests: '

if [ "$failures" -gt 0 ]; then
  printf '%s expectations failed\n' "$failures"
  exit 1
fi
echo "all expectations met"
