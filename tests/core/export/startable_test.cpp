// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/startable.h"

#include <QtTest>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/sharding/roles.h"
#include "core/text/yaml_tree.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument plan_of(const std::string& training, const std::string& zero = R"("stage": 3)",
                     const std::string& rest = "") {
  return read_plan(R"({"model": {"preset": "llama-3.1-8b"}, "zero": {)" + zero + R"(}, "training": {)" +
                   training + "}" + rest + "}");
}

std::string reason(const char* flavour, const PlanDocument& document) {
  return reason_not_started(*find_export_flavour(flavour), document.plan);
}

std::string text_of(const ProgramExport& made, std::string_view name) {
  const auto found = std::ranges::find(made.files, name, &ExportFile::name);
  return found == made.files.end() ? "" : found->text;
}

}  // namespace

/// Tests which plans the exported files start, and that each setting is in them or named.
class StartableTest : public QObject {
  Q_OBJECT

 private slots:
  void a_plan_of_fsdp_writes_no_file_of_deepspeed() {
    for (const char* training :
         {R"("framework": "fsdp", "fsdp_version": 1)", R"("framework": "fsdp", "fsdp_version": 2)"})
      for (const ExportFlavour& flavour : export_flavours()) {
        const PlanDocument document = plan_of(training);
        if (!reason_not_started(flavour, document.plan).empty()) {
          QVERIFY(flavour.name == "lightning" || flavour.name == "torchtitan" || flavour.name == "ms-swift" ||
                  flavour.name == "openrlhf" || flavour.name == "megatron-deepspeed");
          continue;
        }
        const ProgramExport made = flavour.write(document);
        QVERIFY2(text_of(made, "ds_config.json").empty(), flavour.name.data());
        std::string all;
        for (const ExportFile& file : made.files)
          if (file.name != "plan.zplan.json") all += file.text;
        QVERIFY2(all.find("deepspeed") == std::string::npos && all.find("DEEPSPEED") == std::string::npos,
                 flavour.name.data());
        QVERIFY2(all.find("fsdp") != std::string::npos || all.find("FSDP") != std::string::npos,
                 flavour.name.data());
      }
  }

