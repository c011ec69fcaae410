# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The small mistakes that could stand in a source, and the source with some of them in it, each behind its switch."""
import dataclasses
import pathlib
import re

from clang.cindex import CursorKind as Kind, Index, TypeKind

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWITCH = pathlib.Path(__file__).resolve().with_name("switch.h")
SWAPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
           "*": "/", "/": "*", "+=": "-=", "-=": "+="}
STATEMENTS = (Kind.CALL_EXPR, Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.UNARY_OPERATOR)
FUNCTIONS = (Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE, Kind.CONSTRUCTOR, Kind.CONVERSION_FUNCTION)
OPPOSITES = ("== -> !=", "!= -> ==", "! left out")  # of a condition: the same as turning it round
WORD = re.compile(r"\b(min|max)\b")
# How a place is changed; of two mutants of one place the larger is further out.
REPLACED, TURNED, LEFT_OUT = 1, 2, 3
# Around the number and the text of a mutant; taken out before the text is compiled.
OPEN, MIDDLE, CLOSE = "\x01", "\x02", "\x03"


@dataclasses.dataclass
class Mutant:
    path: object
    start: int
    end: int
    way: int  # REPLACED, TURNED or LEFT_OUT
    made: str  # what stands in its place, where it is replaced
    shown: str
    line: int = 0
    number: int = 0


def text_of(source, cursor):
    return source[cursor.extent.start.offset:cursor.extent.end.offset].decode()


def is_constant(source, cursor):
    """Its value may stand before the program runs, so no switch can be in it."""
    if cursor.kind == Kind.VAR_DECL or cursor.kind in FUNCTIONS:
        return b"constexpr" in source[cursor.extent.start.offset:cursor.location.offset]
    return cursor.kind in (Kind.STATIC_ASSERT, Kind.FIELD_DECL)


class Finder:
    def __init__(self, path, source):
        self.path, self.source, self.found = path, source, {}

    def add(self, cursor, way, made, shown):
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        line = self.source.count(b"\n", 0, start) + 1
        self.found[start, end, shown] = Mutant(self.path, start, end, way, made, shown, line)

    def visit(self, cursor, constant=False):
        constant = (constant or is_constant(self.source, cursor)) and cursor.kind != Kind.LAMBDA_EXPR
        if not constant:
            self.look(cursor)
        children = list(cursor.get_children())
        for child in children:
            # Types, and with them the arguments of templates, stand before the name.
            if cursor.kind in (Kind.VAR_DECL, Kind.FIELD_DECL, Kind.PARM_DECL) and child.extent.end.offset <= cursor.location.offset:
                continue
            self.visit(child, constant)

    def look(self, cursor):
        children = [child for child in cursor.get_children() if child.extent.start.offset < child.extent.end.offset]
        if cursor.kind == Kind.INTEGER_LITERAL:
            number = text_of(self.source, cursor)
            if re.fullmatch(r"[\d']+", number):
                changed = str(int(number.replace("'", "")) + 1)
                self.add(cursor, REPLACED, changed, f"{number} -> {changed}")
        elif cursor.kind == Kind.FLOATING_LITERAL:
            number = text_of(self.source, cursor)
            changed = "1.0" if re.fullmatch(r"[0.]+", number) else f"({number} * 1.5)"
            self.add(cursor, REPLACED, changed, f"{number} -> {changed}")
        elif cursor.kind == Kind.CXX_BOOL_LITERAL_EXPR:
            changed = "false" if text_of(self.source, cursor) == "true" else "true"
            self.add(cursor, REPLACED, changed, f"-> {changed}")
        elif cursor.kind == Kind.UNARY_OPERATOR and text_of(self.source, cursor).startswith("!"):
            self.add(cursor, REPLACED, f"static_cast<bool>({text_of(self.source, cursor)[1:]})", "! left out")
        elif cursor.kind == Kind.CONDITIONAL_OPERATOR:
            self.negate(children[0])
        elif cursor.kind == Kind.IF_STMT:
            self.condition(cursor, children)
        elif cursor.kind == Kind.COMPOUND_STMT:
            for child in children:
                self.leave_out(child)
        elif cursor.kind == Kind.CALL_EXPR:
            self.call(cursor)
        if cursor.kind.is_expression():
            self.operator(cursor, children)

    def condition(self, statement, children):
        if any(child.kind == Kind.VAR_DECL for child in children) or \
                re.match(rb"if\s+constexpr", self.source[statement.extent.start.offset:]):
            return
        expressions = [child for child in children if child.kind.is_expression()]
        if expressions and children.index(expressions[0]) <= 1:
            self.negate(expressions[0])
        for child in children[children.index(expressions[0]) + 1:] if expressions else []:
            self.leave_out(child)

    def negate(self, cursor):
        self.add(cursor, TURNED, "", "condition turned round")

    def leave_out(self, statement):
        if statement.kind in STATEMENTS or statement.kind == Kind.UNEXPOSED_EXPR:
            self.add(statement, LEFT_OUT, "", "left out")

    def call(self, cursor):
        said = text_of(self.source, cursor)
        name = said.split("(")[0]
        if cursor.spelling in ("min", "max") or re.fullmatch(r"(std::)?(min|max)(<[\w: ]+>)?", name):
            other = WORD.sub(lambda word: {"min": "max", "max": "min"}[word.group()], name, count=1)
            if other != name:
                self.add(cursor, REPLACED, other + said[len(name):], f"{name} -> {other}")

    def operator(self, cursor, children):
        children = sorted(children, key=lambda child: child.extent.start.offset)
        if not 2 <= len(children) <= 3:
            return
        left, right = children[0], children[-1]
        between = self.source[left.extent.end.offset:right.extent.start.offset].decode()
        sign = between.strip()
        if sign not in SWAPPED or left.extent.start.offset != cursor.extent.start.offset or right.extent.end.offset != cursor.extent.end.offset:
            return
        if left.type.kind == TypeKind.POINTER or any("string" in side.type.spelling or "char" in side.type.spelling for side in children):
            return
        other = SWAPPED[sign]
        a, b = text_of(self.source, left), text_of(self.source, right)
        made = f"{a} {other} {b}" if other.endswith("=") and len(other) == 2 and other[0] in "+-" else f"({a}) {other} ({b})"
        self.add(cursor, REPLACED, made, f"{sign} -> {other}")


