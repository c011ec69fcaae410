// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <optional>
#include <string>

#include "core/advice/advice.h"
#include "core/catalog/catalog.h"
#include "core/search/candidates.h"
#include "core/sharding/mixed_gpus.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace sides {

/// A plan, and the changes that make it the case at hand.
struct Situation {
  Plan plan;

  Situation(const char* model, Strategy strategy) {
    plan.model = model_from_preset(catalog().find_model(model));
    plan.training.activation_checkpointing = Checkpointing::full;
    plan = with_strategy(plan, strategy);
  }
  template <class Change>
  Situation with(Change change) const {
    Situation other = *this;
    change(other.plan);
    return other;
  }
  [[nodiscard]] std::vector<Finding> findings() const {
    return advice(plan, figures_of(plan), compare(plan));
  }
  [[nodiscard]] std::optional<Finding> find(std::string_view code) const {
    for (Finding& finding : findings())
      if (finding.code == code) return std::move(finding);
    return std::nullopt;
  }
  [[nodiscard]] bool has(std::string_view code) const { return find(code).has_value(); }
  /// Returns the plan that Apply sets; fails if the finding or its remedy is missing.
  [[nodiscard]] Plan remedy(std::string_view code) const { return find(code).value().remedy.value().plan; }
  [[nodiscard]] MemoryEstimate estimate() const { return estimate_memory(plan); }
};

}  // namespace sides

namespace {

using sides::Situation;

Situation without_offload(int stage) { return {"llama-2-7b", {stage, Device::none, Device::none}}; }

/// Returns 13 billion parameters on GPUs that stages 1 and 2 do not fit.
Situation on_gpus(int gpus, Strategy strategy) {
  return Situation("llama-2-13b", strategy).with([&](Plan& p) {
    p.cluster.gpus_per_node = gpus;
    p.cluster.cpu_memory_gb_per_s = 40;
  });
}

bool mentions(const std::optional<Finding>& finding, const std::string& text) {
  return finding && (finding->message + " " + finding->fix).find(text) != std::string::npos;
}

}  // namespace

/// Tests of both sides of the conditions of advice, and of the settings that a remedy changes.
class SidesTest : public QObject {
  Q_OBJECT

 private slots:
  /// Stages 1 and 2 divide nothing of the frozen base. One rank has nobody to divide it with.
  void a_whole_frozen_base_needs_ranks_without_a_pipeline() {
    const Situation adapters = without_offload(1).with([](Plan& p) { p.training.lora.rank = 16; });
    QCOMPARE(adapters.remedy("frozen_base_whole").zero.stage, 3);
    QVERIFY(!without_offload(1).has("frozen_base_whole"));
    QVERIFY(!adapters.with([](Plan& p) { p.zero.stage = 3; }).has("frozen_base_whole"));
    QVERIFY(!adapters.with([](Plan& p) { p.training.pipeline_parallel = 2; }).has("frozen_base_whole"));
    for (const int stage : {0, 1, 2})
      QVERIFY(!adapters
                   .with([&](Plan& p) {
                     p.zero.stage = stage;
                     p.cluster.gpus_per_node = 1;
                   })
                   .has("frozen_base_whole"));
    const auto int8 = adapters.with([](Plan& p) { p.training.frozen_precision = FrozenPrecision::int8; });
    QVERIFY(int8.has("frozen_base_whole") && !int8.find("frozen_base_whole")->remedy);
  }

  /// PEFT's page on DeepSpeed asks for bnb_4bit_quant_storage where stage 3 partitions 4 bits.
  void only_four_bits_at_stage_3_need_their_storage_type() {
    const Situation quantized = without_offload(3).with([](Plan& p) {
      p.training.lora.rank = 16;
      p.training.frozen_precision = FrozenPrecision::nf4;
    });
    QVERIFY(
        mentions(quantized.find("quantized_storage"), "bnb_4bit_quant_storage and dtype the same, bf16."));
    QVERIFY(!quantized.with([](Plan& p) { p.zero.stage = 2; }).has("quantized_storage"));
    QVERIFY(!quantized.with([](Plan& p) { p.training.frozen_precision = FrozenPrecision::int8; })
                 .has("quantized_storage"));
    QVERIFY(!quantized.with([](Plan& p) { p.training.frozen_precision = FrozenPrecision::automatic; })
                 .has("quantized_storage"));
    QVERIFY(!quantized.with([](Plan& p) { p.training.lora.rank = 0; }).has("quantized_storage"));
  }

