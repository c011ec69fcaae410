// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <rapidcheck.h>

#include <QRegularExpression>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/report/markdown.h"
#include "core/report/text.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Json = nlohmann::ordered_json;

/// One of this many plans is searched, because a search takes as long as a hundred other reports.
constexpr int one_of_searched = 5;

/// Returns the document, or no value if the text is not one JSON document in UTF-8 that ends with its only
/// final newline.
std::optional<Json> document_of(const std::string& text) {
  if (text.size() < 2 || text.back() != '\n' || text[text.size() - 2] == '\n') return std::nullopt;
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? std::nullopt : std::optional(std::move(json));
}

bool is_utf8(const std::string& text) {
  const QByteArray bytes = QByteArray::fromStdString(text);
  return QString::fromUtf8(bytes).toUtf8() == bytes;
}

PlanDocument document_of(const Plan& plan) { return {plan, {}}; }

Evaluation without_findings(const PlanDocument& document) {
  Evaluation evaluation = evaluate(document);
  evaluation.findings.clear();
  return evaluation;
}

bool says_nan(const std::string& report) {
  static const QRegularExpression nan(QStringLiteral("\\bnan\\b"));
  return QString::fromStdString(report).contains(nan);  // a whole word, so that nanotron does not count
}

}  // namespace