def mutants_of(unit, sources, arguments):
    """The mutants of the sources that the compiler reads with a unit, by source, in the order of the text. The unit is parsed once."""
    finders = {str(path): Finder(path, path.read_bytes()) for path in sources}
    for cursor in Index.create().parse(str(unit), args=arguments).cursor.get_children():
        if cursor.location.file and cursor.location.file.name in finders:
            finders[cursor.location.file.name].visit(cursor)
    return {finder.path: in_order(finder) for finder in finders.values()}


def in_order(finder):
    opposites = {(one.start, one.end) for one in finder.found.values() if one.shown in OPPOSITES}
    found = [one for one in finder.found.values() if one.way != TURNED or (one.start, one.end) not in opposites]
    return sorted(found, key=lambda one: (one.start, -one.end, -one.way, one.shown))


def switched(mutant, original):
    """The text with the mutant in it, and its place marked."""
    place = f"{OPEN}{mutant.number}{MIDDLE}"
    test = f"zp_mutant({mutant.number})"
    if mutant.way == LEFT_OUT:
        return f"{place}({test} ? void() : void({original})){CLOSE}"
    if mutant.way == TURNED:
        return f"{place}(static_cast<bool>({original}) != {test}){CLOSE}"
    return f"{place}({test} ? ({mutant.made}) : ({original})){CLOSE}"


def with_all(source, mutants):
    """The source with every mutant in it, marked: one inside another stays in what the other leaves as it was."""
    def between(start, end, inside):
        made, at = [], start
        while inside:
            first = inside[0]
            same = [one for one in inside if (one.start, one.end) == (first.start, first.end)]
            within = [one for one in inside[len(same):] if one.end <= first.end]
            text = between(first.start, first.end, within)
            for one in reversed(same):
                text = switched(one, text)
            made += [source[at:first.start].decode(), text]
            at, inside = first.end, inside[len(same) + len(within):]
        return "".join(made) + source[at:end].decode()
    return between(0, len(source), mutants)


def without_marks(marked):
    """The text to compile, and for every mutant from where to where it stands in it, in bytes."""
    spans, opened, made, size = [], [], [], 0
    for part in re.split(f"({OPEN}\\d+{MIDDLE}|{CLOSE})", marked):
        if part.startswith(OPEN):
            opened.append((int(part[1:-1]), size))
        elif part == CLOSE:
            number, start = opened.pop()
            spans.append((start, size, number))
        else:
            made.append(part)
            size += len(part.encode())
    return "".join(made), spans


def at_fault(text, spans, line, column):
    """The innermost mutant at a place of the text, both from 1, columns in bytes; where there is none, the last before it."""
    lines = text.encode().splitlines(keepends=True)
    place = sum(map(len, lines[:line - 1])) + column - 1
    around = [(to - at, number) for at, to, number in spans if at <= place < to]
    before = [(place - at, number) for at, _, number in spans if at < place]
    return min(around or before, default=(0, None))[1]
