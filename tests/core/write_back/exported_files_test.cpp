// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/export/flavours.h"
#include "core/export/startable.h"
#include "core/import/import.h"
#include "core/import/import_folder.h"
#include "core/plan_file/plan_file.h"
#include "core/settings/changed_keys.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Keys = std::set<std::string>;

PlanDocument plan_of(const char* stage) {
  return read_plan(
      std::string(R"({"model": {"preset": "llama-3.1-8b"}, "cluster": {"nodes": 2, "gpus_per_node": 8},
    "training": {"micro_batch_size": 4, "gradient_accumulation_steps": 2, "sequence_length": 4096,
      "activation_checkpointing": "full", "lora": {"rank": 16, "targets": ["q_proj", "v_proj"], "dropout": 0.05},
      "attention_kernel": "flash_2", "save_steps": 250, "data_workers": 2, "eval_batch_size": 2,
      "fused_loss": "fused", "fused_norm": true, "fused_mlp": "fused"}, "zero": )") +
      stage + "}");
}

/// Returns plans that the flavour starts, by title: those of DeepSpeed's stages, and own ones of verl and
/// torchtitan.
std::vector<std::pair<std::string, PlanDocument>> plans_for(const ExportFlavour& flavour) {
  std::vector<std::pair<std::string, PlanDocument>> plans;
  if (flavour.name == "verl") {
    const auto of_verl = [&](const char* title, const char* rest) {
      plans.emplace_back(title, read_plan(std::string(R"({"model": {"preset": "qwen2.5-7b"},
        "cluster": {"nodes": 2, "gpus_per_node": 8}, "training": {"program": "verl", "micro_batch_size": 4,
          "gradient_accumulation_steps": 8, "sequence_length": 3072, "save_steps": 250, )") +
                                          rest + "}"));
    };
    of_verl(
        "GRPO",
        R"("method": "grpo", "generation": "vllm", "completion_length": 2048, "reference": "model", "fsdp_version": 1,
      "rests_on_host": "all", "rl": {"samples": 4, "prompts": 512}, "engine_share": 0.6, "engine_ranks": 4,
      "activation_checkpointing": "full", "fused_norm": true, "fused_loss": "fused", "shard_ranks": 8})");
    of_verl(
        "PPO",
        R"("method": "ppo", "generation": "vllm", "completion_length": 1024, "fsdp_version": 2, "rl": {"samples": 1},
      "attention": "eager", "attention_kernel": "auto", "tiled_mlp": true, "optimizer": "adamw8bit_torchao",
      "precision": "fp16", "sharding": "gradients", "engine_sleeps": false})");
    of_verl("GRPO with adapters, offloaded",
            R"("method": "grpo", "generation": "vllm", "completion_length": 1024,
      "reference": "adapter", "lora": {"rank": 32, "targets": ["q_proj", "v_proj"]}, "fsdp_version": 2,
      "rl": {"samples": 8}, "sequence_parallel": 2, "activation_offload": "streamed",
      "activation_checkpointing": "full", "framework": "fsdp", "optimizer_kernel": "fused"},
      "zero": {"stage": 3, "offload_param": "cpu", "offload_optimizer": "cpu"})");
    of_verl("SFT", R"("fsdp_version": 1, "sequence_parallel": 2, "fused_norm": true, "fused_mlp": "fused",
      "types": {"weights": "bf16", "gradients": "bf16", "states": "bf16"}, "framework": "fsdp"},
      "zero": {"stage": 3, "offload_param": "cpu", "offload_optimizer": "cpu"})");
    of_verl("SFT with adapters",
            R"("fsdp_version": 2, "lora": {"rank": 16, "targets": ["q_proj", "k_proj", "v_proj",
      "o_proj", "gate_proj", "up_proj", "down_proj"]}, "activation_checkpointing": "none", "optimizer": "pagedadamw8bit"})");
    return plans;
  }
  if (flavour.name == "megatron-deepspeed") {
    const auto of_megatron = [&](const char* title, const char* shape, const char* rest) {
      plans.emplace_back(title,
                         read_plan(std::string(R"({"model": {"architecture": {"block": "gpt", "layers": 32,
        "hidden_size": 4096, "attention_heads": 32, "vocab_size": 50304, )") +
                                   shape + R"(}}, "cluster": {"nodes": 2, "gpus_per_node": 8},
        "training": {"program": "megatron-deepspeed", "micro_batch_size": 4, "optimizer": "adam", )" +
                                   rest + "}"));
    };
    constexpr const char* positions = R"("max_position_embeddings": 4096)";
    constexpr const char* rotary = R"("max_position_embeddings": 262144, "learned_positions": 0)";
    of_megatron("tensors and stages", positions,
                R"("tensor_parallel": 4, "pipeline_parallel": 2, "scatter_stream": true, "dropout": 0.1,
      "gradient_accumulation_steps": 16, "sequence_length": 4096, "activation_checkpointing": "full",
      "blocks_per_checkpoint": 2, "partition_activations": true, "precision": "fp16", "attention": "eager",
      "attention_kernel": "auto", "save_steps": 250, "data_workers": 2, "tokens": 3e11}, "zero": {"stage": 1})");
    of_megatron("FPDT", rotary, R"("sequence_parallel": 8, "fpdt": true, "fpdt_chunk": 32768,
      "fpdt_offload": true, "activation_checkpointing": "full", "checkpoints_on_host": true,
      "sequence_length": 262144, "attention": "sdpa", "attention_kernel": "flash_2"}, "zero": {"stage": 3})");
    of_megatron(
        "a gated MLP, offloaded",
        R"("max_position_embeddings": 4096, "learned_positions": 0, "norm": "rmsnorm", "gated_mlp": true,
        "intermediate_size": 11008, "qkv_bias": false, "attention_output_bias": false, "mlp_bias": false,
        "kv_heads": 8, "tied_embeddings": false)",
        R"("attention": "sdpa", "attention_kernel": "flash_1", "activation_checkpointing": "selective", "save_steps": 100,
        "sequence_length": 4096}, "zero": {"stage": 3, "offload_optimizer": "cpu", "offload_param": "cpu"})");
    return plans;
  }
  if (flavour.name != "torchtitan") {
    for (const char* stage :
         {R"({"stage": 2})", R"({"stage": 3, "offload_optimizer": "cpu"})", R"({"stage": 1})"})
      plans.emplace_back(stage, plan_of(stage));
    if (flavour.name == "openrlhf") {
      const auto of_openrlhf = [&](const char* title, const char* rest) {
        plans.emplace_back(title, read_plan(std::string(R"({"model": {"preset": "qwen2.5-7b"},
          "cluster": {"nodes": 2, "gpus_per_node": 8}, "training": {"program": "openrlhf", "micro_batch_size": 4,
            "gradient_accumulation_steps": 8, "sequence_length": 3072, )") +
                                            rest + "}"));
      };
      of_openrlhf("GRPO",
                  R"("method": "grpo", "generation": "vllm", "completion_length": 2048, "engine_ranks": 4,
        "engine_share": 0.6, "engine_sleeps": true, "rests_on_host": "optimizer", "fused_norm": true,
        "roles": [{"name": "reference", "placement": "colocated"}], "rl": {"samples": 8, "prompts": 128},
        "activation_checkpointing": "full", "save_steps": 100}, "zero": {"stage": 3})");
      of_openrlhf("PPO",
                  R"("method": "ppo", "generation": "vllm", "completion_length": 1024, "rl": {"samples": 1},
        "roles": [{"name": "reference", "placement": "colocated"}, {"name": "reward", "placement": "colocated"},
                  {"name": "critic", "placement": "colocated"}],
        "save_steps": 0, "precision": "fp16"}, "zero": {"stage": 2, "offload_optimizer": "cpu"})");
      of_openrlhf("DPO", R"("method": "dpo", "tensor_parallel": 2, "gradient_accumulation_dtype": "fp32",
        "data_workers": 3}, "zero": {"stage": 3, "zero_hpz_partition_size": 8})");
      of_openrlhf("QLoRA",
                  R"("lora": {"rank": 16, "targets": ["q_proj", "v_proj"]}, "frozen_precision": "nf4",
        "context_parallel": 2, "activation_checkpointing": "full", "recompute": "whole"}, "zero": {"stage": 2})");
    }
    return plans;
  }
  const auto add = [&](const char* title, const char* rest) {
    plans.emplace_back(title, read_plan(std::string(R"({"model": {"preset": "llama-3.1-8b"},
      "cluster": {"nodes": 4, "gpus_per_node": 8}, "training": {"framework": "fsdp", "program": "torchtitan",
        "program_version": "0.2.2", "micro_batch_size": 2, "gradient_accumulation_steps": 4,
        "sequence_length": 4096, "save_steps": 250, )") +
                                        rest + "}}"));
  };
  add("FSDP2", R"("sharding": "gradients", "activation_checkpointing": "full", "data_workers": 3,
    "eval_batch_size": 2, "fused_norm": true, "fused_loss": "compiled", "optimizer_kernel": "foreach")");
  add("FSDP2 within a node", R"("sharding": "full", "shard_ranks": 8, "context_parallel": 2,
    "tensor_parallel": 2, "loss_parallel": false, "activation_checkpointing": "selective", "fused_norm": true)");
  add("pipeline", R"("sharding": "full", "pipeline_parallel": 4, "recompute": "whole",
    "activation_checkpointing": "full", "precision": "fp32", "fused_loss": "compiled")");
  add("DDP", R"("sharding": "none", "activation_checkpointing": "none", "types": {"weights": "bf16"},
    "optimizer_in_backward": true)");
  return plans;
}

