// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_main.h"

#include <QtTest>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
using ApplicationObject = QApplication;
#else
#include <QCoreApplication>
using ApplicationObject = QCoreApplication;
#endif

namespace {

struct Test {
  std::string name;
  zp::test::MakeTest make;
  zp::test::Application application;
};

/// Returns the registered tests. Files register them before main, in any order.
std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

/// Returns "read" for "tests/core/plan_file/read_test.cpp".
std::string name_of(std::string_view file) {
  file.remove_prefix(file.rfind('/') + 1);
  return std::string(file.substr(0, file.rfind("_test.cpp")));
}

int run(const Test& test, int argc, char** argv) {
  std::optional<ApplicationObject> application;
  if (test.application == zp::test::Application::made) application.emplace(argc, argv);
  return QTest::qExec(test.make().get(), argc, argv);
}

}  // namespace

zp::test::RegisterTest::RegisterTest(const char* file, MakeTest make, Application application) {
  tests().push_back({name_of(file), make, application});
}

/// Usage: PROGRAM [NAME] [QTEST ARGUMENT ...]. Runs the tests of that file, or all; the exit status is the
/// number of failures.
int main(int argc, char** argv) {
  std::string_view wanted;
  if (argc > 1 && argv[1][0] != '-') {
    wanted = argv[1];
    argv[1] = argv[0];
    --argc;
    ++argv;
  }
  QCoreApplication::setAttribute(
      Qt::AA_Use96Dpi);  // as QTEST_MAIN does, so that pictures are the same on every screen
  int failures = 0, found = 0;
  for (const Test& test : tests())
    if (wanted.empty() || wanted == test.name) {
      ++found;
      failures += run(test, argc, argv);
    }
  if (found > 0) return failures;
  std::fputs("no such test here, only:\n", stderr);
  for (const Test& test : tests())
    std::fprintf(stderr, "  %s\n", test.name.c_str());
  return EXIT_FAILURE;
}
