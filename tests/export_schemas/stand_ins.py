# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Empty modules in place of libraries that the programs import and whose code reads no setting."""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types


class _Type(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn()


class StandIn(metaclass=_Type):
    """Base class, decorator, function and value in one, as far as an import needs it."""

    def __init__(self, *arguments, **words):
        del arguments, words

    def __post_init__(self):
        pass

    def __call__(self, *arguments, **words):
        return arguments[0] if len(arguments) == 1 and callable(arguments[0]) else self

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn()

    def __iter__(self):
        return iter(())

    def __or__(self, other):
        return other

    __ror__ = __or__


class _Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = _Type(name, (StandIn,), {"__module__": self.__name__})
        setattr(self, name, made)
        return made


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, names):
        self.names = names
        self.used = set()

    def find_spec(self, name, path=None, target=None):
        known = next((one for one in self.names if name == one or name.startswith(one + ".")), None)
        if known is None:
            return None
        self.used.add(known)
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = _Module(spec.name)
        module.__version__ = "99.0.0"
        return module

    def exec_module(self, module):
        pass


def _is_lacking(name):
    try:
        return importlib.util.find_spec(name) is None
    except ModuleNotFoundError:
        return True


def stand_in_for(*names):
    """Makes modules for those of the libraries that this machine lacks; returns the finder, which knows which were used."""
    lacking = {name for name in names if _is_lacking(name)}
    finder = _Finder(lacking)
    sys.meta_path.append(finder)
    return finder


def stand_in_of(name):
    """Makes a module in place of one that is there."""
    sys.modules[name] = _Module(name)
    sys.modules[name].__path__ = []
