#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the window as a screen reader does, over AT-SPI, and lists controls without a name or role.

usage: at_spi.py ZERO_PLANNER [PLAN]

Starts a screen (Xvfb, openbox), a session bus and the window, goes through every view by its tab, and prints for each
how many objects a screen reader sees, and each control that is shown and has no name or no role. Exit status 1 if
there is one. Needs the packages at-spi2-core, python3-pyatspi, dbus, xvfb and openbox; it is not part of the gate.
"""
import collections
import os
import subprocess
import sys
import tempfile
import time

CONTROLS = ("push button", "check box", "slider", "combo box", "spin button", "radio button", "page tab", "toggle button")


def run_inside(words):
    """Starts this script again inside a session bus and a screen."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o700)
        environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", XDG_CONFIG_HOME=folder,
                           XDG_DATA_HOME=folder, XDG_RUNTIME_DIR=folder, ZP_INSIDE="1")
        inner = ["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1280x800x24", "/usr/bin/python3",
                 os.path.abspath(__file__)] + words
        return subprocess.run(inner, env=environment).returncode


def seen(root):
    """Yields each object below root that is shown, with the names above it."""
    import pyatspi
    open_objects = [(root, ())]
    while open_objects:
        found, path = open_objects.pop()
        try:
            role, name, state = found.getRoleName(), found.name or "", found.getState()
            count = found.childCount
        except Exception:  # it went away meanwhile
            continue
        yield found, role, name, state, path
        if role in ("table", "tree table", "list"):
            continue  # their items are data
        for i in range(count):
            try:
                child = found[i]
            except Exception:
                continue
            if child is not None:
                open_objects.append((child, path + ((role + " " + name).strip(),)))


def faults_of(root):
    import pyatspi
    count, faults = collections.Counter(), []
    for found, role, name, state, path in seen(root):
        count[role] += 1
        if not state.contains(pyatspi.STATE_SHOWING):
            continue
        is_control = state.contains(pyatspi.STATE_FOCUSABLE) or role in CONTROLS
        if is_control and not name:
            faults.append("no name: %s in %s" % (role, " / ".join(path[-3:])))
        if state.contains(pyatspi.STATE_FOCUSABLE) and role in ("unknown", "invalid"):
            faults.append("role %s: %s in %s" % (role, name, " / ".join(path[-3:])))
    return count, faults


def tabs_of(root):
    return [found for found, role, _, _, _ in seen(root) if role == "page tab"]


def main():
    words = sys.argv[1:]
    if not 1 <= len(words) <= 2:
        sys.exit(__doc__.split("\n")[2])
    if "ZP_INSIDE" not in os.environ:
        sys.exit(run_inside(words))
    import pyatspi
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [subprocess.Popen(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"], **quiet)]
    started.append(subprocess.Popen(["openbox"], **quiet))
    time.sleep(1)
    started.append(subprocess.Popen(words, **quiet))
    window = None
    for _ in range(60):
        time.sleep(0.5)
        apps = [app for app in pyatspi.Registry.getDesktop(0) if app is not None and app.childCount > 0]
        if apps:
            window = apps[0]
            break
    if window is None:
        sys.exit("no window appears on the accessibility bus")
    time.sleep(3)
    failed = 0
    places = [("at the start", None)] + [(tab.name, tab) for tab in tabs_of(window)]
    for title, tab in places:
        if tab is not None:
            tab.queryAction().doAction(0)
            time.sleep(2)
        count, faults = faults_of(window)
        print("%-20s %4d objects, %d faults" % (title, sum(count.values()), len(faults)))
        for fault in sorted(set(faults)):
            print("    " + fault)
        failed += len(faults)
    for process in reversed(started):
        process.terminate()
    sys.exit(1 if failed else 0)


main()
