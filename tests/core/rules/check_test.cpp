// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/check_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// The keys of one plan, a Llama-2 7B on eight A100; a row gives those that differ.
struct Parts {
  const char* model = R"({"preset": "llama-2-7b"})";
  const char* training = "{}";
  const char* zero = "{}";
  const char* cluster = "{}";
  const char* config = "{}";
};

std::string plan_of(const Parts& parts) {
  return std::string(R"({"model": )") + parts.model + R"(, "training": )" + parts.training + R"(, "zero": )" +
         parts.zero + R"(, "cluster": )" + parts.cluster + R"(, "deepspeed_config": )" + parts.config + "}";
}

std::string list(const std::vector<Finding>& issues) {
  std::string text;
  for (const Finding& issue : issues)
    text += std::string(name_of(issue.severity)) + " " + issue.code + " " + issue.path + ": " +
            issue.message + "\n";
  return text;
}

Plan random_plan() {
  Plan plan;
  plan.model = model_from_parameters(Params(*rc::gen::inRange<std::int64_t>(-10, 2'000'000'000'000'000)));
  for (const PlanKey& field : plan_keys()) {
    if (!field.is_plain()) continue;
    if (*rc::gen::inRange(0, 4) != 0) continue;
    const double span = field.range.high - field.range.low;
    // Values are mostly in range and now and then just outside, so that both sides of every limit are met.
    const int percent =
        *rc::gen::inRange(0, 100) == 0 ? *rc::gen::element(-5, 105) : *rc::gen::inRange(0, 101);
    const double value = field.range.low + span * percent / 100.0;
    if (field.kind == KeyKind::count && std::abs(value) < 0x1p30)
      field.set(plan, static_cast<std::int64_t>(value));
    if (field.kind == KeyKind::real) field.set(plan, value);
  }
  plan.training.tensor_parallel = *rc::gen::element(1, 1, 1, 2);
  plan.training.sequence_parallel = *rc::gen::element(1, 1, 1, 4);
  return plan;
}

}  // namespace

/// Tests of every rule by its code: the plans that it names, its severity, and whether an estimate can still
/// be made.
class CheckTest : public QObject {
  Q_OBJECT

 private slots:
  void a_sound_plan_has_no_issue_data() {
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const Parts& parts) {
      QTest::newRow(name) << QString::fromStdString(plan_of(parts));
    };
    row("defaults", {});
    row("stage 2 with offload", {.zero = R"({"stage": 2, "offload_optimizer": "cpu"})"});
    row("stage 3 on the host",
        {.zero = R"({"stage": 3, "offload_optimizer": "cpu", "offload_param": "cpu"})"});
    row("stage 3 on a drive that is described",
        {.zero =
             R"({"stage": 3, "sub_group_size": 1e8, "offload_optimizer": "nvme", "offload_param": "nvme"})",
         .cluster = R"({"nvme": {"capacity_gib": 3500, "read_gb_per_s": 6, "write_gb_per_s": 4}})"});
    row("tensor and sequence parallel", {.training = R"({"tensor_parallel": 2, "sequence_parallel": 4})"});
    row("LoRA", {.training = R"({"lora": {"rank": 16, "targets": ["q_proj", "gate_proj"]}})"});
    row("experts", {.model = R"({"preset": "mixtral-8x7b"})"});
    row("grouped queries", {.model = R"({"preset": "llama-2-70b"})"});
    row("latent attention", {.model = R"({"preset": "deepseek-v3-671b"})"});
    row("Muon without reduce_scatter", {.training = R"({"optimizer": "muon", "zero_init": false})",
                                        .zero = R"({"stage": 3, "reduce_scatter": false})"});
    row("bf16 states without offload",
        {.zero = R"({"stage": 2})",
         .config = R"({"bf16": {"bf16_master_weights_and_grads": true, "bf16_optimizer_states": true}})"});
    row("fp32 accumulation at stage 3",
        {.training = R"({"gradient_accumulation_dtype": "fp32"})", .zero = R"({"stage": 3})"});
    row("fp16 on a V100",
        {.training = R"({"precision": "fp16"})", .cluster = R"({"gpu": {"preset": "v100-sxm2-32gb"}})"});
    row("DeepSpeed's rules are not FSDP's",
        {.training = R"({"framework": "fsdp", "optimizer": "muon"})", .zero = R"({"stage": 3})"});
    row("amsgrad in torch",
        {.config = R"({"optimizer": {"params": {"amsgrad": true, "torch_adam": true}}})"});
    row("hpZ over a node",
        {.zero = R"({"stage": 3, "zero_hpz_partition_size": 8})", .cluster = R"({"nodes": 4})"});
    row("a sequence as long as the model's", {.training = R"({"sequence_length": 4096})"});
    row("ratio with small sub-groups",
        {.zero =
             R"({"stage": 3, "sub_group_size": 1e8, "offload_optimizer": {"device": "cpu", "ratio": 0.3}})"});
  }
  void a_sound_plan_has_no_issue() {
    QFETCH(QString, text);
    const std::vector<Finding> issues = check(read_plan(text.toStdString()));
    QVERIFY2(issues.empty(), list(issues).c_str());
    QVERIFY(is_usable(issues));
  }

  /// DDP shards no weights, FSDP1 keeps the type of a flat parameter, and other programs have no accelerate.
  void frozen_weights_are_cast_by_fully_shard_alone() {
    const auto is_told = [](const char* training, const char* zero) {
      const std::string text = plan_of({.training = training, .zero = zero});
      return std::ranges::any_of(check(read_plan(text).plan), [](const Finding& issue) {
        return issue.code == "fsdp2_casts_frozen_weights";
      });
    };
    QVERIFY(is_told(R"({"framework": "fsdp", "lora": {"rank": 8}})", R"({"stage": 3})"));
    QVERIFY(!is_told(R"({"framework": "fsdp", "lora": {"rank": 8}})", R"({"stage": 0})"));
    QVERIFY(!is_told(R"({"framework": "fsdp", "fsdp_version": 1, "lora": {"rank": 8}})", R"({"stage": 3})"));
    QVERIFY(
        is_told(R"({"program": "hf-trainer", "framework": "fsdp", "fsdp_version": 2, "lora": {"rank": 8}})",
                R"({"stage": 3})"));
    QVERIFY(!is_told(R"({"program": "veomni", "framework": "fsdp", "fsdp_version": 2, "lora": {"rank": 8}})",
                     R"({"stage": 3})"));  // it shards without accelerate
  }

  void rules_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("severity");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("usable");
    const auto row = [](const char* code_and_case, const Parts& parts, const char* severity, const char* path,
                        bool usable = true) {
      QTest::newRow(code_and_case) << QString::fromStdString(plan_of(parts)) << severity << path << usable;
    };
    const char* heads = "model.architecture.attention_heads";
    row("heads_do_not_divide_hidden_size",
        {.model = R"({"architecture": {"hidden_size": 1000, "layers": 2, "attention_heads": 7}})"}, "refused",
        heads, false);
    row("kv_heads_do_not_divide_heads",
        {.model =
             R"({"architecture": {"hidden_size": 1024, "layers": 2, "attention_heads": 8, "kv_heads": 3}})"},
        "refused", "model.architecture.kv_heads", false);
    row("kv_heads_do_not_divide_heads: more of them",
        {.model =
             R"({"architecture": {"hidden_size": 1024, "layers": 2, "attention_heads": 8, "kv_heads": 16}})"},
        "refused", "model.architecture.kv_heads", false);
    row("impossible_experts",
        {.model =
             R"({"architecture": {"hidden_size": 1024, "layers": 2, "experts": 4, "experts_per_token": 5}})"},
        "refused", "model.architecture.experts_per_token", false);
    row("impossible_experts: none visited",
        {.model =
             R"({"architecture": {"hidden_size": 1024, "layers": 2, "experts": 4, "experts_per_token": 0}})"},
        "refused", "model.architecture.experts_per_token", false);
    row("impossible_dense_layers",
        {.model = R"({"architecture": {"hidden_size": 1024, "layers": 2, "experts": 4, "dense_layers": 3}})"},
        "refused", "model.architecture.dense_layers", false);
    row("too_many_parameters", {.model = R"({"architecture": {"hidden_size": 1e7, "layers": 1e5}})"},
        "refused", "model", false);
    row("too_many_parameters: in experts",
        {.model =
             R"({"architecture": {"hidden_size": 1e7, "layers": 1e5, "experts": 1e5, "expert_intermediate_size": 1e8}})"},
        "refused", "model", false);
    row("too_many_frozen_parameters", {.model = R"({"preset": "llama-2-7b", "frozen_parameters": 7e9})"},
        "refused", "model.architecture.frozen_parameters", false);
    row("nothing_to_train: all frozen",
        {.model = R"({"preset": "llama-2-7b", "frozen_parameters": 6738415616})"}, "refused", "model", false);
    row("nothing_to_train: tensors", {.model = R"({"tensors": [{"shape": [4], "trainable": false}]})"},
        "refused", "model", false);
    row("nothing_to_train: no adapter", {.training = R"({"lora": {"rank": 8, "targets": []}})"}, "refused",
        "model", false);
    row("lora_without_shape",
        {.model = R"({"tensors": [{"shape": [4]}]})", .training = R"({"lora": {"rank": 8}})"}, "refused",
        "training.lora.rank", false);
    row("lora_target_absent",
        {.model = R"({"preset": "gpt-2-124m"})",
         .training = R"({"lora": {"rank": 8, "targets": ["q_proj", "gate_proj"]}})"},
        "ignored", "training.lora.targets");
    row("activations_unknown", {.model = R"({"tensors": [{"shape": [4, 4]}]})"}, "style", "model.tensors");
    row("typical_shape", {.model = R"({"parameters": 7e9})"}, "style", "model.parameters");

    row("ranks_do_not_divide: tensor", {.training = R"({"tensor_parallel": 3})"}, "fails_later",
        "training.tensor_parallel", false);
    row("ranks_do_not_divide: sequence", {.training = R"({"sequence_parallel": 16})"}, "fails_later",
        "training.sequence_parallel", false);
    row("ranks_do_not_divide: both", {.training = R"({"tensor_parallel": 4, "sequence_parallel": 4})"},
        "fails_later", "training.tensor_parallel", false);
    row("tensor_parallel_between_nodes",
        {.training = R"({"tensor_parallel": 16})", .cluster = R"({"nodes": 2})"}, "slow",
        "training.tensor_parallel");
    row("heads_do_not_divide: tensor",
        {.model = R"({"preset": "gpt-2-124m"})", .training = R"({"tensor_parallel": 8})"}, "fails_later",
        "training.tensor_parallel");
    row("heads_do_not_divide: sequence",
        {.model = R"({"preset": "gpt-2-124m"})", .training = R"({"sequence_parallel": 8})"}, "fails_later",
        "training.sequence_parallel");
    row("kv_heads_do_not_divide",
        {.model =
             R"({"architecture": {"hidden_size": 1152, "layers": 2, "attention_heads": 24, "kv_heads": 8}})",
         .training = R"({"sequence_parallel": 6, "sequence_length": 600})",
         .cluster = R"({"gpus_per_node": 6})"},
        "fails_later", "training.sequence_parallel");
    row("sequence_does_not_divide", {.training = R"({"sequence_parallel": 4, "sequence_length": 1001})"},
        "fails_later", "training.sequence_length");
    row("sequence_exceeds_model", {.training = R"({"sequence_length": 8192})"}, "style",
        "training.sequence_length");
    row("sequence_exceeds_positions",
        {.model = R"({"preset": "gpt-2-124m"})", .training = R"({"sequence_length": 2048})"}, "fails_later",
        "training.sequence_length");
    row("too_many_tokens",
        {.training =
             R"({"micro_batch_size": 65536, "gradient_accumulation_steps": 1048576, "sequence_length": 1e6})"},
        "refused", "training.micro_batch_size", false);
    row("no_bf16",
        {.training = R"({"precision": "bf16"})", .cluster = R"({"gpu": {"preset": "v100-sxm2-32gb"}})"},
        "fails_later", "training.precision");
    row("no_checkpoints_on_host", {.training = R"({"checkpoints_on_host": true})"}, "ignored",
        "training.checkpoints_on_host");
    row("bridge_joins_pairs", {.cluster = R"({"gpu": {"preset": "a100-pcie-80gb"}})"}, "style",
        "cluster.intra_node");
    row("packing_without_flash", {.training = R"({"sequence_length": 4096, "example_length": 512})"},
        "ignored", "training.example_length");
    row("more_other_gpus_than_gpus",
        {.cluster = R"({"gpus_per_node": 4, "other_gpus": [{"preset": "rtx-3090-24gb", "count": 9}]})"},
        "ignored", "cluster.other_gpus");

    row("offload_param_needs_stage_3", {.zero = R"({"stage": 2, "offload_param": "cpu"})"}, "ignored",
        "zero.offload_param");
    row("offload_needs_zero", {.zero = R"({"stage": 0, "offload_optimizer": "cpu"})"}, "fails_later",
        "zero.offload_optimizer");
    row("nvme_needs_stage_3", {.zero = R"({"stage": 2, "offload_optimizer": "nvme"})"}, "ignored",
        "zero.offload_optimizer");
    row("nvme_not_described", {.zero = R"({"stage": 3, "offload_optimizer": "nvme"})"}, "style",
        "cluster.nvme");
    row("too_few_buffers",
        {.zero = R"({"stage": 3, "offload_optimizer": {"device": "nvme", "buffer_count": 3}})"},
        "fails_later", "zero.offload_optimizer.buffer_count");
    row("too_few_buffers: read ahead",
        {.zero =
             R"({"stage": 3, "sub_group_size": 1e8, "offload_optimizer": {"device": "nvme", "pipeline_read": true}})"},
        "fails_later", "zero.offload_optimizer.buffer_count");
    row("buffer_too_small",
        {.zero = R"({"stage": 3, "offload_param": {"device": "nvme", "buffer_size": 1e6}})"}, "fails_later",
        "zero.offload_param.buffer_size");
    row("contiguous_gradients_forced",
        {.zero = R"({"stage": 2, "offload_optimizer": "cpu", "contiguous_gradients": false})"}, "ignored",
        "zero.contiguous_gradients");
    row("ratio_needs_stage_3",
        {.zero = R"({"stage": 2, "offload_optimizer": {"device": "cpu", "ratio": 0.5}})"}, "refused",
        "zero.offload_optimizer.ratio");
    row("ratio_without_effect",
        {.zero = R"({"stage": 3, "offload_optimizer": {"device": "cpu", "ratio": 0.5}})"}, "ignored",
        "zero.offload_optimizer.ratio");
    row("ratio_needs_cpu_adam",
        {.training = R"({"optimizer": "lion"})",
         .zero = R"({"stage": 3, "offload_optimizer": {"device": "cpu", "ratio": 0.5}})"},
        "fails_later", "zero.offload_optimizer.ratio");
    row("odd_allgather_bucket", {.zero = R"({"stage": 1, "allgather_bucket_size": 500000001})"},
        "fails_later", "zero.allgather_bucket_size");
    row("hpz_does_not_divide", {.zero = R"({"stage": 3, "zero_hpz_partition_size": 3})"}, "fails_later",
        "zero.zero_hpz_partition_size");
    row("mics_does_not_divide", {.zero = R"({"stage": 3, "mics_shard_size": 3})"}, "fails_later",
        "zero.mics_shard_size");
    row("mics_with_offload", {.zero = R"({"stage": 3, "mics_shard_size": 4, "offload_optimizer": "cpu"})"},
        "fails_later", "zero.mics_shard_size");
    row("quantized_gradients_need_reduce_scatter",
        {.zero = R"({"stage": 3, "zero_quantized_gradients": true, "reduce_scatter": false})"}, "fails_later",
        "zero.zero_quantized_gradients");
    row("without_effect: stage 3 only", {.zero = R"({"stage": 2, "sub_group_size": 1e8})"}, "ignored",
        "zero.sub_group_size");
    row("without_effect: below 3", {.zero = R"({"stage": 3, "round_robin_gradients": true})"}, "ignored",
        "zero.round_robin_gradients");
    row("without_effect: none", {.zero = R"({"stage": 0, "reduce_bucket_size": 1e8})"}, "ignored",
        "zero.reduce_bucket_size");

    row("muon_with_reduce_scatter: stage 3",
        {.training = R"({"optimizer": "muon"})", .zero = R"({"stage": 3})"}, "fails_later",
        "zero.reduce_scatter");
    row("muon_with_reduce_scatter: offload",
        {.training = R"({"optimizer": "muon"})", .zero = R"({"stage": 1, "offload_optimizer": "cpu"})"},
        "fails_later", "zero.reduce_scatter");
    row("muon_with_quantized_gradients",
        {.training = R"({"optimizer": "muon"})",
         .zero = R"({"stage": 3, "reduce_scatter": false, "zero_quantized_gradients": true})"},
        "fails_later", "zero.zero_quantized_gradients");
    row("optimizer_cannot_offload: 8 bit",
        {.training = R"({"optimizer": "adamw8bit"})", .zero = R"({"stage": 2, "offload_optimizer": "cpu"})"},
        "fails_later", "training.optimizer");
    row("optimizer_cannot_offload: Lamb",
        {.training = R"({"optimizer": "lamb"})", .zero = R"({"stage": 2, "offload_optimizer": "cpu"})"},
        "fails_later", "training.optimizer");
    row("untested_optimizer",
        {.training = R"({"optimizer": "sgd"})",
         .zero = R"({"stage": 1})",
         .config = R"({"zero_allow_untested_optimizer": false})"},
        "fails_later", "training.optimizer");
    row("no_fused_amsgrad", {.config = R"({"optimizer": {"params": {"amsgrad": true}}})"}, "fails_later",
        "deepspeed_config.optimizer.params.amsgrad");
    row("states_without_master",
        {.zero = R"({"stage": 2})", .config = R"({"bf16": {"bf16_optimizer_states": true}})"}, "refused",
        "deepspeed_config.bf16.bf16_optimizer_states");
    const char* master = "deepspeed_config.bf16.bf16_master_weights_and_grads";
    row("bf16_master_needs_zero", {.config = R"({"bf16": {"bf16_master_weights_and_grads": true}})"},
        "refused", master);
    row("master_needs_cpu_adam",
        {.zero = R"({"stage": 2})", .config = R"({"bf16": {"bf16_master_weights_and_grads": true}})"},
        "fails_later", master);
    row("master_needs_cpu_adam: fp16",
        {.zero = R"({"stage": 2})",
         .config = R"({"fp16": {"enabled": true, "fp16_master_weights_and_grads": true}})"},
        "fails_later", "deepspeed_config.fp16.fp16_master_weights_and_grads");
    row("accumulation_needs_zero", {.training = R"({"gradient_accumulation_dtype": "fp32"})"}, "fails_later",
        "training.gradient_accumulation_dtype");
    row("accumulation_ignored",
        {.training = R"({"gradient_accumulation_dtype": "fp32"})", .zero = R"({"stage": 2})"}, "ignored",
        "training.gradient_accumulation_dtype");
  }
  void rules() {
    QFETCH(QString, text);
    QFETCH(QString, severity);
    QFETCH(QString, path);
    QFETCH(bool, usable);
    const std::string code = QString::fromUtf8(QTest::currentDataTag()).section(u':', 0, 0).toStdString();
    const std::vector<Finding> issues = check(read_plan(text.toStdString()));
    const auto found = std::ranges::find_if(
        issues, [&](const Finding& issue) { return issue.code == code && issue.path == path.toStdString(); });
    QVERIFY2(found != issues.end(), list(issues).c_str());
    QCOMPARE(QString::fromUtf8(name_of(found->severity).data()), severity);
    QCOMPARE(is_usable(issues), usable);
    QVERIFY2(found->message.ends_with('.') && found->fix.ends_with('.'), list(issues).c_str());
  }

  void worst_first() {
    const auto issues = check(read_plan(
        plan_of({.model = R"({"parameters": 7e9})",
                 .zero = R"({"stage": 2, "offload_param": "cpu", "allgather_bucket_size": 1})",
                 .config = R"({"gradient_allreduce_op": "sum", "compile": {"deepcompile": true}})"})));
    QCOMPARE(issues.size(), std::size_t{4});
    QVERIFY(std::ranges::is_sorted(issues, {}, &Finding::severity));
    QVERIFY(issues.front().severity == Severity::refused);
  }

  void a_plan_without_a_model() {
    const auto issues = check(Plan());
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(issues.front().code, std::string("no_model"));
    QVERIFY(!is_usable(issues));
  }

  void every_number_out_of_range_is_named() {
    for (const PlanKey& field : plan_keys()) {
      if (!field.is_plain()) continue;
      Plan plan = example_plan().plan;
      if (field.kind == KeyKind::count)
        field.set(plan, static_cast<std::int64_t>(field.range.low) - 1);
      else if (field.kind == KeyKind::real)
        field.set(plan, std::numeric_limits<double>::quiet_NaN());
      else
        continue;
      const auto issues = check(plan);
      QVERIFY2(!issues.empty() && issues.front().path == field.path && issues.front().code == "out_of_range",
               field.path.c_str());
      QVERIFY(!is_usable(issues));
    }
  }

  void shapes_out_of_range_are_named() {
    Plan plan = example_plan().plan;
    plan.model.architecture.layers = 0;
    QCOMPARE(check(plan).front().path, std::string("model.architecture.layers"));
    plan.model = model_from_tensors({TensorKind{4, 4, 1}, TensorKind{4, -4, 1}});
    QCOMPARE(check(plan).front().path, std::string("model.tensors.1.shape"));
  }

  void usable_plans_multiply_within_64_bits() {
    QVERIFY(rc::check("train_batch_size is the product", [] {
      const Plan plan = random_plan();
      const auto issues = check(plan);
      RC_CLASSIFY(is_usable(issues), "usable");
      if (!is_usable(issues)) return;
      const Training& training = plan.training;
      const double product = static_cast<double>(training.micro_batch_size) *
                             static_cast<double>(training.gradient_accumulation_steps) *
                             static_cast<double>(data_parallel_world(plan));
      RC_ASSERT(data_parallel_world(plan) > 0);
      RC_ASSERT(std::abs(static_cast<double>(train_batch_size(plan)) - product) <= 1e-9 * product);
      RC_ASSERT(plan.model.stated_parameters.value() > 0);
    }));
  }
};

ZP_TEST(CheckTest)
#include "check_test.moc"
