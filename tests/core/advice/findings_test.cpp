// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <rapidcheck.h>

#include <QtTest>

#include "core/advice/advice.h"
#include "core/catalog/catalog.h"
#include "core/search/candidates.h"
#include "core/sharding/mixed_gpus.h"
#include "core/speed/throughput.h"
#include "core/units/format.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_of(const char* model, Strategy strategy) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(model));
  plan.training.activation_checkpointing = Checkpointing::full;
  return with_strategy(plan, strategy);
}

std::vector<Finding> found_for(const Plan& plan) { return advice(plan, figures_of(plan), compare(plan)); }

std::optional<Finding> finding_of(const Plan& plan, const char* code) {
  for (Finding& finding : found_for(plan))
    if (finding.code == code) return std::move(finding);
  return std::nullopt;
}

double tokens_per_s(const Plan& plan) { return throughput_of(plan, estimate_speed(plan).total).tokens_per_s; }

Plan slow_network() {
  Plan plan = plan_of("llama-2-70b", {3, Device::none, Device::none});
  plan.cluster.nodes = 4;
  plan.cluster.inter_node.gb_per_s = 3;
  return plan;
}

Plan cpu_bound(int stage) {
  Plan plan = plan_of("llama-2-13b", {stage, Device::cpu, Device::none});
  plan.cluster.gpus_per_node = 2;
  plan.cluster.cpu_memory_gb_per_s = 40;
  return plan;
}

Plan drive_bound() {
  Plan plan = plan_of("llama-2-70b", {3, Device::nvme, Device::none});
  plan.cluster.cpu_memory_gib = 700;
  plan.zero.sub_group_size = 100'000'000;
  return plan;
}

}  // namespace

/// Tests of the findings from the clock, each with its figures and, if it suggests another plan, that plan.
class FindingsTest : public QObject {
  Q_OBJECT

  /// Checks that the finding exists with that severity, quotes a time, and has a remedy that fits
  /// and is faster.
  static void check_remedied(const Plan& plan, const char* code, Severity severity) {
    const auto found = finding_of(plan, code);
    QVERIFY2(found, code);
    QCOMPARE(static_cast<int>(found->severity), static_cast<int>(severity));
    QVERIFY2(found->message.find("s ") != std::string::npos, found->message.c_str());
    QVERIFY2(found->fix.find("tokens/s") != std::string::npos, found->fix.c_str());
    QVERIFY2(found->remedy, found->fix.c_str());
    QVERIFY(!found->remedy->label.empty());
    QVERIFY(estimate_memory(found->remedy->plan).fits());
    QVERIFY(tokens_per_s(found->remedy->plan) > tokens_per_s(plan));
  }

 private slots:
  /// A fused loss in training is not fused when the model evaluates: with Trainer's default of 8 sequences
  /// the run stops at its first evaluation.
  void an_evaluation_that_does_not_fit_gets_a_smaller_batch() {
    Plan plan = plan_of("llama-3.1-8b", {3, Device::none, Device::none});
    plan.training.sequence_length = 8192;
    plan.training.fused_loss = FusedLoss::fused;
    plan.training.eval_batch_size = 8;
    const auto found = finding_of(plan, "gpu_memory");
    QVERIFY(found && found->remedy);
    const std::int64_t batch = found->remedy->plan.training.eval_batch_size;
    QVERIFY(batch > 0 && batch < 8 && estimate_memory(found->remedy->plan).fits());
    plan.training.eval_batch_size = batch + 1;
    QVERIFY(!estimate_memory(plan).fits());
  }

  /// With 128 sequences at a time no strategy fits.
  void the_way_out_has_room_for_the_range_of_the_estimate() {
    Plan plan = plan_of("llama-2-7b", {2, Device::none, Device::none});
    plan.training.micro_batch_size = 128;
    const auto found = finding_of(plan, "gpu_memory");
    QVERIFY(found && found->remedy);
    const GpuMemory gpu = estimate_memory(found->remedy->plan).gpu;
    QVERIFY2(gpu.peak_range.high <= gpu.capacity, found->fix.c_str());
    QCOMPARE(train_batch_size(found->remedy->plan), train_batch_size(plan));
  }

