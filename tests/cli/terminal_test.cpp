// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <optional>

#include "tests/cli/program.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

/// A text with control characters: C0 and C1 sequences that clear the screen and name the window, characters
/// that turn the direction of writing, and DEL.
const QString acting = QStringLiteral("a\u001b[2J\u001b]0;owned\u0007\u009b2J\u202eb\u2066c\u007fd\re");
/// That text as a JSON string.
const QByteArray in_json = R"(a\u001b[2J\u001b]0;owned\u0007\u009b2J\u202eb\u2066c\u007fd\re)";

/// Returns the code of the first character that a terminal would act on, as hexadecimal digits; no value if
/// there is none.
std::optional<QString> acted_on(const QByteArray& printed) {
  const QString text = QString::fromUtf8(printed);
  for (const QChar c : text) {
    const char16_t code = c.unicode();
    const bool is_control = (code < 0x20 && c != u'\n' && c != u'\t') || (code >= 0x7F && code <= 0x9F);
    if (is_control || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069))
      return QString::number(code, 16);
  }
  return std::nullopt;
}

/// A user whose files, file names and presets hold characters that a terminal acts on.
struct HostileUser {
  HostileUser() {
    QDir().mkpath(folder.filePath("config/zero-planner"));
    write_file(folder.filePath("config/zero-planner/presets.json"),
               R"({"format": "zero-catalog/1", "gpus": [{"name": ")" + in_json +
                   R"(", "memory_gib": 40, "bf16_tflops": 100, "memory_gb_per_s": 1000, ")" + in_json +
                   R"(": 1}]})");
    write_file(plan, R"({"model": {"tensors": [{"shape": [4096, 4096], "count": 32, "name": ")" + in_json +
                         R"("}]}, ")" + in_json + R"(": 1, "zero": {")" + in_json +
                         R"(": 1}, "deepspeed_config": {")" + in_json + R"(": ")" + in_json + R"("}})");
    write_file(other, R"({"model": {"preset": "llama-2-7b"}})");
    write_file(broken, R"({"model": {"preset": ")" + in_json + R"("}})");
    write_file(config_file, R"({"zero_optimization": {"stage": 3, ")" + in_json + R"(": ")" + in_json +
                                R"("}, "optimizer": {"type": ")" + in_json + R"("}, ")" + in_json +
                                R"(": 1, "bf16": {"enabled": "x"}})");
    write_file(yaml, "deepspeed: \"" + in_json + "\"\n");
    write_file(log, acting.toUtf8() +
                        "\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has "
                        "a total capacity of 79.15 GiB of which 1.00 GiB is free.\n" +
                        acting.toUtf8());
  }
  [[nodiscard]] QString named(const char* ending) const {
    return folder.filePath(acting + QLatin1String(ending));
  }
  [[nodiscard]] Outcome run(const QStringList& arguments) const {
    QProcessEnvironment environment = plain_environment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.filePath("config"));
    return run_program(arguments, {}, environment);
  }
  QTemporaryDir folder;
  QString plan = named(".json"), other = named("other.json"), broken = named("broken.json"),
          config_file = named("ds_config.json"), yaml = named(".yaml"), log = named(".log"),
          none = named(".none");
};

}  // namespace

/// Tests that keys, values and names of files reach a terminal as text only.
class TerminalTest : public QObject {
  Q_OBJECT

 private slots:
  void no_command_prints_what_a_terminal_acts_on() {
    const HostileUser files;
    const QStringList commands = {"estimate", "compare",    "recommend", "reference", "check",     "fix",
                                  "import",   "measure",    "diff",      "sweep",     "calibrate", "solve",
                                  "export",   "screenshot", "presets",   "tutorial"};
    int printed = 0;
    QList<QStringList> ways;
    for (const QString& command : commands) {
      for (const QString& file :
           {files.plan, files.broken, files.config_file, files.yaml, files.log, files.none}) {
        if (command == "tutorial") continue;  // it takes names of tutorials, and makes all of them
        ways.append(QStringList{command, file});
        ways.append(QStringList{command, file, "--json"});
        ways.append(QStringList{command, files.other, file});
        ways.append(QStringList{command, file, "--out", files.none + "/none/x"});
      }
      ways.append(QStringList{command, files.other, "--set", "x." + acting + "=1"});
      ways.append(QStringList{command, files.other, "--set", "training.precision=" + acting});
      ways.append(QStringList{command, files.other, "--" + acting});
      ways.append(QStringList{command, acting, "--json"});
      ways.append(QStringList{command, "gpus", "--add", acting, "--plan", files.other});
      ways.append(QStringList{command, "gpus", "--remove", acting});
      ways.append(QStringList{command, files.other, "--over", "training." + acting + "=1,2"});
      for (const char* option :
           {"--for", "--theme", "--deepspeed-version", "--scenario", "--margin", "--plan"})
        ways.append(QStringList{command, files.other, QLatin1String(option), acting});
    }
    const auto step = static_cast<qsizetype>(step_in_gate(5));
    for (qsizetype i = 0; i < ways.size(); i += step) {
      const QStringList& way = ways[i];
      const Outcome outcome = files.run(way);
      QVERIFY2(outcome.status >= 0, describe(outcome));
      const std::optional<QString> found = acted_on(outcome.out + outcome.err);
      QVERIFY2(!found, qPrintable(way.join(u' ') + u' ' + found.value_or(QString()) + u'\n' +
                                  QString::fromUtf8(describe(outcome))));
      printed += (outcome.out + outcome.err).contains("owned") ? 1 : 0;
    }
    QVERIFY2(printed > 100 / static_cast<int>(step), "the test asks nothing: most texts do not come back");
    for (const QStringList& way : {QStringList{acting}, {"--" + acting}, {"--completion", acting}}) {
      const Outcome outcome = files.run(way);
      QVERIFY2(!acted_on(outcome.out + outcome.err), describe(outcome));
    }
  }

  /// A JSON document still means the same text.
  void json_keeps_its_meaning() {
    const HostileUser files;
    const std::string text = acting.toStdString();
    const Outcome checked = files.run({"check", files.config_file, "--json"});
    const std::string all = checked.json().dump();
    QVERIFY2(all.find(Json(text).dump().substr(1, 20)) != std::string::npos, describe(checked));
    QVERIFY2(all.find("\u202E") != std::string::npos && all.find("\u009B") != std::string::npos,
             describe(checked));
  }

  /// On standard output, fix prints the fixed file byte by byte.
  void a_file_on_standard_output_is_as_it_is() {
    const HostileUser files;
    const QByteArray text =
        "{\"zero_optimization\": {\"stage\": 2}, // \u202e\u009b\n \"train_batch_size\": 8}";
    write_file(files.config_file, text);
    const Outcome outcome = files.run({"fix", files.config_file, "--out", "-"});
    QVERIFY2(outcome.out.contains("\u202e\u009b"), describe(outcome));
  }

  void bytes_that_are_no_text_are_shown_as_such() {
    const Outcome outcome = run_under(QStringLiteral("exec \"$0\" check $'\\x9b2J\\xff.json'"), {});
    QVERIFY2(outcome.status == 2 && outcome.err.contains("\\x9b2J\\xff.json"), describe(outcome));
  }
};

ZP_TEST(TerminalTest)
#include "terminal_test.moc"
