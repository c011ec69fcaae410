// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <set>
#include <string>

#include "core/catalog/catalog.h"
#include "core/deepspeed/schema.h"
#include "core/export/ds_config.h"
#include "core/plan_file/plan_keys.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// The lines that a key sets besides its own.
const std::set<std::pair<std::string, std::string>> follow = {
    {"training.micro_batch_size", "train_batch_size"},
    {"training.optimizer", "zero_allow_untested_optimizer"},
    {"training.optimizer", "zero_force_ds_cpu_optimizer"},
    {"training.optimizer", "zero_optimization.reduce_scatter"},
    {"zero.leaf_modules", "zero_optimization.leaf_module.classes"},
    {"zero.leaf_modules", "zero_optimization.leaf_module.name_suffixes"},
    {"zero.offload_optimizer", "zero_optimization.offload_optimizer.device"},
    {"zero.offload_param", "zero_optimization.offload_param.device"},
};

bool lists(const PlanKey& key, const std::string& config_path) {
  const PlanKey* found = plan_key_of_config(config_path);
  return found == &key || follow.contains({key.path, config_path});
}

/// Returns the plan with another value for the key.
Plan with_other(Plan plan, const PlanKey& key) {
  const KeyValue value = key.value(plan);
  if (const auto* flag = std::get_if<bool>(&value)) {
    key.set(plan, !*flag);
  } else if (std::holds_alternative<std::string_view>(value)) {
    const auto at = std::ranges::find(key.words, std::get<std::string_view>(value));
    key.set(plan, at + 1 == key.words.end() ? key.words.front() : at[1]);
  } else if (const auto* real = std::get_if<double>(&value)) {
    key.set(plan, *real / 2);
  } else {
    key.set(plan, std::get<std::int64_t>(value) == 2 ? std::int64_t{1} : std::int64_t{2});
  }
  return plan;
}

/// Returns plans in some of which every key acts.
std::vector<Plan> plans() {
  std::vector<Plan> list;
  for (const int stage : {0, 1, 2, 3})
    for (const Device device : {Device::none, Device::cpu, Device::nvme})
      for (const Optimizer optimizer : {Optimizer::adamw, Optimizer::rmsprop}) {
        Plan plan = example_plan().plan;
        plan.zero.stage = stage;
        plan.zero.offload_optimizer.device = device;
        plan.zero.offload_param.device = device;
        plan.training.optimizer = optimizer;
        list.push_back(plan);
        plan.zero.zenflow.enabled = true;
        list.push_back(plan);
        plan.zero.zenflow.enabled = false;
        plan.model = model_from_preset(catalog().find_model("mixtral-8x7b"));
        list.push_back(plan);
      }
  return list;
}

}  // namespace

/// Tests that an export writes the ds_config lines that the table of plan keys states.
class PlanKeyLinesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_key_is_exported_under_its_own_name_data() {
    QTest::addColumn<QString>("path");
    for (const PlanKey& key : plan_keys())
      if (key.value != nullptr && key.written != Written::never)
        QTest::newRow(key.path.c_str()) << QString::fromStdString(key.path);
  }
  void a_key_is_exported_under_its_own_name() {
    QFETCH(QString, path);
    const PlanKey& key = *find_plan_key(path.toStdString());
    bool is_seen = false;
    for (const Plan& plan : plans())
      for (const ConfigLine& line : exported_config({with_other(plan, key), {}}).lines) {
        if (line.plan_path != key.path) continue;
        QVERIFY2(lists(key, line.config_path), line.config_path.c_str());
        is_seen = true;
      }
    QVERIFY(is_seen);
  }

  void a_key_without_a_line_has_none() {
    for (const PlanKey& key : plan_keys())
      if (key.value != nullptr && key.written == Written::never && key.path != "training.framework")
        for (const Plan& plan : plans())
          for (const ConfigLine& line : exported_config({with_other(plan, key), {}}).lines)
            QVERIFY2(line.plan_path != key.path, key.path.c_str());
  }

  void every_line_says_which_key_set_it() {
    for (const Plan& plan : plans())
      for (const ConfigLine& line : exported_config({plan, {}}).lines) {
        const PlanKey* key = find_plan_key(line.plan_path);
        QVERIFY2(line.plan_path.empty() || (key != nullptr && lists(*key, line.config_path)),
                 (line.config_path + " by " + line.plan_path).c_str());
      }
  }

  void keys_are_deepspeeds_own() {
    for (const PlanKey& key : plan_keys())
      for (const QString& name :
           QString::fromStdString(key.deepspeed_key).split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
        const std::string path = name.toStdString();
        const std::string_view parameter = std::string_view("optimizer.params.");
        const bool is_parameter =
            path.starts_with(parameter) &&
            std::ranges::any_of(schema().optimizers, [&](const OptimizerSchema& optimizer) {
              return std::ranges::any_of(optimizer.params, [&](const auto& each) {
                return each.first == path.substr(parameter.size());
              });
            });
        QVERIFY2(is_parameter || schema().find(path) != nullptr, path.c_str());
        QCOMPARE(plan_key_of_config(path), &key);
      }
  }

  /// The plan's own defaults below zero are those of DeepSpeed.
  void defaults_are_deepspeeds_data() {
    QTest::addColumn<QString>("path");
    for (const PlanKey& key : plan_keys())
      if (key.value != nullptr && key.path.starts_with("zero.") &&
          key.path != "zero.stage3_model_persistence_threshold" &&  // sys.maxsize, which no double holds
          key.path != "zero.zenflow.enabled" &&  // the section of a ds_config has no such key
          key.path != "zero.leaf_modules")       // DeepSpeed has a list of classes, the plan a word
        QTest::newRow(key.path.c_str()) << QString::fromStdString(key.path);
  }
  void defaults_are_deepspeeds() {
    QFETCH(QString, path);
    const PlanKey& key = *find_plan_key(path.toStdString());
    std::string text = value_text(key.value(Plan()));
    std::erase(text, ',');
    const SchemaKey& known = *schema().find(key.deepspeed_key);
    std::string stated = default_of(known, Plan().target.deepspeed_version);
    std::erase(stated, '"');
    if (stated == "auto" && key.kind == KeyKind::count) stated = "0";
    QCOMPARE(stated == "1.0" ? std::string("1") : stated, text);
  }
};

ZP_TEST(PlanKeyLinesTest)
#include "plan_key_lines_test.moc"
