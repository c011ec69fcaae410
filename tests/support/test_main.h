// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

namespace zp::test {

using MakeTest = std::unique_ptr<QObject> (*)();

/// Says if the application object exists while a test runs, or if the code under test makes it.
enum class Application { made, not_made };

/// Registers a test class under its file's name: `zp_plan_tests read` runs
/// tests/core/plan_file/read_test.cpp.
struct RegisterTest {
  RegisterTest(const char* file, MakeTest make, Application application);
};

}  // namespace zp::test

/// Stands at the end of a test file in place of QTEST_MAIN, because the tests of a folder form one program.
#define ZP_TEST(Class) ZP_REGISTER_TEST(Class, made)
#define ZP_TEST_WITHOUT_APPLICATION(Class) ZP_REGISTER_TEST(Class, not_made)

#define ZP_REGISTER_TEST(Class, application)                                            \
  static const zp::test::RegisterTest registered_##Class(                               \
      __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); }, \
      zp::test::Application::application);
