// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "core/speed/range.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan of Llama 2 7B with these sections of a plan file.
Plan plan_with(const std::string& sections) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, )" + sections + "}").plan;
}

double width(SecondsRange range) { return range.high / range.low; }

}  // namespace

/// Tests of the ranges of step times: the kind of run that a plan is, and what narrows its range.
class RangesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_plan_is_of_one_kind() {
    const auto kind = [](const char* sections) { return run_kind_of(plan_with(sections)); };
    QCOMPARE(kind(R"("zero": {"stage": 2})"), RunKind::one_node);
    QCOMPARE(kind(R"("cluster": {"nodes": 2})"), RunKind::many_nodes);
    QCOMPARE(kind(R"("cluster": {"nodes": 2}, "zero": {"stage": 3, "offload_optimizer": "cpu"})"),
             RunKind::cpu_offload);
    QCOMPARE(kind(R"("cluster": {"gpu": {"preset": "instinct-mi300x-192gb"}})"), RunKind::other_vendors);
    QCOMPARE(kind(R"("training": {"pipeline_parallel": 2})"), RunKind::pipelines);
    QCOMPARE(kind(R"("training": {"lora": {"rank": 8}, "frozen_precision": "nf4"})"), RunKind::qlora);
    QCOMPARE(kind(R"("training": {"method": "grpo"})"), RunKind::reinforcement);
  }

  void a_default_that_the_file_states_counts_as_stated() {
    const char* const open = R"("zero": {"stage": 3, "offload_optimizer": "cpu"})";
    const char* const stated = R"("cluster": {"cpu_memory_gb_per_s": 200},
      "zero": {"stage": 3, "offload_optimizer": "cpu"})";
    QVERIFY(!states(plan_with(open), Statement::host));
    QVERIFY(states(plan_with(stated), Statement::host));
    QVERIFY(width(range_of(plan_with(stated))) < width(range_of(plan_with(open))));
    QVERIFY(
        states(plan_with(R"("cluster": {"nodes": 2, "inter_node": {"gb_per_s": 25}})"), Statement::network));
  }

  void an_old_kernel_narrows_the_range_less_than_a_new_one() {
    const double open = width(range_of(plan_with(R"("zero": {"stage": 2})")));
    const double old = width(range_of(plan_with(R"("training": {"attention_kernel": "flash_1"})")));
    const double now = width(range_of(plan_with(R"("training": {"attention_kernel": "flash_2"})")));
    QVERIFY(now < old && old < open);
  }

  void a_kind_with_few_runs_says_that_its_range_is_not_known() {
    const Plan plan = plan_with(R"("training": {"lora": {"rank": 8}, "frozen_precision": "nf4"})");
    const StepTime time = estimate_speed(plan);
    QVERIFY(time.is_known && !time.range.is_known());
    QVERIFY(!narrowing(plan, time).has_value());
    QVERIFY(unknown_range_sentence(time.kind).find("QLoRA") != std::string::npos);
  }

  void the_widest_range_holds_all_others() {
    const SecondsRange widest = widest_range();
    for (std::size_t i = 0; i < run_kind_count; ++i) {
      const SecondsRange range = range_of(static_cast<RunKind>(i), false);
      QVERIFY(!range.is_known() || (widest.low <= range.low && range.high <= widest.high));
    }
  }
};

ZP_TEST(RangesTest)
#include "ranges_test.moc"
