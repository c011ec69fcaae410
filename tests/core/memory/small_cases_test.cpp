// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/memory/checkpoint.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;
using enum EntryId;

namespace {

constexpr std::int64_t parameters_of_7b = 6'738'415'616;  // of Llama-2 7B
constexpr std::int64_t embedding = 32'000LL * 4'096;
constexpr std::int64_t allreduce_bucket =
    500'000'000;  // deepspeed/runtime/engine.py, MEMORY_OPT_ALLREDUCE_SIZE

MemoryEstimate estimate_of(const std::string& model, const std::string& keys) {
  return estimate_memory(read_plan(R"({"model": )" + model + keys + "}").plan);
}
MemoryEstimate llama(const std::string& keys) { return estimate_of(R"({"preset": "llama-2-7b"})", keys); }
std::int64_t held(const MemoryEstimate& estimate, EntryId id) { return estimate.ledger.bytes(id).value(); }

std::string on_gpus(int stage, int gpus, const std::string& training = "{}", const std::string& zero = "") {
  return R"(, "zero": {"stage": )" + std::to_string(stage) + zero + R"(}, "cluster": {"gpus_per_node": )" +
         std::to_string(gpus) + R"(}, "training": )" + training;
}

}  // namespace

/// Tests of small cases, worked out by hand: one GPU, rank 1, one token, a count without a shape. They tell
/// `1` from `0` and `>` from `>=`.
class SmallCasesTest : public QObject {
  Q_OBJECT

 private slots:
  /// The adapters are on query and value of 32 layers, 4,096 in and out.
  void adapters_of_rank_one() {
    const MemoryEstimate estimate = llama(R"(, "training": {"lora": {"rank": 1}})");
    QCOMPARE(estimate.model.trainable.value(), std::int64_t{32} * 2 * (4'096 + 4'096));
  }

  /// One rank has nobody to reduce with: stage 0, stage 1's BF16_Optimizer and stage 3 copy no bucket.
  void one_gpu_reduces_nothing() {
    const char* const fp32 = R"({"gradient_accumulation_dtype": "fp32"})";
    QCOMPARE(held(llama(on_gpus(0, 1)), buffers_allreduce), std::int64_t{0});
    QCOMPARE(held(llama(on_gpus(0, 2)), buffers_allreduce), 2 * allreduce_bucket);
    QCOMPARE(held(llama(on_gpus(1, 1, fp32)), buffers_allreduce), std::int64_t{0});
    QCOMPARE(held(llama(on_gpus(1, 2, fp32)), buffers_allreduce), 4 * allreduce_bucket);
    QCOMPARE(held(llama(on_gpus(3, 1)), buffers_reduce_copy), std::int64_t{0});
    QCOMPARE(held(llama(on_gpus(3, 2)), buffers_reduce_copy), 2 * allreduce_bucket);
  }

  /// Before a gradient goes to the host, stages 1 and 2 take its norm in double precision, 8 bytes, and since
  /// 0.13.3 look for overflow in an fp32 copy with three masks and their result in fp32, 11 bytes; stage 3
  /// takes the norm of a rank's part, of at most 250,000,000 elements at a time, or copies it in fp32.
  void checks_of_a_gradient_on_its_way_to_the_host() {
    const char* const to_host = R"(, "offload_optimizer": "cpu")";
    const auto checked = [&](int stage, int gpus, const std::string& target = "") {
      return held(llama(on_gpus(stage, gpus, "{}", to_host) + target), staging_gradient);
    };
    QCOMPARE(checked(2, 8), 11 * embedding);
    QCOMPARE(checked(1, 2), 11 * embedding);
    QCOMPARE(checked(2, 8, R"(, "target": {"deepspeed_version": "0.13.2"})"), 8 * embedding);
    QCOMPARE(held(llama(on_gpus(2, 8)), staging_gradient), std::int64_t{0});
    QCOMPARE(checked(3, 8), (2 + 8) * embedding / 8);
    const std::int64_t of_8b = 128'256LL * 4'096;
    QCOMPARE(held(estimate_of(R"({"preset": "llama-3-8b"})", on_gpus(3, 1, "{}", to_host)), staging_gradient),
             (2 + 4) * of_8b);
  }

