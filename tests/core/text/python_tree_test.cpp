// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_tree.h"

#include <QtTest>

#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::string text_of(const TextNode& root, std::string_view path) {
  const TextNode* node = root.find(path);
  return node != nullptr && node->is_string() ? node->text : "";
}

int refused_python_line(const std::string& text) {
  try {
    (void)read_python(text);
  } catch (const FileError& error) {
    return error.line();
  }
  return 0;
}

}  // namespace

/// Tests that the assignments of a Python configuration become a tree, and that nothing else does.
class PythonTreeTest : public QObject {
  Q_OBJECT

 private slots:
  void literals_have_their_values_and_places() {
    const std::string text =
        "import torch\nbatch_size = 4  # a rank\nlr: float = 2e-5\nsave = 2 * (100 + 1)\nname = 'a' \"b\"\n"
        "model = dict(\n    type=Model,  # x\n    llm=dict(dtype=torch.float16, on=True, none=None, n=-1))\n"
        "loader = dict(batch_size=batch_size, more=[1, 2,])\n";
    const TextNode root = read_python(text);
    const TextNode* size = root.find("loader.batch_size");
    QCOMPARE(size->integer, std::int64_t{4});
    QCOMPARE(text.substr(size->span.begin, size->span.size()), std::string("4"));
    QCOMPARE(size->span.begin, text.find("4  #"));
    QCOMPARE(root.find("save")->integer, std::int64_t{202});
    QVERIFY(root.find("lr")->is_real());
    QCOMPARE(text_of(root, "name"), std::string("ab"));
    QCOMPARE(text_of(root, "model.type"), std::string("Model"));
    QCOMPARE(text_of(root, "model.llm.dtype"), std::string("torch.float16"));
    QVERIFY(root.find("model.llm.on")->boolean && root.find("model.llm.none")->is_null());
    QCOMPARE(root.find("model.llm.n")->integer, std::int64_t{-1});
    QCOMPARE(read_python("import os\nx = 3\ny = 2\nx *= y\n").find("x")->integer, std::int64_t{6});
    QCOMPARE(root.find("loader.more")->children.size(), std::size_t{2});
  }

  void what_running_would_tell_stays_open_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("environment") << "import os\nx = os.environ['X']\n";
    QTest::newRow("call") << "import os\nx = int(4) + 1\n";
    QTest::newRow("condition") << "import os\nx = 1 if y else 2\n";
    QTest::newRow("branch") << "import os\nx = 1\nif y:\n    x = 2\n";
    QTest::newRow("added") << "import os\nx = 1\nx += y\n";
    QTest::newRow("member") << "import os\nx = dict(a=1)\nx.a = 2\n";
    QTest::newRow("format") << "import os\nx = f'{y}'\n";
    QTest::newRow("tuple") << "import os\nx = 1, 2\n";
    QTest::newRow("comparison") << "import os\nx = 1 == 1\n";
  }
  void what_running_would_tell_stays_open() {
    QFETCH(QString, text);
    const TextNode root = read_python(text.toStdString());
    QVERIFY2(text_of(root, "x").starts_with("${"), text_of(root, "x").c_str());
  }

  void broken_and_endless_files_are_refused() {
    QCOMPARE(refused_python_line("import os\nx = 'a\n"), 2);
    QVERIFY(refused_python_line("import os\nx = dict(a=1\n") > 0);
    QVERIFY(refused_python_line("x = " + std::string(10'000, '[')) > 0);
    QVERIFY(refused_python_line("x = " + std::string(10'000, '(') + std::string(10'000, ')')) > 0);
    std::string doubling = "x0 = [1, 1]\n";
    for (int i = 1; i < 40; ++i)
      doubling +=
          "x" + std::to_string(i) + " = [x" + std::to_string(i - 1) + ", x" + std::to_string(i - 1) + "]\n";
    QVERIFY(refused_python_line(doubling) > 0);
    QCOMPARE(refused_python_line(std::string(largest_python + 1, '\n')), 1);
  }

  void only_python_looks_like_it() {
    for (const char* text : {"import torch\n", "# x\n\"\"\"Doc\nwords\"\"\"\nfrom a.b import (c,\n  d)\n",
                             "lr = 1\nimport a, b\n", "#!/usr/bin/env python3\nif True:\n  pass\n",
                             "# In[1]:\nget_ipython().system('pip install trl')\n"})
      QVERIFY2(looks_like_python(text), text);
    for (const char* text : {"", "set -x\npython - <<E\nimport os\nE\n", "model: a\n", "{\"import \": 1}",
                             "import: true\nfrom: me\n", "export A=1\nimport x\n"})
      QVERIFY2(!looks_like_python(text), text);
  }
};

ZP_TEST(PythonTreeTest)
#include "python_tree_test.moc"
