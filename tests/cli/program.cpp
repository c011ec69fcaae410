// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/program.h"

#include <QFile>
#include <QProcess>
#include <stdexcept>

namespace zp::test {
namespace {

constexpr int longest_run_ms = 60'000;

}  // namespace

Json Outcome::json() const { return Json::parse(out.begin(), out.end(), nullptr, false); }

QProcessEnvironment plain_environment() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("XDG_CONFIG_HOME"), QStringLiteral("/dev/null/none"));
  return environment;
}

QProcessEnvironment german_environment(const QString& folder) {
  const QString locale = folder + QStringLiteral("/de_DE.UTF-8");
  if (QProcess::execute(QStringLiteral("localedef"),
                        {QStringLiteral("-i"), QStringLiteral("de_DE"), QStringLiteral("-f"),
                         QStringLiteral("UTF-8"), locale}) != 0)
    throw std::runtime_error("the package locales is missing");
  QProcessEnvironment german = plain_environment();
  german.insert(QStringLiteral("LOCPATH"), folder);
  german.insert(QStringLiteral("LC_ALL"), QStringLiteral("de_DE.UTF-8"));
  return german;
}

QProcessEnvironment faulty_environment(const QString& call, const QString& fault, int at) {
  QProcessEnvironment faulty = plain_environment();
  faulty.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(ZP_FAILING_CALLS));
  faulty.insert(QStringLiteral("ZP_FAULT_CALL"), call);
  faulty.insert(QStringLiteral("ZP_FAULT"), fault);
  if (at > 0) faulty.insert(QStringLiteral("ZP_FAULT_AT"), QString::number(at));
  return faulty;
}

Outcome run_under(const QString& shell, const QStringList& arguments,
                  const QProcessEnvironment& environment) {
  QProcess process;
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral("bash"), QStringList{QStringLiteral("-c"), shell, program_path()} + arguments);
  Outcome outcome;
  if (process.waitForFinished(longest_run_ms) && process.exitStatus() == QProcess::NormalExit)
    outcome.status = process.exitCode();
  outcome.out = process.readAllStandardOutput();
  outcome.err = process.readAllStandardError();
  return outcome;
}

Outcome run_program(const QStringList& arguments, const Input& input,
                    const QProcessEnvironment& environment) {
  QProcess process;
  process.setProcessEnvironment(environment);
  if (!input.file.isEmpty()) process.setStandardInputFile(input.file);
  process.start(program_path(), arguments);
  if (input.file.isEmpty()) {
    process.write(input.text);
    process.closeWriteChannel();
  }
  Outcome outcome;
  if (!process.waitForFinished(longest_run_ms)) {
    process.kill();
    process.waitForFinished();
  } else if (process.exitStatus() == QProcess::NormalExit) {
    outcome.status = process.exitCode();
  }
  outcome.out = process.readAllStandardOutput();
  outcome.err = process.readAllStandardError();
  return outcome;
}

Outcome run_on(const QByteArray& plan, const QStringList& arguments) {
  return run_program(arguments, {plan, {}});
}

QString program_path() { return QStringLiteral(ZP_PROGRAM); }

QString drag_source_path() { return QStringLiteral(ZP_DRAG_SOURCE); }

QByteArray describe(const Outcome& outcome) {
  return "status " + QByteArray::number(outcome.status) + "\nstdout: " + outcome.out.left(2000) +
         "\nstderr: " + outcome.err.left(2000);
}

void write_file(const QString& path, const QByteArray& text) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
    throw std::runtime_error("cannot write " + path.toStdString());
}

QByteArray read_file(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) throw std::runtime_error("cannot read " + path.toStdString());
  return file.readAll();
}

}  // namespace zp::test
