// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/plan_keys.h"

#include <QtTest>
#include <set>
#include <string>

#include "core/catalog/architecture_fields.h"
#include "core/plan_file/plan_file.h"
#include "tests/core/plan_file/key_table.h"
#include "tests/support/marked_section.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns {"a": {"b": VALUE}} beside a model, unless the path names one.
std::string plan_with(const std::string& path, const std::string& value) {
  if (path == "model.frozen_parameters" || path == "model.repository")
    return R"({"model": {"parameters": 1e9, ")" + path.substr(path.find('.') + 1) + "\": " + value + "}}";
  if (const std::string tower = "model.vision."; path.starts_with(tower))
    return R"({"model": {"preset": "qwen2.5-vl-7b", "vision": {")" + path.substr(tower.size()) +
           "\": " + value + "}}}";
  std::string text = value;
  const QStringList keys = QString::fromStdString(path).split(u'.');
  for (qsizetype i = keys.size() - 1; i > 0; --i)
    text = "{\"" + keys[i].toStdString() + "\": " + text + "}";
  const std::string model = path.starts_with("model.") ? "" : R"("model": {"parameters": 1e9}, )";
  const std::string fp16 =
      path.starts_with("deepspeed_config.fp16.") ? R"("training": {"precision": "fp16"}, )" : "";
  return "{" + model + fp16 + "\"" + keys.first().toStdString() + "\": " + text + "}";
}

/// Returns a value of that key which is not its default.
KeyValue other_value(const PlanKey& key) {
  const KeyValue usual = key.value(Plan());
  switch (key.kind) {
    case KeyKind::count: {
      const std::int64_t low = static_cast<std::int64_t>(key.range.low);
      return usual == KeyValue(low) ? low + 1 : low;
    }
    case KeyKind::real:
      return usual == KeyValue(key.range.high) ? key.range.low : key.range.high;
    case KeyKind::flag:
      return !std::get<bool>(usual);
    default:
      return usual == KeyValue(key.words.front()) ? key.words.back() : key.words.front();
  }
}

std::string json_of(const KeyValue& value) {
  if (const auto* count = std::get_if<std::int64_t>(&value)) return std::to_string(*count);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* word = std::get_if<std::string_view>(&value)) return '"' + std::string(*word) + '"';
  return QByteArray::number(std::get<double>(value), 'g', 17).toStdString();
}

QTestData& row_for(const PlanKey& key) {
  return QTest::newRow(key.path.c_str()) << QString::fromStdString(key.path);
}

}  // namespace

/// Tests that plan_keys() lists the keys that the reader knows and docs/plan-file.md documents, with the
/// values of a plan without them.
class PlanKeysTest : public QObject {
  Q_OBJECT

