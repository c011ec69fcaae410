// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/evaluate.h"

#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/evaluate/search_freedom.h"
#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/rules/check_plan.h"
#include "core/search/choice.h"
#include "core/settings/changed_keys.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Json = nlohmann::ordered_json;

PlanDocument document_with(const std::string& keys) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, )" + keys + "}");
}

const Finding* find(const Evaluation& evaluation, std::string_view code) {
  const auto found = std::ranges::find(evaluation.findings, code, &Finding::code);
  return found == evaluation.findings.end() ? nullptr : &*found;
}

bool holds(const std::vector<Finding>& list, const Finding& finding) {
  return std::ranges::any_of(
      list, [&](const Finding& one) { return one.code == finding.code && one.path == finding.path; });
}

/// Returns the plan file with the keys that a remedy sets.
PlanDocument with_set(const PlanDocument& document, const Json& set) {
  Json file = Json::parse(write_plan(document));
  for (const auto& [path, value] : set.items()) {
    Json* object = &file;
    std::string_view rest = path;
    for (auto dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
      object = &(*object)[std::string(rest.substr(0, dot))];
      rest.remove_prefix(dot + 1);
    }
    if (value.is_null())
      object->erase(std::string(rest));
    else
      (*object)[std::string(rest)] = value;
  }
  return read_plan(file.dump());
}

Evaluation any_evaluation() { return evaluate(PlanDocument{*test::any_plan(), {}}); }

}  // namespace

/// Tests of the one answer about a plan, which window, commands and reports present.
class EvaluateTest : public QObject {
  Q_OBJECT

 private slots:
  void a_way_out_that_is_searched_elsewhere_is_all_that_is_left_out() {
    const PlanDocument document = document_with(R"("training": {"micro_batch_size": 128})");
    const Evaluation whole = evaluate(document);
    Evaluation left_open = evaluate(document, WayOutSearch::by_caller);
    const auto open = std::ranges::find(left_open.findings, "gpu_memory", &Finding::code);
    QVERIFY(open != left_open.findings.end() && !open->remedy && find(whole, "gpu_memory")->remedy);
    QVERIFY(needs_best_plan(*open) && !needs_best_plan(*find(whole, "gpu_memory")));
    open->fix = find(whole, "gpu_memory")->fix;
    open->remedy = find(whole, "gpu_memory")->remedy;
    QVERIFY(left_open.findings == whole.findings);
  }
  /// Where nobody states a batch, as of the first of these, the best plan chooses one.
  void the_way_out_is_the_best_plan_data() {
    QTest::addColumn<QString>("rest");
    QTest::newRow("open batch") << R"("zero": {"stage": 0})";
    QTest::newRow("stated batch") << R"("zero": {"stage": 0}, "training": {"micro_batch_size": 1})";
  }
  void the_way_out_is_the_best_plan() {
    QFETCH(QString, rest);
    const PlanDocument document = document_with(rest.toStdString());
    const Evaluation whole = evaluate(document);
    const Finding* shortage = find(whole, "gpu_memory");
    QVERIFY(shortage->remedy);
    const PlanChoice choice = choose(document.plan, {.freedom = with_open_batch({}, document)});
    QVERIFY(shortage->remedy->plan == with_pick(document.plan, choice.best->pick));
    const Evaluation left_open = evaluate(document, WayOutSearch::by_caller);
    QVERIFY(!find(left_open, "gpu_memory")->remedy);
  }
  /// 70B on two consumer cards fits with the optimizer on drives alone, where each step waits for them.
  void a_way_out_that_should_not_be_run_is_no_remedy() {
    const PlanDocument document = read_plan(
        R"({"model": {"preset": "llama-3.1-70b"}, "cluster": {"gpu": {"preset": "rtx-4090-24gb"}, "gpus_per_node": 2}})");
    const Evaluation whole = evaluate(document);
    const Finding* shortage = find(whole, "gpu_memory");
    QVERIFY(shortage != nullptr && !shortage->remedy);
    const std::string wrong =
        choose(document.plan, {.freedom = with_open_batch({}, document)}).why_wrong_tool;
    QVERIFY2(!wrong.empty() && shortage->fix.ends_with(wrong), shortage->fix.c_str());
  }
  /// Batches of varying lengths fill the GPU with PyTorch's cache, which it gives back before memory runs
  /// out.
  void a_full_cache_is_no_reason_to_save_memory() {
    const Evaluation evaluation = evaluate(read_plan(R"({"model": {"preset": "qwen2.5-vl-7b"},
        "cluster": {"gpu": {"preset": "a100-sxm-40gb"}, "gpus_per_node": 4, "nodes": 2},
        "training": {"program": "trl", "method": "grpo", "sequence_length": 4096, "activation_checkpointing": "full"},
        "zero": {"stage": 3, "offload_optimizer": {"device": "cpu"}}})"));
    const GpuMemory& gpu = evaluation.figures.estimate.gpu;
    QVERIFY(gpu.is_filled_by_cache() && gpu.fits);
    QVERIFY(find(evaluation, "micro_batch_dominates") == nullptr);
    QVERIFY(find(evaluation, "activations_dominate") == nullptr);
  }
  void it_holds_what_its_parts_say() {
    QVERIFY(rc::check([] {
      const Evaluation evaluation = any_evaluation();
      const Plan& plan = evaluation.document.plan;
      RC_ASSERT(evaluation.is_usable);
      RC_ASSERT(evaluation.figures.estimate == estimate_memory(plan));
      RC_ASSERT(evaluation.figures.time.total == estimate_speed(plan).total);
      const Candidate& own = evaluation.candidates[static_cast<std::size_t>(evaluation.selected)];
      RC_ASSERT(own.strategy == strategy_of(plan));
      RC_ASSERT(evaluation.largest_micro_batch == largest_micro_batch(plan));
      RC_ASSERT(std::ranges::is_sorted(evaluation.findings, {}, &Finding::severity));
      RC_ASSERT(evaluation.config.lines.size() > 2);
      for (const Finding& finding : check(plan))
        RC_ASSERT(holds(evaluation.findings, finding));
      for (const Finding& finding : evaluation.config.findings)
        RC_ASSERT(holds(evaluation.findings, finding));
    }));
  }

