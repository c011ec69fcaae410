#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""words_test.py ROOT: fails if a comment of a C++ file begins with a word that docs/style.md forbids there.

A comment that opens with "What", "Of", "Told", "Whether" or "Nothing" has no subject, or hides it.
"""
import pathlib
import re
import sys

OPENING = re.compile(r"(What|Of|Told|Whether|Nothing)\b")
COMMENT = re.compile(r"(?:^\s*|[;,{)\s]\s*)(///<?|//)\s+(.*)$")


def faults(path):
    """Yields number and text of each line where such a comment begins."""
    before = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        found = COMMENT.search(line)
        in_text = found is not None and line[: found.start(1)].count('"') % 2 == 1
        begins = found is not None and (line[: found.start(1)].strip() or not before.strip().startswith("//"))
        if begins and not in_text and OPENING.match(found.group(2)):
            yield number, line.strip()
        before = line


def main():
    root = pathlib.Path(sys.argv[1])
    files = [path for top in ("core", "ui", "app", "tests") for path in sorted((root / top).rglob("*")) if path.suffix in (".cpp", ".h")]
    found = [f"{path.relative_to(root)}:{number}: {line}" for path in files for number, line in faults(path)]
    print("\n".join(found))
    print(f"{len(files)} files, {len(found)} comments that docs/style.md forbids")
    return 1 if found or not files else 0


sys.exit(main())
