#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""site.py SOURCE FOLDER: renders the README, docs/ and every README of the source tree as plain HTML that needs no network.

Pages keep their places: docs/json.md becomes docs/json.html, and README.md index.html. Links between pages, and pictures, work; a
link to another file of the tree leads to a copy of it. cmark-gfm (the Debian package of that name) reads the Markdown."""
import html
import os
import posixpath
import re
import shutil
import subprocess
import sys

STYLE = """body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; color: #1d2733; background: #fff }
pre, code { font-family: monospace; background: #f1f3f5 } pre { padding: .7rem; overflow-x: auto } img { max-width: 100% }
table { border-collapse: collapse } td, th { border: 1px solid #cfd6dd; padding: .3rem .6rem; vertical-align: top; text-align: left }
@media (prefers-color-scheme: dark) { body { color: #dde3ea; background: #14181d } pre, code { background: #222931 } a { color: #7db7ff } }"""
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")


def page_name(path):
    """The page that a Markdown file becomes."""
    folder, name = posixpath.split(path)
    return posixpath.join(folder, "index.html" if name == "README.md" else name[:-3] + ".html")


def anchor(heading):
    """The anchor of a heading as a forge makes it (links_test.py): lower case, punctuation dropped, blanks as hyphens."""
    text = html.unescape(re.sub(r"<[^>]*>", "", heading))
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def tree(source):
    """All files of the source tree, by their paths in it."""
    listed = subprocess.run(["git", "-C", source, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
    if listed.returncode == 0:
        return [name for name in listed.stdout.splitlines() if os.path.isfile(os.path.join(source, name))]
    return [os.path.relpath(os.path.join(folder, name), source) for folder, _, names in os.walk(source)
            if not re.search(r"/(build|\.git)(/|$)", folder) for name in names]


class Site:
    def __init__(self, source, folder):
        self.source, self.folder = source, folder
        self.pages = [path for path in tree(source) if path.endswith(".md") and not path.startswith((".", "tests/data", "resources/tutorials"))]
        self.copied = set()

    def target(self, page, link):
        """Where a link of a page leads in the site; files that are no pages are copied."""
        name, hash_mark, fragment = link.partition("#")
        if SCHEME.match(link) or not name:
            return link
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), name))
        if path in self.pages:
            path = page_name(path)
        elif os.path.isdir(os.path.join(self.source, path)) and path + "/README.md" in self.pages:
            path = page_name(path + "/README.md")
        elif os.path.isfile(os.path.join(self.source, path)):
            self.copied.add(path)
        return posixpath.relpath(path, posixpath.dirname(page) or ".") + hash_mark + fragment

    def body(self, page):
        with open(os.path.join(self.source, page), encoding="utf-8") as file:
            text = re.sub(r"(?m)^<!--.*-->\n", "", file.read())
        made = subprocess.run(["cmark-gfm", "-e", "table", "-e", "autolink"], input=text, capture_output=True, text=True, check=True).stdout
        made = re.sub(r"<h([1-6])>(.*?)</h\1>", lambda m: f'<h{m[1]} id="{anchor(m[2])}">{m[2]}</h{m[1]}>', made)
        return re.sub(r'(href|src)="([^"]*)"', lambda m: f'{m[1]}="{html.escape(self.target(page, html.unescape(m[2])))}"', made)

    def write(self, path, text):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def make(self):
        for page in self.pages:
            body = self.body(page)
            title = re.search(r"<h1[^>]*>(.*?)</h1>", body)
            title = re.sub(r"<[^>]*>", "", title[1]) if title else page
            home = posixpath.relpath("index.html", posixpath.dirname(page) or ".")
            self.write(page_name(page), f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
                       f'<style>{STYLE}</style></head>\n<body><p><a href="{home}">ZeRO Planner</a></p>\n{body}</body></html>\n')
        for path in self.copied:
            os.makedirs(os.path.dirname(os.path.join(self.folder, path)), exist_ok=True)
            shutil.copyfile(os.path.join(self.source, path), os.path.join(self.folder, path))
        print(f"{len(self.pages)} pages, {len(self.copied)} other files: {os.path.join(self.folder, 'index.html')}")


if __name__ == "__main__":
    Site(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])).make()