  void experts_that_nobody_divides_are_told() {
    Plan plan = plan_of("deepseek-v3-671b", {3, Device::none, Device::none});
    plan.cluster.nodes = 256;
    const auto found = finding_of(plan, "experts_not_divided");
    QVERIFY(found);
    QVERIFY2(found->message.find("pipeline") != std::string::npos, found->message.c_str());
    plan.training.expert_parallel = 8;
    QVERIFY(!finding_of(plan, "experts_not_divided"));
    QVERIFY(!finding_of(slow_network(), "experts_not_divided"));
  }
  /// One GPU gathers nothing. transformers' GptOssExperts runs the experts one after another in training
  /// (models/gpt_oss/modeling_gpt_oss.py), and since release 5 in one grouped product.
  void experts_of_one_gpu_are_grouped_and_not_divided() {
    Plan plan = plan_of("gpt-oss-20b", {0, Device::none, Device::none});
    plan.cluster.gpus_per_node = 1;
    plan.training.lora.rank = 8;
    QVERIFY(!finding_of(plan, "experts_not_divided"));
    check_remedied(plan, "launch_bound", Severity::slow);
    QCOMPARE(finding_of(plan, "launch_bound")->remedy->plan.training.experts, Experts::grouped);
    plan.training.releases = *parse_releases("transformers 4.56", program_named("hf-trainer"));
    check_remedied(plan, "launch_bound", Severity::slow);
    const Training& older = finding_of(plan, "launch_bound")->remedy->plan.training;
    QVERIFY(older.experts == Experts::loop && older.micro_batch_size > 1);
  }
  /// DeepSpeed has no pipeline at stage 3, which would divide the frozen base.
  void a_pipeline_of_adapters_is_not_sent_to_stage_3() {
    Plan plan = plan_of("llama-3.1-70b", {1, Device::none, Device::none});
    plan.training.lora.rank = 16;
    QVERIFY(finding_of(plan, "frozen_base_whole"));
    plan.training.pipeline_parallel = 4;
    QVERIFY(!finding_of(plan, "frozen_base_whole"));
  }
  void stage_3_on_a_slow_network_names_the_bandwidth() {
    check_remedied(slow_network(), "stage3_slow_network", Severity::slow);
    const auto found = finding_of(slow_network(), "stage3_slow_network");
    const QString message = QString::fromStdString(found->message);
    QVERIFY2(message.contains(QStringLiteral("the network between nodes, 3\u202FGB/s a GPU")),
             qUtf8Printable(message));
    QVERIFY2(message.contains(QStringLiteral("would hide behind compute at")), qUtf8Printable(message));
  }

  void stage_3_gives_way_to_a_lighter_stage_that_fits() {
    Plan plan = plan_of("llama-2-7b", {3, Device::none, Device::none});
    plan.cluster.nodes = 2;
    plan.cluster.inter_node.gb_per_s = 3;
    plan.training.gradient_accumulation_steps = 4;  // stage 1 reduces once for all of them
    check_remedied(plan, "stage3_slow_network", Severity::slow);
    QVERIFY(finding_of(plan, "stage3_slow_network")->remedy->plan.zero.stage < 3);
    QVERIFY(!finding_of(plan, "lighter_strategy"));  // the same advice is not given twice
  }

  void a_fast_network_is_nothing_to_mention() {
    Plan plan = slow_network();
    plan.cluster.inter_node.gb_per_s = 400;
    plan.training.micro_batch_size = 4;
    QVERIFY(!finding_of(plan, "stage3_slow_network"));
  }

  void offload_that_is_not_needed() {
    const Plan plan = plan_of("llama-2-7b", {2, Device::cpu, Device::none});
    check_remedied(plan, "needless_offload", Severity::wasteful);
    QVERIFY(finding_of(plan, "needless_offload")->remedy->plan.zero.offload_optimizer.device == Device::none);
    QVERIFY(!finding_of(plan, "cpu_optimizer_bound"));
  }

  void offload_that_is_needed_is_not_called_needless() {
    QVERIFY(!finding_of(cpu_bound(2), "needless_offload"));
  }

  void an_optimizer_bound_by_the_cpu_accumulates_more() {
    check_remedied(cpu_bound(2), "cpu_optimizer_bound", Severity::slow);
    QCOMPARE(
        finding_of(cpu_bound(2), "cpu_optimizer_bound")->remedy->plan.training.gradient_accumulation_steps,
        4);
  }

