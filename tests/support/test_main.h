// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

namespace zp::test {

using MakeTest = std::unique_ptr<QObject> (*)();

/// States whether the test program creates the application object, or the code under test does.
enum class Application { made, not_made };

/// Registers a test class under its file's name: `zp_plan_tests read` runs
/// tests/core/plan_file/read_test.cpp.
struct RegisterTest {
  RegisterTest(const char* file, MakeTest make, Application application);
};

}  // namespace zp::test

/// Ends a test file instead of QTEST_MAIN, because all tests of a folder are one program.
#define ZP_TEST(Class) ZP_REGISTER_TEST(Class, made)
#define ZP_TEST_WITHOUT_APPLICATION(Class) ZP_REGISTER_TEST(Class, not_made)

#define ZP_REGISTER_TEST(Class, application)                                            \
  static const zp::test::RegisterTest registered_##Class(                               \
      __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); }, \
      zp::test::Application::application);
