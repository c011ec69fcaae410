// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <set>
#include <string>

#include "core/catalog/architecture_fields.h"
#include "core/plan/fields.h"
#include "core/plan/plan_file.h"
#include "core/plan/plan_help.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// A row of the table in core/plan/README.md.
std::string row_of(const PlanKey& key) {
  const auto code = [](std::string_view text) { return text.empty() ? "" : "`" + std::string(text) + "`"; };
  return "| " + code(key.path) + " | " + std::string(key.type) + " | " + std::string(key.default_value) +
         " | " + code(key.deepspeed_key) + " | " + std::string(key.meaning) + " |";
}

/// The default of a plain key as the table gives it.
std::string default_of(const plan_io::Field& field) {
  Plan plan;
  const plan_io::FieldValue value = field.value(plan);
  if (const auto* count = std::get_if<std::int64_t>(&value)) return format_count(*count);
  if (const auto* real = std::get_if<double>(&value)) return format_number(*real);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  return std::string(std::get<std::string_view>(value));
}

/// {"a": {"b": VALUE}} beside a model, unless the path names one.
std::string plan_with(const std::string& path, const std::string& value) {
  if (path == "model.frozen_parameters")
    return R"({"model": {"parameters": 1e9, "frozen_parameters": )" + value + "}}";
  std::string text = value;
  const QStringList keys = QString::fromStdString(path).split(u'.');
  for (qsizetype i = keys.size() - 1; i > 0; --i)
    text = "{\"" + keys[i].toStdString() + "\": " + text + "}";
  const std::string model = path.starts_with("model.") ? "" : R"("model": {"parameters": 1e9}, )";
  return "{" + model + "\"" + keys.first().toStdString() + "\": " + text + "}";
}

}  // namespace

/// plan_keys() is what the reader knows, what the README documents and what a plan without the key has.
class HelpTest : public QObject {
  Q_OBJECT

 private slots:
  void the_readme_has_exactly_these_rows() {
    QFile file(QStringLiteral(ZP_SOURCE_DIR "/core/plan/README.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QStringList rows;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n'))
      if (line.startsWith(QStringLiteral("| `"))) rows << line;
    QStringList expected;
    for (const PlanKey& key : plan_keys())
      expected << QString::fromStdString(row_of(key));
    for (qsizetype i = 0; i < std::min(rows.size(), expected.size()); ++i)
      QCOMPARE(rows[i], expected[i]);
    QCOMPARE(rows.size(), expected.size());
  }

  void keys_stand_once_and_say_what_they_mean() {
    std::set<std::string_view> seen;
    for (const PlanKey& key : plan_keys()) {
      QVERIFY2(seen.insert(key.path).second, std::string(key.path).c_str());
      QVERIFY2(key.meaning.ends_with('.') && !key.type.empty(), std::string(key.path).c_str());
    }
  }

  void every_field_of_the_plan_is_a_key() {
    for (const plan_io::Field& field : plan_io::plan_fields())
      QVERIFY2(!plan_key(field.path).path.empty(), std::string(field.path).c_str());
    for (const CountField& field : architecture_counts())
      QVERIFY2(!plan_key("model.architecture." + std::string(field.key)).path.empty(),
               std::string(field.key).c_str());
    for (const FlagField& field : architecture_flags())
      QVERIFY2(!plan_key("model.architecture." + std::string(field.key)).path.empty(),
               std::string(field.key).c_str());
  }

  void the_reader_knows_every_key_data() {
    QTest::addColumn<QString>("path");
    for (const PlanKey& key : plan_keys())
      QTest::newRow(std::string(key.path).c_str()) << QString::fromStdString(std::string(key.path));
  }
  /// A value of no key's type: a key that is read refuses it, one that is only carried does not.
  void the_reader_knows_every_key() {
    QFETCH(QString, path);
    try {
      (void)read_plan(plan_with(path.toStdString(), "[[]]"));
      QFAIL("was carried, not read");
    } catch (const FileError& error) {
      QVERIFY2(QString::fromStdString(error.path()).startsWith(path), error.what());
    }
  }

  void defaults_are_those_of_a_plan_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    const QSet<QString> depends = {"cluster.gpu.memory_gib",      "cluster.gpu.bf16_tflops",
                                   "cluster.gpu.memory_gb_per_s", "cluster.intra_node.gb_per_s",
                                   "cluster.host_link.gb_per_s",  "zero.stage3_model_persistence_threshold"};
    for (const plan_io::Field& field : plan_io::plan_fields()) {
      const QString path = QString::fromStdString(std::string(field.path));
      if (!depends.contains(path))
        QTest::newRow(qPrintable(path)) << path << QString::fromStdString(default_of(field));
    }
  }
  void defaults_are_those_of_a_plan() {
    QFETCH(QString, path);
    QFETCH(QString, expected);
    const std::string_view text = plan_key(path.toStdString()).default_value;
    QCOMPARE(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), expected);
  }

  void words_are_listed_in_full() {
    for (const plan_io::Field& field : plan_io::plan_fields())
      for (std::string_view word : field.words)
        QVERIFY2(plan_key(field.path).type.find(word) != std::string_view::npos, std::string(word).c_str());
  }

  void ranges_for_input_widgets() {
    const auto stage = plan_key_range("zero.stage");
    QVERIFY(stage && stage->low == 0 && stage->high == 3);
    const auto layers = plan_key_range("model.architecture.layers");
    QVERIFY(layers && layers->low == 1 && layers->high == 100'000);
    QVERIFY(plan_key_range("model.parameters"));
    QVERIFY(!plan_key_range("training.optimizer"));
    QVERIFY(!plan_key_range("model.architecture.norm"));
    QVERIFY(!plan_key_range("no.such.key"));
  }

  void a_key_there_is_none_of() { QVERIFY(plan_key("training.micro_batchsize").path.empty()); }
};

ZP_TEST(HelpTest)
#include "help_test.moc"