  void at_stage_3_a_part_of_it_stays_on_the_gpu() {
    const Plan plan = cpu_bound(3);
    check_remedied(plan, "cpu_optimizer_bound", Severity::slow);
    const Plan remedy = finding_of(plan, "cpu_optimizer_bound")->remedy->plan;
    QVERIFY(remedy.zero.offload_optimizer.ratio < 1);
    QCOMPARE(remedy.training.gradient_accumulation_steps, 1);
  }

  /// FSDP's CPUOffloadPolicy has no share (torch distributed/fsdp/_fully_shard/_fsdp_api.py).
  void fsdp_is_offered_no_share_of_the_optimizer() {
    Plan plan = cpu_bound(3);
    plan.training.framework = Framework::fsdp;
    plan.zero.offload_param.device = Device::cpu;
    const auto found = finding_of(plan, "cpu_optimizer_bound");
    QVERIFY2(found && found->fix.find("ratio") == std::string::npos, found->fix.c_str());
    Plan shared = plan;
    shared.zero.offload_optimizer.ratio = 0.1;
    shared.zero.sub_group_size = 50'000'000;
    plan.zero.sub_group_size = 50'000'000;
    QCOMPARE(estimate_speed(shared).total, estimate_speed(plan).total);
    QVERIFY(estimate_memory(shared) == estimate_memory(plan));
  }

  void drives_are_read_and_written_beside_the_step() {
    check_remedied(drive_bound(), "drive_bound", Severity::slow);
    const Plan remedy = finding_of(drive_bound(), "drive_bound")->remedy->plan;
    QVERIFY(remedy.zero.offload_optimizer.pipeline_read && remedy.zero.offload_optimizer.pipeline_write);
  }

  void stages_that_wait_interleave_parts_where_the_program_can() {
    Plan plan = plan_of("llama-2-13b", {1, Device::none, Device::none});
    plan.cluster.nodes = 4;
    plan.training.pipeline_parallel = 4;
    plan.training.pipeline_partition = PipelinePartition::blocks;
    plan.training.gradient_accumulation_steps = 8;
    QVERIFY(finding_of(plan, "pipeline_waits").has_value());
    QVERIFY(!finding_of(plan, "pipeline_waits")->remedy);  // DeepSpeed has 1F1B alone
    plan.training.framework = Framework::fsdp;
    check_remedied(plan, "pipeline_waits", Severity::slow);
    const Training& remedy = finding_of(plan, "pipeline_waits")->remedy->plan.training;
    QCOMPARE(remedy.pipeline_schedule, PipelineSchedule::interleaved);
    plan.training.gradient_accumulation_steps = 256;
    QVERIFY(!finding_of(plan, "pipeline_waits"));
  }

  /// huggingface/optimum-habana README.md: pip install git+https://github.com/HabanaAI/DeepSpeed.git.
  void other_makers_gpus_need_other_builds() {
    Plan plan = plan_of("llama-3.1-8b", {3, Device::none, Device::none});
    QVERIFY(!finding_of(plan, "gaudi_software") && !finding_of(plan, "rocm_software"));
    for (const auto& [id, code, word] : {std::tuple("gaudi-2-96gb", "gaudi_software", "HabanaAI's DeepSpeed"),
                                         std::tuple("instinct-mi300x-192gb", "rocm_software", "ROCm")}) {
      plan.cluster.gpu = gpu_from_preset(catalog().find_gpu(id));
      const auto found = finding_of(plan, code);
      QVERIFY2(found && found->message.find(word) != std::string::npos, id);
    }
  }

  void kernels_too_small_want_a_larger_micro_batch() {
    Plan plan = plan_of("gpt-2-124m", {1, Device::none, Device::none});
    plan.training.sequence_length = 128;
    check_remedied(plan, "launch_bound", Severity::slow);
    QVERIFY(finding_of(plan, "launch_bound")->remedy->plan.training.micro_batch_size > 1);
    QVERIFY(!finding_of(plan, "larger_micro_batch"));  // the same advice is not given twice
  }

