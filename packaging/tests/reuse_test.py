#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""reuse_test.py: reuse_lint.py has nothing to say of a tree that states every licence, and names what one that was broken lacks."""
import contextlib
import io
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import reuse_lint  # noqa: E402

HEADER = "// SPDX-" + "FileCopyrightText: 2026 Someone\n// SPDX-" + "License-Identifier: MIT\n"
TABLE = '[[annotations]]\npath = "{}"\nSPDX-FileCopyrightText = "2026 Someone"\nSPDX-License-Identifier = "{}"\n'
TREE = {
    "core/a.cpp": HEADER + "int a;\n",
    "data/b.json": "{}\n",
    "data/empty.json": "",
    "LICENSE": "text\n",
    "LICENSES/MIT.txt": "text\n",
    "LICENSES/CC0-1.0.txt": "text\n",
    "REUSE.toml": "version = 1\n" + TABLE.format("data/*.json", "MIT OR CC0-1.0"),
    "build/CMakeCache.txt": "made by a build\n",
    "other build/CMakeCache.txt": "made by a build\n",
}
# What is changed in the tree (None: removed), and what has to be said; nothing said means that all is well.
CASES = [
    ({}, ""),
    ({"core/a.cpp": "int a;\n"}, "core/a.cpp: no copyright and no licence"),
    ({"core/a.cpp": HEADER.split("\n")[0] + "\nint a;\n"}, "core/a.cpp: no licence"),
    ({"core/a.cpp": HEADER.split("\n")[1] + "\nint a;\n"}, "core/a.cpp: no copyright"),
    ({"core/a.cpp": "int a;\n" * 1000 + HEADER}, "core/a.cpp: no copyright and no licence"),
    ({"data/deeper/c.json": "{}\n"}, "data/deeper/c.json: no copyright and no licence"),
    ({"data/deeper/c.json": "{}\n", "REUSE.toml": TABLE.format("data/**", "MIT OR CC0-1.0")}, ""),
    ({"data/deeper/c.json": "{}\n", "REUSE.toml": TABLE.format("**/*.json", "MIT OR CC0-1.0")}, ""),
    ({"data/b.json": None}, "REUSE.toml: data/*.json: names no file"),
    ({"LICENSES/CC0-1.0.txt": None}, "LICENSES/CC0-1.0.txt: there is no such file"),
    ({"LICENSES/ISC.txt": "text\n"}, "LICENSES/ISC.txt: no file is under this licence"),
    ({"REUSE.toml": "version = \n"}, "Invalid value"),
    ({"REUSE.toml": None}, "REUSE.toml"),
]


def lint(tree):
    """Writes the files of a tree and returns the exit status of reuse_lint.py and what it says."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in tree.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            try:
                return reuse_lint.main(folder), said.getvalue()
            except SystemExit as stopped:
                return 1, str(stopped.code)


def main():
    wrong = 0
    for changes, expected in CASES:
        tree = {name: text for name, text in (TREE | changes).items() if text is not None}
        status, said = lint(tree)
        if expected and (status != 1 or expected not in said) or not expected and (status != 0 or "FAIL" in said):
            wrong += 1
            print(f"FAIL after {changes}: expected {expected or 'nothing'}, status {status}, said:\n{said}")
    if not wrong:
        print(len(CASES), "trees are judged right")
    return 1 if wrong else 0


sys.exit(main())
