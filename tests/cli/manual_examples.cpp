// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/manual_examples.h"

#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <stdexcept>

#include "tests/cli/program.h"

namespace zp::test {
namespace {

const QByteArray fence = "```", cut = "\u2026";
constexpr int longest_example_ms = 120'000;

/// A folder of a user with the files of the page, in which its commands run.
class Desk {
 public:
  Desk() {
    environment_.insert(QStringLiteral("PATH"),
                        QFileInfo(program_path()).path() + u':' + environment_.value(QStringLiteral("PATH")));
    environment_.insert(QStringLiteral("HOME"), folder_.path());
    environment_.remove(QStringLiteral("XDG_CONFIG_HOME"));
  }

  void put(const QString& name, const QByteArray& text) { write_file(folder_.filePath(name), text); }

  /// Returns the lines that the command prints on standard output, without blanks at their ends.
  QList<QByteArray> answer(const QByteArray& command) {
    QProcess shell;
    shell.setWorkingDirectory(folder_.path());
    shell.setProcessEnvironment(environment_);
    shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), QString::fromUtf8(command)});
    if (!shell.waitForFinished(longest_example_ms) || shell.exitCode() > 1)
      throw std::runtime_error((command + ": " + shell.readAllStandardError()).toStdString());
    QList<QByteArray> lines =
        shell.readAllStandardOutput().replace(folder_.path().toUtf8(), "/home/me").split('\n');
    for (QByteArray& line : lines)
      while (line.endsWith(' '))
        line.chop(1);
    while (!lines.isEmpty() && lines.last().isEmpty())
      lines.removeLast();
    return lines;
  }

 private:
  QTemporaryDir folder_;
  QProcessEnvironment environment_ = plain_environment();
};

/// Returns a command line with its output, cut as `shown`, the lines that the page has below it, are.
QByteArray session_of(Desk& desk, const QByteArray& command, const QList<QByteArray>& shown) {
  QList<QByteArray> lines = desk.answer(command);
  const bool is_cut = !shown.isEmpty() && shown.last() == cut && lines.size() >= shown.size();
  if (is_cut) lines = lines.mid(0, shown.size() - 1) << cut;
  QByteArray text = "$ " + command + '\n';
  for (const QByteArray& line : lines)
    text += line + '\n';
  return text;
}

QByteArray example_now(Desk& desk, const QList<QByteArray>& block) {
  QByteArray text, command;
  QList<QByteArray> shown;
  const auto finish = [&] {
    if (!command.isEmpty()) text += session_of(desk, command, shown);
    shown.clear();
  };
  for (const QByteArray& line : block) {
    if (!line.startsWith("$ ")) {
      shown << line;
      continue;
    }
    finish();
    command = line.mid(2);
  }
  finish();
  return text;
}

}  // namespace

QByteArray manual_now() {
  Desk desk;
  QByteArray page;
  QList<QByteArray> block;
  QByteArray opening;
  QList<QByteArray> lines = run_program({QStringLiteral("--manual")}).out.split('\n');
  lines.removeLast();
  for (const QByteArray& line : lines) {
    if (opening.isEmpty()) {
      page += line + '\n';
      if (line.startsWith(fence)) opening = line;
    } else if (line != fence) {
      block << line;
    } else {
      const QByteArray name = opening.mid(opening.indexOf(' ') + 1);
      const QByteArray text = block.join('\n') + '\n';
      if (opening.contains(' ')) desk.put(QString::fromUtf8(name), text);
      const bool is_session = !block.isEmpty() && block.first().startsWith("$ ");
      page += (is_session ? example_now(desk, block) : text) + fence + '\n';
      block.clear();
      opening.clear();
    }
  }
  return page;
}

}  // namespace zp::test