  void an_impossible_plan_has_findings_and_nothing_else() {
    PlanDocument document = example_plan();
    document.plan.training.tensor_parallel = 3;
    const Evaluation evaluation = evaluate(document);
    QVERIFY(!evaluation.is_usable && !evaluation.is_accepted());
    QVERIFY(is_impossible(evaluation.findings.front()));
    QVERIFY(evaluation.candidates.empty() && evaluation.config.lines.empty());
  }

  void what_deepspeed_refuses_is_estimated_and_not_accepted() {
    const Evaluation evaluation =
        evaluate(document_with(R"("zero": {"stage": 2, "stagee": 3})"));  // not a key of DeepSpeed
    QVERIFY(evaluation.is_usable && evaluation.figures.estimate.gpu.peak.value() > 0);
    QVERIFY(is_refused(evaluation.findings));
    QVERIFY(!evaluation.is_accepted());
  }

  /// A finding that no single remedy settles, as of a slow optimizer step, may remain after it, with less
  /// left to gain.
  void a_remedy_settles_its_finding_and_never_stops_a_run_that_would_go() {
    const std::vector<std::string_view> by_degrees = {
        "launch_bound",        "micro_batch_dominates", "activations_dominate", "logits_dominate",
        "cpu_optimizer_bound", "drive_bound",           "stage3_slow_network",  "pipeline_waits"};
    QVERIFY(rc::check([&] {
      const Evaluation evaluation = any_evaluation();
      for (const Finding& finding : evaluation.findings) {
        if (!finding.remedy) continue;
        RC_LOG() << finding.code << ": " << finding.remedy->label;
        const Evaluation then = evaluate({finding.remedy->plan, evaluation.document.text});
        RC_ASSERT(then.is_usable);
        if (holds(then.findings, finding)) {
          RC_ASSERT(std::ranges::find(by_degrees, finding.code) != by_degrees.end());
          RC_ASSERT(then.figures.estimate.gpu.peak < evaluation.figures.estimate.gpu.peak ||
                    then.figures.throughput.tokens_per_s > evaluation.figures.throughput.tokens_per_s);
        }
        for (const Finding& one : then.findings) {  // the new plan may have other remedies
          RC_LOG() << ", then " << one.code;
          RC_ASSERT(one.severity > Severity::fails_later || stops(evaluation.findings));
        }
      }
    }));
  }

  void a_remedys_keys_set_in_the_file_give_its_plan() {
    QVERIFY(rc::check([] {
      const Evaluation evaluation = any_evaluation();
      const Json json = Json::parse(estimate_json(evaluation));
      for (std::size_t i = 0; i < evaluation.findings.size(); ++i) {
        const Finding& finding = evaluation.findings[i];
        const Json& issue = json["issues"][i];
        RC_ASSERT(issue["code"] == finding.code);
        RC_ASSERT(issue.contains("remedy") == finding.remedy.has_value());
        if (!finding.remedy) continue;
        RC_ASSERT(issue["remedy"]["label"] == finding.remedy->label);
        RC_ASSERT(!issue["remedy"]["set"].empty());
        RC_ASSERT(with_set(evaluation.document, issue["remedy"]["set"]).plan == finding.remedy->plan);
      }
    }));
  }

  void what_a_remedy_sets_is_spelled_out_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("set");
    QTest::newRow("a word in place of another") << R"("zero": {"stage": 2, "offload_param": "cpu"})"
                                                << "offload_param_needs_stage_3"
                                                << R"({"zero.stage":3})";
    QTest::newRow("a device that is left out") << R"("zero": {"stage": 0, "offload_optimizer": "cpu"})"
                                               << "offload_needs_zero"
                                               << R"({"zero.offload_optimizer":"none"})";
  }
  void what_a_remedy_sets_is_spelled_out() {
    QFETCH(QString, keys);
    QFETCH(QString, code);
    QFETCH(QString, set);
    const Evaluation evaluation = evaluate(document_with(keys.toStdString()));
    const Finding* finding = find(evaluation, code.toStdString());
    QVERIFY(finding != nullptr && finding->remedy);
    Json found = Json::object();
    for (const ChangedKey& key : changed_keys(evaluation.document, finding->remedy->plan))
      found[key.path] = Json::parse(key.value);
    QCOMPARE(QString::fromStdString(found.dump()), set);
  }

  void export_and_estimate_tell_the_same() {
    QVERIFY(rc::check([] {
      const Evaluation evaluation = any_evaluation();
      RC_ASSERT(Json::parse(export_json(evaluation, {}, {}))["issues"] ==
                Json::parse(estimate_json(evaluation))["issues"]);
    }));
  }
};

ZP_TEST(EvaluateTest)
#include "evaluate_test.moc"
