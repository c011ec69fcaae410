// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/export/flavours.h"
#include "core/export/startable.h"
#include "core/plan_file/plan_file.h"
#include "core/text/yaml_tree.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument plan_to_write(const std::string& training, const std::string& zero = R"("stage": 3)",
                           const std::string& cluster = R"("gpus_per_node": 8)") {
  return read_plan(R"({"model": {"preset": "llama-3.1-8b"}, "zero": {)" + zero + R"(}, "cluster": {)" +
                   cluster + R"(}, "training": {)" + training + "}}");
}

/// Returns the text of a file that a flavour writes, "" if it writes none of that name.
std::string written_file(const char* flavour, const PlanDocument& document, std::string_view name) {
  const ProgramExport made = find_export_flavour(flavour)->write(document);
  const auto found = std::ranges::find(made.files, name, &ExportFile::name);
  return found == made.files.end() ? "" : found->text;
}

/// Returns the text of the value at a dotted key of a YAML file, "" if it is not there.
std::string written_value(const char* flavour, const PlanDocument& document, std::string_view name,
                          const char* key) {
  const std::string file = written_file(flavour, document, name);
  const TextNode root = read_yaml(file);
  const TextNode* const value = root.find(key);
  if (value == nullptr) return "";
  return value->is_string() ? value->text : file.substr(value->span.begin, value->span.size());
}

}  // namespace

/// Tests of values in exported files against the sources of the programs that read them.
class ProgramValuesTest : public QObject {
  Q_OBJECT

