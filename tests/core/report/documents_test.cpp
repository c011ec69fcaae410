// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <rapidcheck.h>

#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/report/issues.h"
#include "core/report/json.h"
#include "core/report/markdown.h"
#include "core/report/text.h"
#include "tests/support/random_plan.h"

using namespace zp;

namespace {

using Json = nlohmann::ordered_json;

/// The document, or nothing when the text is not one JSON document of UTF-8 that ends with its only last
/// newline.
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

}  // namespace

/// Every report of any plan is a whole document, and the numbers in it are those of the estimate.
class DocumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void any_estimate_becomes_json() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan();
      const MemoryEstimate estimate = estimate_memory(plan);
      const std::vector<Issue> issues = plan_issues(document_of(plan));
      const auto json = document_of(estimate_json(document_of(plan), estimate, issues));
      RC_ASSERT(json.has_value());
      RC_ASSERT((*json)["gpu"]["peak"] == estimate.gpu.peak.value());
      RC_ASSERT((*json)["cpu"]["per_node"] == estimate.cpu.per_node.value());
      RC_ASSERT((*json)["nvme"]["per_node"] == estimate.nvme.per_node.value());
      RC_ASSERT((*json)["ledger"].size() == estimate.ledger.entries().size());
      RC_ASSERT((*json)["issues"].size() == issues.size());
      std::int64_t sum = 0;
      for (const Json& bytes : (*json)["gpu"]["components"])
        sum += bytes.get<std::int64_t>();
      RC_ASSERT(sum == estimate.gpu.peak.value());
      const std::string line = estimate_json(document_of(plan), estimate, issues, JsonStyle::one_line);
      RC_ASSERT(line.find('\n') == line.size() - 1);
      RC_ASSERT(Json::parse(line) == *json);
    }));
  }

  void any_plan_becomes_text() {
    QVERIFY(rc::check([] {
      const PlanDocument document = document_of(*test::any_plan());
      const MemoryEstimate estimate = estimate_memory(document.plan);
      const std::vector<Candidate> candidates = compare(document.plan);
      const std::vector<Issue> issues = all_issues(document, estimate, candidates);
      const std::string text = estimate_text(document, estimate, issues);
      RC_ASSERT(text.find(estimate.fits() ? "✓" : "✗") != std::string::npos);
      for (const std::string& report :
           {text, compare_text(document, candidates), recommend_text(document, recommend(document.plan)),
            reference_text(document, estimate), report_markdown(document, estimate, candidates, issues)}) {
        RC_ASSERT(is_utf8(report));
        RC_ASSERT(report.ends_with('\n'));
        RC_ASSERT(report.find("nan") == std::string::npos);
      }
      RC_ASSERT(document_of(reference_json(document.plan, estimate)).has_value());
    }));
  }

  void speed_is_null_and_nothing_else_is() {
    const PlanDocument document = example_plan();
    const MemoryEstimate estimate = estimate_memory(document.plan);
    Json json = *document_of(estimate_json(document, estimate, {}));
    for (const char* key : {"forward_s", "total_s", "bound_by"})
      QVERIFY(json["step"][key].is_null());
    QVERIFY(json["throughput"]["mfu"].is_null());
    json.erase("step");
    json.erase("throughput");
    QVERIFY(json.dump().find("null") == std::string::npos);
  }

  void issues_stand_worst_first() {
    PlanDocument document = example_plan();
    document.plan.cluster.gpu.memory_gib = 4;
    const MemoryEstimate estimate = estimate_memory(document.plan);
    const std::vector<Issue> issues = all_issues(document, estimate, compare(document.plan));
    QVERIFY(issues.size() >= 2);
    QVERIFY(issues.front().severity == Severity::fails_later);
    QVERIFY(std::ranges::is_sorted(issues, {}, &Issue::severity));
  }

  void text_that_is_not_utf8_does_no_harm() {
    const auto error = document_of(error_json("bad byte \xff in model.preset"));
    QVERIFY(error.has_value());
    QVERIFY((*error)["error"].get<std::string>().starts_with("bad byte "));
    const Issue issue{Severity::style, "c", "p", "\xc3 \xff", ""};
    const PlanDocument document = example_plan();
    QVERIFY(document_of(estimate_json(document, estimate_memory(document.plan), {issue})).has_value());
  }

  void compare_keeps_what_the_plan_does_not_compute_with() {
    PlanDocument document = example_plan();
    document.text.deepspeed_config = R"({"wall_clock_breakdown": true})";
    const Json json = *document_of(compare_json(document, compare(document.plan)));
    for (const Json& candidate : json["candidates"])
      QVERIFY(candidate["plan"]["deepspeed_config"]["wall_clock_breakdown"] == true);
  }

  void the_report_marks_the_plans_own_strategy() {
    const PlanDocument document = example_plan();
    const MemoryEstimate estimate = estimate_memory(document.plan);
    const std::string report = report_markdown(document, estimate, compare(document.plan), {});
    QVERIFY(report.find("| **ZeRO-2** |") != std::string::npos);
    QVERIFY(report.find("## Issues\n\nNone.\n") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(DocumentsTest)
#include "documents_test.moc"
