# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced after steps.sh: roots of Debian releases below build/, and commands in them. Both need root, making one a network.

mirror=${ZP_DEBIAN_MIRROR:-http://deb.debian.org/debian}

# make_root RELEASE ROOT: debootstrap's minimal system in that folder, once.
make_root() {
  [ ! -e "$2/made" ] || return 0
  rm -rf "$2"
  mkdir -p "$2"
  debootstrap --variant=minbase "$1" "$2" "$mirror" >&2
  touch "$2/made"
}

# run_in_root ROOT FOLDER COMMAND...: as root, in that folder of the root, with this machine's devices and sockets of X servers,
# mounted until the command ends.
run_in_root() {
  # shellcheck disable=SC2016 # the inner shell expands them
  unshare --mount --pid --fork bash -euc '
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    mkdir -p /tmp/.X11-unix "$1/tmp/.X11-unix"
    mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix"
    exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
      bash -c "cd \"\$1\" && exec \"\${@:2}\"" bash "${@:2}"' bash "$@"
}