  /// BF16_Optimizer at stage 0 divides the fp32 copy and the states among the ranks, and accumulates every
  /// gradient in fp32 (engine.py of 0.17.1, get_data_types and _do_optimizer_sanity_check;
  /// bf16_optimizer.py). Pull request 7515 ended that in 0.17.6.
  void bf16_at_stage_0_was_partitioned_before_0_17_6() {
    const auto with = [](const char* target, const char* training) {
      return llama(on_gpus(0, 8, training) + target);
    };
    const char* const last = R"(, "target": {"deepspeed_version": "0.17.5"})";
    const char* const next = R"(, "target": {"deepspeed_version": "0.17.6"})";
    const char* const bf16 = R"({"precision": "bf16"})";
    const MemoryEstimate old = with(last, bf16);
    QCOMPARE(held(old, states_weights), 2 * parameters_of_7b);
    QCOMPARE(held(old, states_master), 4 * parameters_of_7b / 8);
    QCOMPARE(held(old, states_optimizer), 8 * parameters_of_7b / 8);
    QCOMPARE(held(old, states_accumulated_gradients), 4 * parameters_of_7b);
    QCOMPARE(held(with(next, bf16), states_master), 4 * parameters_of_7b);
    QCOMPARE(held(with(last, R"({"precision": "fp16"})"), states_master), 4 * parameters_of_7b);
  }

  /// stage3.py reduces a tensor alone if it has more elements than the bucket, not if it has as many.
  void a_tensor_as_large_as_the_bucket() {
    const auto alone = [](std::int64_t bucket) {
      return held(llama(on_gpus(3, 8, "{}", R"(, "reduce_bucket_size": )" + std::to_string(bucket))),
                  buffers_large_gradient);
    };
    QCOMPARE(alone(embedding), std::int64_t{0});
    QCOMPARE(alone(embedding - 1), 2 * embedding);
  }

  /// Stage 0 steps on flat gradients in fp32 (fp16/fused_optimizer.py).
  void the_step_of_stage_0() {
    QCOMPARE(held(llama(on_gpus(0, 8)), step_fp32_gradients), 4 * parameters_of_7b);
  }

  /// The reduced partition exists beside the whole gradients, unless it goes to the host (stage_1_and_2.py).
  void reduced_gradients_of_stage_1() {
    QCOMPARE(held(llama(on_gpus(1, 8)), states_accumulated_gradients), 2 * parameters_of_7b / 8);
    QCOMPARE(
        held(llama(on_gpus(1, 8, "{}", R"(, "offload_optimizer": "cpu")")), states_accumulated_gradients),
        std::int64_t{0});
  }

  /// Stage 2 keeps its partition of the earlier micro batches' gradients only if there are
  /// such micro batches.
  void accumulated_gradients_of_stage_2() {
    QCOMPARE(
        held(llama(on_gpus(2, 8, R"({"gradient_accumulation_steps": 4})")), states_accumulated_gradients),
        2 * parameters_of_7b / 8);
    QCOMPARE(
        held(llama(on_gpus(2, 8, R"({"gradient_accumulation_steps": 1})")), states_accumulated_gradients),
        std::int64_t{0});
  }