 private slots:
  /// accelerate's DistributedType (utils/dataclasses.py): one process has NO.
  void the_distributed_type_of_accelerate_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<QString>("type");
    const char *ddp = R"("framework": "fsdp", "sharding": "none")", *two = R"("gpus_per_node": 2)",
               *one = R"("gpus_per_node": 1)";
    QTest::newRow("DDP on two GPUs") << ddp << two << "MULTI_GPU";
    QTest::newRow("one GPU") << ddp << one << "NO";
    QTest::newRow("DeepSpeed") << "" << one << "DEEPSPEED";
    QTest::newRow("FSDP") << R"("framework": "fsdp", "sharding": "full")" << two << "FSDP";
  }
  void the_distributed_type_of_accelerate() {
    QFETCH(QString, training);
    QFETCH(QString, cluster);
    QFETCH(QString, type);
    const PlanDocument plan = plan_to_write(training.toStdString(), "", cluster.toStdString());
    QCOMPARE(QString::fromStdString(written_value("trl", plan, "accelerate_config.yaml", "distributed_type")),
             type);
  }

  /// fsdp_reshard_after_forward is a switch for FSDP2 and a strategy for FSDP1 (accelerate
  /// utils/dataclasses.py, FullyShardedDataParallelPlugin); HYBRID_SHARD keeps a copy on each node.
  void resharding_of_accelerate_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const char* training, const char* value) {
      QTest::newRow(name) << QString(R"("framework": "fsdp", )") + training << QString(value);
    };
    row("FSDP2, weights too", R"("fsdp_version": 2, "sharding": "full")", "true");
    row("FSDP2, gradients", R"("fsdp_version": 2, "sharding": "gradients")", "false");
    row("FSDP1, weights too", R"("fsdp_version": 1, "sharding": "full")", "FULL_SHARD");
    row("FSDP1, gradients", R"("fsdp_version": 1, "sharding": "gradients")", "SHARD_GRAD_OP");
    row("FSDP1 with replicas", R"("fsdp_version": 1, "sharding": "full", "shard_ranks": 2)", "HYBRID_SHARD");
    row("FSDP1 with replicas, gradients", R"("fsdp_version": 1, "sharding": "gradients", "shard_ranks": 2)",
        "HYBRID_SHARD_ZERO2");
  }
  void resharding_of_accelerate() {
    QFETCH(QString, training);
    QFETCH(QString, value);
    const PlanDocument plan = plan_to_write(training.toStdString(), "");
    QCOMPARE(QString::fromStdString(written_value("trl", plan, "accelerate_config.yaml",
                                                  "fsdp_config.fsdp_reshard_after_forward")),
             value);
  }

  /// use_liger_kernel alone is norms, the MLP and the loss (transformers integrations/liger.py); TRL's
  /// liger_kernel_config names those of a part.
  void one_switch_for_all_kernels_of_liger() {
    const auto is_switched_on = [](const std::string& training) {
      const std::string script = written_file("hf-trainer", plan_to_write(training), "run.sh");
      return script.find("--use_liger_kernel True") != std::string::npos;
    };
    const auto in_trl = [](const std::string& training, const char* key) {
      return written_value("trl", plan_to_write(training), "trl.yaml", key);
    };
    const std::string all = R"("fused_norm": true, "fused_loss": "fused")", norms = R"("fused_norm": true)",
                      loss = R"("fused_loss": "fused")";
    QVERIFY(is_switched_on(all));
    QVERIFY(!is_switched_on(norms));
    QVERIFY(is_switched_on(loss));  // a run without it needs the memory of the whole logits
    QVERIFY(is_switched_on(R"("fused_mlp": "fused", "fused_loss": "fused")"));
    QCOMPARE(in_trl(all, "use_liger_kernel"), std::string("true"));
    QCOMPARE(in_trl(all, "liger_kernel_config.rms_norm"), std::string());
    QCOMPARE(in_trl(norms, "liger_kernel_config.rms_norm"), std::string("true"));
    QCOMPARE(in_trl(norms, "liger_kernel_config.fused_linear_cross_entropy"), std::string("false"));
    QCOMPARE(in_trl(loss, "liger_kernel_config.fused_linear_cross_entropy"), std::string("true"));
    QCOMPARE(in_trl(loss, "liger_kernel_config.rms_norm"), std::string("false"));
  }

  /// FSDP's own checkpoint wrapper takes the children of a layer; beside it gradient_checkpointing would wrap
  /// twice, which Trainer refuses (transformers training_args.py).
  void checkpoints_of_children_are_the_wrappers() {
    const auto values = [](const char* unit) {
      const PlanDocument plan = plan_to_write(
          R"("framework": "fsdp", "sharding": "full", "activation_checkpointing": "full", "checkpoint_unit": )" +
              std::string(unit),
          "");
      return written_value("trl", plan, "accelerate_config.yaml",
                           "fsdp_config.fsdp_activation_checkpointing") +
             " " + written_value("trl", plan, "trl.yaml", "gradient_checkpointing");
    };
    QCOMPARE(values(R"("children")"), std::string("true false"));
    QCOMPARE(values(R"("block")"), std::string("false true"));
    const PlanDocument nothing = plan_to_write(
        R"("framework": "fsdp", "sharding": "full", "activation_checkpointing": "none", "checkpoint_unit": "children")",
        "");
    QCOMPARE(
        written_value("trl", nothing, "accelerate_config.yaml", "fsdp_config.fsdp_activation_checkpointing"),
        std::string("false"));
    const PlanDocument deepspeed =
        plan_to_write(R"("activation_checkpointing": "full", "checkpoint_unit": "children")");
    QCOMPARE(written_value("trl", deepspeed, "trl.yaml", "gradient_checkpointing"), std::string("true"));
  }

  /// accelerate's ParallelismConfig for DeepSpeed's Ulysses (parallelism_config.py): Trainer pads each
  /// batch by itself, so that lengths vary.
  void ulysses_of_accelerate_takes_sequences_of_any_length() {
    const PlanDocument plan = plan_to_write(R"("sequence_parallel": 4, "attention_kernel": "flash_2")");
    const std::string prefix = "parallelism_config.parallelism_config_sp_";
    const auto value = [&](const char* key) {
      return written_value("trl", plan, "accelerate_config.yaml", (prefix + key).c_str());
    };
    QCOMPARE(value("seq_length_is_variable"), std::string("true"));
    QCOMPARE(value("backend"), std::string("deepspeed"));
    QCOMPARE(value("attn_implementation"), std::string("flash_attention_2"));
    QCOMPARE(written_value("trl", plan, "accelerate_config.yaml", "main_training_function"),
             std::string("main"));
  }

  /// OpenRLHF's KL term needs a reference; a coefficient of 0 makes none (openrlhf/cli/train_ppo_ray.py).
  void the_kl_term_of_openrlhf_hangs_on_its_reference() {
    const auto script_of = [](const char* reference) {
      return written_file(
          "openrlhf",
          plan_to_write(R"("program": "openrlhf", "method": "grpo", "reference": )" + std::string(reference)),
          "run.sh");
    };
    const std::string with = script_of(R"("model")"), without = script_of(R"("none")");
    QVERIFY2(with.find("--algo.kl.init_coef 0.01") != std::string::npos, with.c_str());
    QVERIFY(with.find("--algo.kl.use_loss") != std::string::npos);
    QVERIFY2(without.find("--algo.kl.init_coef 0.0 ") != std::string::npos, without.c_str());
    QVERIFY(without.find("--algo.kl.use_loss") == std::string::npos);
  }

  /// bitsandbytes quantizes constants in 4 bits alone: ms-swift has no other key for it.
  void double_quantization_of_ms_swift() {
    const auto script_of = [](const char* type) {
      return written_file(
          "ms-swift",
          plan_to_write(R"("lora": {"rank": 8}, "double_quantization": true, "frozen_precision": )" +
                        std::string(type)),
          "run.sh");
    };
    const std::string four = script_of(R"("nf4")"), eight = script_of(R"("int8")");
    QVERIFY2(four.find("--quant_bits 4") != std::string::npos, four.c_str());
    QVERIFY(four.find("--bnb_4bit_use_double_quant True") != std::string::npos);
    QVERIFY2(eight.find("--quant_bits 8") != std::string::npos, eight.c_str());
    QVERIFY(eight.find("double_quant") == std::string::npos);
    const ProgramExport made =
        find_export_flavour("ms-swift")
            ->write(plan_to_write(
                R"("lora": {"rank": 8}, "double_quantization": true, "frozen_precision": "nf4")"));
    QVERIFY(made.left_out_sentence().find("double_quantization") == std::string::npos);
  }

  /// The first lines of a script name the way in which it divides.
  void a_script_names_its_framework_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<QString>("words");
    QTest::newRow("DeepSpeed") << ""
                               << R"("gpus_per_node": 8)"
                               << "1 node with 8 GPUs, ZeRO stage 3";
    QTest::newRow("FSDP2") << R"("framework": "fsdp", "sharding": "full")"
                           << R"("nodes": 2, "gpus_per_node": 4)"
                           << "2 nodes with 4 GPUs each, FSDP2";
    QTest::newRow("DDP") << R"("framework": "fsdp", "sharding": "none")"
                         << R"("gpus_per_node": 4)"
                         << "1 node with 4 GPUs, DDP";
  }
  void a_script_names_its_framework() {
    QFETCH(QString, training);
    QFETCH(QString, cluster);
    QFETCH(QString, words);
    const PlanDocument plan = plan_to_write(training.toStdString(), training.isEmpty() ? R"("stage": 3)" : "",
                                            cluster.toStdString());
    const ProgramExport made = find_export_flavour("launch")->write(plan);
    std::string all;
    for (const ExportFile& file : made.files)
      all += file.text;
    QVERIFY2(all.find(words.toStdString()) != std::string::npos, all.c_str());
  }

  /// --partition-activations, --checkpoint-in-cpu and --checkpoint-num-layers (megatron/arguments.py of
  /// Megatron-DeepSpeed).
  void checkpoints_of_megatron_deepspeed() {
    const auto script_of = [](const char* training) {
      return written_file(
          "megatron-deepspeed",
          plan_to_write(R"("program": "megatron-deepspeed", "activation_checkpointing": "full")" +
                            std::string(training),
                        R"("stage": 1)"),
          "run.sh");
    };
    const auto has = [](const std::string& text, const char* words) { return text.find(words) != text.npos; };
    const std::string plain = script_of("");
    QVERIFY2(has(plain, "--deepspeed-activation-checkpointing"), plain.c_str());
    for (const char* option : {"--partition-activations", "--checkpoint-in-cpu", "--checkpoint-num-layers"})
      QVERIFY2(!has(plain, option), option);
    QVERIFY(has(script_of(R"(, "tensor_parallel": 2, "partition_activations": true)"),
                "--partition-activations"));
    QVERIFY(has(script_of(R"(, "checkpoints_on_host": true)"), "--checkpoint-in-cpu"));
    QVERIFY(!has(plain, "--sequence-parallel"));
    QVERIFY(has(script_of(R"(, "tensor_parallel": 2, "scatter_stream": true)"), "--sequence-parallel"));
    QVERIFY(has(script_of(R"(, "blocks_per_checkpoint": 4)"), "--checkpoint-num-layers 4"));
  }

  /// verl loads a reward model onto the GPUs of the others and offloads it between its turns
  /// (verl/trainer/config/reward_model).
  void a_reward_model_of_verl_is_offloaded() {
    const std::string script = written_file(
        "verl",
        plan_to_write(R"("program": "verl", "framework": "fsdp", "method": "ppo", "fsdp_version": 2)", ""),
        "run.sh");
    QVERIFY2(script.find("reward_model.enable=True") != std::string::npos, script.c_str());
    QVERIFY(script.find("reward_model.model.fsdp_config.param_offload=True") != std::string::npos);
  }

  /// verl removes padding with the variable-length functions of flash-attention alone
  /// (verl/models/transformers).
  void verl_removes_padding_with_flash_attention() {
    const auto script_of = [](const char* attention) {
      return written_file(
          "verl",
          plan_to_write(R"("program": "verl", "framework": "fsdp", "method": "grpo", "fsdp_version": 2)" +
                            std::string(attention),
                        ""),
          "run.sh");
    };
    const std::string key = "actor_rollout_ref.model.use_remove_padding=";
    for (const char* flash : {R"(, "attention_kernel": "flash_2")", R"(, "attention_kernel": "flash_3")"})
      QVERIFY2(script_of(flash).find(key + "True") != std::string::npos, script_of(flash).c_str());
    const std::string torch = script_of(R"(, "attention": "sdpa", "attention_kernel": "auto")");
    QVERIFY2(torch.find(key + "False") != std::string::npos, torch.c_str());
    QVERIFY(script_of(R"(, "attention": "eager", "attention_kernel": "flash_2")").find(key + "True") ==
            std::string::npos);
  }

  /// torchtitan reads a schedule with a pipeline alone, and loss_parallel with tensor parallelism alone.
  void torchtitan_has_a_schedule_for_stages() {
    const auto file_of = [](const char* training) {
      const ProgramExport made =
          find_export_flavour("torchtitan")
              ->write(
                  plan_to_write(R"("framework": "fsdp", "sharding": "full")" + std::string(training), ""));
      std::string all;
      for (const ExportFile& file : made.files)
        all += file.text;
      return all;
    };
    QVERIFY(file_of("").find("pipeline_parallel_schedule") == std::string::npos);
    QVERIFY(file_of(R"(, "pipeline_parallel": 2)").find("pipeline_parallel_schedule") != std::string::npos);
  }

  /// A plan that names no program is started by the first that says everything, and nothing is left to say.
  void a_plan_that_is_started_whole_has_no_reason() {
    const ExportStart start = export_start(plan_to_write(""));
    QVERIFY(start.is_whole());
    QCOMPARE(start.reason, std::string());
  }
};

ZP_TEST(ProgramValuesTest)
#include "program_values_test.moc"
