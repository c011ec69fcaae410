// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_program.h"

#include <QtTest>
#include <algorithm>

#include "core/text/file_error.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns the argument of the last call of that name; its text, number or truth in words.
QString argument_of(const char* program, const std::string& callee, const char* argument) {
  QString found = QString("no call");
  for (const PythonProgram read = read_python_program(program); const PythonValue& value : read.values) {
    if (callee_of(value.node) != callee) continue;
    const TextNode* node = value.node.child(argument);
    if (node == nullptr)
      found = QString("none");
    else if (node->is_string())
      found = QString::fromStdString(node->text);
    else if (node->is_number())
      found = QString::number(node->number);
    else
      found = node->is_boolean() ? (node->boolean ? QString("true") : QString("false")) : QString("other");
    if (!value.condition.empty()) found += QString(" if ") + QString::fromStdString(value.condition);
  }
  return found;
}

}  // namespace

/// Tests of the calls of a Python program with the values that their arguments have.
class PythonProgramTest : public QObject {
  Q_OBJECT

 private slots:
  void values_of_arguments_data() {
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const char* program, const char* value) {
      QTest::newRow(name) << QByteArray(program) << value;
    };
    row("a literal", "f(a=4)\n", "4");
    row("a name assigned before", "n = 8\nf(a=n)\n", "8");
    row("the last value of a name", "n = 8\nn = 9\nf(a=n)\n", "9");
    row("a product", "n = 8\nf(a=n * 2)\n", "16");
    row("a whole quotient", "n = 128\nf(a=n // 4)\n", "32");
    row("in a function", "def run():\n    n = 2\n    f(a=n)\n", "2");
    row("a parameter's default", "def run(x: List[str] = [1], n: int = 3):\n    f(a=n)\n", "3");
    row("an option's default",
        "p.add_argument('--batch-size', '-b', type=int, default=5)\nf(a=args.batch_size)\n", "5");
    row("a switch that is off", "p.add_argument('--lora', action='store_true')\nf(a=args.lora)\n", "false");
    row("a parameter of a function that is called with arguments", "def run(n=3):\n    f(a=n)\nrun(n=g(5))\n",
        "other");
    row("a parameter without a default", "n = 1\ndef run(n):\n    f(a=n)\n", "${n}");
    row("a name that another function assigns", "n = 1\ndef run():\n    n = 2\nf(a=n)\n", "1");
    row("a name that a loop assigns", "n = 1\nfor n in (2, 3):\n    f(a=n)\n", "${n}");
    row("a name that is added to", "n = 1\nn += 1\nf(a=n)\n", "2");
    row("a name that is multiplied", "n = 3\nn *= 4\nf(a=n)\n", "12");
    row("a name that is taken from", "n = 3\nn -= 4\nf(a=n)\n", "-1");
    row("a name that is divided", "n = 9\nn //= 2\nf(a=n)\n", "4");
    row("a call behind return", "def run():\n    return f(a=1)\n", "1");
    row("a call behind yield", "def run():\n    yield f(a=1)\n", "1");
    row("a call behind await", "async def run():\n    await f(a=1)\n", "1");
    row("a name with a type", "n: int = 3\nf(a=n)\n", "3");
    row("blanks around the sign", "n   =   3\nf(a=n)\n", "3");
    row("a comparison assigns nothing", "n = 3\nn == 4\nf(a=n)\n", "3");
    row("an option with other arguments that are no texts",
        "p.add_argument('--n', 4, 'x', default=5, nargs=1)\nf(a=args.n)\n", "5");
    row("an argument by its place is no option", "p.add_argument('n', default=5)\nf(a=args.n)\n", "args.n");
    row("a name that a loop adds to", "n = 1\nfor i in x:\n    n += 1\nf(a=n)\n", "${n}");
    row("a name that is divided by one that is not known", "n = 8\nn //= world()\nf(a=n)\n", "${n}");
    row("a quotient of names", "b = 128\nm = 4\nf(a=b // m)\n", "32");
    row("a quotient in a call of max", "b = 2\nm = 4\nf(a=max(1, b // m))\n", "1");
    row("the smaller of two", "f(a=min(512, 64 * 3))\n", "192");
    row("a quotient made whole", "b = 130\nf(a=int(b / 4))\n", "32");
    row("a quotient below 0", "f(a=int(-7 // 2))\n", "-4");
    row("brackets", "b = 96\nf(a=b // (4 * 2))\n", "12");
    row("a quotient by 0", "b = 96\nf(a=b // (4 - 4))\n", "${b // (4 - 4)}");
    row("a power", "b = 4\nf(a=b // 2**1)\n", "${b // 2**1}");
    row("a product of a name that is not known", "f(a=n * 2)\n", "${n * 2}");
    row("the number of processes", "import os\nn = int(os.environ.get('WORLD_SIZE', 1))\nf(a=8 // n)\n",
        "${8 // n}");
    row("an attribute of something loaded", "p.add_argument('--n', default=5)\nc = load('x')\nf(a=c.n)\n",
        "c.n");
    row("an option with two defaults",
        "p.add_argument('--n', default=5)\nq.add_argument('--n', default=6)\nf(a=args.n)\n", "${n}");
    row("a field of a class that is called with arguments",
        "class A:\n    n: int = 6\na = A(n=7)\nf(a=a.n)\n", "${n}");
    row("a branch that an option's default switches off",
        "p.add_argument('--x', action='store_true')\nif args.x:\n    f(a=1)\n", "1 if args.x");
    row("a name that such a branch assigns",
        "p.add_argument('--x', action='store_true')\nn = 1\nif args.x:\n    n = 2\nf(a=n)\n", "1");
    row("a field of a class",
        "class A:\n    n: int = field(default=6, metadata={'help': 'x'})\nf(a=args.n)\n", "6");
    row("a name with nothing behind it", "f(a=n)\n", "n");
    row("a call", "f(a=g())\n", "other");
    row("what only running it would tell", "f(a=1 if x else 2)\n", "${1 if x else 2}");
    row("of two values, the one that a literal chooses", "f(a=1 if True else 2)\n", "1");
    row("of two values, the one that an option's default chooses",
        "p.add_argument('--b', default=8)\nf(a='int8' if args.b == 8 else 'nf4')\n", "int8");
    row("of three values", "b = 4\nf(a=8 if b == 8 else (4 if b == 4 else 16))\n", "4");
    row("a sum in the branch that is chosen", "f(a=1 if False else 2 * n)\n", "${1 if False else 2 * n}");
    row("a comparison", "b = 4\nf(a=b == 4)\n", "true");
    row("a branch that a comparison decides", "b = 4\nif b == 8:\n    f(a=1)\nelse:\n    f(a=2)\n", "2");
    row("a branch of what a function returns", "b = g()\nif b is not None:\n    f(a=1)\n",
        "1 if b is not None");
    row("a list that a factory makes",
        "class A:\n    n: list = field(default_factory=lambda: [3])\nf(a=x.n)\n", "other");
    row("a parameter of a function whose name a method has too",
        "def train(n=3):\n    f(a=n)\n    t.train(resume=True)\n", "3");
    row("a parameter of a method that is called",
        "class A:\n    def go(self, n=3):\n        f(a=n)\nx.go(5)\n", "${n}");
    row("a call of several names", "a, b = f(a=7)\n", "7");
    row("a call that others follow", "f(a=1).to('cuda')\n", "1");
    row("an argument of a call in a call", "g(x=f(a=1))\nf(a=2)\n", "2");
    row("in the main block", "if __name__ == '__main__':\n    f(a=1)\n", "1");
    row("in a branch that is taken", "use = True\nif use:\n    f(a=1)\nelse:\n    f(a=2)\n", "1");
    row("in a branch that is not taken", "use = False\nif use:\n    f(a=1)\nelse:\n    f(a=2)\n", "2");
    row("behind not", "use = False\nif not use:\n    f(a=1)\n", "1");
    row("in a branch that only running it decides", "if x > 3:\n    f(a=1)\n", "1 if x > 3");
    row("in the other branch", "if x > 3:\n    pass\nelse:\n    f(a=1)\n", "1 if x > 3");
    row("a name that such a branch assigns", "n = 1\nif x > 3:\n    n = 2\nf(a=n)\n", "${n}");
    row("behind a docstring and a comment", "\"\"\"f(a=9)\"\"\"\n# f(a=8)\nf(a=1)  # f(a=7)\n", "1");
    row("behind a command of a notebook", "!curl x -d '{ \\\n}'\nf(a=1)\n", "1");
    row("a formatted text", "n = 'b'\nk = 7\nf(a=f'x/{n}-{k}{{}}')\n", "x/b-7{}");
    row("a formatted text of an unknown name", "f(a=f'x/{n}')\n", "${f'x/{n}'}");
    row("a formatted text with a width", "k = 7\nf(a=f'{k:02d}')\n", "${f'{k:02d}'}");
    row("a raw text", "f(a=r'\\d+')\n", "\\d+");
    row("formatted and plain texts side by side", "n = 'b'\nf(a=('x/' f'{n}' '/y'))\n", "x/b/y");
    row("bytes", "f(a=b'x')\n", "${b'x'}");
    row("a member of a dict", "c = {'n': 4, 'x': {'m': 5}}\nf(a=c['x']['m'])\n", "5");
    row("a member that a dict has not", "c = {'n': 4}\nf(a=c['m'])\n", "${c['m']}");
    row("an element of a list", "c = [4, 5]\nf(a=c[1])\n", "5");
    row("an element behind the end of a list", "c = [4, 5]\nf(a=c[2])\n", "${c[2]}");
    row("a member of a dict with get", "c = {'n': 4}\nf(a=c.get('n', 9))\n", "4");
    row("a member that a dict has not with get", "c = {'n': 4}\nf(a=c.get('m', 9))\n", "9");
    row("a variable of the environment with its default", "n = os.environ.get('MODEL', 'x/y')\nf(a=n)\n",
        "x/y");
    row("a variable of the environment", "f(a=os.environ.get('MODEL'))\n", "other");
    row("arguments from a dict", "c = {'a': 4, 'b': 5}\nf(b=1, **c)\n", "4");
    row("a dict made of another", "c = {'a': 4, 'b': 5}\nd = {**c, 'a': 6}\nf(**d)\n", "6");
    row("arguments from a dict that is not known", "f(**c)\n", "none");
    row("a parameter that the one call gives", "def run(n, m=3):\n    f(a=n)\nrun(5)\n", "5");
    row("a keyword that the one call gives", "def run(n=3, m=4):\n    f(a=n)\nrun(m=5, n=6)\n", "6");
    row("a default that the one call leaves", "def run(n, m=4):\n    f(a=m)\nrun(5)\n", "4");
    row("an option that the one call passes on",
        "def run(n):\n    f(a=n)\np.add_argument('--size', default=7)\nrun(n=args.size)\n", "7");
    row("a parameter of two calls", "def run(n):\n    f(a=n)\nrun(5)\nrun(6)\n", "${n}");
    row("a parameter of a call in a loop", "def run(n):\n    f(a=n)\nfor n in x:\n    run(5)\n", "${n}");
    row("a parameter of a call that may not run", "def run(n):\n    f(a=n)\nif g():\n    run(5)\n", "${n}");
    row("a cell of marimo",
        "app = marimo.App()\n@app.cell\ndef _():\n    n = 4\n    return (n,)\n@app.cell\n"
        "def _(n):\n    f(a=n)\n    return\n",
        "4");
  }
  void values_of_arguments() {
    QFETCH(QByteArray, program);
    QTEST(argument_of(program.constData(), "f", "a"), "value");
  }

  void arguments_without_a_name_are_kept_by_position() {
    QCOMPARE(argument_of("m = A.load('x', 2)\n", "A.load", "0"), QString("x"));
    QCOMPARE(argument_of("m = A.load('x', 2)\n", "A.load", "1"), QString("2"));
  }

  void options_of_the_command_have_no_default_and_decide_branches() {
    const char* const program =
        "p.add_argument('--n', default=5)\np.add_argument('--m', default=6)\n"
        "p.add_argument('--lora', action='store_true')\np.add_argument('--bits', default=16)\n"
        "f(a=args.n, b=args.m)\n"
        "if args.lora and args.bits == 4:\n    g(a=1)\nelse:\n    g(a=2)\n";
    const PythonProgram read = read_python_program(program, {{"n", "7"}, {"lora", "true"}, {"bits", "4"}});
    const auto call = [&](std::string_view name) {
      return std::ranges::find_if(read.values,
                                  [&](const PythonValue& value) { return callee_of(value.node) == name; });
    };
    QCOMPARE(call("f")->node.child("a")->text, std::string("${args.n}"));
    QCOMPARE(call("f")->node.child("b")->integer, std::int64_t{6});
    QCOMPARE(call("g")->node.child("a")->integer, std::int64_t{1});
    QVERIFY(call("g")->condition.empty());
  }

  void a_class_with_a_base_has_its_fields() {
    const PythonProgram read = read_python_program(
        "class A(transformers.TrainingArguments):\n    optim: str = field(default='adamw_torch')\n"
        "    length: int = 512\n    def f(self):\n        pass\nclass B:\n    x: int = 1\n");
    QCOMPARE(read.classes.size(), std::size_t{1});
    QCOMPARE(callee_of(read.classes.front()), std::string("transformers.TrainingArguments"));
    QCOMPARE(read.classes.front().child("optim")->text, std::string("adamw_torch"));
    QCOMPARE(read.classes.front().child("length")->integer, std::int64_t{512});
  }

  void a_dict_takes_what_is_set_in_it_later() {
    const auto values =
        read_python_program("c = {'zero': {'stage': 2}}\nc['zero']['stage'] = 3\nc['batch'] = 4\n").values;
    QCOMPARE(values.size(), std::size_t{1});
    QCOMPARE(values.front().node.find("zero.stage")->integer, std::int64_t{3});
    QCOMPARE(values.front().node.find("batch")->integer, std::int64_t{4});
  }

  void an_open_bracket_is_refused_with_its_place() {
    QVERIFY_THROWS_EXCEPTION(FileError, read_python_program("f(a=1\n"));
  }
};

ZP_TEST(PythonProgramTest)
#include "python_program_test.moc"
