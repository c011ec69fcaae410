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


class Build:
    """How a source is compiled and a test program linked, as Ninja would."""

    def __init__(self, folder):
        self.folder = folder.resolve()
        self.work = self.folder / "mutation"
        self.work.mkdir(exist_ok=True)
        self.made = next(self.folder.rglob("libzp_core.a")).stat().st_mtime
        commands = json.loads((folder / "compile_commands.json").read_text())
        self.compilers = {}
        for command in commands:
            words, file = shlex.split(command["command"]), pathlib.Path(command["file"])
            words[words.index("-c") + 1] = None
            # A room that is one file to the compiler: its object in the library is not linked where all its files are replaced.
            joined = JOINED.findall(file.read_text()) if file.name.startswith("unity_") else []
            self.compilers.update(dict.fromkeys([str(file), *joined], words))

    def knows(self, path):
        return str(path) in self.compilers

    def parsed_with(self, path):
        """What a parser has to know of how a source is compiled."""
        return [word for word in self.compilers[str(path)] if word and re.match(r"-(I|D|isystem|std)", word)]

    def command(self, path, source, *more):
        words = list(self.compilers[str(path)])
        words[words.index(None)] = str(source)
        return [*words, "-w", "-iquote", str(path.parent), "-include", str(schemata.SWITCH), *more]

    def compiled(self, path, source):
        """(line, column) of what does not compile, both from 1, columns in bytes; the object beside the source where all does."""
        words = self.command(path, source, "-O1", "-fdiagnostics-column-unit=byte", "-fno-diagnostics-show-caret", "-fmax-errors=0")
        words[words.index("-o") + 1] = str(source.with_suffix(".o") if source.parent == self.work else self.work / (source.stem + ".o"))
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False)
        faults = [(int(match["line"]), int(match["column"])) for match in ERROR.finditer(done.stderr) if match["file"] == str(source)]
        if done.returncode and not faults:
            raise SystemExit(done.stderr)
        return faults

    def linked(self, test, objects):
        told = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", test], capture_output=True, text=True, check=True).stdout
        words = shlex.split(told.strip().splitlines()[-1].removeprefix(": && ").removesuffix(" && :"))
        at = words.index("-o")
        words[at + 1] = str(self.work / test)
        # Folders of ui share their joined files, whose object is linked beside: of two definitions the first, the mutants', is taken.
        words[at + 2:at + 2] = [*map(str, objects), "-fuse-ld=lld", "-Wl,-z,muldefs"]
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
