#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""site_test.py SOURCE: the site is made; each link and picture of each page leads to a file of it and to an anchor there, nothing is
fetched from elsewhere, every tag is closed, and no mark of Markdown is left."""
import html.parser
import os
import subprocess
import sys
import tempfile

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.open, self.anchors, self.links, self.problems = [], set(), [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        self.problems += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        self.anchors |= {attributes["id"]} if "id" in attributes else set()
        if "href" in attributes:
            self.links.append(attributes["href"])
        if "src" in attributes:
            self.links.append(attributes["src"])
            if ":" in attributes["src"]:
                self.problems.append(f"{attributes['src']} is fetched from elsewhere")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if not {"code", "pre", "style"} & set(self.open) and ("](" in data or "```" in data or "| ---" in data):
            self.problems.append(f"Markdown is left: {data.strip()[:80]}")


def main(source):
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(source, "packaging", "site.py")
        subprocess.run([sys.executable, script, source, folder], check=True, stdout=subprocess.DEVNULL)
        pages = {os.path.join(where, name): Page(os.path.join(where, name))
                 for where, _, names in os.walk(folder) for name in names if name.endswith(".html")}
        for path, page in pages.items():
            name = os.path.relpath(path, folder)
            wrong += [f"{name}: {problem}" for problem in page.problems]
            for link in page.links:
                target, _, fragment = link.partition("#")
                goal = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
                if ":" in link:
                    continue
                if not os.path.exists(goal):
                    wrong.append(f"{name}: {link}: there is no such file")
                elif fragment and goal in pages and fragment not in pages[goal].anchors:
                    wrong.append(f"{name}: {link}: no such anchor")
    for line in wrong:
        print("FAIL", line)
    if not wrong:
        print(len(pages), "pages")
    return 1 if wrong or len(pages) < 40 else 0


sys.exit(main(os.path.abspath(sys.argv[1])))
