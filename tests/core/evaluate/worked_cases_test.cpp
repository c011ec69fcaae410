// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/check/check_config.h"
#include "core/evaluate/evaluate.h"
#include "core/memory/checkpoint.h"
#include "core/plan_file/plan_file.h"
#include "core/text/config_text.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using OrderedJson = nlohmann::ordered_json;

const std::filesystem::path folder = ZP_TEST_DATA "/cases";

/// Returns the cases, each with its expected answer and a quotation of
/// its source (tests/data/cases/cases.json).
const OrderedJson& cases() {
  static const OrderedJson list = [] {
    std::ifstream file(folder / "cases.json");
    return OrderedJson::parse(file);
  }();
  return list;
}

Evaluation evaluated(const OrderedJson& row) {
  std::ifstream file(folder / (row.at("plan").get<std::string>() + ".zplan.json"));
  std::stringstream text;
  text << file.rdbuf();
  return evaluate(read_plan(text.str()));
}

}  // namespace

/// Tests of cases that people ask about in public, as plans.
class WorkedCasesTest : public QObject {
  Q_OBJECT

 private slots:
  void every_plan_has_an_answer_and_a_source() {
    std::set<std::string> named;
    for (const OrderedJson& row : cases()) {
      named.insert(row.at("plan").get<std::string>() + ".zplan.json");
      for (const char* key : {"question", "source", "says", "verdict"})
        QVERIFY2(!row.at(key).get<std::string>().empty(), key);
    }
    std::set<std::string> there;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().string().ends_with(".zplan.json")) there.insert(entry.path().filename().string());
    QVERIFY(named == there);
  }

  void answers_are_as_expected_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases().size(); ++i)
      QTest::newRow(cases()[i].at("plan").get<std::string>().c_str()) << static_cast<int>(i);
  }
  void answers_are_as_expected() {
    QFETCH(int, index);
    const OrderedJson& row = cases()[static_cast<std::size_t>(index)];
    const Evaluation answer = evaluated(row);
    QVERIFY(answer.is_usable);
    const GpuMemory& gpu = answer.figures.estimate.gpu;
    QCOMPARE(answer.figures.estimate.fits(), row.at("fits").get<bool>());
    const double expected = row.at("peak_gib").get<double>(), peak = to_gib(gpu.peak);
    QVERIFY2(std::abs(peak - expected) <= 0.02 * expected, format_bytes(gpu.peak).c_str());
    QCOMPARE(std::string(name_of(gpu.peak_phase)), row.at("phase").get<std::string>());
    for (const OrderedJson& code : row.value("told", OrderedJson::array()))
      QVERIFY2(std::ranges::any_of(answer.findings,
                                   [&](const Finding& one) { return one.code == code.get<std::string>(); }),
               code.get<std::string>().c_str());
    if (row.contains("host_to_convert_gib")) {
      const SavedCheckpoint saved = saved_checkpoint(answer.document.plan);
      QVERIFY(std::abs(to_gib(saved.host_to_convert) - row.at("host_to_convert_gib").get<double>()) < 0.1);
      QCOMPARE(saved.model_states.files + saved.optimizer_states.files, row.at("files").get<std::int64_t>());
    }
    if (row.contains("universal_gib")) {
      const SavedCheckpoint saved = saved_checkpoint(answer.document.plan);
      QVERIFY(std::abs(to_gib(saved.universal.bytes) - row.at("universal_gib").get<double>()) < 0.1);
      QCOMPARE(saved.resumes_on, row.at("resumes_on").get<int>());
    }
    if (row.contains("measured_gib")) {
      const double measured = row.at("measured_gib").get<double>();
      const double of_same = to_gib(row.at("meter") == "reserved" ? gpu.peak_reserved : gpu.peak);
      QVERIFY2(std::abs(of_same / measured - 1) <= row.value("within", 0.16), format_number(of_same).c_str());
    }
  }

  void exported_files_are_accepted() {
    for (const OrderedJson& row : cases()) {
      const Evaluation answer = evaluated(row);
      if (answer.document.plan.training.framework != Framework::deepspeed) continue;  // no ds_config
      CheckOptions options;
      options.world_size = answer.document.plan.cluster.ranks();
      options.version = answer.document.plan.target.deepspeed_version;
      options.plan = answer.document.plan;
      const ConfigCheck check = check_config(read_config_text(ds_config(answer.document)), options);
      QVERIFY2(check.accepted, row.at("plan").get<std::string>().c_str());
    }
  }
};

ZP_TEST(WorkedCasesTest)
#include "worked_cases_test.moc"