  void a_small_bucket_is_raised_to_the_default_of_deepspeed() {
    const Situation small = without_offload(1).with([](Plan& p) { p.zero.reduce_bucket_size = 1'000'000; });
    QCOMPARE(small.remedy("small_bucket").zero.reduce_bucket_size, std::int64_t{500'000'000});
    QVERIFY(!small.with([](Plan& p) { p.zero.stage = 0; }).has("small_bucket"));
    QVERIFY(!small.with([](Plan& p) { p.cluster.gpus_per_node = 1; }).has("small_bucket"));
    QVERIFY(small.with([](Plan& p) { p.cluster.gpus_per_node = 2; }).has("small_bucket"));
    // 13.5 MiB are 7,077,888 elements of 2 bytes, and 3,538,944 of 4.
    const auto with_bucket = [](std::int64_t elements, Precision precision) {
      return without_offload(1).with([&](Plan& p) {
        p.zero.reduce_bucket_size = elements;
        p.training.precision = precision;
        p.model = model_from_preset(catalog().find_model("gpt-2-124m"));
      });
    };
    QVERIFY(with_bucket(7'077'887, Precision::bf16).has("small_bucket"));
    QVERIFY(!with_bucket(7'077'888, Precision::bf16).has("small_bucket"));
    QVERIFY(with_bucket(3'538'943, Precision::fp32).has("small_bucket"));
    QVERIFY(!with_bucket(3'538'944, Precision::fp32).has("small_bucket"));
    // Two nodes: 15 + 2 · 12 MiB, which are 20,447,232 elements of 2 bytes.
    const auto two_nodes = [](Plan& p) { p.cluster.nodes = 2; };
    QVERIFY(with_bucket(20'447'231, Precision::bf16).with(two_nodes).has("small_bucket"));
    QVERIFY(!with_bucket(20'447'232, Precision::bf16).with(two_nodes).has("small_bucket"));
  }

  void host_memory_is_too_small_from_one_byte_on() {
    const Situation offloaded = without_offload(2).with([](Plan& p) {
      p.zero.offload_optimizer.device = Device::cpu;
      p.cluster.gpus_per_node = 2;
    });
    const HostMemory host = offloaded.estimate().cpu;
    QCOMPARE(host.binding, HostPhase::training);
    const auto of = [&](Bytes bytes) {
      return offloaded.with([&](Plan& p) { p.cluster.cpu_memory_gib = to_gib(bytes); });
    };
    QVERIFY(!of(host.needed_per_node()).has("cpu_memory"));
    QVERIFY(of(host.needed_per_node() - Bytes(1)).has("cpu_memory"));
    // Without the rounding of pinned buffers it would fit down to here.
    const Bytes rounding = offloaded.estimate().ledger.bytes(EntryId::host_rounding) * 2;
    QVERIFY(rounding > Bytes(1));
    QVERIFY(!of(host.needed_per_node()).has("pinned_rounding"));
    QVERIFY(of(host.needed_per_node() - Bytes(1)).has("pinned_rounding"));
    QVERIFY(of(host.needed_per_node() - rounding).has("pinned_rounding"));
    QVERIFY(!of(host.needed_per_node() - rounding - Bytes(1)).has("pinned_rounding"));
    const Plan pageable = of(host.needed_per_node() - Bytes(1)).remedy("pinned_rounding");
    QVERIFY(!pageable.zero.offload_optimizer.pin_memory && estimate_memory(pageable).cpu.fits);
  }

  void loading_is_named_where_training_has_room() {
    const Situation loading = without_offload(2).with([](Plan& p) { p.cluster.cpu_memory_gib = 80; });
    QVERIFY(loading.has("host_loading") && !loading.has("cpu_memory"));
    QVERIFY(!loading.with([](Plan& p) { p.cluster.cpu_memory_gib = 1024; }).has("host_loading"));
  }