/// Tests that every report of any plan is a whole document with the numbers of the estimate.
class DocumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void any_estimate_becomes_json() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan();
      const Evaluation evaluation = evaluate(document_of(plan));
      const MemoryEstimate& estimate = evaluation.figures.estimate;
      const auto json = document_of(estimate_json(evaluation));
      RC_ASSERT(json.has_value());
      RC_ASSERT((*json)["gpu"]["peak"] == estimate.gpu.peak.value());
      RC_ASSERT((*json)["cpu"]["per_node"] == estimate.cpu.per_node.value());
      RC_ASSERT((*json)["nvme"]["per_node"] == estimate.nvme.per_node.value());
      RC_ASSERT((*json)["ledger"].size() == estimate.ledger.entries().size());
      RC_ASSERT((*json)["issues"].size() == evaluation.findings.size());
      std::int64_t sum = 0;
      for (const Json& bytes : (*json)["gpu"]["components"])
        sum += bytes.get<std::int64_t>();
      RC_ASSERT(sum == estimate.gpu.peak.value());
      const std::string line = estimate_json(evaluation, JsonStyle::one_line);
      RC_ASSERT(line.find('\n') == line.size() - 1);
      RC_ASSERT(Json::parse(line) == *json);
    }));
  }

  void any_plan_becomes_text() {
    QVERIFY(rc::check([] {
      const PlanDocument document = document_of(*test::any_plan());
      const Evaluation evaluation = evaluate(document);
      const MemoryEstimate& estimate = evaluation.figures.estimate;
      const std::string text = estimate_text(evaluation, {}, LedgerText::shown);
      RC_ASSERT(text.find(estimate.fits() ? "✓" : "✗") != std::string::npos);
      std::vector<std::string> reports = {
          text, compare_text(evaluation), reference_text(document, estimate), report_markdown(evaluation),
          export_text(evaluation, export_flavours().front().write(document), {"ds_config.json"})};
      if (*rc::gen::inRange(0, one_of_searched) == 0)
        reports.push_back(recommend_text(document, recommend(document.plan)));
      for (const std::string& report : reports) {
        RC_ASSERT(is_utf8(report));
        RC_ASSERT(report.ends_with('\n'));
        RC_ASSERT(!says_nan(report));
      }
      RC_ASSERT(document_of(reference_json(document.plan, estimate)).has_value());
    }));
  }

  void the_clock_is_written_in_full() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan();
      const StepTime time = estimate_speed(plan);
      const Json json = *document_of(estimate_json(without_findings(document_of(plan))));
      const Json& step = json["step"];
      RC_ASSERT(step["total_s"].get<double>() == time.total);
      const Json& low = step["total_range"]["low"];
      RC_ASSERT((time.range.is_known() ? low.get<double>() == time.range.low : low.is_null()));
      RC_ASSERT(step["exposed_communication_s"].get<double>() == time.exposed_communication);
      RC_ASSERT(json["time_ledger"].size() == time.ledger.entries().size());
      double sum = 0;
      for (const Json& entry : json["time_ledger"])
        sum += entry["exposed_s"].get<double>();
      RC_ASSERT(std::abs(sum - time.total) <= 1e-9 * time.total);
      RC_ASSERT(json["throughput"]["mfu"].get<double>() > 0);
      RC_ASSERT(!time.range.is_known() || json.dump().find("null") == std::string::npos);
    }));
  }

  void speed_is_null_for_tensors_and_nothing_else_is() {
    PlanDocument document = example_plan();
    document.plan.model = model_from_tensors({{4096, 4096, 100, TensorRole::other, true}});
    Json json = *document_of(estimate_json(without_findings(document)));
    for (const char* key : {"forward_s", "total_s", "bound_by", "bound_by_resource"})
      QVERIFY(json["step"][key].is_null());
    for (const char* key : {"mfu", "tokens_per_s", "slowdown_vs_stage_1"})
      QVERIFY(json["throughput"][key].is_null());
    QVERIFY(json["time_ledger"].empty());
    json.erase("step");
    json.erase("throughput");
    json.erase("unstated");  // its effects on the step
    QVERIFY(json.dump().find("null") == std::string::npos);
  }

  void a_budget_is_told_where_it_is_stated() {
    PlanDocument document = example_plan();
    const auto throughput_of = [&] {
      return (*document_of(estimate_json(without_findings(document))))["throughput"];
    };
    QVERIFY(!throughput_of().contains("steps"));
    document.plan.training.tokens = 1e12;
    QVERIFY(throughput_of()["gpu_hours"].get<double>() > 0);
    QVERIFY(!throughput_of().contains("cost"));
    document.plan.cluster.gpu_hour_price = 2;
    document.plan.cluster.gpu_watts = 400;
    QCOMPARE(throughput_of()["cost"].get<double>(), 2 * throughput_of()["gpu_hours"].get<double>());
    QVERIFY(throughput_of()["energy_kwh"].get<double>() > 0);
  }

  void issues_stand_worst_first() {
    PlanDocument document = example_plan();
    document.plan.cluster.gpu.memory_gib = 4;
    const Json issues = (*document_of(estimate_json(evaluate(document))))["issues"];
    QVERIFY(issues.size() >= 2);
    QVERIFY(issues.front()["severity"] == "fails_later");
    QVERIFY(issues.back()["severity"] == "style");
  }

  void text_that_is_not_utf8_does_no_harm() {
    const auto error = document_of(error_json("bad byte \xff in model.preset"));
    QVERIFY(error.has_value());
    QVERIFY((*error)["error"].get<std::string>().starts_with("bad byte "));
    Evaluation evaluation = evaluate(example_plan());
    evaluation.findings = {{Severity::style, "c", "p", "\xc3 \xff", ""}};
    QVERIFY(document_of(estimate_json(evaluation)).has_value());
  }

  /// Muon at stage 3 needs reduce_scatter off: DeepSpeed reads such a plan, and stops with it.
  void a_plan_that_fits_and_stops_later_is_said_to_stop() {
    PlanDocument document = example_plan();
    document.plan.training.optimizer = Optimizer::muon;
    document.plan.zero.stage = 3;
    const Evaluation evaluation = evaluate(document);
    QVERIFY(evaluation.figures.estimate.fits() && !is_refused(evaluation.findings));
    QVERIFY(evaluation.stop() != nullptr);
    const QString text = QString::fromStdString(estimate_text(evaluation)),
                  summary = QString::fromStdString(summary_text(evaluation));
    const QString said = QStringLiteral("\n✗ DeepSpeed stops with it later: Muon needs whole gradients");
    QVERIFY2(text.contains(said), qPrintable(text.left(600)));
    QVERIFY(summary.contains(said));
    document.plan.zero.reduce_scatter = false;
    QVERIFY(evaluate(document).stop() == nullptr);
    QVERIFY(
        !QString::fromStdString(estimate_text(evaluate(document))).contains(QStringLiteral("stops with it")));
  }

  void a_strategy_that_is_refused_has_no_rank() {
    PlanDocument document = example_plan();
    document.plan.training.optimizer = Optimizer::muon;
    const Evaluation evaluation = evaluate(document);
    const QStringList lines = QString::fromStdString(compare_text(evaluation)).split(u'\n');
    const Json json = *document_of(compare_json(evaluation));
    int without = 0;
    for (std::size_t i = 0; i < evaluation.candidates.size(); ++i) {
      const Candidate& candidate = evaluation.candidates[i];
      QCOMPARE(json["candidates"][i]["rank"].get<int>(), candidate.rank);
      QCOMPARE(candidate.rank == 0, stops(candidate.findings));
      if (candidate.rank > 0) continue;
      ++without;
      const QString label = QString::fromStdString(label_of(candidate.strategy)) + QStringLiteral("  ");
      const auto line = std::ranges::find_if(lines, [&](const QString& one) { return one.contains(label); });
      QVERIFY(line != lines.end());
      QVERIFY2(line->contains(QStringLiteral("–  ✗ DeepSpeed stops with it")), qPrintable(*line));
    }
    QVERIFY(without > 0 && without < static_cast<int>(evaluation.candidates.size()));
    const QString refuses = QStringLiteral("; DeepSpeed refuses those without a rank, or stops with them.");
    QVERIFY(lines.join(u' ').contains(refuses));
    QVERIFY(!QString::fromStdString(compare_text(evaluate(example_plan())))
                 .contains(QStringLiteral("without a rank")));
  }

  void compare_keeps_what_the_plan_does_not_compute_with() {
    PlanDocument document = example_plan();
    document.text.deepspeed_config = R"({"wall_clock_breakdown": true})";
    const Json json = *document_of(compare_json(evaluate(document)));
    for (const Json& candidate : json["candidates"])
      QVERIFY(candidate["plan"]["deepspeed_config"]["wall_clock_breakdown"] == true);
  }

  /// A plan may bring presets whose names somebody else chose.
  void no_markdown_of_a_report_begins_in_a_name() {
    const std::string name = R"(Lab <img src=x onerror=y> [a](b) `q7` **d** | e ~~f~~ # owned ```\u202eg)";
    const PlanDocument document = read_plan(
        R"({"model": {"preset": ")" + name + R"("}, "cluster": {"gpu": {"preset": ")" + name +
        R"("}}, "presets": {"models": [{"name": ")" + name +
        R"(", "architecture": {"block": "llama", "hidden_size": 2048, "layers": 16, "attention_heads": 16,)"
        R"( "intermediate_size": 5632, "vocab_size": 32000}}], "gpus": [{"name": ")" +
        name +
        R"(", "memory_gib": 40, "bf16_tflops": 181, "memory_gb_per_s": 864, "pcie_gb_per_s": 31.5}]}})");
    const QString report = QString::fromStdString(report_markdown(evaluate(document)));
    QVERIFY(report.startsWith(QStringLiteral("# Lab \\<img")));
    const QString read = report.left(report.indexOf(QStringLiteral("## The plan")));  // the rest is code
    static const QRegularExpression begins(
        QStringLiteral("(?<!\\\\)(<img|\\[a|`q7|\\*\\*d|~~f)|^# owned|\u202e"),
        QRegularExpression::MultilineOption);
    QVERIFY2(!begins.match(read).hasMatch(),
             qPrintable(begins.match(read).captured() + u' ' + read.left(1000)));
  }

  void the_report_marks_the_plans_own_strategy() {
    const std::string report = report_markdown(without_findings(example_plan()));
    QVERIFY(report.find("| **ZeRO-2** |") != std::string::npos);
    QVERIFY(report.find("## Speed\n\n| Part") != std::string::npos);
    QVERIFY(report.find("| `forward_matmul` |") != std::string::npos);
    QVERIFY(report.find("## Issues\n\nNone.\n") != std::string::npos);
  }
};

ZP_TEST(DocumentsTest)
#include "documents_test.moc"
