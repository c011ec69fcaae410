// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QtTest>
#include <algorithm>

#include "core/estimate/figures.h"
#include "core/measure/measure.h"
#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const char* const seven_b = R"({"model": {"preset": "llama-2-7b"},
  "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-40gb"}},
  "training": {"micro_batch_size": 4, "sequence_length": 2048, "activation_checkpointing": "none"},
  "zero": {"stage": 2}})";
/// PyTorch's message, with the line of transformers 4.44 that asked.
const char* const mlp_message =
    "  File \"/lib/python3.10/site-packages/transformers/models/llama/modeling_llama.py\", line 236, in "
    "forward\n    down_proj = self.down_proj(self.act_fn(self.gate_proj(x)) * self.up_proj(x))\n"
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 172.00 MiB. GPU 2 has a total capacity of "
    "39.39 GiB of which 90.06 MiB is free. Including non-PyTorch memory, this process has 39.30 GiB memory "
    "in "
    "use. Of the allocated memory 37.90 GiB is allocated by PyTorch, and 512.00 MiB is reserved by PyTorch "
    "but "
    "unallocated.\n";

const char* const eight_b = R"({"model": {"preset": "llama-3.1-8b"},
  "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-40gb"}},
  "training": {"micro_batch_size": 1, "sequence_length": 8192, "gradient_accumulation_steps": 4,
    "activation_checkpointing": "full"}, "zero": {"stage": 2}})";
const char* const on_sixteen =
    "[2026-01-01 10:00:00,000] [INFO] [config.py:1004:print]   world_size ................... 16\n"
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.96 GiB. GPU 3 has a total capacity of "
    "39.39 GiB of which 1.20 GiB is free. Including non-PyTorch memory, this process has 38.18 GiB memory in "
    "use.\n";

Measurement measured(const char* plan, const std::string& log) {
  const PlanDocument document = read_plan(plan);
  const NamedLog named = log_of_text(log, "run.log");
  return measure(&document, {&named, 1});
}
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Returns the seconds in which a step gathers parameters, for each of its sequences.
double gathering(const char* text, std::initializer_list<KeySetting> settings) {
  const Plan plan = with_settings(read_plan(text), std::vector<KeySetting>(settings)).plan;
  const Figures figures = figures_of(plan);
  double seconds = 0;
  for (const TimeEntry& entry : figures.time.ledger.entries())
    if (name_of(entry.id).starts_with("gather")) seconds += entry.busy;
  return seconds / static_cast<double>(train_batch_size(plan));
}

}  // namespace

/// The chapter "Debugging Common Issues" of the first document, point by point (docs/debugging.md).
class DebuggingChapterTest : public QObject {
  Q_OBJECT

 private slots:
  void memory_that_ran_out_under_stage_2_is_explained_by_what_asked_for_it() {
    const Measurement all = measured(seven_b, mlp_message);
    QCOMPARE(all.died.size(), std::size_t{1});
    const Death& death = all.died.front();
    QCOMPARE(death.kind, DeathKind::gpu_oom);
    QCOMPARE(death.phase, RunPhase::forward);
    QVERIFY2(has(death.cause, "a tensor of the MLP"), death.cause.c_str());
    const auto checkpoints = std::ranges::find_if(death.remedies, [](const DeathRemedy& one) {
      return one.plan && one.plan->training.activation_checkpointing == Checkpointing::full;
    });
    QVERIFY(checkpoints != death.remedies.end());
    for (const DeathRemedy& one : death.remedies)
      if (one.plan) QVERIFY2(one.odds >= 0.9, one.label.c_str());
  }

  /// The chapter advises more accumulation against slow gathers. A larger micro batch does help; accumulation
  /// does not, because stage 3 gathers the parameters anew for each micro batch.
  void accumulation_does_not_spread_the_gathers_of_stage_3_and_a_larger_micro_batch_does() {
    const double now = gathering(seven_b, {{"zero.stage", "3"}, {"training.micro_batch_size", "1"}});
    QVERIFY(now > 0);
    const double accumulated = gathering(seven_b, {{"zero.stage", "3"},
                                                   {"training.micro_batch_size", "1"},
                                                   {"training.gradient_accumulation_steps", "8"}});
    QVERIFY2(std::abs(accumulated / now - 1) < 0.05, std::to_string(accumulated / now).c_str());
    const double larger = gathering(seven_b, {{"zero.stage", "3"}, {"training.micro_batch_size", "8"}});
    QVERIFY2(larger < now / 7, std::to_string(larger / now).c_str());
  }

  void a_size_mismatch_is_a_checkpoint_of_partitions() {
    QFile file(QStringLiteral(ZP_TEST_DATA "/run-logs/died/z3-tf20082-size0-checkpoint.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const NamedLog log = log_of_text(file.readAll().toStdString(), "run.log");
    const Measurement all = measure(nullptr, {&log, 1});
    QVERIFY(!all.died.empty());
    QCOMPARE(all.died.front().kind, DeathKind::zero3_mismatch);
    QVERIFY(has(all.died.front().cause, "saved from partitioned parameters"));
  }

  void a_run_on_sixteen_gpus_of_a_plan_for_eight_is_explained_at_its_size() {
    const Measurement all = measured(eight_b, on_sixteen);
    QVERIFY(all.growth.has_value());
    QCOMPARE(all.growth->gpus_before, 8);
    QCOMPARE(all.growth->gpus_after, 16);
    QVERIFY(!all.growth->entries.empty());
    QCOMPARE(all.died.size(), std::size_t{1});
    QCOMPARE(all.died.front().assumed, "16 GPUs");
    bool is_any = false;
    for (const DeathRemedy& one : all.died.front().remedies) {
      if (!one.plan) continue;
      is_any = true;
      QCOMPARE(one.plan->cluster.ranks(), 16);
    }
    QVERIFY(is_any);
  }
};

ZP_TEST(DebuggingChapterTest)
#include "debugging_chapter_test.moc"
