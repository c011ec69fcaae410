// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <rapidcheck.h>

#include <QtTest>

#include "core/memory/host_parts.h"
#include "core/rules/check_plan.h"
#include "core/units/index_of.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/random_run.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum zp::EntryId;

namespace {

constexpr std::int64_t all_weights = 6'738'415'616;  // of Llama-2 7B

/// Returns a plan of Llama-2 7B on one node of eight GPUs.
Plan phased_plan(int stage, Flavour flavour) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.zero.stage = stage;
  plan.target.flavour = flavour;
  return plan;
}

HostMemory host_of(const Plan& plan) { return estimate_memory(plan).cpu; }

/// Returns what a phase needs of a node beyond its processes and what stays there in training.
std::int64_t added_in(const Plan& plan, HostPhase phase) {
  const HostMemory cpu = host_of(plan);
  return (cpu.in(phase)-cpu.in(HostPhase::training)).value();
}

}  // namespace

/// Tests of host memory while the model is loaded, trained and saved.
class HostPhasesTest : public QObject {
  Q_OBJECT

 private slots:
  void below_stage_3_accelerate_clones_the_model_on_every_rank() {
    for (const int stage : {1, 2}) {
      QCOMPARE(added_in(phased_plan(stage, Flavour::hf_trainer), HostPhase::saving), 8 * 2 * all_weights);
      Plan adapters = phased_plan(stage, Flavour::hf_trainer);
      adapters.training.lora.rank = 8;
      QVERIFY(added_in(adapters, HostPhase::saving) > 8 * 2 * all_weights);  // the frozen base is in it
    }
  }

  void at_stage_3_the_first_rank_collects_the_model_where_it_is_asked_to() {
    Plan asked = phased_plan(3, Flavour::plain);
    QCOMPARE(added_in(asked, HostPhase::saving), 4 * all_weights);  // the states alone, passing by
    asked.zero.stage3_gather_16bit_weights_on_model_save = true;
    asked.zero.offload_optimizer.device = Device::cpu;
    QCOMPARE(added_in(asked, HostPhase::saving), 2 * all_weights);
    QCOMPARE(added_in(phased_plan(3, Flavour::hf_trainer), HostPhase::saving), 4 * all_weights);
    Plan adapters = phased_plan(3, Flavour::hf_trainer);
    adapters.training.lora.rank = 8;
    QVERIFY(added_in(adapters, HostPhase::saving) < 2 * all_weights);
  }

  void deepspeeds_own_checkpoint_passes_states_through_the_host_one_tensor_at_a_time() {
    QCOMPARE(added_in(phased_plan(2, Flavour::plain), HostPhase::saving), 4 * all_weights);
    Plan offloaded = phased_plan(2, Flavour::plain);
    offloaded.zero.offload_optimizer.device = Device::cpu;  // the states are there already
    QCOMPARE(added_in(offloaded, HostPhase::saving), 0);
  }

  void a_stated_way_of_saving_counts() {
    Plan plan = phased_plan(2, Flavour::hf_trainer);
    plan.training.saving = Saving::first_rank;
    QCOMPARE(added_in(plan, HostPhase::saving), 8 * 4 * (all_weights / 8));  // the states, written after it
    plan.training.saving = Saving::none;
    QCOMPARE(added_in(plan, HostPhase::saving), 0);
    plan.training.saving = Saving::automatic;
    plan.training.save_steps = 0;
    QCOMPARE(added_in(plan, HostPhase::saving), 0);
  }

  void fsdp_collects_a_full_state_dict_in_the_type_of_its_shards() {
    Plan plan = phased_plan(3, Flavour::hf_trainer);
    plan.training.framework = Framework::fsdp;
    QCOMPARE(added_in(plan, HostPhase::saving), 4 * all_weights);
    plan.training.low_precision_master = true;
    QCOMPARE(added_in(plan, HostPhase::saving), 2 * all_weights);
  }

  void each_way_of_loading_has_its_bytes_data() {
    QTest::addColumn<Loading>("loading");
    QTest::addColumn<std::int64_t>("of_node");
    QTest::newRow("every rank") << Loading::every_rank << 8 * 2 * all_weights;
    QTest::newRow("first rank") << Loading::first_rank << 2 * all_weights;
    QTest::newRow("by file") << Loading::by_file << std::int64_t{8} * 5'000'000'000;
    QTest::newRow("into the GPU") << Loading::gpu << std::int64_t{0};
    QTest::newRow("meta device") << Loading::meta << std::int64_t{0};
  }
  void each_way_of_loading_has_its_bytes() {
    QFETCH(Loading, loading);
    QFETCH(std::int64_t, of_node);
    Plan plan = phased_plan(2, Flavour::plain);
    plan.training.loading = loading;
    QCOMPARE(host_of(plan).loading_per_node.value(), of_node);
    QCOMPARE(added_in(plan, HostPhase::loading), of_node);
  }