  /// Each of 32 layers has a checkpoint in the model's type.
  void checkpoints_in_fp32() {
    const auto saved = [](Precision precision) {
      Plan plan = example_plan().plan;  // Llama-2 7B
      plan.training.activation_checkpointing = Checkpointing::full;
      plan.training.sequence_length = 128;
      plan.training.micro_batch_size = 1;
      plan.training.precision = precision;
      return held(estimate_memory(plan), activations_saved_blocks);
    };
    QCOMPARE(saved(Precision::fp32), std::int64_t{4} * 32 * 4'096 * 128);
    QCOMPARE(saved(Precision::bf16), std::int64_t{2} * 32 * 4'096 * 128);
  }

  /// One token is one chunk of one (Liger-Kernel, ops/fused_linear_cross_entropy.py).
  void a_fused_loss_of_one_token() {
    QCOMPARE(held(llama(R"(, "training": {"sequence_length": 1, "fused_loss": "fused"})"), logits_fp32),
             std::int64_t{4} * 32'000);
    // The vocabulary is eight times the width, so two tokens are processed one at a time.
    QCOMPARE(held(llama(R"(, "training": {"sequence_length": 2, "fused_loss": "fused"})"), logits_fp32),
             std::int64_t{4} * 32'000);
  }

  /// Since 0.18.5 a tensor is gathered in one piece for its hook, before in two.
  void gathering_for_hooks() {
    const auto gathered = [](const DeepSpeedVersion& version) {
      Plan plan = example_plan().plan;  // Llama-2 7B
      plan.zero.stage = 3;
      plan.zero.offload_optimizer.device = Device::cpu;
      plan.target.deepspeed_version = version;
      return held(estimate_memory(plan), init_workspace);
    };
    QCOMPARE(gathered({0, 18, 5}), 2 * embedding);
    QCOMPARE(gathered({0, 18, 4}), 4 * embedding);
  }

  /// Since 0.16 zero_to_fp32.py maps the files and reads only what becomes the fp32 model; before,
  /// it read everything.
  void what_is_read_to_convert_a_checkpoint() {
    Plan plan = example_plan().plan;
    plan.target.deepspeed_version = {0, 16, 0};
    QCOMPARE(saved_checkpoint(plan).read_to_convert.value(), 4 * parameters_of_7b);
    plan.target.deepspeed_version = {0, 15, 4};
    QCOMPARE(saved_checkpoint(plan).read_to_convert.value(), (2 + 12) * parameters_of_7b);
  }

  /// torch.optim's foreach makes one temporary of the shard's size, which takes no GPU memory if the
  /// optimizer is on the host.
  void temporary_of_foreach() {
    Plan plan = example_plan().plan;
    plan.zero.stage = 3;
    plan.training.framework = Framework::fsdp;
    plan.training.optimizer_kernel = OptimizerKernel{2};  // foreach, a macro in files that include Qt
    QCOMPARE(held(estimate_memory(plan), step_optimizer), 4 * parameters_of_7b / 8);
    plan.zero.offload_optimizer.device = plan.zero.offload_param.device = Device::cpu;
    QCOMPARE(held(estimate_memory(plan), step_optimizer), std::int64_t{0});
  }

  /// A sub-group below 1 MiB of fp32 stays in memory (swap_tensor/optimizer_utils.py:180).
  void sub_groups_too_small_for_files() {
    const auto in_files = [](const char* shape) {
      return held(estimate_of(R"({"tensors": [{"shape": )" + std::string(shape) + "}]}",
                              R"(, "zero": {"stage": 3, "offload_optimizer": "nvme"},
                      "cluster": {"gpus_per_node": 1,
                                  "nvme": {"capacity_gib": 100, "read_gb_per_s": 6, "write_gb_per_s": 4}})"),
                  nvme_optimizer);
    };
    QVERIFY(in_files("[512, 512]") > 0);
    QCOMPARE(in_files("[511, 512]"), std::int64_t{0});
  }

  /// A bare count is divided exactly, and no tensor is larger than the whole model.
  void a_count_without_a_shape() {
    const MemoryEstimate estimate = estimate_of(R"({"parameters": 8e9})", on_gpus(3, 8));
    QCOMPARE(estimate.model.parameters.value(), std::int64_t{8'000'000'000});
    QCOMPARE(estimate.model.trainable.value(), std::int64_t{8'000'000'000});
    QCOMPARE(held(estimate, states_master), std::int64_t{4'000'000'000});
    QVERIFY(held(estimate, init_whole_model) < std::int64_t{2} * 8'000'000'000);
    const MemoryEstimate few = estimate_of(R"({"parameters": 1000})", on_gpus(3, 8));
    QCOMPARE(few.model.largest_tensor.value(), std::int64_t{1'000});
    QCOMPARE(held(few, init_whole_model), std::int64_t{2'000});
  }

  /// Beside adapters, the whole of a bare count stays, frozen.
  void adapters_on_a_count_without_a_shape() {
    const MemoryEstimate estimate =
        estimate_of(R"({"parameters": 8e9})", on_gpus(0, 8, R"({"lora": {"rank": 8}})"));
    const std::int64_t adapters = estimate.model.trainable.value();
    QVERIFY(adapters > 0 && adapters < 80'000'000);
    QCOMPARE(held(estimate, states_gradients), 2 * adapters);
    QVERIFY(std::abs(held(estimate, states_weights) - 2 * (8'000'000'000 + adapters)) <= 4);
  }

  /// If more is frozen than exists, nothing is trained, and the weights stay the same.
  void everything_frozen() {
    const MemoryEstimate estimate =
        estimate_of(R"({"preset": "llama-2-7b", "frozen_parameters": 7e9})", on_gpus(2, 8));
    QCOMPARE(held(estimate, states_weights), 2 * parameters_of_7b);
    QCOMPARE(held(estimate, states_master), std::int64_t{0});
    QCOMPARE(held(estimate, states_optimizer), std::int64_t{0});
  }

  /// With half of the weights frozen, stage 3 divides each part by itself.
  void some_frozen() {
    const std::int64_t frozen = 4'000'000'000;
    const MemoryEstimate estimate =
        estimate_of(R"({"preset": "llama-2-7b", "frozen_parameters": 4e9})", on_gpus(3, 8));
    QCOMPARE(held(estimate, states_master), 4 * (parameters_of_7b - frozen) / 8);
    QCOMPARE(held(estimate, states_weights), 2 * parameters_of_7b / 8);
  }

  /// The answers concern a host and drives that are too small, and a drive that nobody described.
  void host_and_drives_too_small() {
    const auto offloaded = [](const char* cluster) {
      return llama(
          R"(, "zero": {"stage": 3, "offload_param": "nvme", "offload_optimizer": "nvme"}, "cluster": )" +
          std::string(cluster));
    };
    const MemoryEstimate small = offloaded(
        R"({"cpu_memory_gib": 4, "nvme": {"capacity_gib": 4, "read_gb_per_s": 6, "write_gb_per_s": 4}})");
    QVERIFY(!small.nvme.fits);
    QVERIFY(!small.cpu.fits);
    const MemoryEstimate large = offloaded(
        R"({"cpu_memory_gib": 4000, "nvme": {"capacity_gib": 4000, "read_gb_per_s": 6, "write_gb_per_s": 4}})");
    QVERIFY(large.nvme.fits);
    QVERIFY(large.cpu.fits);
    QVERIFY(large.nvme.per_node_range.low <= large.nvme.per_node);
    QVERIFY(large.nvme.per_node_range.high >= large.nvme.per_node);
    QVERIFY(offloaded("{}").nvme.fits);
  }

  /// Pinned memory takes at least its own size, on every rank of a node (cudaHostAlloc rounds up to
  /// powers of two).
  void pinned_memory_is_rounded_up() {
    const MemoryEstimate estimate =
        llama(R"(, "zero": {"stage": 2, "offload_optimizer": {"device": "cpu", "pin_memory": true}})");
    QVERIFY(estimate.cpu.pinned_per_node.value() > 0);
    QVERIFY(estimate.cpu.pinned_rounded_per_node >= estimate.cpu.pinned_per_node);
    QVERIFY(estimate.cpu.pinned_rounded_per_node.value() < 2 * estimate.cpu.pinned_per_node.value() + 8);
  }

  /// Every stage of a pipeline saves its own layers, which together are the model.
  void the_checkpoint_of_a_pipeline() {
    const MemoryEstimate estimate = llama(on_gpus(1, 8, R"({"pipeline_parallel": 2})"));
    QCOMPARE(estimate.checkpoint.weights.value(), 2 * parameters_of_7b);
    QCOMPARE(estimate.checkpoint.training_state.value(), 14 * parameters_of_7b);
  }

  /// ds_to_universal.py writes three files for each of an adapter's two tensors.
  void universal_files_of_adapters() {
    Plan plan = example_plan().plan;
    plan.training.lora.rank = 8;
    QCOMPARE(saved_checkpoint(plan).universal.files, std::int64_t{3} * 32 * 2 * 2);
  }

  /// Without ZeRO, nothing leaves the GPU (runtime/engine.py:1232-1235).
  void stage_0_offloads_nothing() {
    const MemoryEstimate estimate = llama(on_gpus(0, 8, "{}", R"(, "offload_optimizer": "cpu")"));
    QCOMPARE(held(estimate, states_master), 4 * parameters_of_7b);
    QCOMPARE(held(estimate, host_master), std::int64_t{0});
  }

  /// SHARD_GRAD_OP gathers base and adapters, and one more block; DDP has adapters in fp32 beside the base.
  void adapters_under_pytorch() {
    const std::int64_t adapters = 32LL * 2 * 8 * (4'096 + 4'096), all = parameters_of_7b + adapters;
    const std::string training = R"({"framework": "fsdp", "lora": {"rank": 8}})";
    QCOMPARE(held(llama(on_gpus(2, 8, training)), gathered_live), 2 * (all + (all - 2 * embedding) / 32));
    QCOMPARE(held(llama(on_gpus(0, 8, training)), states_weights), 4 * adapters + 2 * parameters_of_7b);
  }

  /// Under SHARD_GRAD_OP, FSDP divides frozen weights by all ranks too.
  void frozen_weights_are_sharded_by_fsdp() {
    const auto weights = [](int stage) {
      return held(llama(on_gpus(stage, 8, R"({"framework": "fsdp", "lora": {"rank": 8}})")), states_weights);
    };
    const std::int64_t adapters = 32LL * 2 * 8 * (4'096 + 4'096);
    QCOMPARE(weights(2), 4 * adapters / 8 + 2 * parameters_of_7b / 8);
    QCOMPARE(weights(3), weights(2));
  }
};

ZP_TEST(SmallCasesTest)
#include "small_cases_test.moc"
