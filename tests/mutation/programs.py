# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Test programs of a build with other objects in place of some of its library's, and what their tests say of a mutant."""
import json
import pathlib
import re
import shlex
import subprocess
import threading
import time

import schemata

JOINED = re.compile(r'^#include "(.+\.cpp)"$', re.M)
ERROR = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+):\s+(?:fatal )?(?:error|  required)", re.M)


class Unit:
    """One object of the library, made of a source or of the file by which a unity build joins several."""

    def __init__(self, build, file, words):
        self.build, self.file, self.words = build, file, words
        self.sources = [pathlib.Path(name) for name in JOINED.findall(file.read_text())] if file.name.startswith("unity_") else []
        self.joins = bool(self.sources)
        self.sources = self.sources or [file]
        self.object = build.work / (str(words[words.index("-o") + 1]).replace("/", "_"))

    def parsed_with(self):
        """What a parser has to know of how the unit is compiled."""
        pairs = zip([None, *self.words], self.words)
        return [word for before, word in pairs if word and (re.match(r"-(I|D|isystem|std)", word) or before == "-isystem")]

    def copy_of(self, source):
        return self.build.work / f"{source.parent.name}_{source.name}"

    def is_made(self):
        """Returns true where the object is newer than all that it was made of."""
        listed = self.object.with_suffix(".d")
        if not self.object.is_file() or not listed.is_file():
            return False
        files = map(self.build.folder.joinpath, shlex.split(listed.read_text().partition(":")[2].replace("\\\n", " ")))
        made = self.object.stat().st_mtime
        return all(file.is_file() and file.stat().st_mtime <= made for file in files)

    def compiled(self, texts):
        """Makes the object with other texts of some sources. Returns (source, line, column) of what does not compile, from 1, columns in bytes."""
        copies = {source: self.copy_of(source) for source in texts}
        for source, text in texts.items():
            copies[source].write_text(text)
        joined = self.file if not copies else copies[self.file] if not self.joins else self.object.with_suffix(".cpp")
        if self.joins:
            joined.write_text(JOINED.sub(lambda line: f'#include "{copies.get(pathlib.Path(line[1]), line[1])}"', self.file.read_text()))
        done = self.build.run(self.words, joined, self.object, "-iquote", str(self.sources[0].parent))
        if not done.returncode:
            return []
        self.object.unlink(missing_ok=True)
        written = {str(copy): source for source, copy in copies.items()}
        faults = [(written[match["file"]], int(match["line"]), int(match["column"])) for match in ERROR.finditer(done.stderr) if match["file"] in written]
        if not faults:
            raise SystemExit(done.stderr)
        return faults


class Build:
    """How sources are compiled and a test program linked, as Ninja would."""

    def __init__(self, folder):
        self.folder = folder.resolve()
        self.work = self.folder / "mutation"
        self.work.mkdir(exist_ok=True)
        self.units = {}
        for command in json.loads((folder / "compile_commands.json").read_text()):
            words, file = shlex.split(command["command"]), pathlib.Path(command["file"])
            words[words.index("-c") + 1] = None
            unit = Unit(self, file, words)
            self.units.update(dict.fromkeys(map(str, unit.sources), unit))

    def run(self, words, source, made, *more):
        words = [str(source) if word is None else word for word in words]
        words[words.index("-o") + 1] = str(made)
        return subprocess.run([*words, "-w", "-include", str(schemata.SWITCH), "-O1", "-MMD", "-MF", str(made.with_suffix(".d")),
                               "-fdiagnostics-column-unit=byte", "-fno-diagnostics-show-caret", "-fmax-errors=0", *more],
                              cwd=self.folder, capture_output=True, text=True, check=False)

    def switch(self, unit):
        """The object of the switch itself, compiled as the unit is."""
        made = self.work / "switch.o"
        done = self.run(unit.words, schemata.SWITCH.with_suffix(".cpp"), made)
        if done.returncode:
            raise SystemExit(done.stderr)
        return made

    def linked(self, test, objects):
        told = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", test], capture_output=True, text=True, check=True).stdout
        words = shlex.split(told.strip().splitlines()[-1].removeprefix(": && ").removesuffix(" && :"))
        at = words.index("-o")
        words[at + 1] = str(self.work / test)
        # Each object has all that the library's object of the same unit has, so that the linker takes none of that.
        words[at + 2:at + 2] = [*map(str, objects), "-fuse-ld=lld"]
        subprocess.run(words, cwd=self.folder, check=True)
        return self.work / test


class Test:
    """A function of the tests of one file, in one program."""

    def __init__(self, program, file, function):
        self.program, self.file, self.function = program, file, function
        self.seconds, self.reached = 0.0, set()

    def __str__(self):
        return f"{self.program.name} {self.file} {self.function}"

    def measure(self, around):
        """How long it takes, and which mutants it reaches; it has to pass."""
        list_of_reached = self.program.with_name(self.program.name + ".reached")
        began = time.monotonic()
        if not self.passes({**around, "ZP_MUTANTS_REACHED": str(list_of_reached)}, 600):
            raise SystemExit(f"{self} has to pass before anything is changed")
        self.seconds = time.monotonic() - began
        self.reached = set(map(int, list_of_reached.read_text().split()))

    def passes(self, around, limit):
        """Up to the first that fails, ends by a signal, or takes longer than the limit in seconds."""
        with subprocess.Popen([self.program, self.file, self.function, "-nocrashhandler"], cwd=self.program.parent, env=around, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, errors="replace") as running:
            return Test.watch(running, limit)

    @staticmethod
    def watch(running, limit):
        ended = threading.Timer(limit, running.kill)
        ended.start()
        try:
            for line in running.stdout:
                if line.startswith("FAIL!"):
                    running.kill()
                    return False
            return running.wait() == 0
        finally:
            ended.cancel()


def tests_of(program, around):
    """The program lists its files when asked for one that it has not; a file lists its functions."""
    def told(*arguments):
        return subprocess.run([program, *arguments], env=around, capture_output=True, text=True, check=False)
    files = [line.strip() for line in told("none").stderr.splitlines() if line.startswith("  ")]
    return [Test(program, file, line.removesuffix("()")) for file in files for line in told(file, "-functions").stdout.splitlines()]