  void each_setting_stands_in_the_files_or_is_named_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QStringList>("written");  // flavour=text in its files; the others name the key
    const auto row = [](const char* title, const char* training, const char* key, QStringList written) {
      QTest::newRow(title) << training << key << written;
    };
    row("attention", R"("attention_kernel": "flash_2")", "training.attention_kernel",
        {"trl=attn_implementation: flash_attention_2", "axolotl=attn_implementation: flash_attention_2",
         "llama-factory=flash_attn: fa2", "ms-swift=--attn_impl flash_attention_2",
         "openrlhf=--ds.attn_implementation flash_attention_2", "megatron-deepspeed=--use-flash-attn-v2"});
    row("budget", R"("tokens": 163840000)", "training.tokens",
        {"trl=max_steps: 10000", "axolotl=max_steps: 10000", "llama-factory=max_steps: 10000",
         "ms-swift=--max_steps 10000", "hf-trainer=--max_steps 10000", "lightning=max_steps: 10000",
         "torchtitan=steps = 10000", "verl=trainer.total_training_steps=10000",
         "megatron-deepspeed=--train-tokens 163840000"});
    row("checkpoints", R"("save_steps": 250)", "training.save_steps",
        {"trl=save_steps: 250", "axolotl=save_steps: 250", "llama-factory=save_steps: 250",
         "ms-swift=--save_steps 250", "hf-trainer=--save_steps 250", "torchtitan=interval = 250",
         "verl=trainer.save_freq=250", "openrlhf=--ckpt.save_steps 250",
         "megatron-deepspeed=--save-interval 250"});
    row("no checkpoints", R"("save_steps": 0)", "training.save_steps",
        {"trl=save_strategy: \"no\"", "axolotl=save_strategy: \"no\"", "llama-factory=save_strategy: \"no\"",
         "ms-swift=--save_strategy no", "hf-trainer=--save_strategy no",
         "torchtitan=[checkpoint]\nenable = false", "verl=trainer.save_freq=-1",
         "openrlhf=--ckpt.save_steps -1",
         // It saves where --save is stated.
         "megatron-deepspeed=--num-workers 0 \\\n      --eval-iters 0"});
    row("data workers", R"("data_workers": 6)", "training.data_workers",
        {"trl=dataloader_num_workers: 6", "axolotl=dataloader_num_workers: 6",
         "llama-factory=dataloader_num_workers: 6", "ms-swift=--dataloader_num_workers 6",
         "hf-trainer=--dataloader_num_workers 6", "torchtitan=num_workers = 6",
         "openrlhf=--data.dataloader_num_workers 6", "megatron-deepspeed=--num-workers 6"});
    row("dropout", R"("dropout": 0.1)", "training.dropout", {"megatron-deepspeed=--hidden-dropout 0.1"});
    row("precomputed reference", R"("method": "dpo", "reference": "precomputed")", "training.reference",
        {"trl=precompute_ref_log_probs: true", "axolotl=precompute_ref_log_probs: true"});
    row("grouped experts", R"("experts": "grouped")", "training.experts",
        {"axolotl=experts_implementation: grouped_mm", "openrlhf=--ds.experts_implementation grouped_mm"});
    row("fused loss", R"("fused_norm": true, "fused_loss": "fused")", "training.fused_loss",
        {"trl=use_liger_kernel: true", "axolotl=liger_fused_linear_cross_entropy: true",
         "llama-factory=enable_liger_kernel: true", "ms-swift=--use_liger_kernel True",
         "hf-trainer=--use_liger_kernel True"});
    row("selective recomputation", R"("activation_checkpointing": "selective")",
        "training.activation_checkpointing",
        {"torchtitan=mode = \"selective\"", "megatron-deepspeed=--recompute-granularity selective"});
    row("a memory budget", R"("activation_checkpointing": "memory_budget", "memory_budget": 0.25)",
        "training.memory_budget", {"torchtitan=memory_budget = 0.25"});
    row("products in fp8", R"("types": {"products": "fp8"})", "training.types.products",
        {"torchtitan=converters = [\"quantize.linear.float8\"]", "axolotl=fp8: true"});
    row("products in fp8 by Transformer Engine",
        R"("types": {"products": "fp8"}, "fp8_recipe": "te_delayed")", "training.fp8_recipe", {});
    row("a type of the residual stream", R"("types": {"residual": "fp32"})", "training.types.residual", {});
  }
  void each_setting_stands_in_the_files_or_is_named() {
    QFETCH(QString, training);
    QFETCH(QString, key);
    QFETCH(QStringList, written);
    const PlanDocument document = plan_of(training.toStdString());
    for (const ExportFlavour& flavour : export_flavours()) {
      const ProgramExport made = flavour.write(document);
      std::string all;
      for (const ExportFile& file : made.files)
        if (file.name != "plan.zplan.json") all += file.text;
      const QString start = QString::fromStdString(std::string(flavour.name)) + '=';
      const auto expected =
          std::ranges::find_if(written, [&](const QString& entry) { return entry.startsWith(start); });
      const bool is_named =
          std::ranges::find(made.left_out, key.toStdString(), &LeftOut::plan_key) != made.left_out.end();
      const std::string sentence = std::string(flavour.name) + ": " + made.left_out_sentence();
      QCOMPARE(is_named, expected == written.end());
      if (expected != written.end())
        QVERIFY2(all.find(expected->mid(start.size()).toStdString()) != std::string::npos, all.c_str());
      else
        QVERIFY2(sentence.find(key.toStdString()) != std::string::npos, sentence.c_str());
    }
  }

  /// A key that nobody gave a row is named by itself: each key of the plan that moves from its default is
  /// somewhere, for every program.
  void no_key_of_the_plan_is_lost() {
    const PlanDocument plain = plan_of(R"("method": "sft")");
    int seen = 0;
    for (const PlanKey& key : plan_keys()) {
      if (!key.path.starts_with("training.types.") && key.path != "training.keeps_cache" &&
          key.path != "training.scatter_stream" && key.path != "training.optimizer_in_backward")
        continue;
      PlanDocument document = plain;
      key.set(document.plan, key.kind == KeyKind::flag ? KeyValue(true) : KeyValue(key.words.back()));
      if (document == plain) continue;
      for (const ExportFlavour& flavour : export_flavours()) {
        const ProgramExport made = flavour.write(document);
        constexpr std::array<std::string_view, 3> of_torchtitan = {
            "training.types.weights", "training.types.products", "training.optimizer_in_backward"};
        if (flavour.name == "torchtitan" && std::ranges::find(of_torchtitan, key.path) != of_torchtitan.end())
          continue;
        if (flavour.name == "axolotl" && key.path == "training.types.products") continue;  // fp8: true
        QVERIFY2(std::ranges::find(made.left_out, key.path, &LeftOut::plan_key) != made.left_out.end(),
                 key.path.c_str());
      }
      ++seen;
    }
    QVERIFY(seen > 10);
  }

  void ulysses_under_trainer_is_accelerates() {
    const PlanDocument document = plan_of(R"("sequence_parallel": 4, "attention_kernel": "flash_2")");
    const ProgramExport made = find_export_flavour("trl")->write(document);
    const TextNode file = read_yaml(text_of(made, "accelerate_config.yaml"));
    QCOMPARE(file.find("parallelism_config.parallelism_config_sp_size")->integer, 4);
    QCOMPARE(file.find("parallelism_config.parallelism_config_dp_shard_size")->integer, 2);
    const auto config = nlohmann::json::parse(text_of(made, "ds_config.json"));
    QVERIFY(!config.contains("sequence_parallel_size"));
    QCOMPARE(config["train_batch_size"], nlohmann::json("auto"));
    QVERIFY(nlohmann::json::parse(text_of(find_export_flavour("launch")->write(document), "ds_config.json"))
                .contains("sequence_parallel_size"));
    for (const char* flavour : {"axolotl", "llama-factory"})
      QVERIFY(reason(flavour, document).find("Ulysses") != std::string::npos);
  }

  /// Refusals of Axolotl's own classes (packaging/export_schemas.sh).
  void axolotl_gets_what_its_schema_takes() {
    const auto keys_of = [](const std::string& training) {
      return read_yaml(text_of(find_export_flavour("axolotl")->write(plan_of(training)), "axolotl.yaml"));
    };
    QVERIFY(keys_of(R"("checkpoints_on_host": true)").child("activation_offloading") == nullptr);
    QCOMPARE(keys_of(R"("checkpoints_on_host": true, "activation_checkpointing": "full")")
                 .child("activation_offloading")
                 ->text,
             std::string("legacy"));
    constexpr const char* packed = R"("attention_kernel": "flash_2", "example_length": 300, "method": )";
    QVERIFY(keys_of(packed + std::string(R"("sft")")).child("sample_packing") != nullptr);
    QVERIFY(keys_of(packed + std::string(R"("dpo")")).child("sample_packing") == nullptr);
    QCOMPARE(keys_of(R"("framework": "fsdp", "fsdp_version": 2, "optimizer": "adamw8bit")")
                 .child("optimizer")
                 ->text,
             std::string("adamw_torch_8bit"));
    QCOMPARE(keys_of(R"("framework": "fsdp", "fsdp_version": 1, "optimizer": "adamw8bit")")
                 .child("optimizer")
                 ->text,
             std::string("adamw_bnb_8bit"));
    constexpr const char* fused = R"("fused_norm": true, "fused_loss": "fused", "tensor_parallel": )";
    QVERIFY(keys_of(fused + std::string("1")).child("liger_rms_norm") != nullptr);
    for (const char* key : {"liger_rms_norm", "liger_fused_linear_cross_entropy"})
      QVERIFY(keys_of(fused + std::string("2")).child(key) == nullptr);
    const PlanDocument offloaded =
        plan_of(R"("framework": "fsdp", "fsdp_version": 1, "optimizer": "adamw8bit")",
                R"("stage": 3, "offload_param": "cpu")");
    QVERIFY(reason("axolotl", offloaded).find("8-bit") != std::string::npos);
  }

  /// Refusals of the configuration classes of TRL and LLaMA-Factory.
  /// ms-swift names the way of tuning differently since release 4; a plan that names another program gets
  /// the newest name.
  void ms_swift_gets_the_name_that_its_release_has() {
    const auto script_of = [](const char* program) {
      const PlanDocument document = read_plan(std::string(R"({"model": {"preset": "llama-3.1-8b"},
        "zero": {"stage": 3}, "training": {"lora": {"rank": 8})") +
                                              program + "}}");
      return find_export_flavour("ms-swift")->write(document).files.front().text;
    };
    const auto has = [](const std::string& text, const char* words) { return text.find(words) != text.npos; };
    QVERIFY(has(script_of(R"(, "program": "ms-swift", "program_version": "3.7")"), "--train_type lora"));
    QVERIFY(has(script_of(R"(, "program": "ms-swift", "program_version": "4.1")"), "--tuner_type lora"));
    QVERIFY(has(script_of(R"(, "program": "ms-swift")"), "--tuner_type lora"));
    QVERIFY(has(script_of(R"(, "program": "trl")"), "--tuner_type lora"));
    QVERIFY(has(script_of(""), "--tuner_type lora"));
  }

  /// ms-swift's KL term is on by default (arguments/rlhf_args.py, beta), TRL's is off.
  void the_reference_of_a_generating_run_comes_back() {
    for (const char* flavour : {"trl", "ms-swift"})
      for (const Reference reference : {Reference::none, Reference::model}) {
        PlanDocument document =
            plan_of(R"("method": "grpo", "micro_batch_size": 2, "generation": "vllm", "rl": {"samples": 4})");
        document.plan.training.method.reference = reference;
        const ProgramExport made = find_export_flavour(flavour)->write(document);
        const Imported back = import_file({made.files.front().text, {}, {}}, document);
        QCOMPARE(reference_of(back.document.plan), reference);
        QVERIFY(back.document.plan.training.method.generation == Generation::vllm);
        QVERIFY(made.left_out_sentence().find("reference") == std::string::npos);
      }
  }

  void trl_and_llama_factory_get_what_their_classes_take() {
    const auto keys_of = [](const char* flavour, const char* file, const std::string& training) {
      return read_yaml(text_of(find_export_flavour(flavour)->write(plan_of(training)), file));
    };
    const auto trl = [&](const std::string& training) {
      return keys_of("trl", "trl.yaml", R"("method": "grpo", )" + training);
    };
    QVERIFY(trl(R"("micro_batch_size": 2)").child("num_generations") == nullptr);
    QCOMPARE(trl(R"("micro_batch_size": 2, "rl": {"samples": 4})").child("num_generations")->integer, 4);
    QCOMPARE(trl(R"("eval_batch_size": 1)").child("num_generations"), nullptr);
    const auto on_four = [](const std::string& training) {
      return plan_of(R"("method": "grpo", )" + training, R"("stage": 3)",
                     R"(, "cluster": {"gpus_per_node": 4})");
    };
    const ProgramExport made = find_export_flavour("trl")->write(on_four(R"("micro_batch_size": 1)"));
    QCOMPARE(read_yaml(text_of(made, "trl.yaml")).child("num_generations")->integer, 4);
    QVERIFY(reason("trl", on_four(R"("rl": {"samples": 3})")).find("groups") != std::string::npos);
    QVERIFY(reason("trl", on_four(R"("rl": {"samples": 1})")).find("groups") != std::string::npos);
    QCOMPARE(reason("trl", on_four(R"("rl": {"samples": 2})")), std::string());
    QVERIFY(reason("ms-swift", on_four(R"("rl": {"samples": 3})")).find("ms-swift's GRPO") !=
            std::string::npos);
    QVERIFY(reason("trl", on_four(R"("framework": "fsdp", "fsdp_version": 2, "context_parallel": 2)"))
                .find("GRPO") != std::string::npos);
    const auto factory = [&](const std::string& training) {
      return keys_of("llama-factory", "llama_factory.yaml", training);
    };
    QCOMPARE(factory(R"("method": "ppo")").child("reward_model_type")->text, std::string("full"));
    QVERIFY(factory(R"("method": "ppo", "lora": {"rank": 8})").child("reward_model_type") == nullptr);
    constexpr const char* packed = R"("attention_kernel": "flash_2", "example_length": 300, "method": )";
    QVERIFY(factory(packed + std::string(R"("sft")")).child("neat_packing") != nullptr);
    for (const char* method : {R"("pretrain")", R"("dpo")"})
      QVERIFY(factory(packed + std::string(method)).child("neat_packing") == nullptr);
  }

  void kto_keeps_the_columns_of_its_labels() {
    const ProgramExport made = find_export_flavour("axolotl")->write(plan_of(R"("method": "kto")"));
    QVERIFY(!read_yaml(text_of(made, "axolotl.yaml")).find("remove_unused_columns")->boolean);
  }

  void what_no_file_starts_is_refused_with_the_reason_data() {
    QTest::addColumn<QString>("flavour");
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("said");
    QTest::newRow("pipeline under Trainer") << "trl"
                                            << R"("pipeline_parallel": 2)"
                                            << "pipeline";
    QTest::newRow("pipeline in a plain launch") << "launch"
                                                << R"("pipeline_parallel": 2)"
                                                << "";
    QTest::newRow("FSDP under Lightning") << "lightning"
                                          << R"("framework": "fsdp")"
                                          << "FSDP2";
    QTest::newRow("tensor parallel FSDP") << "trl"
                                          << R"("framework": "fsdp", "tensor_parallel": 2)"
                                          << "tensor parallelism";
    QTest::newRow("optimizer without a word") << "trl"
                                              << R"("framework": "fsdp", "optimizer": "lamb")"
                                              << "AdamW";
    QTest::newRow("context parallel FSDP1")
        << "trl"
        << R"("framework": "fsdp", "fsdp_version": 1, "context_parallel": 2)"
        << "FSDP2";
    QTest::newRow("ring attention without its library")
        << "axolotl"
        << R"("framework": "fsdp", "fsdp_version": 2, "context_parallel": 2)"
        << "ring-flash-attn";
    QTest::newRow("ring attention with its library")
        << "axolotl"
        << R"("framework": "fsdp", "fsdp_version": 2, "context_parallel": 2, "attention_kernel": "flash_2")"
        << "";
    QTest::newRow("ring attention of packed sequences")
        << "axolotl"
        << R"("framework": "fsdp", "fsdp_version": 2, "context_parallel": 2, "attention_kernel": "flash_2",
              "example_length": 300, "micro_batch_size": 2)"
        << "micro batch";
    QTest::newRow("quantised base with FSDP2")
        << "axolotl"
        << R"("framework": "fsdp", "fsdp_version": 2, "method": "dpo", "frozen_precision": "nf4", "lora": {"rank": 8})"
        << "quantised";
    QTest::newRow("8-bit optimizer with FSDP1's offload")
        << "axolotl"
        << R"("framework": "fsdp", "fsdp_version": 1, "optimizer": "adamw8bit")"
        << "";
    QTest::newRow("context parallel FSDP2")
        << "trl"
        << R"("framework": "fsdp", "fsdp_version": 2, "context_parallel": 2)"
        << "";
  }
  void what_verl_does_not_train_is_refused_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* title, const char* training, const char* said) {
      QTest::newRow(title) << training << said;
    };
    row("SFT", R"("method": "sft")", "");
    row("GRPO", R"("method": "grpo")", "");
    row("PPO", R"("method": "ppo", "sharding": "gradients", "shard_ranks": 4)", "");
    row("half a node with FSDP1", R"("method": "grpo", "fsdp_version": 1, "shard_ranks": 4)", "");
    row("Ulysses", R"("method": "grpo", "sequence_parallel": 2)", "");
    row("a preference method", R"("method": "dpo")", "SFT, PPO and GRPO");
    row("a quantised base", R"("lora": {"rank": 8}, "frozen_precision": "nf4")", "quantised");
    row("fp16", R"("method": "grpo", "precision": "fp16")", "");
    row("fp16 of SFT", R"("precision": "fp16")", "bf16");
    row("fp32", R"("method": "grpo", "precision": "fp32")", "bf16");
    row("an optimizer", R"("optimizer": "lion")", "optimizer");
    row("Ulysses without flash-attention", R"("sequence_parallel": 2, "attention_kernel": "auto")",
        "flash-attention");
    row("a pipeline", R"("pipeline_parallel": 2)", "pipeline");
    row("an engine on other GPUs", R"("method": "grpo", "generation": "server")", "engine");
    row("three GPUs of an engine", R"("method": "grpo", "engine_ranks": 3)", "engines");
    row("no room for a prompt", R"("method": "grpo", "completion_length": 1024)", "prompt");
    row("parts of a group", R"("method": "grpo", "rl": {"samples": 3})", "prompts");
    row("half a step", R"("method": "grpo", "rl": {"samples": 2, "prompts": 2})", "rl.prompts");
    row("tiles beside FSDP1", R"("method": "grpo", "fsdp_version": 1, "tiled_mlp": true)", "FSDP2");
    row("SFT in groups", R"("shard_ranks": 4)", "all GPUs");
    row("SFT with whole weights", R"("sharding": "gradients")", "weights");
    row("DDP", R"("sharding": "none")", "DDP");
  }
  void what_verl_does_not_train_is_refused() {
    QFETCH(QString, training);
    QFETCH(QString, said);
    const PlanDocument plan = read_plan(
        R"({"model": {"preset": "llama-3.1-8b"}, "training": {"program": "verl", "sequence_length": 1024, )" +
        training.toStdString() + "}}");
    const std::string why = reason("verl", plan);
    QVERIFY2(why.empty() == said.isEmpty(), why.c_str());
    QVERIFY2(why.find(said.toStdString()) != std::string::npos, why.c_str());
  }
  void what_openrlhf_does_not_train_is_refused_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("zero");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* title, const char* training, const char* zero, const char* said) {
      QTest::newRow(title) << training << zero << said;
    };
    constexpr const char* third = R"("stage": 3)";
    row("SFT", R"("method": "sft")", third, "");
    row("reward", R"("method": "reward")", third, "");
    row("GRPO", R"("method": "grpo", "generation": "vllm")", third, "");
    row("PPO on other GPUs", R"("method": "ppo")", third, "");
    row("a ring", R"("context_parallel": 2, "attention_kernel": "flash_2")", third, "");
    row("a ring without its library", R"("context_parallel": 2, "attention_kernel": "auto")", third,
        "ring-flash-attn");
    row("Ulysses", R"("sequence_parallel": 2)", third, "Ulysses");
    row("a method", R"("method": "orpo")", third, "DPO");
    row("fp32", R"("precision": "fp32")", third, "bf16");
    row("a base in 8 bits", R"("lora": {"rank": 8}, "frozen_precision": "int8")", third, "4 bits");
    row("an optimizer", R"("optimizer": "lion")", third, "Muon");
    row("weights on the host", R"("method": "sft")", R"("stage": 3, "offload_param": "cpu")", "weights");
    row("states on a drive", R"("method": "sft")", R"("stage": 3, "offload_optimizer": "nvme")", "CPU");
    row("a pipeline", R"("pipeline_parallel": 2)", R"("stage": 1)", "pipeline");
    row("layers in fp16", R"("tensor_parallel": 2, "precision": "fp16")", third, "bf16");
    row("completions of the policy itself", R"("method": "grpo", "generation": "training")", third, "vLLM");
    row("three GPUs of an engine", R"("method": "grpo", "engine_ranks": 3)", third, "engines");
    row("no room for a prompt", R"("method": "grpo", "completion_length": 4096)", third, "prompt");
    row("one completion", R"("method": "grpo", "rl": {"samples": 1})", third, "two completions");
    row("parts of a group", R"("method": "grpo", "rl": {"samples": 3})", third, "groups");
    row("FSDP", R"("framework": "fsdp")", third, "FSDP2");
  }
  void what_openrlhf_does_not_train_is_refused() {
    QFETCH(QString, training);
    QFETCH(QString, zero);
    QFETCH(QString, said);
    const std::string why = reason(
        "openrlhf", plan_of(R"("program": "openrlhf", )" + training.toStdString(), zero.toStdString()));
    QVERIFY2(why.empty() == said.isEmpty(), why.c_str());
    QVERIFY2(why.find(said.toStdString()) != std::string::npos, why.c_str());
  }
  void what_megatron_deepspeed_does_not_train_is_refused_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("zero");
    QTest::addColumn<QString>("said");
    constexpr const char* gpt =
        R"("architecture": {"block": "gpt", "layers": 24, "hidden_size": 2048, "attention_heads": 16,
           "vocab_size": 51200, "max_position_embeddings": 8192})";
    constexpr const char* llama = R"("preset": "llama-2-7b")";
    const auto row = [](const char* title, const char* model, const char* training, const char* zero,
                        const char* said) { QTest::newRow(title) << model << training << zero << said; };
    constexpr const char* first = R"("stage": 1)";
    constexpr const char* third = R"("stage": 3)";
    row("GPT", gpt, R"("optimizer": "adam")", first, "");
    row("Llama", llama, R"("optimizer": "adamw")", third, "");
    row("a pipeline of divided layers", gpt, R"("tensor_parallel": 2, "pipeline_parallel": 2)", first, "");
    row("Ulysses", llama, R"("sequence_parallel": 4)", third, "");
    row("Ulysses over divided layers", llama, R"("sequence_parallel": 2, "tensor_parallel": 2)", first,
        "tensor parallelism");
    row("Ulysses over stages", gpt, R"("sequence_parallel": 2, "pipeline_parallel": 2)", first, "pipeline");
    row("FPDT", gpt,
        R"("fpdt": true, "fpdt_chunk": 2048, "sequence_length": 8192, "sequence_parallel": 2, "attention": "sdpa", "attention_kernel": "flash_2")",
        third, "");
    row("FPDT of a gated MLP", llama,
        R"("fpdt": true, "fpdt_chunk": 2048, "sequence_length": 8192, "attention": "sdpa", "attention_kernel": "flash_2")",
        third, "GELU");
    row("FPDT without its library", gpt, R"("fpdt": true, "fpdt_chunk": 2048, "sequence_length": 8192)",
        third, "flash-attention");
    row("FPDT in parts of a chunk", gpt,
        R"("fpdt": true, "fpdt_chunk": 3000, "sequence_length": 8192, "attention": "sdpa", "attention_kernel": "flash_2")",
        third, "whole chunks");
    row("a method", llama, R"("method": "dpo")", third, "only on text");
    row("adapters", llama, R"("lora": {"rank": 8})", third, "all weights");
    row("experts", R"("preset": "mixtral-8x7b")", R"("micro_batch_size": 1)", third, "DeepSpeed-MoE");
    row("biases of some layers", R"("preset": "qwen2.5-7b")", R"("micro_batch_size": 1)", third, "biases");
    row("norms of queries", R"("preset": "qwen3-8b")", R"("micro_batch_size": 1)", third, "two norms");
    row("a count of parameters without a shape", R"("tensors": [{"shape": [4096, 4096], "count": 100}])",
        R"("micro_batch_size": 1)", third, "shape");
    row("longer than the positions", gpt, R"("sequence_length": 16384)", third, "positions");
    row("an optimizer", gpt, R"("optimizer": "lion")", third, "Adam");
    row("SGD on the host", gpt, R"("optimizer": "sgd")", R"("stage": 2, "offload_optimizer": "cpu")", "CPU");
    row("an odd number of tokens", llama, R"("sequence_length": 4001)", third, "");
    row("tokens that do not divide", llama, R"("sequence_parallel": 8, "sequence_length": 4100)", third,
        "tokens among those of a sequence");
    row("a ring", gpt, R"("context_parallel": 2)", third, "context");
    row("FSDP", llama, R"("framework": "fsdp")", third, "FSDP2");
  }
  void what_megatron_deepspeed_does_not_train_is_refused() {
    QFETCH(QString, model);
    QFETCH(QString, training);
    QFETCH(QString, zero);
    QFETCH(QString, said);
    const PlanDocument document =
        read_plan("{\"model\": {" + model.toStdString() + "}, \"zero\": {" + zero.toStdString() +
                  R"(}, "training": {"program": "megatron-deepspeed", )" + training.toStdString() + "}}");
    const std::string why = reason("megatron-deepspeed", document);
    QVERIFY2(why.empty() == said.isEmpty(), why.c_str());
    QVERIFY2(why.find(said.toStdString()) != std::string::npos, why.c_str());
  }

  /// The vocabulary is padded to a multiple of 128 for each rank of a layer unless the arguments say less.
  void megatron_deepspeed_pads_no_vocabulary_that_needs_no_padding() {
    const auto step = [](const char* words, const char* ranks) {
      const std::string plan = std::string(R"({"model": {"architecture": {"block": "gpt", "layers": 2,
        "hidden_size": 256, "attention_heads": 4, "vocab_size": )") +
                               words + R"(}}, "zero": {"stage": 1}, "training": {"tensor_parallel": )" +
                               ranks + "}}";
      const std::string script =
          text_of(find_export_flavour("megatron-deepspeed")->write(read_plan(plan)), "run.sh");
      const std::string key = "--make-vocab-size-divisible-by ";
      const auto at = script.find(key);
      return at == std::string::npos ? 0 : std::stoi(script.substr(at + key.size()));
    };
    QCOMPARE(step("51200", "4"), 0);
    QCOMPARE(step("32000", "4"), 64);
    QCOMPARE(step("50257", "1"), 1);
    QCOMPARE(step("50257", "2"), 0);  // it is padded
  }

  /// OpenRLHF makes its ds_config from a few arguments: other keys of it are named.
  void openrlhf_has_no_ds_config_of_ours() {
    const ProgramExport made =
        find_export_flavour("openrlhf")
            ->write(plan_of(R"("method": "sft")", R"("stage": 3, "zero_quantized_weights": true)"));
    QVERIFY(text_of(made, "ds_config.json").empty());
    QVERIFY(made.left_out_sentence().find("zero.zero_quantized_weights") != std::string::npos);
  }

  void a_model_with_an_encoder_gets_the_example_of_its_task_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArray>("training");
    QTest::addColumn<QByteArrayList>("said");
    QTest::newRow("both") << QByteArray("t5-3b")
                          << QByteArray(R"("sequence_length": 64, "encoder_length": 256)")
                          << QByteArrayList{"program=run_summarization.py", "--max_source_length 256",
                                            "--max_target_length 64"};
    QTest::newRow("an encoder") << QByteArray("google-bert/bert-base-cased")
                                << QByteArray(R"("sequence_length": 128)")
                                << QByteArrayList{"program=run_mlm.py", "--max_seq_length 128"};
    QTest::newRow("classes") << QByteArray("google-bert/bert-base-cased")
                             << QByteArray(R"("sequence_length": 128, "method": "classification")")
                             << QByteArrayList{"program=run_classification.py", "--max_seq_length 128"};
    QTest::newRow("a decoder") << QByteArray("gpt2") << QByteArray(R"("sequence_length": 128)")
                               << QByteArrayList{"program=run_clm.py", "--block_size 128"};
  }
  void a_model_with_an_encoder_gets_the_example_of_its_task() {
    QFETCH(QByteArray, model);
    QFETCH(QByteArray, training);
    QFETCH(QByteArrayList, said);
    const PlanDocument plan = read_plan(R"({"model": {"preset": ")" + model.toStdString() +
                                        R"("}, "training": {)" + training.toStdString() + "}}");
    const ProgramExport made = find_export_flavour("hf-trainer")->write(plan);
    const QByteArray script = QByteArray::fromStdString(text_of(made, "run.sh"));
    for (const QByteArray& part : said)
      QVERIFY2(script.contains(part), script);
    const bool is_clm = script.contains("program=run_clm.py");
    QCOMPARE(script.contains("--block_size"), is_clm);
    QVERIFY(is_clm || !script.contains("--dtype"));  // of run_clm.py alone
  }

  void programs_of_decoders_do_not_start_an_encoder_or_a_head_for_classes() {
    const PlanDocument t5 = read_plan(R"({"model": {"preset": "t5-3b"}})");
    const PlanDocument classes =
        read_plan(R"({"model": {"preset": "gpt2"}, "training": {"method": "classification"}})");
    for (const char* flavour : {"axolotl", "trl", "llama-factory", "ms-swift"}) {
      QVERIFY2(reason(flavour, t5).find("an encoder") != std::string::npos, reason(flavour, t5).c_str());
      QVERIFY2(reason(flavour, classes).find("classes") != std::string::npos,
               reason(flavour, classes).c_str());
    }
    QCOMPARE(reason("hf-trainer", t5), std::string());
    QCOMPARE(reason("hf-trainer", classes), std::string());
  }

  void verl_offloads_where_its_workers_do() {
    constexpr const char* offloaded = R"("stage": 3, "offload_param": "cpu", "offload_optimizer": "cpu")";
    const auto why = [&](const std::string& training) {
      return reason("verl", plan_of(R"("program": "verl", "framework": "fsdp", )" + training, offloaded));
    };
    QCOMPARE(why(R"("method": "grpo", "fsdp_version": 2)"), std::string());
    QCOMPARE(why(R"("fsdp_version": 1)"), std::string());
    QVERIFY(why(R"("method": "grpo", "fsdp_version": 1)").find("only with FSDP2") != std::string::npos);
    QVERIFY(why(R"("fsdp_version": 2)").find("only with FSDP1") != std::string::npos);
  }

  void what_torchtitan_does_not_train_is_refused_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* title, const char* training, const char* model, const char* said) {
      QTest::newRow(title) << training << model << said;
    };
    row("plain", "", "llama-3.1-8b", "");
    row("all ways to divide", R"("tensor_parallel": 2, "context_parallel": 2, "pipeline_parallel": 2)",
        "llama-3.1-8b", "");
    row("divided experts", R"("expert_parallel": 4)", "qwen3-30b-a3b", "");
    row("DeepSpeed", R"("framework": "deepspeed")", "llama-3.1-8b", "DeepSpeed");
    row("FSDP1", R"("fsdp_version": 1)", "llama-3.1-8b", "FSDP1");
    row("another model", "", "mixtral-8x7b", "flavor");
    row("a model of older releases", "", "llama-2-7b", "flavor");
    row("adapters", R"("lora": {"rank": 8})", "llama-3.1-8b", "all weights");
    row("a method", R"("method": "dpo")", "llama-3.1-8b", "next token");
    row("fp16", R"("precision": "fp16")", "llama-3.1-8b", "bf16");
    row("another optimizer", R"("optimizer": "lion")", "llama-3.1-8b", "AdamW");
    row("a step in the backward pass of a pipeline",
        R"("optimizer_in_backward": true, "pipeline_parallel": 2)", "llama-3.1-8b", "backward");
    row("DDP beside another group", R"("sharding": "none", "tensor_parallel": 2)", "llama-3.1-8b", "DDP");
    row("DDP beside a pipeline", R"("sharding": "none", "pipeline_parallel": 2)", "llama-3.1-8b", "DDP");
    row("DDP beside parts of a sequence", R"("sharding": "none", "context_parallel": 2)", "llama-3.1-8b",
        "context");
    row("a pipeline of Qwen3", R"("pipeline_parallel": 2)", "qwen3-8b", "pipeline");
    row("parts of a sequence with flex attention", R"("context_parallel": 2)", "deepseek-v3-671b", "flex");
    row("a sequence that does not divide", R"("context_parallel": 4, "sequence_length": 4100)",
        "llama-3.1-8b", "sequence");
    row("fewer shards than ranks of a sequence", R"("context_parallel": 4, "shard_ranks": 2)", "llama-3.1-8b",
        "multiple");
    row("experts that do not divide", R"("expert_parallel": 3)", "qwen3-30b-a3b", "experts");
    row("Ulysses", R"("sequence_parallel": 2)", "llama-3.1-8b", "Ulysses");
    row("a distributed optimizer", R"("sharding": "optimizer")", "llama-3.1-8b", "distributed optimizer");
  }
  void what_torchtitan_does_not_train_is_refused() {
    QFETCH(QString, training);
    QFETCH(QString, model);
    QFETCH(QString, said);
    std::string keys = training.toStdString();
    const auto add = [&](const std::string& name, const std::string& value) {
      if (keys.find('"' + name + '"') == std::string::npos)
        keys += (keys.empty() ? "\"" : ", \"") + name + "\": " + value;
    };
    add("framework", "\"fsdp\"");
    if (keys.find("deepspeed") == std::string::npos) {
      add("sharding", "\"full\"");
      add("fsdp_version", "2");
    }
    const PlanDocument plan =
        read_plan(R"({"model": {"preset": ")" + model.toStdString() + R"("}, "training": {)" + keys + "}}");
    const std::string why = reason("torchtitan", plan);
    QCOMPARE(QString::fromStdString(why).isEmpty(), said.isEmpty());
    QVERIFY2(why.find(said.toStdString()) != std::string::npos, why.c_str());
  }

  void what_no_file_starts_is_refused_with_the_reason() {
    QFETCH(QString, flavour);
    QFETCH(QString, training);
    QFETCH(QString, said);
    const std::string why = reason(flavour.toStdString().c_str(), plan_of(training.toStdString()));
    QCOMPARE(why.empty(), said.isEmpty());
    QVERIFY2(why.find(said.toStdString()) != std::string::npos, why.c_str());
  }

  void the_plans_own_program_starts_it() {
    QCOMPARE(export_start(plan_of(R"("program": "axolotl")")).flavour, find_export_flavour("axolotl"));
    const ExportStart grpo = export_start(read_plan(
        R"({"model": {"preset": "llama-3.1-8b"}, "training": {"program": "verl", "method": "grpo"}})"));
    QVERIFY(grpo.flavour == find_export_flavour("verl") && grpo.is_whole());
    const ExportStart liger =
        export_start(plan_of(R"("program": "hf-trainer", "fused_norm": true, "fused_loss": "fused")"));
    QVERIFY(liger.is_whole());
    const ExportStart ulysses = export_start(plan_of(R"("program": "axolotl", "sequence_parallel": 2)"));
    QVERIFY(!ulysses.can_start() && ulysses.reason.find("Axolotl") != std::string::npos);
    const ExportStart selective =
        export_start(plan_of(R"("program": "trl", "activation_checkpointing": "selective")"));
    QVERIFY(selective.can_start() && !selective.is_whole());
    QCOMPARE(selective.by_hand, std::vector<std::string>{"training.activation_checkpointing"});
    // Adapters of torchtune, which torchtitan lacks: verl is no program to start them with.
    const ExportStart adapters =
        export_start(plan_of(R"("program": "torchtune", "lora": {"rank": 8, "targets": ["q_proj"]})"));
    QVERIFY(!adapters.can_start());
  }
};

ZP_TEST(StartableTest)
#include "startable_test.moc"
