// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace offload_engine_times {

/// Returns Llama-2 7B in bf16 on those GPUs with the optimizer in pinned host memory.
Plan engine_plan(const std::string& gpu, int gpus, int stage, const std::string& zero,
                 const std::string& more = "") {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 1, "gpus_per_node": )" +
                   std::to_string(gpus) + R"(, "gpu": {"preset": ")" + gpu +
                   R"("}}, "training": {"micro_batch_size": 4}, "zero": {"overlap_comm": false, "stage": )" +
                   std::to_string(stage) + R"(, "offload_optimizer": {"device": "cpu", "pin_memory": true)" +
                   zero + "}" + more)
      .plan;
}

const char* const no_clipping = R"(, "deepspeed_config": {"gradient_clipping": 0.0}})";
const char* const clipping = R"(, "deepspeed_config": {"gradient_clipping": 1.0}})";

TimeEntry engine_entry(const Plan& plan, TimeId id) {
  const StepTime time = estimate_speed(plan);
  const TimeEntry* found = time.ledger.find(id);
  return found == nullptr ? TimeEntry{} : *found;
}

bool same_seconds(double ours, double wanted) { return std::abs(ours - wanted) <= 1e-9 * std::abs(wanted); }

Plan zenflow_plan(const std::string& keys, int accumulation = 1) {
  Plan plan = engine_plan("a100-sxm4-80gb", 4, 2, "",
                          R"(, "zenflow": {"enabled": true)" + (keys.empty() ? "" : ", " + keys) + "}}}");
  plan.training.gradient_accumulation_steps = accumulation;
  return plan;
}

}  // namespace offload_engine_times

using namespace offload_engine_times;

/// Tests of what ZenFlow, SuperOffload and DeepCompile add and hide.
class OffloadEnginesTest : public QObject {
  Q_OBJECT

 private slots:
  void zenflow_steps_on_the_host_once_in_an_interval() {
    const Plan plain = engine_plan("a100-sxm4-80gb", 4, 2, "", "}}");
    const TimeEntry each = engine_entry(plain, TimeId::optimizer_cpu);
    for (const auto& [interval, accumulation] : {std::pair(4, 1), std::pair(4, 8), std::pair(16, 4)}) {
      const Plan plan = zenflow_plan(R"("update_interval": )" + std::to_string(interval), accumulation);
      const TimeEntry step = engine_entry(plan, TimeId::optimizer_cpu);
      QVERIFY(same_seconds(step.busy, each.busy * accumulation / interval));
      QCOMPARE(step.hidden, 0.0);  // without overlap_step
      QVERIFY(same_seconds(engine_entry(plan, TimeId::gather_after_step).busy,
                           engine_entry(plain, TimeId::gather_after_step).busy * accumulation / interval));
    }
    QVERIFY(same_seconds(engine_entry(zenflow_plan(""), TimeId::optimizer_cpu).busy, each.busy / 4));
  }

  void its_process_hides_the_step() {
    const Plan plan = zenflow_plan(R"("update_interval": 4, "overlap_step": true)");
    const TimeEntry step = engine_entry(plan, TimeId::optimizer_cpu);
    QVERIFY(step.busy > 0);
    QVERIFY(step.hidden > 0);
    const StepTime time = estimate_speed(plan);
    QVERIFY(step.hidden <= time.forward + time.backward);
    QVERIFY(time.total < estimate_speed(zenflow_plan(R"("update_interval": 4)")).total);
  }