  void stages_1_and_2_flattened_through_the_host_before_0_19() {
    Plan plan = phased_plan(2, Flavour::plain);
    plan.training.loading = Loading::gpu;
    QCOMPARE(host_of(plan).loading_per_node.value(), 0);
    plan.target.deepspeed_version = {0, 18, 9};
    QCOMPARE(host_of(plan).loading_per_node.value(), 8 * 2 * 2 * all_weights);
    plan.zero.stage = 3;
    QCOMPARE(host_of(plan).loading_per_node.value(), 0);
    plan = phased_plan(2, Flavour::plain);
    plan.training.loading = Loading::gpu;
    plan.cluster.gpu.memory_gib = 24;  // the weights are not there twice
    QCOMPARE(host_of(plan).loading_per_node.value(), 8 * 2 * 2 * all_weights);
  }

  void swift_on_fsdp_loads_in_fp32_before_it_divides() {
    Plan plan = phased_plan(3, Flavour::hf_trainer);
    plan.training.framework = Framework::fsdp;
    plan.training.program = program_named("ms-swift");
    QCOMPARE(host_of(plan).loading_per_node.value(), 4 * all_weights);
    plan.training.loading = Loading::every_rank;
    QCOMPARE(host_of(plan).loading_per_node.value(), 8 * 4 * all_weights);
  }

  void trainer_forks_workers_again_while_the_states_exist() {
    Plan plan = phased_plan(2, Flavour::plain);
    plan.zero.offload_optimizer = {.device = Device::cpu, .pin_memory = true};
    plan.training.data_workers = 1;
    QCOMPARE(bytes(plan, host_workers), 0);
    plan.target.flavour = Flavour::hf_trainer;
    QCOMPARE(bytes(plan, host_workers), bytes(plan, host_optimizer));
  }

  void the_largest_phase_decides_what_fits() {
    Plan plan = phased_plan(2, Flavour::hf_trainer);
    const HostMemory cpu = host_of(plan);
    QCOMPARE(cpu.binding, HostPhase::loading);  // of equal ones the first
    plan.cluster.cpu_memory_gib = to_gib(cpu.in(HostPhase::saving)) + 1;
    QVERIFY(host_of(plan).fits);
    plan.cluster.cpu_memory_gib = to_gib(cpu.in(HostPhase::saving)) - 1;
    QVERIFY(!host_of(plan).fits && host_of(plan).lacks_in() == HostPhase::loading);
    plan.training.loading = Loading::gpu;
    QVERIFY(!host_of(plan).fits && host_of(plan).lacks_in() == HostPhase::saving);
    plan.cluster.cpu_memory_gib = to_gib(cpu.in(HostPhase::training)) - 1;
    QVERIFY(host_of(plan).lacks_in() == HostPhase::training);
  }

  void parts_sum_to_their_phase_and_the_range_holds_the_largest() {
    QVERIFY(rc::check([] {
      Plan plan = *test::any_run();
      plan.target.flavour = *rc::gen::element(Flavour::plain, Flavour::hf_trainer);
      plan.training.framework = *rc::gen::element(Framework::deepspeed, Framework::fsdp);
      RC_PRE(is_usable(check(plan)));
      const MemoryEstimate estimate = estimate_memory(plan);
      const HostMemory& cpu = estimate.cpu;
      for (const HostPhase phase : {HostPhase::loading, HostPhase::training, HostPhase::saving}) {
        Bytes sum;
        for (const HostPart& part : host_parts(plan, estimate, phase))
          sum += part.per_node;
        RC_ASSERT(sum == cpu.in(phase));
        RC_ASSERT(cpu.in(phase) <= cpu.needed_per_node());
      }
      RC_ASSERT(cpu.in(HostPhase::training) == cpu.per_node + cpu.beside_per_node);
      RC_ASSERT(cpu.needed_range.low <= cpu.needed_per_node());
      RC_ASSERT(cpu.needed_per_node() <= cpu.needed_range.high);
    }));
  }
};

ZP_TEST(HostPhasesTest)
#include "host_phases_test.moc"
