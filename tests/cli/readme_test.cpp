// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const auto source = QStringLiteral(ZP_SOURCE_DIR "/");

QString text_of(const QString& path) { return QString::fromUtf8(read_file(source + path)); }

/// Returns the command lines in the code blocks of the README and of docs/commands.md, each once, without
/// the comments beside them.
QStringList commands_shown() {
  static const QRegularExpression line(QStringLiteral("^zero-planner ([^#\\n]*)"),
                                       QRegularExpression::MultilineOption);
  QStringList commands;
  for (const char* page : {"README.md", "docs/commands.md"})
    for (const QRegularExpressionMatch& match : line.globalMatch(text_of(QString::fromLatin1(page))))
      commands << match.captured(1).trimmed();
  commands.removeDuplicates();
  return commands;
}

}  // namespace

/// Tests of the README and of the page of commands: their commands run, and the files it links to exist.
class ReadmeTest : public QObject {
  Q_OBJECT

 private slots:
  void every_command_runs_data() {
    QTest::addColumn<QString>("command");
    const QStringList commands = commands_shown();
    QVERIFY(commands.size() >= 16);
    for (const QString& command : commands)
      if (!command.startsWith(QLatin1String("tutorial")))  // see tests/cli/tutorial_test.cpp
        QTest::newRow(qPrintable(command)) << command;
  }
  void every_command_runs() {
    QFETCH(QString, command);
    const QTemporaryDir folder;
    const QByteArray plan = R"({"model": {"preset": "gpt-2-124m"}, "cluster": {"gpus_per_node": 4},
                               "training": {"gradient_accumulation_steps": 8}, "zero": {"stage": 2}})";
    for (const char* name : {"plan.zplan.json", "a.zplan.json", "b.zplan.json"})
      write_file(folder.filePath(QString::fromLatin1(name)), plan);
    write_file(folder.filePath(QStringLiteral("ds_config.json")),
               R"({"train_batch_size": 4, "zero_optimization": {"stage": 2}})");
    write_file(folder.filePath(QStringLiteral("config.json")),
               R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12, "vocab_size": 50257})");
    write_file(folder.filePath(QStringLiteral("run.sh")),
               "torchrun --nproc_per_node 2 own.py --model_name_or_path gpt2 --bf16 True\n");
    write_file(folder.filePath(QStringLiteral("train.yaml")),
               "base_model: openai-community/gpt2\nmicro_batch_size: 2\nsequence_len: 1024\nbf16: true\n");
    write_file(folder.filePath(QStringLiteral("run.log")),
               "MA 0.36 GB         Max_MA 0.36 GB         CA 0.54 GB         Max_CA 1 GB\n");
    QProcess process;
    process.setWorkingDirectory(folder.path());
    QProcessEnvironment environment = plain_environment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
    process.setProcessEnvironment(environment);
    process.start(program_path(), QProcess::splitCommand(command));
    QVERIFY(process.waitForFinished(120'000));
    QVERIFY2(process.exitCode() <= 1, process.readAllStandardError());
  }

  void plans_of_the_readme_are_estimated() {
    static const QRegularExpression block(QStringLiteral("```json\\n(.*?)```"),
                                          QRegularExpression::DotMatchesEverythingOption);
    int plans = 0;
    for (const QRegularExpressionMatch& match : block.globalMatch(text_of(QStringLiteral("README.md")))) {
      const Outcome outcome =
          run_on(match.captured(1).toUtf8(), {QStringLiteral("estimate"), QStringLiteral("-")});
      QVERIFY2(outcome.status == 0, describe(outcome));
      ++plans;
    }
    QVERIFY(plans > 0);
  }

  void links_in_markdown_lead_to_files_data() {
    QTest::addColumn<QString>("path");
    QDirIterator files(source, {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      const QString path = files.next().mid(source.size());
      if (!path.startsWith(QLatin1String("build")) && !path.startsWith(QLatin1String("shared")))
        QTest::newRow(qPrintable(path)) << path;
    }
  }
  void links_in_markdown_lead_to_files() {
    QFETCH(QString, path);
    static const QRegularExpression code(QStringLiteral("```.*?```|`[^`\\n]*`"),
                                         QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)#\\s]+)[^)]*\\)"));
    const QString folder = QFileInfo(source + path).path() + u'/';
    const QString text = text_of(path).remove(code);
    for (const QRegularExpressionMatch& match : link.globalMatch(text)) {
      const QString target = match.captured(1);
      if (target.contains(u':')) continue;  // an address, or a tutorial's own step
      QVERIFY2(QFileInfo::exists(folder + target), qPrintable(target));
    }
  }
};

ZP_TEST(ReadmeTest)
#include "readme_test.moc"