  void half_the_micro_batch_keeps_the_global_batch() {
    const auto batch = [](std::int64_t sequences) {
      return without_offload(3).with([&](Plan& p) {
        p.training.sequence_length = 4096;
        p.training.fused_loss = FusedLoss::chunked;
        p.training.micro_batch_size = sequences;
      });
    };
    const Plan half = batch(64).remedy("micro_batch_dominates");
    QCOMPARE(half.training.micro_batch_size, std::int64_t{32});
    QCOMPARE(half.training.gradient_accumulation_steps, std::int64_t{2});
    QCOMPARE(batch(63).remedy("micro_batch_dominates").training.micro_batch_size, std::int64_t{32});
    const GpuMemory gpu = batch(64).estimate().gpu;
    const Bytes grows = gpu.components[static_cast<std::size_t>(Component::activations)] +
                        gpu.components[static_cast<std::size_t>(Component::logits_and_loss)];
    QVERIFY(mentions(batch(64).find("micro_batch_dominates"), "64 sequences take " + format_bytes(grows)));
    QVERIFY(!batch(1).has("micro_batch_dominates"));
  }

  /// Stage 1 is tried first, without overlap first: it changes least.
  void a_slow_network_at_stage_3_gives_way_to_stage_1() {
    const Situation slow = without_offload(3).with([](Plan& p) {
      p.cluster.nodes = 2;
      p.cluster.inter_node.gb_per_s = 3;
      p.training.gradient_accumulation_steps = 4;
    });
    const Plan remedy = slow.remedy("stage3_slow_network");
    QCOMPARE(remedy.zero.stage, 1);
    QVERIFY(!remedy.zero.overlap_comm.has_value());
    QVERIFY(!mentions(slow.find("stage3_slow_network"), "overlap_comm"));
    for (const int stage : {0, 1, 2})
      QVERIFY(!slow.with([&](Plan& p) { p.zero.stage = stage; }).has("stage3_slow_network"));
  }

  /// Accumulation falls by the factor that the micro batch grows by, so that the batch stays.
  void a_slow_link_in_one_node_asks_for_less_accumulation() {
    const Situation slow = on_gpus(4, {3, Device::none, Device::none}).with([](Plan& p) {
      p.cluster.intra_node.gb_per_s = 3;
      p.training.gradient_accumulation_steps = 6;
    });
    const Plan remedy = slow.remedy("stage3_slow_network");
    // A micro batch of 6 would fit, but not with odds of 90 %.
    QCOMPARE(remedy.training.micro_batch_size, std::int64_t{3});
    QCOMPARE(remedy.training.gradient_accumulation_steps, std::int64_t{2});
    const Plan odd =
        slow.with([](Plan& p) { p.training.gradient_accumulation_steps = 9; }).remedy("stage3_slow_network");
    QCOMPARE(odd.training.micro_batch_size, std::int64_t{3});
    QCOMPARE(odd.training.gradient_accumulation_steps, std::int64_t{3});
    const auto single =
        slow.with([](Plan& p) { p.training.gradient_accumulation_steps = 1; }).find("stage3_slow_network");
    QVERIFY(single && !single->remedy && mentions(single, "A faster network"));
  }