/// Returns the plan that the files of an export give without the plan that lies beside them.
PlanDocument imported(const ProgramExport& exported, const PlanDocument& base) {
  std::vector<NamedText> files;
  for (const ExportFile& file : exported.files)
    if (!file.name.ends_with(".zplan.json") && !file.name.ends_with(".md")) files.push_back(file);
  const auto text_of = [&](const std::string& name) -> std::string {
    const auto found = std::ranges::find(files, name, &NamedText::name);
    return found == files.end() ? "" : found->text;
  };
  return import_file(job_of(files, text_of), base).document;
}

/// Returns the keys that do not come back. Keys that say the same in another way do not count: the program,
/// what Trainer fills in, DeepSpeed's own sections as they are written, defaults that are written out.
Keys lost(const PlanDocument& from, const PlanDocument& to) {
  Keys keys;
  for (const DifferingKey& key : differing_keys(from, to)) {
    const bool is_form = key.path.starts_with("deepspeed_config.") || key.path.starts_with("target.") ||
                         key.path == "training.program" || key.path == "zero.overlap_comm" ||
                         key.path == "zero.stage3_gather_16bit_weights_on_model_save";
    if (!is_form) keys.insert(key.path);
  }
  return keys;
}

QString words(const Keys& keys) {
  QString text;
  for (const std::string& key : keys)
    text += QString::fromStdString(key) + QLatin1Char(' ');
  return text;
}

