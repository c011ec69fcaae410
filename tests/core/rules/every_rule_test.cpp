// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/check/check_config.h"
#include "core/export/ds_config.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/check_plan.h"
#include "core/rules/rule.h"
#include "tests/support/test_main.h"

using namespace zp;
using Json = nlohmann::ordered_json;

namespace {

/// Returns, for each rule, plans that break it, and a file if no export can show it (tests/data/rules.json).
const Json& rows() {
  static const Json list = [] {
    std::ifstream file(ZP_TEST_DATA "/rules.json");
    return Json::parse(file);
  }();
  return list;
}

/// Returns the plan of a row. A row names only the keys that matter; plans that no file could hold
/// are made here.
PlanDocument document_of(const Json& row) {
  if (row.at("plan").is_null()) {
    PlanDocument document;
    if (row.at("code") == "out_of_range") {
      document = example_plan();
      document.plan.cluster.nodes = 0;
    }
    return document;
  }
  Json plan = row.at("plan");
  if (!plan.contains("model")) plan["model"] = {{"preset", "llama-2-7b"}};
  return read_plan(plan.dump());
}

/// Returns the severity with which a code is reported; "" if it is not reported.
std::string severity_of(const std::vector<Finding>& list, std::string_view code) {
  const auto found = std::ranges::find(list, code, &Finding::code);
  return found == list.end() ? std::string() : std::string(name_of(found->severity));
}

std::string words(const std::vector<Finding>& list) {
  std::string text;
  for (const Finding& one : list)
    text +=
        "\n  " + std::string(name_of(one.severity)) + ' ' + one.code + ' ' + one.path + ": " + one.message;
  return text;
}

}  // namespace

/// Tests that a rule says the same about a plan, about the file exported from it, and about that file beside
/// the plan.
class EveryRuleTest : public QObject {
  Q_OBJECT

 private slots:
  void every_rule_has_a_plan_that_breaks_it() {
    std::set<std::string> seen;
    for (const Json& row : rows()) {
      const auto code = row.at("code").get<std::string>();
      QVERIFY2(find_rule(code) != nullptr, code.c_str());
      seen.insert(code);
    }
    std::set<std::string> codes;
    for (const RuleGroup& group : rule_groups())
      for (const Rule& rule : group.rules) {
        QVERIFY2(codes.insert(std::string(rule.code)).second, std::string(rule.code).c_str());
        QVERIFY2(seen.contains(std::string(rule.code)), std::string(rule.code).c_str());
      }
    QVERIFY(codes.size() >= 80);
  }

  void only_what_the_parser_stops_at_or_no_run_can_be_is_refused() {
    for (const RuleGroup& group : rule_groups())
      for (const Rule& rule : group.rules) {
        const std::string code(rule.code);
        if (rule.severity == Severity::refused)
          QVERIFY2(rule.impossible || !rule.parser_code.empty(), code.c_str());
        else
          QVERIFY2(rule.parser_code.empty(), code.c_str());
      }
  }

  void told_alike_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows().size(); ++i)
      QTest::addRow("%zu %s", i, rows()[i].at("code").get<std::string>().c_str()) << static_cast<int>(i);
  }
  void told_alike() {
    QFETCH(int, index);
    const Json& row = rows()[static_cast<std::size_t>(index)];
    const auto code = row.at("code").get<std::string>();
    const Rule& rule = *find_rule(code);
    const std::string severity(name_of(rule.severity));
    const PlanDocument document = document_of(row);

    const std::vector<Finding> of_plan = zp::check(document);
    QVERIFY2(severity_of(of_plan, code) == severity, words(of_plan).c_str());
    QCOMPARE(is_usable(of_plan), !rule.impossible);
    QCOMPARE(is_usable(document.plan), !rule.impossible);
    for (const Finding& one : of_plan)
      QVERIFY2(one.message.ends_with('.') && one.fix.ends_with('.'), words(of_plan).c_str());

    if (rule.at_export != ExportEffect::silent && (rule.impossible || rule.at_export != ExportEffect::kept)) {
      QVERIFY2(row.contains("file"), code.c_str());
      told_of_file(row.at("file"), document.plan, rule);
    }
    if (rule.impossible) return;  // nothing is exported
    const std::string exported = ds_config(document);
    const std::string expected = rule.at_export == ExportEffect::kept ? severity : std::string();
    const bool is_of_file = (rule.needs & ~static_cast<unsigned>(Subject::ranks)) == 0;
    const std::vector<Finding> alone = checked(exported, document.plan, false);
    QVERIFY2(severity_of(alone, code) == (is_of_file ? expected : std::string()),
             (words(alone) + '\n' + exported).c_str());
    const std::vector<Finding> beside = checked(exported, document.plan, true);
    QVERIFY2(severity_of(beside, code) == expected, (words(beside) + '\n' + exported).c_str());
    for (const Finding& one : beside)
      for (const PlanKey& key : plan_keys())
        if (!config_path_of(key.path).empty())
          QVERIFY2((one.message + one.fix).find(key.path) == std::string::npos, words({one}).c_str());
  }

 private:
  static std::vector<Finding> checked(const std::string& text, const Plan& plan, bool with_plan) {
    CheckOptions options;
    options.world_size = plan.cluster.ranks();
    options.version = plan.target.deepspeed_version;
    if (with_plan) options.plan = plan;
    const ConfigCheck check = check_config(read_config_text(text), options);
    const bool refuses = std::ranges::any_of(
        check.issues, [](const Finding& one) { return one.severity == Severity::refused; });
    if (refuses == check.accepted) QTest::qFail(text.c_str(), __FILE__, __LINE__);
    return check.issues;
  }

  static void told_of_file(Json file, const Plan& plan, const Rule& rule) {
    file["train_micro_batch_size_per_gpu"] = 1;
    for (const bool with_plan : {false, true}) {
      const std::vector<Finding> told = checked(file.dump(2), plan, with_plan);
      QVERIFY2(severity_of(told, rule.code) == name_of(rule.severity), words(told).c_str());
    }
  }
};

ZP_TEST(EveryRuleTest)
#include "every_rule_test.moc"
