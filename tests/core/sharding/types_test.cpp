// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <array>
#include <string>
#include <vector>

#include "core/plan_file/plan_file.h"
#include "core/sharding/types_of.h"
#include "tests/support/test_main.h"

namespace {

using namespace zp;

/// A plan's settings beside the types that its framework gives it, in the order of tensor_type_rows, with one
/// letter each: s for fp32, b for bf16, h for fp16; and the place that shows them.
struct Case {
  const char* name;
  const char* training;
  const char* zero;
  const char* types;
  const char* source;
  const char* config = "";
};

// weights, frozen, adapters, master, gathered, gradients, reduced, states, products, residual, logits
constexpr std::array cases = {
    Case{"deepspeed bf16", "", R"("stage": 2)", "bbbsbbbsbbb",
         "DeepSpeed engine.py, _configure_distributed_model; stage_1_and_2.py, "
         "single_partition_of_fp32_groups"},
    Case{"deepspeed fp16", R"("precision": "fp16")", R"("stage": 3)", "hhhshhhshhh",
         "DeepSpeed stage3.py, fp32_partitioned_groups_flat"},
    Case{"deepspeed fp32", R"("precision": "fp32")", R"("stage": 1)", "sssssssssss",
         "DeepSpeed engine.py: no cast"},
    Case{"deepspeed adapters in fp32 are cast", R"("lora": {"rank": 8, "in_fp32": true})", R"("stage": 2)",
         "bbbsbbbsbbb", "DeepSpeed engine.py, _configure_distributed_model"},
    Case{"deepspeed accumulates in fp32", R"("gradient_accumulation_dtype": "fp32")", R"("stage": 1)",
         "bbbsbsbsbbb", "DeepSpeed bf16_optimizer.py"},
    Case{"deepspeed sequence parallelism", R"("sequence_parallel": 2)", R"("stage": 3)", "bbbsbbssbbb",
         "DeepSpeed runtime/constants.py, SEQ_PARALLEL_COMMUNICATION_DATA_TYPE_DEFAULT"},
    Case{"deepspeed sequence parallelism that says its type", R"("sequence_parallel": 2)", R"("stage": 3)",
         "bbbsbbbsbbb", "DeepSpeed engine.py, communication_data_type",
         R"("seq_parallel_communication_data_type": "bf16")"},
    Case{"one GPU or DDP under autocast", R"("framework": "fsdp")", R"("stage": 0)", "ssssssssbsb",
         "torch/amp/autocast_mode.py; accelerate accelerator.py: autocast_model"},
    Case{"FSDP with a mixed-precision policy", R"("framework": "fsdp")", R"("stage": 3)", "ssssbsbsbbb",
         "accelerate utils/dataclasses.py: set_mixed_precision; torch/distributed/fsdp/api.py, "
         "MixedPrecision"},
    Case{"FSDP without a policy", R"("framework": "fsdp", "types": {"gathered": "fp32", "reduced": "fp32"})",
         R"("stage": 3)", "ssssssssbsb", "torch/distributed/fsdp: parameters as they are; autocast"},
    Case{"Megatron-LM adds gradients of bf16 up in fp32", R"("framework": "fsdp", "program": "megatron-lm")",
         R"("stage": 0)", "bbssbsssbbb",
         "Megatron-LM megatron/training/arguments.py, accumulate_allreduce_grads_in_fp32"},
    Case{"Megatron-LM leaves gradients of fp16 in fp16",
         R"("framework": "fsdp", "program": "megatron-lm", "precision": "fp16")", R"("stage": 0)",
         "hhsshhhshhh", "Megatron-LM megatron/training/arguments.py, accumulate_allreduce_grads_in_fp32"},
    Case{"adapters over a 16-bit base", R"("framework": "fsdp", "lora": {"rank": 8})", R"("stage": 0)",
         "sbssbsssbbb", "PEFT mapping_func.py: autocast_adapter_dtype"},
    Case{"adapters over an fp32 base",
         R"("framework": "fsdp", "lora": {"rank": 8}, "types": {"frozen": "fp32"})", R"("stage": 0)",
         "ssssssssbsb", "TRL trainer/utils.py: dtype float32 since 0.27"},
    Case{"an optimizer with a master of its own",
         R"("framework": "fsdp", "types": {"weights": "bf16", "master": "fp32"})", R"("stage": 3)",
         "bbssbbbsbbb", "InternEvo hybrid_zero_optim.py: fp32_flat_params"},
    Case{
        "pure 16-bit training", R"("framework": "fsdp")", R"("stage": 3)", "bbbbbbbbbbb",
        "torchtune recipes/full_finetune_distributed.py: dtype bf16",
        R"("bf16": {"enabled": true, "bf16_master_weights_and_grads": true, "bf16_optimizer_states": true})"},
    Case{"a distributed optimizer", R"("framework": "fsdp")", R"("stage": 1)", "bbssbbbsbbb",
         "Megatron-LM core/optimizer/distrib_optimizer.py"},
    Case{"deepspeed under torch_autocast", R"("precision": "fp32")", R"("stage": 3)", "sssssshshsh",
         "DeepSpeed runtime/torch_autocast.py", R"("torch_autocast": {"enabled": true})"},
};

Plan plan_of(const Case& row) {
  return read_plan(std::string(R"({"model": {"preset": "llama-2-7b"}, "training": {)") + row.training +
                   R"(}, "zero": {)" + row.zero + R"(}, "deepspeed_config": {)" + row.config + "}}")
      .plan;
}

std::string letters_of(const NumericTypes& types) {
  std::string letters;
  for (const TensorTypeRow& row : tensor_type_rows)
    letters += "sbh"[static_cast<std::size_t>(types.*row.resolved)];
  return letters;
}

/// The error of reading a plan with these settings of training; "" if it is read.
std::string error_of(const std::string& training) {
  try {
    (void)read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {)" + training + "}}");
  } catch (const FileError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class TypesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_framework_has_these_types_data() {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < cases.size(); ++i)
      QTest::newRow(cases[i].name) << static_cast<int>(i);
  }
  void a_framework_has_these_types() {
    QFETCH(int, row);
    const Case& expected = cases[static_cast<std::size_t>(row)];
    QCOMPARE(letters_of(types_of(plan_of(expected))), std::string(expected.types));
  }

  void a_stated_type_is_taken_and_named() {
    for (const TensorTypeRow& row : tensor_type_rows) {
      Plan plan = plan_of(cases.front());
      plan.training.types.*row.stated = StatedType::fp16;
      const ResolvedTypes resolved = resolved_types(plan);
      QVERIFY2(resolved.types.*row.resolved == Dtype::fp16, row.name.data());
      QVERIFY2(resolved.origins.*row.origin == TypeOrigin::plan, row.name.data());
    }
  }

  void two_words_for_a_type_must_agree() {
    QVERIFY(
        error_of(R"("gradient_accumulation_dtype": "fp32", "types": {"gradients": "bf16"})")
            .find("training.types.gradients is bf16, but training.gradient_accumulation_dtype says fp32") !=
        std::string::npos);
    QVERIFY(error_of(R"("lora": {"rank": 8, "in_fp32": true}, "types": {"adapters": "bf16"})")
                .find("training.lora.in_fp32") != std::string::npos);
    QCOMPARE(error_of(R"("gradient_accumulation_dtype": "fp32", "types": {"gradients": "fp32"})"), "");
  }
};

ZP_TEST(TypesTest)
#include "types_test.moc"