  /// With overlap_comm false nothing could hide, so the network is not to blame.
  void communication_without_overlap_is_told_as_that_alone() {
    for (const int stage : {1, 2, 3}) {
      const Situation still = without_offload(stage).with([](Plan& p) {
        p.zero.overlap_comm = false;
        p.cluster.nodes = 4;
      });
      QVERIFY(!still.has("stage3_slow_network"));
      const Plan remedy = still.remedy("overlap_comm_off");
      QVERIFY(remedy.zero.overlaps());
      const Bytes more = estimate_memory(remedy).gpu.peak - still.estimate().gpu.peak;
      // Stage 1 takes a second bucket of 500 million elements of 2 bytes, and what it costs the allocator.
      QCOMPARE(more > Bytes(1'000'000'000), stage == 1);
      QCOMPARE(mentions(still.find("overlap_comm_off"), "more of each GPU"), more > Bytes());
    }
    QVERIFY(!without_offload(1)
                 .with([](Plan& p) {
                   p.zero.overlap_comm = false;
                   p.cluster.gpus_per_node = 1;
                   p.model = model_from_preset(catalog().find_model("gpt-2-124m"));
                 })
                 .has("overlap_comm_off"));
  }

  void a_larger_micro_batch_takes_from_the_accumulation_what_divides_it() {
    const auto accumulating = [](std::int64_t steps) {
      return Situation("gpt-2-124m", {1, Device::none, Device::none}).with([&](Plan& p) {
        p.training.sequence_length = 128;
        p.training.gradient_accumulation_steps = steps;
      });
    };
    const Plan even = accumulating(512).remedy("launch_bound");
    QVERIFY(even.training.micro_batch_size > 1);
    QCOMPARE(train_batch_size(even), std::int64_t{512 * 8});
    const Plan odd = accumulating(3).remedy("launch_bound");
    QVERIFY(odd.training.micro_batch_size > 1);
    QCOMPARE(odd.training.gradient_accumulation_steps, std::int64_t{3});
  }

  void stages_that_wait_hold_two_parts_each_first() {
    const Situation pipeline = Situation("llama-2-13b", {1, Device::none, Device::none}).with([](Plan& p) {
      p.cluster.nodes = 4;
      p.training.pipeline_parallel = 4;
      p.training.pipeline_partition = PipelinePartition::blocks;
      p.training.gradient_accumulation_steps = 8;
      p.training.framework = Framework::fsdp;
    });
    QCOMPARE(pipeline.remedy("pipeline_waits").training.pipeline_chunks, 2);
    const Situation others =
        pipeline.with([](Plan& p) { p.training.pipeline_schedule = PipelineSchedule::gpipe; });
    QVERIFY(others.has("pipeline_waits") && !others.find("pipeline_waits")->remedy);
    QVERIFY(!pipeline.with([](Plan& p) { p.training.pipeline_parallel = 1; }).has("pipeline_waits"));
  }

  /// Stages 1 and 2 do not fit on four GPUs, and a plan that does not fit is no way out of offload.
  void offload_is_needless_where_another_stage_fits_without() {
    const Situation optimizer = on_gpus(4, {3, Device::cpu, Device::none});
    const Situation both = on_gpus(4, {3, Device::cpu, Device::cpu});
    for (const Situation& one : {optimizer, both}) {
      const Zero zero = one.remedy("needless_offload").zero;
      QCOMPARE(zero.stage, 3);
      QCOMPARE(zero.offload_optimizer.device, Device::none);
      QCOMPARE(zero.offload_param.device, Device::none);
    }
    QVERIFY(!on_gpus(2, {3, Device::cpu, Device::none}).has("needless_offload"));
  }

  /// DeepSpeed's ratio counts whole sub-groups, so it needs small ones (Twin-Flow, stage 3 alone).
  void a_part_of_the_optimizer_stays_on_the_gpu_in_small_sub_groups() {
    const Situation bound = on_gpus(2, {3, Device::cpu, Device::none});
    QCOMPARE(bound.remedy("cpu_optimizer_bound").zero.sub_group_size, std::int64_t{50'000'000});
    const Zero fine =
        bound.with([](Plan& p) { p.zero.sub_group_size = 20'000'000; }).remedy("cpu_optimizer_bound").zero;
    QCOMPARE(fine.sub_group_size, std::int64_t{20'000'000});
    QVERIFY(fine.offload_optimizer.ratio < 1);
    // A plan that states a ratio keeps it, and accumulates four times as often.
    const Plan stated =
        bound.with([](Plan& p) { p.zero.offload_optimizer.ratio = 0.9; }).remedy("cpu_optimizer_bound");
    QCOMPARE(stated.zero.offload_optimizer.ratio, 0.9);
    QCOMPARE(stated.training.gradient_accumulation_steps, std::int64_t{4});
    // A third GPU leaves room for nine tenths of it.
    QCOMPARE(
        on_gpus(3, {3, Device::cpu, Device::none}).remedy("cpu_optimizer_bound").zero.offload_optimizer.ratio,
        0.1);
    const Plan at_2 = on_gpus(2, {2, Device::cpu, Device::none}).remedy("cpu_optimizer_bound");
    QCOMPARE(at_2.zero.offload_optimizer.ratio, 1.0);
    QCOMPARE(at_2.training.gradient_accumulation_steps, std::int64_t{4});
  }

  /// pipeline_read and pipeline_write belong to offload_optimizer; weights on drives have no such keys.
  void only_an_optimizer_on_drives_is_read_beside_the_step() {
    const auto on = [](Strategy strategy) {
      return Situation("llama-2-70b", strategy).with([](Plan& p) {
        p.cluster.cpu_memory_gib = 2000;
        p.zero.sub_group_size = 100'000'000;
      });
    };
    const Situation optimizer = on({3, Device::nvme, Device::none});
    QVERIFY(optimizer.remedy("drive_bound").zero.offload_optimizer.pipeline_read);
    const auto pipelined = optimizer.with([](Plan& p) {
      p.zero.offload_optimizer.pipeline_read = p.zero.offload_optimizer.pipeline_write = true;
    });
    QVERIFY(pipelined.has("drive_bound") && !pipelined.find("drive_bound")->remedy);
    const Situation weights = on({3, Device::cpu, Device::nvme});
    QVERIFY(weights.has("drive_bound") && !weights.find("drive_bound")->remedy);
  }

  void experts_that_a_pipeline_divides_are_not_told() {
    const Situation experts = Situation("olmoe-1b-7b", {1, Device::none, Device::none}).with([](Plan& p) {
      p.cluster.nodes = 4;
      p.cluster.inter_node.gb_per_s = 1;
    });
    QVERIFY(experts.has("experts_not_divided"));
    QVERIFY(!experts.with([](Plan& p) { p.training.pipeline_parallel = 2; }).has("experts_not_divided"));
    QVERIFY(!experts.with([](Plan& p) { p.training.expert_parallel = 2; }).has("experts_not_divided"));
  }

  void a_drive_is_too_small_from_one_byte_on() {
    const Situation drives = Situation("llama-2-7b", {3, Device::nvme, Device::none});
    const Bytes needed = drives.estimate().nvme.per_node;
    const auto of = [&](Bytes bytes) {
      Plan smaller = drives.plan;
      smaller.cluster.nvme.capacity_gib = to_gib(bytes);
      return advice(smaller, figures_of(smaller), compare(smaller));
    };
    const auto is_told = [](const std::vector<Finding>& list) {
      return std::ranges::find(list, "nvme_capacity", &Finding::code) != list.end();
    };
    QVERIFY(!is_told(of(Bytes())));  // not stated
    QVERIFY(!is_told(of(needed)));
    QVERIFY(is_told(of(needed - Bytes(1))));
  }

  void states_that_do_not_fit_are_not_the_micro_batch() {
    const Situation states = without_offload(1).with([](Plan& p) {
      p.cluster.gpus_per_node = 2;
      p.training.micro_batch_size = 2;
    });
    QVERIFY(!states.estimate().gpu.fits);
    QVERIFY(!states.has("micro_batch_dominates") && !states.has("logits_dominate") &&
            !states.has("activations_dominate"));
  }

  void partitions_in_a_node_are_advised_once_and_across_nodes_alone() {
    const Situation slow = Situation("llama-2-70b", {3, Device::none, Device::none}).with([](Plan& p) {
      p.cluster.nodes = 4;
      p.cluster.inter_node.gb_per_s = 3;
    });
    QCOMPARE(slow.remedy("stage3_slow_network").zero.zero_hpz_partition_size, std::int64_t{8});
    const auto set =
        slow.with([](Plan& p) { p.zero.zero_hpz_partition_size = 8; }).find("stage3_slow_network");
    QVERIFY(set && !set->remedy);
    const auto fsdp =
        slow.with([](Plan& p) { p.training.framework = Framework::fsdp; }).find("stage3_slow_network");
    QVERIFY(fsdp && !mentions(fsdp, "zero_hpz_partition_size"));
  }

  /// Beside a long backward pass on NVLink the reductions of stage 2 hide, and stage 1 gains nothing.
  void reductions_that_hide_are_not_told() {
    QVERIFY(!without_offload(2)
                 .with([](Plan& p) {
                   p.training.gradient_accumulation_steps = 8;
                   p.training.micro_batch_size = 16;
                   p.zero.overlap_comm = true;
                 })
                 .has("stage2_reduces_every_micro_batch"));
  }

  /// Two micro batches are the fewest that stage 2 reduces more often than stage 1, and the fewest whose
  /// accumulation a larger micro batch takes away.
  void two_micro_batches_are_enough() {
    const Situation stage_2 = without_offload(2).with([](Plan& p) {
      p.cluster.nodes = 4;
      p.cluster.inter_node.gb_per_s = 6;
      p.training.gradient_accumulation_steps = 2;
    });
    QCOMPARE(stage_2.remedy("stage2_reduces_every_micro_batch").zero.stage, 1);
    const Plan stage_3 = on_gpus(4, {3, Device::none, Device::none})
                             .with([](Plan& p) {
                               p.cluster.intra_node.gb_per_s = 3;
                               p.training.gradient_accumulation_steps = 2;
                             })
                             .remedy("stage3_slow_network");
    QCOMPARE(stage_3.training.micro_batch_size, std::int64_t{2});
    QCOMPARE(stage_3.training.gradient_accumulation_steps, std::int64_t{1});
  }
  /// The time that is told is the sum of both gathers and the reductions as the clock has them, and less than
  /// a tenth of a step is no reason to change it.
  void the_waiting_of_stage_3_is_that_of_its_three_collectives() {
    const auto waiting = [](const Plan& plan) {
      double seconds = 0;
      for (const TimeEntry& entry : estimate_speed(plan).ledger.entries())
        if (entry.id == TimeId::gather_forward || entry.id == TimeId::gather_backward ||
            entry.id == TimeId::reduce_gradients)
          seconds += entry.exposed();
      return seconds;
    };
    const Situation slow =
        on_gpus(4, {3, Device::none, Device::none}).with([](Plan& p) { p.cluster.intra_node.gb_per_s = 3; });
    QVERIFY(
        mentions(slow.find("stage3_slow_network"), " waits " + format_seconds(waiting(slow.plan)) + " for"));
    int little = 0;
    for (const double rate : {8.0, 12.0, 16.0, 20.0, 24.0, 32.0, 48.0, 64.0, 100.0}) {
      const Situation faster = on_gpus(4, {3, Device::none, Device::none}).with([&](Plan& p) {
        p.cluster.intra_node.gb_per_s = rate;
        p.training.gradient_accumulation_steps = 16;
      });
      const double share = waiting(faster.plan) / estimate_speed(faster.plan).total;
      if (share > 0.099 && share < 0.101) continue;
      QCOMPARE(faster.has("stage3_slow_network"), share > 0.1);
      little += share > 0.002 && share < 0.1 ? 1 : 0;
    }
    QVERIFY(little > 0);
  }
  /// A100s of 40 and of 80 GB have the same cores, memories of another size and speed.
  void gpus_of_one_speed_bind_the_memory_alone() {
    const Gpu large = gpu_from_preset(catalog().find_gpu("a100-sxm4-80gb"));
    const Situation mixed = without_offload(3).with([&](Plan& p) {
      Gpu small = large;
      small.memory_gib = large.memory_gib / 2;
      p.cluster.gpu = large;
      p = with_other_gpus(p, {small, 2});
    });
    QVERIFY(mentions(mixed.find("mixed_gpus"), "All are equally fast."));
    QVERIFY(mentions(mixed.find("mixed_gpus"), "limit the memory"));
  }

  void two_ranks_have_something_to_divide() {
    const auto on = [](int gpus) {
      return Situation("gpt-2-124m", {1, Device::none, Device::none}).with([&](Plan& p) {
        p.cluster.gpus_per_node = gpus;
      });
    };
    QVERIFY(on(1).has("one_rank") && !on(2).has("one_rank"));
    QVERIFY(!on(1).with([](Plan& p) { p.zero.stage = 0; }).has("one_rank"));
  }

  void bf16_keeps_a_stated_master_type() {
    const Situation half = without_offload(1).with([](Plan& p) { p.training.precision = Precision::fp16; });
    QCOMPARE(half.remedy("bf16_available").training.precision, Precision::bf16);
    const auto low =
        half.with([](Plan& p) { p.training.low_precision_master = true; }).find("bf16_available");
    QVERIFY(low && !low->remedy);
    QVERIFY(!without_offload(1).has("bf16_available"));
    QVERIFY(!without_offload(1)
                 .with([](Plan& p) { p.training.precision = Precision::fp32; })
                 .has("bf16_available"));
  }

  void one_kind_that_binds_twice_is_told_once() {
    const auto mixed = [](const char* gpu) {
      Situation one = without_offload(3).with([](Plan& p) { p.training.precision = Precision::fp16; });
      one.plan = with_other_gpus(one.plan, {gpu_from_preset(catalog().find_gpu(gpu)), 2});
      return one.find("mixed_gpus").value().fix;
    };
    const auto count = [](const std::string& fix) {
      int found = 0;
      for (std::size_t at = fix.find("Without"); at != std::string::npos; at = fix.find("Without", at + 1))
        ++found;
      return found;
    };
    QCOMPARE(count(mixed("v100-sxm2-32gb")), 1);  // smaller and slower than an A100 80 GB
    QCOMPARE(count(mixed("gb10")), 2);            // larger than it
  }
};

ZP_TEST(SidesTest)
#include "sides_test.moc"
