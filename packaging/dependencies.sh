# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by run.sh and test.sh after steps.sh: the Debian and Ubuntu packages, by purpose, and how to get them.

# shellcheck disable=SC2034 # the lists are read by the scripts that source this file
{
  build_packages=(g++ cmake ninja-build ccache qt6-base-dev qt6-svg-dev libqcustomplot-dev libgl1-mesa-dev
    nlohmann-json3-dev libcli11-dev libyaml-cpp-dev libtomlplusplus-dev)
  run_packages=(libqt6svg6 fonts-noto-core fonts-noto-mono)
  test_packages=(librapidcheck-dev libbenchmark-dev python3 python3-jsonschema locales xvfb openbox xdotool
    desktop-file-utils appstream shared-mime-info man-db shellcheck dpkg-dev file lintian git jq lua5.4)
  portable_packages=(patchelf qt6-wayland qt6-base-dev-tools binutils)
  format_packages=(clang-format)
  sanitize_packages=(clang lld)
  tidy_packages=(clang-tidy)
}
# Debian 12 has no such packages: the plugins are in libqt6svg6 there, the sanitizers come with clang, and both stand on
# their own in later releases.
packages_where_offered=(qt6-svg-plugins libclang-rt-dev)

other_systems="a C++20 compiler, CMake 3.25, Ninja, Qt 6.4 with its SVG module, QCustomPlot 2.1 built for Qt 6, \
nlohmann-json 3.11, CLI11, yaml-cpp, toml++ and the Noto Sans fonts (for the tests also RapidCheck, Google Benchmark and Python 3 with jsonschema)"

# missing_packages NAME...: prints those that are not installed, one a line.
missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null) || true
  for package in "$@"; do
    grep -qxF "installed $package" <<<"$installed" || printf '%s\n' "$package"
  done
}

apt_options=() # of run.sh, which shows apt's progress

# install_missing NAME...: does nothing, and needs neither network nor rights, when all are there.
install_missing() {
  local missing as_root=() apt package status=0
  if ! command -v apt-get >/dev/null; then
    say "This system has no apt-get: install $other_systems by its own means, then build with 'cmake --preset release' and 'cmake --build --preset release'."
    return 1
  fi
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0

  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      say "Packages are missing and installing them needs root: apt-get install --no-install-recommends ${missing[*]}"
      return 1
    fi
    as_root=(sudo)
  fi
  apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get -o DPkg::Lock::Timeout=300)

  say "Installing what is missing: ${missing[*]}"
  # One unreachable source among several must not stop us: whether it mattered, the installation says.
  "${apt[@]}" update >/dev/null 2>&1 </dev/null || true
  for package in "${packages_where_offered[@]}"; do
    ! apt-cache show "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  quietly "${apt[@]}" "${apt_options[@]}" install -y --no-install-recommends "${missing[@]}" || status=$?
  if [ "$status" -ne 0 ]; then
    say "apt-get could not install: ${missing[*]}. Debian 12 or Ubuntu 24.04 or newer is needed."
  fi
  return "$status"
}
