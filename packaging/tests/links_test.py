#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""links_test.py SOURCE: every relative link of a Markdown file leads to a file, and every anchor to a heading of it.

Prints one line for each link that leads nowhere and exits with 1; else the number of links."""
import os
import re
import subprocess
import sys

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")


def markdown_files(source):
    listed = subprocess.run(["git", "-C", source, "ls-files", "-co", "--exclude-standard", "*.md"], capture_output=True, text=True)
    if listed.returncode == 0:
        return [os.path.join(source, name) for name in listed.stdout.split("\n") if name]
    return [os.path.join(folder, name) for folder, folders, names in os.walk(source)
            if not re.search(r"/(build|\.git)(/|$)", folder) for name in names if name.endswith(".md")]


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


def problem(path, target):
    """Says in words why a link leads nowhere; None when it does not."""
    name, _, anchor = target.partition("#")
    goal = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
    if not os.path.exists(goal):
        return "there is no such file"
    if anchor and goal.endswith(".md") and anchor not in anchors(goal):
        return "the file has no such heading"
    return None


def main(source):
    count = 0
    wrong = []
    for path in markdown_files(source):
        if not os.path.exists(path):
            continue
        for target in LINK.findall(text_without_code(path)):
            if SCHEME.match(target):
                continue
            count += 1
            why = problem(path, target)
            if why:
                wrong.append(f"{os.path.relpath(path, source)}: {target}: {why}")
    for line in wrong:
        print("FAIL", line)
    if not wrong:
        print(count, "links lead somewhere")
    return 1 if wrong or count == 0 else 0


sys.exit(main(os.path.abspath(sys.argv[1])))