 private slots:
  /// `cmake --build --preset dev --target plan-keys` writes the table anew.
  void the_table_of_the_documentation_has_exactly_these_rows() {
    QFile file(QStringLiteral(ZP_SOURCE_DIR "/docs/plan-file.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string written = test::section_in(file.readAll().toStdString(), test::key_table_name);
    const QStringList rows = QString::fromStdString(written).split(u'\n');
    const QStringList expected = QString::fromStdString(test::key_table()).split(u'\n');
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

  void every_feature_of_a_shape_is_a_key() {
    for (const ShapeField& field : architecture_fields())
      QVERIFY2(find_plan_key("model.architecture." + std::string(field.key)), std::string(field.key).c_str());
  }

  void keys_are_found_by_path_and_by_ds_config_key() {
    for (const PlanKey& key : plan_keys())
      QCOMPARE(find_plan_key(key.path), &key);
    QCOMPARE(plan_key_of_config("zero_optimization.stage"), find_plan_key("zero.stage"));
    QCOMPARE(plan_key_of_config("fp16.enabled"), find_plan_key("training.precision"));
    QCOMPARE(plan_key_of_config("aio.use_gds"), find_plan_key("deepspeed_config.aio.use_gds"));
    QVERIFY(plan_key_of_config("prescale_gradients") == nullptr && plan_key_of_config("") == nullptr);
    QVERIFY(find_plan_key("training.micro_batchsize") == nullptr);
  }

  void a_ds_config_calls_a_key_by_the_first_name_of_its_row_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("there");
    const auto row = [](const char* path, const char* there) {
      QTest::newRow(path) << QByteArray(path) << QByteArray(there);
    };
    row("training.precision", "bf16.enabled");
    row("training.expert_parallel", "expert_parallel.autoep_size");
    row("zero.leaf_modules", "zero_optimization.leaf_module");
    row("zero.offload_optimizer", "zero_optimization.offload_optimizer");
    row("zero.zenflow.select_interval", "zero_optimization.zenflow.select_interval");
    row("deepspeed_config.scheduler.type", "scheduler.type");
    row("training.sequence_length", "");
    row("training.encoder_length", "");
    row("cluster.nodes", "");
    row("optimizer.type", "");
    row("", "");
  }
  void a_ds_config_calls_a_key_by_the_first_name_of_its_row() {
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, there);
    QCOMPARE(QByteArray::fromStdString(config_path_of(path.toStdString())), there);
  }

  void what_is_read_is_written_and_read_again_data() {
    QTest::addColumn<QString>("path");
    for (const PlanKey& key : plan_keys())
      if (key.value != nullptr) row_for(key);
  }
  void what_is_read_is_written_and_read_again() {
    QFETCH(QString, path);
    const PlanKey& key = *find_plan_key(path.toStdString());
    const KeyValue value = other_value(key);
    const PlanDocument document = read_plan(plan_with(key.path, json_of(value)));
    QVERIFY(key.value(document.plan) == value);
    const std::string text = write_plan(document);
    const std::string name =
        '"' + key.path.substr(key.path.rfind('.') + 1) + "\": " + json_of(value).substr(0, 6);
    QVERIFY2(text.find(name) != std::string::npos, text.c_str());
    QVERIFY(read_plan(text) == document);
  }

  void a_number_out_of_range_is_refused_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<double>("value");
    for (const PlanKey& key : plan_keys())
      if (key.is_number())
        for (const double value : {key.range.low - 1, key.range.high * 2 + 1})
          QTest::addRow("%s %g", key.path.c_str(), value) << QString::fromStdString(key.path) << value;
  }
  void a_number_out_of_range_is_refused() {
    QFETCH(QString, path);
    QFETCH(double, value);
    try {
      (void)read_plan(plan_with(path.toStdString(), QByteArray::number(value, 'g', 17).toStdString()));
      QFAIL("was taken");
    } catch (const FileError& error) {
      QCOMPARE(QString::fromStdString(error.path()), path);
    }
  }

  void the_reader_knows_every_key_data() {
    QTest::addColumn<QString>("path");
    for (const PlanKey& key : plan_keys())
      row_for(key);
  }
  /// The value has no key's type: a key that is read refuses it, one that is only carried does not.
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
    const QSet<QString> depends = {"cluster.gpu.memory_gib",
                                   "cluster.gpu.bf16_tflops",
                                   "cluster.gpu.memory_gb_per_s",
                                   "cluster.intra_node.gb_per_s",
                                   "cluster.host_link.gb_per_s",
                                   "cluster.cpu_memory_gib",
                                   "cluster.cpu_memory_gb_per_s",
                                   "cluster.cpu_cores",
                                   "zero.stage3_model_persistence_threshold"};
    for (const PlanKey& key : plan_keys())
      if (key.value != nullptr && !depends.contains(QString::fromStdString(key.path))) row_for(key);
  }
  void defaults_are_those_of_a_plan() {
    QFETCH(QString, path);
    const PlanKey& key = *find_plan_key(path.toStdString());
    const PlanDocument plain = read_plan(R"({"model": {"parameters": 1e9}})");
    QCOMPARE(key.default_value, value_text(key.value(plain.plan)));
  }

  void types_say_what_can_be_written() {
    for (const PlanKey& key : plan_keys()) {
      for (const std::string_view word : key.words)
        QVERIFY2(!key.listing_command.empty() || key.type.find(word) != std::string::npos, key.path.c_str());
      QCOMPARE(key.is_number(), key.range.high > key.range.low);
      QCOMPARE(key.kind == KeyKind::word, !key.words.empty());
    }
  }
};

ZP_TEST(PlanKeysTest)
#include "plan_keys_test.moc"
