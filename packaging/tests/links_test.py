#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""links_test.py SOURCE: every relative link of a Markdown file leads to a file, and every anchor to a heading of it.

In source files (C++, CMake, shell, Python) every reference to a document of docs/ is held to the same: the folder, the
name of the file, and behind a # the anchor. Prints one line for each link that leads nowhere and exits with 1; else the
number of links."""
import os
import re
import subprocess
import sys

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")
# A document of this project: documents of others stand in folders of docs/, or behind the name of their project.
REFERENCE = re.compile(r"(?<![\w/.-])docs/[a-z0-9-]+\.md(?:#[\w-]+)?")
SOURCE_FILE = re.compile(r"\.(cpp|h|cmake|sh|py)$|(^|/)(CMakeLists\.txt|run)$")


def files(source):
    """The paths of all files that belong to the source tree."""
    listed = subprocess.run(["git", "-C", source, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
    if listed.returncode == 0:
        names = [os.path.join(source, name) for name in listed.stdout.split("\n") if name]
    else:
        names = [os.path.join(folder, name) for folder, folders, names in os.walk(source)
                 if not re.search(r"/(build|\.git)(/|$)", folder) for name in names]
    return [name for name in names if os.path.isfile(name)]


def text_without_code(path):
    """The text of a file without fenced and inline code, where brackets are no links."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"(?ms)^```.*?^```", "", text)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(path):
    """The anchors that a forge makes of a file's headings: lower case, punctuation dropped, blanks as hyphens."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"(?ms)^```.*?^```", "", file.read())
    headings = re.findall(r"(?m)^#+ +(.+?) *#*$", text)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path, source):
    """The links of a file, each as the folder that it is relative to and its target."""
    if path.endswith(".md"):
        return [(os.path.dirname(path), target if not target.startswith("#") else os.path.basename(path) + target)
                for target in LINK.findall(text_without_code(path)) if not SCHEME.match(target)]
    if SOURCE_FILE.search(path):
        with open(path, encoding="utf-8") as file:
            return [(source, target) for target in REFERENCE.findall(file.read())]
    return []


def problem(folder, target):
    """Says in words why a link leads nowhere; None when it does not."""
    name, _, anchor = target.partition("#")
    goal = os.path.normpath(os.path.join(folder, name))
    if not os.path.exists(goal):
        return "there is no such file"
    if anchor and goal.endswith(".md") and anchor not in anchors(goal):
        return "the file has no such heading"
    return None


def main(source):
    count = 0
    wrong = []
    for path in files(source):
        for folder, target in links(path, source):
            count += 1
            why = problem(folder, target)
            if why:
                wrong.append(f"{os.path.relpath(path, source)}: {target}: {why}")
    for line in wrong:
        print("FAIL", line)
    if not wrong:
        print(count, "links lead somewhere")
    return 1 if wrong or count == 0 else 0


sys.exit(main(os.path.abspath(sys.argv[1])))
