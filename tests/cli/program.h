// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <nlohmann/json.hpp>

/// Runs the built zero-planner and keeps its exit status and output.
namespace zp::test {

using Json = nlohmann::ordered_json;

struct Outcome {
  int status = -1;  ///< exit status; -1 if the program crashed or did not end
  QByteArray out, err;
  [[nodiscard]] Json json()
      const;  ///< standard output as exactly one JSON document; discarded if it is not one
};

/// The contents of standard input.
struct Input {
  QByteArray text;
  QString file;  ///< standard input is redirected from this file, unless it is ""
};

/// Returns the environment of the tests without anything that a user has configured.
QProcessEnvironment plain_environment();

/// Returns the environment with the locale de_DE.UTF-8, which has a decimal comma. It is compiled into
/// `folder` from the package locales (packaging/dependencies.sh). Throws if that package is missing.
QProcessEnvironment german_environment(const QString& folder);
/// Returns the environment in which a system call of a save fails, as failing_calls.cpp reads it. `at`
/// chooses which call fails, counted from 1; 0 means every call.
QProcessEnvironment faulty_environment(const QString& call, const QString& fault, int at = 0);

/// Runs the program from a shell command that sets something up first: "$0" is the program,
/// "$@" the arguments.
Outcome run_under(const QString& shell, const QStringList& arguments,
                  const QProcessEnvironment& environment = plain_environment());

Outcome run_program(const QStringList& arguments, const Input& input = {},
                    const QProcessEnvironment& environment = plain_environment());

/// Runs the program with `plan` on standard input: run_on(plan, {"estimate", "-", "--json"}).
Outcome run_on(const QByteArray& plan, const QStringList& arguments);

/// Returns the path of the program, for a test that needs a process of its own.
QString program_path();

/// Returns the path of the program that files are dragged from; "" in a build without the window.
QString drag_source_path();

/// Returns the exit status and both outputs, for the message of a failed check.
QByteArray describe(const Outcome& outcome);

/// Writes `text` to `path`.
void write_file(const QString& path, const QByteArray& text);
QByteArray read_file(const QString& path);

}  // namespace zp::test
