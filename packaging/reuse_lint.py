#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""reuse_lint.py SOURCE: every file of the source tree says whose it is and under which licence.

A file says so in its first lines (SPDX-FileCopyrightText and SPDX-License-Identifier), or REUSE.toml says it of the file. Every licence
named has its text in LICENSES, every text there is used, and every path of REUSE.toml names a file. Looks at the files that git tracks;
where there is no checkout, as in a source package, at all files but those of builds. Prints one line for each problem and exits with 1;
else the number of files by licence. It needs no network and nothing but Python 3.11; `reuse lint` of reuse.software checks the same
and more."""
import collections
import os
import re
import subprocess
import sys
import tomllib

# Put together, so that no checker takes these lines for this file's own header.
COPYRIGHT = re.compile("SPDX-" + r"FileCopyrightText:\s*\S")
LICENCE = re.compile("SPDX-" + r"License-Identifier:[ \t]*([^\n]*?)[ \t]*(?:-->|\*/)?[ \t]*\r?(?:\n|$)")
HEADER_BYTES = 2048
LICENCE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")
# Files that are licences themselves, or that say the licence of others.
EXEMPT = re.compile(r"(LICEN[CS]E|COPYING)([-.].*)?|REUSE\.toml|.*\.license")


def tracked_files(source):
    """The paths of the source tree relative to it: those that git tracks, or where it tracks none all but those of builds."""
    listed = subprocess.run(["git", "-C", source, "ls-files", "-z"], capture_output=True)
    names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name] if listed.returncode == 0 else []
    if not names:
        for folder, folders, files in os.walk(source):
            folders[:] = [name for name in folders if name not in (".git", ".cache", "__pycache__", "build")
                          and not os.path.exists(os.path.join(folder, name, "CMakeCache.txt"))]
            names += [os.path.relpath(os.path.join(folder, name), source) for name in files]
    return sorted(names)


def needs_licence(source, name):
    """Whether a file has to say its licence: it has contents of its own, and is no licence itself."""
    path = os.path.join(source, name)
    return (os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path) > 0
            and not name.startswith("LICENSES/") and not EXEMPT.fullmatch(os.path.basename(name)))


def pattern_of(path):
    """The regular expression of a path of REUSE.toml: * is any text without /, ** and **/ any text, and \\ takes the next character as
    it is."""
    parts = re.findall(r"\\.|\*\*/?|\*|[^*\\]+", path)
    return re.compile("".join(".*" if part.startswith("**") else "[^/]*" if part == "*" else
                              re.escape(part[1:] if part[0] == "\\" else part) for part in parts))


def as_list(value):
    return value if isinstance(value, list) else [value] if value else []


class Annotation:
    """One table of REUSE.toml."""

    def __init__(self, table):
        self.paths = as_list(table.get("path"))
        self.patterns = [pattern_of(path) for path in self.paths]
        self.overrides = table.get("precedence", "closest") == "override"
        self.has_copyright = bool(as_list(table.get("SPDX-FileCopyrightText")))
        self.licences = as_list(table.get("SPDX-License-Identifier"))

    def names(self, name):
        return any(pattern.fullmatch(name) for pattern in self.patterns)


def read_annotations(source):
    with open(os.path.join(source, "REUSE.toml"), "rb") as file:
        return [Annotation(table) for table in tomllib.load(file).get("annotations", [])]


def header_of(path):
    """Whether the first lines of a file name a holder of the copyright, and the licences that they name."""
    with open(path, "rb") as file:
        text = file.read(HEADER_BYTES).decode("utf-8", "replace")
    return bool(COPYRIGHT.search(text)), LICENCE.findall(text)


def statement_of(source, name, annotations):
    """The same of a file, by its header and by the last table of REUSE.toml that names it."""
    row = next((row for row in reversed(annotations) if row.names(name)), None)
    has_copyright, licences = (False, []) if row and row.overrides else header_of(os.path.join(source, name))
    if row:
        has_copyright = has_copyright or row.has_copyright
        licences = licences or row.licences
    return has_copyright, licences


def problems_of(source):
    """The problems of a tree in words, and how many files are under each licence."""
    problems = []
    count = collections.Counter()
    used = set()
    annotations = read_annotations(source)
    names = [name for name in tracked_files(source) if needs_licence(source, name)]
    for name in names:
        has_copyright, licences = statement_of(source, name, annotations)
        missing = [what for what, there in (("copyright", has_copyright), ("licence", licences)) if not there]
        if missing:
            problems.append(f"{name}: no {' and no '.join(missing)}: add an SPDX header, or name the file in REUSE.toml")
        for licence in licences:
            count[licence] += 1
            used |= set(LICENCE_NAME.findall(licence)) - {"AND", "OR", "WITH"}
    for row in annotations:
        problems += [f"REUSE.toml: {path}: names no file" for path, pattern in zip(row.paths, row.patterns)
                     if not any(pattern.fullmatch(name) for name in names)]
    texts = os.listdir(os.path.join(source, "LICENSES"))
    problems += [f"LICENSES/{licence}.txt: there is no such file" for licence in sorted(used) if f"{licence}.txt" not in texts]
    problems += [f"LICENSES/{text}: no file is under this licence" for text in sorted(texts) if text.removesuffix(".txt") not in used]
    return problems, count


def main(source):
    try:
        problems, count = problems_of(source)
    except (OSError, tomllib.TOMLDecodeError) as error:
        sys.exit(f"FAIL {error}")
    for problem in problems:
        print("FAIL", problem)
    if not problems:
        for licence, files in count.most_common():
            print(f"{files:6} {licence}")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("reuse_lint.py SOURCE")
    sys.exit(main(os.path.abspath(sys.argv[1])))