  void communication_that_could_overlap() {
    Plan plan = plan_of("llama-2-7b", {1, Device::none, Device::none});
    plan.cluster.nodes = 4;
    plan.zero.overlap_comm = false;
    check_remedied(plan, "overlap_comm_off", Severity::slow);
    plan.zero.overlap_comm = true;
    QVERIFY(!finding_of(plan, "overlap_comm_off"));
  }

  void stage_2_reduces_what_stage_1_would_not() {
    Plan plan = plan_of("llama-2-7b", {2, Device::none, Device::none});
    plan.cluster.nodes = 4;
    plan.cluster.inter_node.gb_per_s = 6;
    plan.training.gradient_accumulation_steps = 8;
    check_remedied(plan, "stage2_reduces_every_micro_batch", Severity::slow);
    QCOMPARE(finding_of(plan, "stage2_reduces_every_micro_batch")->remedy->plan.zero.stage, 1);
    plan.training.gradient_accumulation_steps = 1;
    QVERIFY(!finding_of(plan, "stage2_reduces_every_micro_batch"));
  }

  void every_remedy_of_any_plan_can_be_adopted() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan();
      std::set<std::string> codes;
      for (const Finding& finding : found_for(plan)) {
        RC_ASSERT(codes.insert(finding.code).second);
        RC_ASSERT(!finding.message.empty());
        if (!finding.remedy) continue;
        RC_ASSERT(!finding.remedy->label.empty());
        RC_LOG() << finding.code << ' ';
        RC_ASSERT(estimate_memory(finding.remedy->plan).fits() || !estimate_memory(plan).fits());
      }
    }));
  }

  void nothing_is_said_about_the_speed_of_a_list_of_tensors() {
    Plan plan = with_strategy(Plan{}, {3, Device::none, Device::none});
    plan.model = model_from_tensors({{4096, 4096, 100, TensorRole::other, true}});
    for (const Finding& finding : found_for(plan))
      QVERIFY2(finding.severity != Severity::slow, finding.code.c_str());
  }

  void several_kinds_of_gpu_say_what_binds_and_what_would_be_without_it() {
    Plan plan = plan_of("llama-2-7b", {3, Device::none, Device::none});
    const Gpu slow = gpu_from_preset(catalog().find_gpu("v100-sxm2-32gb"));
    plan.training.precision = Precision::fp16;
    QVERIFY(!finding_of(plan, "mixed_gpus"));
    plan = with_other_gpus(plan, {slow, 2});
    const std::optional<Finding> finding = finding_of(plan, "mixed_gpus");
    QVERIFY(finding);
    QVERIFY(finding->message.find("2 × V100 SXM2 32GB limit the memory") != std::string::npos);
    QVERIFY(finding->message.find("2 × V100 SXM2 32GB limit the step") != std::string::npos);
    const double without = tokens_per_s(without_kind(plan, 1).value());
    QVERIFY(finding->fix.find(format_per_s(without, "tokens") + " instead of ") != std::string::npos);
  }

  /// All GPUs count with the least that any of them has.
  void a_mixed_cluster_is_one_of_its_slowest() {
    Plan slow = plan_of("llama-2-7b", {3, Device::none, Device::none});
    slow.training.precision = Precision::fp16;
    const Plan mixed = with_other_gpus(slow, {gpu_from_preset(catalog().find_gpu("v100-sxm2-32gb")), 2});
    slow.cluster.gpu = mixed.cluster.other_gpus.front().gpu;
    slow.cluster.intra_node = mixed.cluster.intra_node;
    slow.cluster.host_link = mixed.cluster.host_link;
    QCOMPARE(estimate_speed(mixed).total, estimate_speed(slow).total);
    QCOMPARE(estimate_memory(mixed).gpu.capacity, estimate_memory(slow).gpu.capacity);
    QVERIFY(estimate_memory(mixed).ledger == estimate_memory(slow).ledger);
  }

  void much_padding_is_worth_packing() {
    Plan plan = plan_of("llama-2-7b", {3, Device::none, Device::none});
    plan.training.padding_share = 0.05;
    QVERIFY(!finding_of(plan, "padding"));
    plan.training.padding_share = 0.25;
    const std::optional<Finding> finding = finding_of(plan, "padding");
    QVERIFY(finding && finding->message.find("75") != std::string::npos);
  }
};

ZP_TEST(FindingsTest)
#include "findings_test.moc"