  void it_broadcasts_and_steps_the_selected_columns() {
    const TimeEntry a_tenth = engine_entry(zenflow_plan(R"("topk_ratio": 0.1)"), TimeId::optimizer_gpu);
    const TimeEntry a_fifth = engine_entry(zenflow_plan(R"("topk_ratio": 0.2)"), TimeId::optimizer_gpu);
    QVERIFY(same_seconds(a_fifth.amount, 2 * a_tenth.amount));
    QVERIFY(same_seconds(a_tenth.amount, 29.0 * 2 * 0.1 * 6'738'415'616));
    QVERIFY(engine_entry(zenflow_plan(""), TimeId::selected_gradients).busy > 0);
  }

  void super_offload_hides_steps_behind_the_last_backward_pass() {
    const char* keys = R"(, "super_offload": true)";
    const char* several = R"(, "sub_group_size": 400000000})";
    const Plan plain = engine_plan("gh200-96gb", 1, 3, "", several + std::string(no_clipping));
    const Plan hidden = engine_plan("gh200-96gb", 1, 3, keys, several + std::string(no_clipping));
    const Plan clipped = engine_plan("gh200-96gb", 1, 3, keys, several + std::string(clipping));
    QVERIFY(engine_entry(hidden, TimeId::optimizer_cpu).hidden > 0);
    QVERIFY(estimate_speed(hidden).total < estimate_speed(plain).total);
    QCOMPARE(engine_entry(clipped, TimeId::optimizer_cpu).hidden, 0.0);
    QVERIFY(estimate_speed(clipped).total >= estimate_speed(plain).total);
    const Plan one_piece = engine_plan("gh200-96gb", 1, 3, keys,
                                       R"(, "sub_group_size": 1000000000000})" + std::string(no_clipping));
    QCOMPARE(engine_entry(one_piece, TimeId::optimizer_cpu).hidden, 0.0);
  }

  /// The closed form against a process that takes one sub-group after another.
  void the_queue_of_sub_groups_is_as_played_through() {
    Plan plan = engine_plan("gh200-96gb", 1, 3, R"(, "super_offload": true)",
                            R"(, "sub_group_size": 400000000})" + std::string(no_clipping));
    for (const std::int64_t tokens : {4'096, 16'384, 65'536}) {
      plan.training.sequence_length = tokens;
      const StepTime time = estimate_speed(plan);
      const TimeEntry step = *time.ledger.find(TimeId::optimizer_cpu);
      double backward = 0;
      for (const TimeEntry& each : time.ledger.entries())
        if (each.stretch == Stretch::backward && each.part != TimePart::host) backward += each.exposed();
      // Sub-groups close after the tensor that reaches their size (docs/memory.md#optimizer-step).
      const double groups = std::ceil(6'738'415'616.0 / (400'000'000 + 32'000 * 4'096));
      double end = 0;
      for (int k = 1; k <= groups; ++k)
        end = std::max(end, backward * k / groups) + step.busy / groups;
      QVERIFY2(
          same_seconds(step.exposed(), end - backward),
          qPrintable(
              QStringLiteral("%1 tokens: %2 and %3").arg(tokens).arg(step.exposed()).arg(end - backward)));
    }
  }

  /// 32 inputs of 8,192 tokens go out and come back while the graph waits; pageable ones 4.5 times as slowly.
  void deep_compile_waits_for_saved_tensors() {
    Plan plan = engine_plan("h100-sxm5-80gb", 8, 3, "", "}}");
    plan.zero.offload_optimizer.device = Device::none;
    plan.target.deepspeed_version = {0, 19, 6};
    plan.training.sequence_length = 2'048;
    plan.training.activation_checkpointing = Checkpointing::full;
    plan.training.deepcompile.enabled = plan.training.deepcompile.offload_activation = true;
    QCOMPARE(engine_entry(plan, TimeId::saved_by_graph).busy, 0.0);  // there is room for all
    plan.cluster.gpu.memory_gib = 4;
    const TimeEntry moved = engine_entry(plan, TimeId::saved_by_graph);
    const double inputs = 2.0 * 32 * 4 * 2'048 * 4'096 * 2;
    const double rate = plan.cluster.host_link.gb_per_s * 1e9 * 0.85;
    QVERIFY(same_seconds(moved.busy, inputs / rate));
    QCOMPARE(moved.hidden, 0.0);
    plan.training.deepcompile.offload_activation_pin_memory = false;
    QVERIFY(same_seconds(engine_entry(plan, TimeId::saved_by_graph).busy, 4.5 * inputs / rate));
    // A pass that offloads takes the place of the one that moves gathers ahead.
    QCOMPARE(engine_entry(plan, TimeId::gather_forward).hidden, 0.0);
    plan.training.deepcompile.offload_activation = false;
    QVERIFY(engine_entry(plan, TimeId::gather_forward).hidden > 0);
    QCOMPARE(engine_entry(plan, TimeId::saved_by_graph).busy, 0.0);
  }

  /// Three tensors of one sub-group: those that stay are not copied, and those for which memory has room only
  /// behind the backward pass are waited for.
  void deep_compile_copies_states_that_do_not_fit() {
    Plan plan = engine_plan("h100-sxm5-80gb", 8, 3, "", "}}");
    plan.zero.offload_optimizer.device = Device::none;
    plan.target.deepspeed_version = {0, 19, 6};
    plan.training.deepcompile.enabled = plan.training.deepcompile.offload_opt_states = true;
    plan.cluster.gpu.memory_gib = 200;
    QCOMPARE(engine_entry(plan, TimeId::parked_states).busy, 0.0);
    plan.cluster.gpu.memory_gib = 4;
    const double rate = plan.cluster.host_link.gb_per_s * 1e9 * 0.85, tensor = 4.0 * 6'738'415'616 / 8;
    const TimeEntry all = engine_entry(plan, TimeId::parked_states);
    QVERIFY(same_seconds(all.busy, 2 * 3 * tensor / rate));
    QVERIFY(all.exposed() > 3 * tensor / rate * 0.999);  // nothing comes back before the end
    const MemoryEstimate without = estimate_memory(plan);
    double forward = 0;
    for (const Entry& entry : without.ledger.entries())
      if (entry.place == Place::gpu && entry.component != Component::fragmentation &&
          entry.moments.has(Moment::forward))
        forward += static_cast<double>(entry.bytes.value());
    plan.cluster.gpu.memory_gib = (forward + 2.5 * tensor) / 0.8 / (1 << 30);
    const TimeEntry one = engine_entry(plan, TimeId::parked_states);
    QVERIFY(same_seconds(one.busy, 2 * tensor / rate));
    QVERIFY(one.exposed() < all.exposed());
  }

  /// Weights that come up for a pass are copied back behind it.
  void deep_compile_copies_weights_back() {
    Plan plan = engine_plan("h100-sxm5-80gb", 8, 3, "", "}}");
    plan.zero.offload_param.device = Device::cpu;
    QCOMPARE(engine_entry(plan, TimeId::parameters_to_host).busy, 0.0);
    plan.training.deepcompile.enabled = true;
    const TimeEntry up = engine_entry(plan, TimeId::parameters_from_host),
                    back = engine_entry(plan, TimeId::parameters_to_host);
    QVERIFY(up.busy > 0 && same_seconds(back.busy, up.busy));
    QVERIFY(back.hidden > 0);
  }
};

ZP_TEST(OffloadEnginesTest)
#include "offload_engines_test.moc"
