// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

namespace zp::test {

using MakeTest = std::unique_ptr<QObject> (*)();

/// The application object stands while a test runs, unless what it tests makes one itself.
enum class Application { made, not_made };

/// Notes a test class under its file's name: tests/core/plan/read_test.cpp is run by `zp_plan_tests read`.
struct RegisterTest {
  RegisterTest(const char* file, MakeTest make, Application application);
};

}  // namespace zp::test

/// At the end of a test file, in the place of QTEST_MAIN: every folder's tests are one program.
#define ZP_TEST(Class) ZP_REGISTER_TEST(Class, made)
#define ZP_TEST_WITHOUT_APPLICATION(Class) ZP_REGISTER_TEST(Class, not_made)

#define ZP_REGISTER_TEST(Class, application)                                            \
  static const zp::test::RegisterTest registered_##Class(                               \
      __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); }, \
      zp::test::Application::application);