/// Settings that only the user's own program states.
const Keys& of_own_program() {
  static const Keys keys = {"training.sequence_length",  "training.activation_checkpointing",
                            "training.attention_kernel", "training.fused_loss",
                            "training.fused_norm",       "training.fused_mlp",
                            "training.lora.rank",        "training.lora.targets",
                            "training.lora.dropout",     "training.data_workers",
                            "training.eval_batch_size",  "training.save_steps"};
  return keys;
}

/// Keys that do not come back, by flavour. run_clm has no adapters and no attention; Liger's MLP follows from
/// its one switch and is the program's default beside it; torchtitan divides a pipeline its own way; the
/// files of TRL and torchtitan state how far a block runs again; OpenRLHF calls AdamW adam.
const std::map<std::string, Keys, std::less<>>& lost_by_flavour() {
  static const std::map<std::string, Keys, std::less<>> all = {
      {"launch", of_own_program()},
      {"lightning", of_own_program()},
      {"kubernetes", of_own_program()},
      {"slurm", of_own_program()},
      {"hf-trainer",
       {"training.attention_kernel", "training.fused_mlp", "training.lora.rank", "training.lora.targets",
        "training.lora.dropout"}},
      {"axolotl", {"training.batch_lengths"}},
      {"llama-factory", {"training.fused_mlp"}},
      {"ms-swift", {"training.fused_mlp"}},
      {"trl", {"training.fused_mlp", "training.recompute"}},
      {"verl", {"training.fused_mlp"}},
      {"openrlhf",
       {"training.fused_mlp", "training.fused_loss", "training.eval_batch_size", "training.optimizer"}},
      {"megatron-deepspeed", {}},
      {"torchtitan", {"training.fused_mlp", "training.recompute", "training.pipeline_partition"}}};
  return all;
}

}  // namespace

/// Tests that exported files give the plan when they are imported, by program and key.
class ExportedFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void exported_files_give_the_plan_data() {
    QTest::addColumn<QString>("flavour");
    QTest::addColumn<int>("row");
    for (const ExportFlavour& flavour : export_flavours()) {
      int row = 0;
      for (const auto& [title, plan] : plans_for(flavour))
        QTest::addRow("%s %s", std::string(flavour.name).c_str(), title.c_str())
            << QString::fromStdString(std::string(flavour.name)) << row++;
    }
  }
  void exported_files_give_the_plan() {
    QFETCH(QString, flavour);
    QFETCH(int, row);
    const ExportFlavour& writer = *find_export_flavour(flavour.toStdString());
    const PlanDocument plan = plans_for(writer)[static_cast<std::size_t>(row)].second;
    QCOMPARE(reason_not_started(writer, plan.plan), std::string());
    const PlanDocument back = imported(writer.write(plan), plan);
    const Keys keys = lost(plan, back), &known = lost_by_flavour().at(flavour.toStdString());
    Keys others;
    std::ranges::set_difference(keys, known, std::inserter(others, others.end()));
    QVERIFY2(others.empty(), qPrintable(words(others)));
  }

  void a_second_export_is_the_first_data() {
    QTest::addColumn<QString>("flavour");
    for (const ExportFlavour& flavour : export_flavours())
      QTest::addRow("%s", std::string(flavour.name).c_str())
          << QString::fromStdString(std::string(flavour.name));
  }
  void a_second_export_is_the_first() {
    QFETCH(QString, flavour);
    const ExportFlavour& writer = *find_export_flavour(flavour.toStdString());
    const PlanDocument plan = plans_for(writer).front().second;
    const PlanDocument once = imported(writer.write(plan), plan);
    const PlanDocument twice = imported(writer.write(once), once);
    const Keys keys = lost(once, twice), &known = lost_by_flavour().at(flavour.toStdString());
    Keys others;
    std::ranges::set_difference(keys, known, std::inserter(others, others.end()));
    QVERIFY2(others.empty(), qPrintable(words(others)));
  }
};

ZP_TEST(ExportedFilesTest)
#include "exported_files_test.moc"
