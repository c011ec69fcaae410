// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan_file/program_defaults.h"

#include <QtTest>
#include <array>

#include "core/catalog/catalog.h"
#include "core/catalog/programs.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/settings/plan_settings.h"
#include "core/sharding/edits.h"
#include "core/sharding/program_way.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace program_defaults {

/// Reads a plan of Llama-2 7B with these members of `training`, and members of the whole plan behind them.
PlanDocument plan_of_program(const std::string& training, const std::string& rest = "") {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {)" + training + "}" + rest + "}");
}

QString value_of(const PlanDocument& document, const char* path) {
  const PlanKey* key = find_plan_key(path);
  return QString::fromStdString(value_text(key->value(document.plan)));
}

QString filled_from(const PlanDocument& document, const char* path) {
  const auto filled = filled_value(document, path);
  return filled ? QString::fromStdString(filled->program) : QString();
}

PlanDocument set(const PlanDocument& document, const char* setting) {
  const std::array settings = {parse_setting(setting)};
  return with_settings(document, settings);
}

}  // namespace program_defaults

using namespace program_defaults;

/// Tests of what a training program fills in for keys that nobody stated.
class ProgramDefaultsTest : public QObject {
  Q_OBJECT

 private slots:
  void what_nobody_stated_is_the_programs_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* training, const char* path, const char* value) {
      QTest::addRow("%s: %s", training, path) << training << path << value;
    };
    row(R"("program": "hf-trainer")", "training.micro_batch_size", "8");
    row(R"("program": "hf-trainer", "program_version": "4.40")", "training.fused_loss", "shifted");
    row(R"("program": "hf-trainer", "program_version": "4.50")", "training.fused_loss", "none");
    row(R"("program": "hf-trainer", "framework": "fsdp", "program_version": "4.50")",
        "training.optimizer_kernel", "foreach");
    row(R"("program": "hf-trainer", "program_version": "4.35")", "training.attention", "eager");
    row(R"("program": "hf-trainer", "program_version": "4.36")", "training.attention", "sdpa");
    row(R"("program": "hf-trainer", "program_version": "4.35", "attention_kernel": "flash_2")",
        "training.attention", "sdpa");
    row(R"("program": "hf-trainer", "program_version": "4.40, torch 2.0")", "training.attention", "eager");
    row(R"("program": "hf-trainer", "program_version": "4.40, torch 2.1.1")", "training.attention", "sdpa");
    row(R"("program": "llama-factory", "program_version": "0.3")", "training.attention", "eager");
    row(R"("program": "llama-factory", "program_version": "0.7, torch 2.1")", "training.attention", "eager");
    row(R"("program": "trl")", "training.sequence_length", "1,024");
    row(R"("program": "trl")", "training.activation_checkpointing", "full");
    row(R"("program": "trl", "program_version": "0.21")", "training.activation_checkpointing", "none");
    row(R"("program": "trl")", "training.fused_loss", "chunked");
    row(R"("program": "trl", "method": "dpo")", "training.fused_loss", "none");
    row(R"("program": "trl", "lora": {"rank": 8})", "training.lora.dropout", "0.05");
    row(R"("program": "trl", "lora": {"targets": ["q_proj"]})", "training.lora.rank", "16");
    row(R"("program": "trl", "frozen_precision": "nf4")", "training.double_quantization", "false");
    row(R"("program": "axolotl")", "training.sequence_length", "512");
    row(R"("program": "llama-factory")", "training.recompute", "whole");
    row(R"("program": "ms-swift")", "training.gradient_accumulation_steps", "2");  // 16 on 8 GPUs
    row(R"("program": "ms-swift", "micro_batch_size": 4)", "training.gradient_accumulation_steps", "1");
    row(R"("program": "llama-factory")", "training.sequence_length", "2,048");
    row(R"("program": "alignment-handbook")", "zero.stage", "3");
    row(R"("program": "open-instruct", "lora": {"rank": 8})", "training.lora.dropout", "0.1");
    row(R"("program": "torchtune", "framework": "fsdp")", "training.micro_batch_size", "2");
    row(R"("program": "torchtune")", "training.fused_loss", "chunked");
    row(R"("program": "torchtune", "program_version": "0.2.1")", "training.fused_loss", "shifted");
    row(R"("program": "torchtitan", "framework": "fsdp")", "training.activation_checkpointing", "selective");
    row(R"("program": "torchtitan", "framework": "fsdp")", "training.sequence_length", "4,096");  // not 8,192
    row(R"("program": "litgpt", "framework": "fsdp")", "training.gradient_accumulation_steps", "2");
    row(R"("program": "llama-cookbook", "framework": "fsdp"}, "zero": {"stage": 3)",
        "training.optimizer_kernel", "foreach");
    row(R"("program": "llama-cookbook", "framework": "fsdp", "program_version": "transformers 4.31")",
        "training.keeps_cache", "true");
    row(R"("program": "llama-cookbook", "framework": "fsdp", "program_version": "transformers 4.39",
        "lora": {"rank": 8}, "frozen_precision": "int8"}, "cluster": {"gpus_per_node": 1}, "zero": {"stage": 0)",
        "training.activation_checkpointing", "full");
    row(R"("program": "llama-cookbook", "framework": "fsdp", "program_version": "transformers 4.43",
        "lora": {"rank": 8}, "frozen_precision": "int8"}, "cluster": {"gpus_per_node": 1}, "zero": {"stage": 0)",
        "training.activation_checkpointing", "none");
    row(R"("program": "fms-hf-tuning", "framework": "fsdp")", "training.attention_kernel", "flash_2");
    row(R"("program": "openrlhf")", "zero.stage", "2");
    row(R"("program": "openrlhf")", "training.gradient_accumulation_steps", "2");
    row(R"("program": "verl", "framework": "fsdp"}, "zero": {"stage": 3)", "training.sequence_length",
        "1,024");
    row(R"("program": "verl", "program_version": "0.3")", "training.activation_checkpointing", "none");
    row(R"("program": "verl", "program_version": "0.5")", "training.activation_checkpointing", "full");
    row(R"("program": "verl")", "training.keeps_outputs", "true");
    row(R"("program": "deepspeed-chat")", "training.precision", "fp16");
    row(R"("program": "megatron-deepspeed")", "training.attention", "eager");
    row(R"("program": "gpt-neox")", "zero.stage", "1");
    row(R"("program": "llm-foundry", "framework": "fsdp")", "training.fused_loss", "compiled");
    row(R"("program": "xtuner", "lora": {"rank": 8})", "training.gradient_accumulation_steps", "16");
    row(R"("program": "internevo", "framework": "fsdp")", "training.gradient_accumulation_steps", "4");
    row(R"("program": "arctic-training")", "zero.stage", "2");
    row(R"("program": "arctic-training")", "zero.reduce_bucket_size", "16,777,216");  // the width squared
    row(R"("program": "nanotron", "framework": "fsdp")", "training.attention_kernel", "flash_2");
    row(R"("program": "megatron-lm")", "training.fused_mlp", "fused");
    row(R"("program": "nemo")", "training.attention_kernel", "flash_2");
    row(R"("program": "nvidia-bert", "framework": "fsdp", "sharding": "none")", "training.optimizer", "lamb");
    row(R"("program": "nvidia-bert-squad", "framework": "fsdp", "sharding": "none")", "training.precision",
        "fp16");
    row(R"("program": "oumi", "framework": "fsdp"}, "zero": {"stage": 3)",
        "training.activation_checkpointing", "none");
    row(R"("program": "unsloth", "framework": "fsdp"}, "cluster": {"gpus_per_node": 1)",
        "training.checkpoints_on_host", "true");
    row(R"("program": "llama-factory"}, "zero": {"stage": 3)", "zero.stage3_prefetch_bucket_size",
        "15,099,494");
    row(R"("program": "peft", "lora": {"rank": 8})", "training.micro_batch_size", "8");
  }
  /// torchtune recipes/configs/llama3_1/8B_lora_single_device.yaml checkpoints, 8B_lora.yaml does not.
  void a_pytorch_program_on_one_gpu_shards_nothing() {
    const auto on = [](const char* gpus, const char* zero = "") {
      return plan_of_program(R"("program": "torchtune", "lora": {"rank": 8})",
                             std::string(R"(, "cluster": {"gpus_per_node": )") + gpus + "}" + zero);
    };
    QCOMPARE(value_of(on("1"), "zero.stage"), "0");
    QCOMPARE(value_of(on("1"), "training.activation_checkpointing"), "full");
    QCOMPARE(value_of(on("2"), "zero.stage"), "3");
    QCOMPARE(value_of(on("2"), "training.activation_checkpointing"), "none");
    QCOMPARE(value_of(on(R"(1, "nodes": 2)"), "zero.stage"), "3");
    QCOMPARE(value_of(on("1", R"(, "zero": {"stage": 3})"), "zero.stage"), "3");
    QCOMPARE(value_of(on("1", R"(, "zero": {"offload_param": "cpu"})"), "zero.stage"), "3");
    QCOMPARE(value_of(plan_of_program(R"("framework": "fsdp")", R"(, "cluster": {"gpus_per_node": 1})"),
                      "zero.stage"),
             "3");
    // verl has no way without FSDP (workers/fsdp_workers.py).
    const PlanDocument verl = plan_of_program(R"("program": "verl")", R"(, "cluster": {"gpus_per_node": 1})");
    QCOMPARE(value_of(verl, "zero.stage"), "3");
    QCOMPARE(value_of(verl, "training.activation_checkpointing"), "full");
  }
  void the_stage_follows_the_number_of_gpus() {
    PlanDocument document =
        plan_of_program(R"("program": "torchtune")", R"(, "cluster": {"gpus_per_node": 1})");
    document.plan = with_program_defaults(document, edits::set_gpus_per_node(document.plan, 4));
    QCOMPARE(value_of(document, "zero.stage"), "3");
    QCOMPARE(value_of(document, "training.fsdp_wrap"), "all");
    document.plan = with_program_defaults(document, edits::set_gpus_per_node(document.plan, 1));
    QCOMPARE(value_of(document, "zero.stage"), "0");
  }

  void what_nobody_stated_is_the_programs() {
    QFETCH(QString, training);
    QFETCH(QString, path);
    QFETCH(QString, value);
    const PlanDocument document =
        read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {)" + training.toStdString() + "}}");
    QCOMPARE(value_of(document, qPrintable(path)), value);
    if (path != "training.lora.rank")
      QVERIFY2(!filled_from(document, qPrintable(path)).isEmpty() || value == "none",
               "nothing says where the value came from");
    QCOMPARE(read_plan(write_plan(document)), document);
  }

  void without_a_program_nothing_is_filled_in() {
    const PlanDocument document = plan_of_program("");
    QVERIFY(filled_values(document).empty());
    QVERIFY(!program_types(document.plan));
    QCOMPARE(document.plan.training.micro_batch_size, 1);
  }

  void the_framework_and_its_stage_follow_from_what_is_stated_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("framework");
    QTest::addColumn<int>("stage");
    const auto row = [](const char* training, const char* framework, int stage) {
      QTest::addRow("%s", training) << training << framework << stage;
    };
    row(R"("method": "sft")", "deepspeed", 0);
    row(R"("framework": "fsdp")", "fsdp", 3);
    row(R"("framework": "fsdp", "sharding": "none")", "fsdp", 0);
    row(R"("framework": "fsdp", "sharding": "gradients")", "fsdp", 2);
    row(R"("program": "hf-trainer")", "deepspeed", 0);
    row(R"("program": "hf-trainer", "framework": "fsdp")", "fsdp", 3);
    row(R"("program": "torchtitan")", "fsdp", 3);
    row(R"("program": "torchtitan", "sharding": "none")", "fsdp", 0);
    row(R"("program": "verl")", "fsdp", 3);
    row(R"("program": "nanotron")", "fsdp", 0);
    row(R"("program": "megatron-lm")", "fsdp", 0);
    row(R"("program": "nemo")", "fsdp", 1);
    row(R"("program": "openrlhf")", "deepspeed", 2);
  }
  void the_framework_and_its_stage_follow_from_what_is_stated() {
    QFETCH(QString, training);
    QFETCH(QString, framework);
    QFETCH(int, stage);
    const PlanDocument document = plan_of_program(training.toStdString());
    QCOMPARE(value_of(document, "training.framework"), framework);
    QCOMPARE(document.plan.zero.stage, stage);
    QCOMPARE(read_plan(write_plan(document)).plan, document.plan);
  }

  void every_program_can_be_named() {
    for (const ProgramEntry& entry : program_entries()) {
      const std::string framework = entry.trains_with(ProgramFramework::deepspeed) ? "deepspeed" : "fsdp";
      const int stage = entry.trains_with(ProgramFramework::ddp) || framework == "deepspeed" ? 0 : 3;
      const PlanDocument document =
          plan_of_program("\"program\": \"" + entry.id + "\", \"framework\": \"" + framework + "\"",
                          entry.id == "unsloth" ? R"(, "cluster": {"gpus_per_node": 1})"
                                                : R"(, "zero": {"stage": )" + std::to_string(stage) + "}");
      QVERIFY2(program_types(document.plan), entry.id.c_str());
      QVERIFY2(!filled_values(document).empty(), entry.id.c_str());
      QCOMPARE(read_plan(write_plan(document)), document);
    }
  }

  void every_setting_of_a_program_is_a_value_that_its_key_takes() {
    for (const ProgramEntry& entry : program_entries())
      for (const ProgramRule& rule : entry.rules)
        for (const ProgramSetting& setting : rule.settings) {
          if (setting.name.find('.') == std::string::npos) continue;
          const PlanKey* key = find_plan_key(setting.name);
          QVERIFY2(key != nullptr, setting.name.c_str());
          if (const auto* text = std::get_if<std::string>(&setting.value)) {
            const bool is_decided = *text == "auto" || *text == "model" || *text == "global_batch";
            const bool is_word = std::ranges::find(key->words, *text) != key->words.end();
            QVERIFY2(key->kind == KeyKind::word ? is_word : is_decided && key->is_number(), text->c_str());
          } else if (const auto* count = std::get_if<std::int64_t>(&setting.value)) {
            QVERIFY2(key->is_number() && key->range.holds(static_cast<double>(*count)), setting.name.c_str());
          } else if (std::holds_alternative<bool>(setting.value)) {
            QVERIFY2(key->kind == KeyKind::flag, setting.name.c_str());
          }
        }
  }

  void what_is_stated_stays_and_is_written_also_when_it_is_the_default() {
    const PlanDocument document =
        plan_of_program(R"("program": "trl", "micro_batch_size": 8, "sequence_length": 4096)");
    QCOMPARE(document.plan.training.sequence_length, 4096);
    QVERIFY(filled_from(document, "training.micro_batch_size").isEmpty());
    QVERIFY(write_plan(document).find("\"micro_batch_size\": 8") != std::string::npos);
    QVERIFY(write_plan(plan_of_program(R"("program": "trl")")).find("micro_batch_size") == std::string::npos);
    QVERIFY(write_plan(plan_of_program(R"("micro_batch_size": 1)")).find("\"micro_batch_size\": 1") !=
            std::string::npos);
  }

  void a_key_of_deepspeed_config_is_stated_too() {
    const PlanDocument document = plan_of_program(
        R"("program": "trl")", R"(, "deepspeed_config": {"train_micro_batch_size_per_gpu": 2})");
    QCOMPARE(document.plan.training.micro_batch_size, 2);
    QVERIFY(filled_from(document, "training.micro_batch_size").isEmpty());
  }

  void another_program_fills_in_anew_and_leaves_what_is_stated() {
    const PlanDocument trl = plan_of_program(R"("program": "trl", "gradient_accumulation_steps": 1)");
    const PlanDocument swift = set(trl, "training.program=ms-swift");
    QCOMPARE(swift.plan.training.micro_batch_size, 1);
    QCOMPARE(swift.plan.training.sequence_length, 2048);
    QCOMPARE(swift.plan.training.gradient_accumulation_steps, 1);
    const PlanDocument none = set(trl, "training.program=none");
    QCOMPARE(none.plan.training.sequence_length, 2048);
    QCOMPARE(none.plan.training.micro_batch_size, 1);
  }

  void another_release_fills_in_anew() {
    const PlanDocument newest = plan_of_program(R"("program": "trl")");
    const PlanDocument old = set(newest, "training.program_version=0.21");
    QCOMPARE(newest.plan.training.activation_checkpointing, Checkpointing::full);
    QCOMPARE(old.plan.training.activation_checkpointing, Checkpointing::none);
    QVERIFY(write_plan(old).find("\"program_version\": \"0.21\"") != std::string::npos);
  }

  /// The window edits the plan itself.
  void an_edit_of_the_plan_fills_in_anew() {
    PlanDocument document = plan_of_program(R"("program": "trl", "sequence_length": 1024)");
    Plan edited = edits::set_program(document.plan, program_named("axolotl"));
    edited = with_program_defaults(document, edited);
    QCOMPARE(edited.training.micro_batch_size, 1);
    QCOMPARE(edited.training.sequence_length, 1024);
    Plan larger = document.plan;
    larger.training.micro_batch_size = 2;
    QCOMPARE(with_program_defaults(document, larger), larger);
    Plan adapters = document.plan;
    adapters.training.lora.rank = 16;
    QCOMPARE(with_program_defaults(document, adapters).training.lora.dropout, 0.05);
  }

  void a_precision_that_nobody_chose_follows_the_gpu() {
    const auto on = [](const PlanDocument& document, const char* gpu) {
      return with_program_defaults(document, edits::set_gpu_preset(document.plan, catalog().find_gpu(gpu)));
    };
    const auto document_of = [](const std::string& training) {
      return read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {)" + training + "}}");
    };
    PlanDocument open = document_of("");
    open.plan = on(open, "v100-sxm2-32gb");
    QCOMPARE(open.plan.training.precision, Precision::fp16);
    QCOMPARE(on(open, "a100-sxm4-80gb").training.precision, Precision::bf16);
    QCOMPARE(on(document_of(R"("precision": "bf16")"), "v100-sxm2-32gb").training.precision, Precision::bf16);
    QCOMPARE(on(document_of(R"("precision": "fp32")"), "v100-sxm2-32gb").training.precision, Precision::fp32);
  }

  void a_misspelt_program_is_refused_with_similar_ids_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("similar");
    QTest::newRow("a slip") << "axolotol"
                            << "axolotl";
    QTest::newRow("without its hyphen") << "llamafactory"
                                        << "llama-factory";
    QTest::newRow("a part of it") << "trainer"
                                  << "hf-trainer";
  }
  void a_misspelt_program_is_refused_with_similar_ids() {
    QFETCH(QString, name);
    QFETCH(QString, similar);
    try {
      (void)plan_of_program("\"program\": \"" + name.toStdString() + "\"");
      QFAIL("the program was taken");
    } catch (const FileError& error) {
      QCOMPARE(QString::fromStdString(error.path()), "training.program");
      const QString message = error.what();
      QVERIFY2(message.contains("did you mean " + similar), error.what());
      QVERIFY2(message.contains("presets programs"), error.what());
    }
  }

  void a_release_that_is_none_is_refused() {
    try {
      (void)plan_of_program(R"("program": "trl", "program_version": "newest")");
      QFAIL("the release was taken");
    } catch (const FileError& error) {
      QCOMPARE(QString::fromStdString(error.path()), "training.program_version");
    }
  }

  void the_types_of_a_plan_are_those_of_its_program() {
    const PlanDocument document =
        plan_of_program(R"("program": "torchtune", "framework": "fsdp")", R"(, "zero": {"stage": 3})");
    const std::optional<ProgramTypes> types = program_types(document.plan);
    QVERIFY(types);
    QVERIFY(types->states == ProgramDtype::precision);
    QVERIFY(types->master == ProgramDtype::none);
    QCOMPARE(types->autocasts, std::optional(false));
  }
};

ZP_TEST(ProgramDefaultsTest)
#include "program_defaults_test.moc"
