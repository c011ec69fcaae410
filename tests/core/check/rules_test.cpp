// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/check/check_config.h"
#include "core/export/ds_config.h"
#include "tests/core/check/checked.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::test;

namespace {

std::string data_file(const char* name) {
  std::ifstream file(std::string(ZP_TEST_DATA "/") + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

/// Tests of rules beyond the parser's: each is reported for the files that break it, and for no others.
class RulesTest : public QObject {
  Q_OBJECT

 private slots:
  void told_data() {
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, const char* sections, const QStringList& expected) {
      QTest::newRow(name) << QByteArray(sections) << expected;
    };
    row("nothing wrong", R"("zero_optimization": {"stage": 2}, "bf16": {"enabled": true})", {});
    row("unknown key at the top", R"("gradient_cliping": 1)", {"ignored unknown_key gradient_cliping"});
    row("unknown key in a plain section", R"("aio": {"block_sise": 3})",
        {"ignored unknown_key aio.block_sise"});
    row("unknown key in a pydantic section", R"("bf16": {"enable": true})",
        {"refused unknown_key bf16.enable"});
    row("offload_param below stage 3",
        R"("zero_optimization": {"stage": 2, "offload_param": {"device": "cpu"}})",
        {"ignored offload_param_needs_stage_3 zero_optimization.offload_param"});
    row("offload without ZeRO",
        R"("zero_optimization": {"stage": 0, "offload_optimizer": {"device": "cpu"}})",
        {"fails_later offload_needs_zero zero_optimization.offload_optimizer"});
    row("nvme means cpu",
        R"("zero_optimization": {"stage": 2, "offload_optimizer": {"device": "nvme", "nvme_path": "/n"}})",
        {"ignored nvme_needs_stage_3 zero_optimization.offload_optimizer",
         "ignored without_effect zero_optimization.offload_optimizer.nvme_path"});
    row("buffers of a drive that is not used",
        R"("zero_optimization": {"stage": 3, "offload_param": {"device": "cpu", "buffer_size": 1e9}})",
        {"ignored without_effect zero_optimization.offload_param.buffer_size"});
    row("no device", R"("zero_optimization": {"stage": 3, "offload_optimizer": {}})",
        {"ignored no_device zero_optimization.offload_optimizer"});
    row("no nvme_path", R"("zero_optimization": {"stage": 3, "offload_optimizer": {"device": "nvme"}})",
        {"fails_later no_nvme_path zero_optimization.offload_optimizer"});
    row("no nvme_path for the weights",
        R"("zero_optimization": {"stage": 3, "offload_param": {"device": "nvme"}})",
        {"fails_later no_nvme_path zero_optimization.offload_param"});
    row("pipelines without buffers",
        R"("optimizer": {"type": "Adam"}, "zero_optimization": {"stage": 3, "offload_optimizer": {"device": "nvme", "nvme_path": "/n", "pipeline_read": true}})",
        {"fails_later too_few_buffers zero_optimization.offload_optimizer.buffer_count"});
    row("odd bucket", R"("zero_optimization": {"stage": 1, "allgather_bucket_size": 500000001})",
        {"fails_later odd_allgather_bucket zero_optimization.allgather_bucket_size"});
    row("stage 3 key at stage 2", R"("zero_optimization": {"stage": 2, "stage3_max_live_parameters": 5})",
        {"ignored without_effect zero_optimization.stage3_max_live_parameters"});
    row("the same at its default", R"("zero_optimization": {"stage": 2, "stage3_max_live_parameters": 1e9})",
        {});
    row("retired key", R"("zero_optimization": {"stage": 2, "cpu_offload": true})",
        {"style retired_key zero_optimization.cpu_offload"});
    row("retired key without effect",
        R"("zero_optimization": {"stage": 2, "cpu_offload_use_pin_memory": true})",
        {"ignored retired_key zero_optimization.cpu_offload_use_pin_memory"});
    row("retired offload without ZeRO", R"("zero_optimization": {"stage": 0, "cpu_offload": true})",
        {"fails_later offload_needs_zero zero_optimization.offload_optimizer",
         "style retired_key zero_optimization.cpu_offload"});
    row("legacy stage 1", R"("zero_optimization": {"stage": 1, "legacy_stage1": true})",
        {"fails_later legacy_stage1 zero_optimization.legacy_stage1"});
    row("predivide with scatter", R"("gradient_predivide_factor": 2, "zero_optimization": {"stage": 2})",
        {"fails_later not_with_reduce_scatter gradient_predivide_factor"});
    row("quantized gradients without scatter",
        R"("zero_optimization": {"stage": 3, "zero_quantized_gradients": true, "reduce_scatter": false})",
        {"fails_later quantized_gradients_need_reduce_scatter zero_optimization.zero_quantized_gradients"});
    row("MiCS with offload",
        R"("zero_optimization": {"stage": 3, "mics_shard_size": 4, "offload_optimizer": {"device": "cpu"}})",
        {"fails_later mics_with_offload zero_optimization.mics_shard_size"});
    row("hpZ does not divide", R"("zero_optimization": {"stage": 3, "zero_hpz_partition_size": 3})",
        {"fails_later hpz_does_not_divide zero_optimization.zero_hpz_partition_size"});
    row("max_grad_norm", R"("optimizer": {"type": "AdamW", "params": {"max_grad_norm": 1.0}})",
        {"fails_later max_grad_norm optimizer.params.max_grad_norm"});
    row("unknown optimizer", R"("optimizer": {"type": "AdamWW"})",
        {"fails_later unknown_optimizer optimizer.type"});
    row("DeepSpeed's names in any case", R"("optimizer": {"type": "aDamW"})", {});
    row("torch's names in their case", R"("optimizer": {"type": "sgd"})",
        {"fails_later unknown_optimizer optimizer.type"});
    row("unknown parameter", R"("optimizer": {"type": "AdamW", "params": {"beta": [0.9, 0.99]}})",
        {"fails_later unknown_parameter optimizer.params.beta"});
    row("untested with ZeRO", R"("optimizer": {"type": "SGD"}, "zero_optimization": {"stage": 1})",
        {"fails_later untested_optimizer optimizer.type"});
    row("untested, allowed",
        R"("optimizer": {"type": "SGD"}, "zero_optimization": {"stage": 1}, "zero_allow_untested_optimizer": true)",
        {});
    row("1-bit Adam with ZeRO", R"("optimizer": {"type": "OneBitAdam"}, "zero_optimization": {"stage": 1})",
        {"fails_later not_with_zero optimizer.type"});
    row("Muon scatters at stage 3", R"("optimizer": {"type": "Muon"}, "zero_optimization": {"stage": 3})",
        {"fails_later muon_with_reduce_scatter optimizer.type"});
    row("fused Adam, amsgrad", R"("optimizer": {"type": "Adam", "params": {"amsgrad": true}})",
        {"fails_later no_fused_amsgrad optimizer.params.amsgrad"});
    row("CPU Adam has other parameters",
        R"("optimizer": {"type": "Adam", "params": {"set_grad_none": false}}, "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}})",
        {"fails_later parameter_of_other_class optimizer.params.set_grad_none"});
    row("schedule without params", R"("scheduler": {"type": "WarmupLR"})",
        {"fails_later missing_key scheduler"});
    row("schedule misses a key", R"("scheduler": {"type": "WarmupDecayLR", "params": {}})",
        {"fails_later missing_parameter scheduler.params"});
    row("warmup is no integer", R"("scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": 10.5}})",
        {"fails_later warm_up_not_whole scheduler.params.warmup_num_steps"});
    row("warmup written as text",
        R"("scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": "10"}})",
        {"fails_later parameter_not_number scheduler.params.warmup_num_steps"});
    row("a warmup that is none", R"("scheduler": {"type": "WarmupLR", "params": {"warmup_type": "cosine"}})",
        {"ignored unknown_warm_up scheduler.params.warmup_type"});
    row("parameter of another schedule",
        R"("scheduler": {"type": "WarmupLR", "params": {"total_num_steps": 9}})",
        {"fails_later unknown_parameter scheduler.params.total_num_steps"});
    row("a schedule of torch", R"("scheduler": {"type": "StepLR", "params": {"step_size": 9}})", {});
    row("misspelt schedule", R"("scheduler": {"type": "WarmupLr", "params": {}})",
        {"fails_later unknown_scheduler scheduler.type"});
    row("auto that Trainer fills in", R"("optimizer": {"type": "AdamW", "params": {"lr": "auto"}})", {});
    row("numbers written as texts",
        R"("optimizer": {"type": "AdamW", "params": {"lr": "1e-5", "weight_decay": "0.1", "betas": ["0.9", 0.99]}})",
        {"fails_later parameter_not_number optimizer.params.lr",
         "fails_later parameter_not_number optimizer.params.weight_decay",
         "fails_later parameter_not_number optimizer.params.betas"});
    row("one beta", R"("optimizer": {"type": "AdamW", "params": {"lr": 1e-5, "betas": [0.9]}})",
        {"fails_later parameter_not_number optimizer.params.betas"});
    row("curriculum without its schedule",
        R"("curriculum_learning": {"enabled": true, "curriculum_type": "seqlen", "min_difficulty": 8, "max_difficulty": 1024, "schedule_type": "fixed_linear"})",
        {"fails_later curriculum_without_schedule curriculum_learning"});
    row("a schedule of the program's own",
        R"("curriculum_learning": {"enabled": true, "min_difficulty": 8, "max_difficulty": 9, "schedule_type": "custom"})",
        {});
    row("layer drop without theta", R"("progressive_layer_drop": {"enabled": true, "gamma": 0.001})",
        {"fails_later layer_drop_without_theta progressive_layer_drop"});
    row("layer drop that is off", R"("progressive_layer_drop": {"enabled": false})", {});
    row("checkpointing section", R"("activation_checkpointing": {"cpu_checkpointing": true})",
        {"ignored checkpointing_section activation_checkpointing"});
    row("contiguous checkpoints alone",
        R"("activation_checkpointing": {"contiguous_memory_optimization": true})",
        {"fails_later contiguous_needs_more activation_checkpointing.contiguous_memory_optimization",
         "ignored checkpointing_section activation_checkpointing"});
    row("amp with ZeRO", R"("amp": {"enabled": true}, "zero_optimization": {"stage": 1})",
        {"fails_later amp_with_others amp.enabled"});
    row("param_dtype differs", R"("data_types": {"param_dtype": "fp16"}, "bf16": {"enabled": true})",
        {"fails_later precisions_differ data_types.param_dtype"});
    row("grad_accum_dtype unknown", R"("data_types": {"grad_accum_dtype": "whatever"})",
        {"fails_later not_allowed data_types.grad_accum_dtype"});
    row("low-precision master without offload",
        R"("bf16": {"enabled": true, "bf16_master_weights_and_grads": true}, "zero_optimization": {"stage": 2})",
        {"fails_later master_needs_cpu_adam bf16.bf16_master_weights_and_grads"});
    row("number as text in a plain key", R"("steps_per_print": "ten")",
        {"fails_later not_number steps_per_print"});
    row("switch as text in a plain key", R"("dump_state": "false")", {"style not_boolean dump_state"});
    row("retired aio key",
        R"("aio": {"thread_count": 4}, "zero_optimization": {"stage": 3, "offload_param": {"device": "nvme", "nvme_path": "/n"}})",
        {"ignored key_of_another_version aio.thread_count"});
    row("vocabulary", R"("vocabulary_size": 50257)", {"slow vocabulary_not_aligned vocabulary_size"});
    row("ZenFlow without offload", R"("zero_optimization": {"stage": 2, "zenflow": {}})",
        {"fails_later zenflow_needs_offload zero_optimization.zenflow"});
    row("zero as a boolean", R"("zero_optimization": true)", {"style retired_format zero_optimization"});
    row("sequence parallel in a file", R"("sequence_parallel_size": 2)", {});
    row("two faults of one section", R"("fp16": {"enabled": "maybe", "hysteresis": 1.5})",
        {"refused not_boolean fp16.enabled", "refused not_integer fp16.hysteresis"});
    row("float beyond 64 bits", R"("zero_optimization": {"stage": 3, "sub_group_size": 1e19})",
        {"refused not_integer zero_optimization.sub_group_size"});
    row("integer beyond 64 bits",
        R"("zero_optimization": {"stage": 3, "sub_group_size": 10000000000000000000})", {});
    row("hjson only", "\"steps_per_print\": 5, // often", {"style comment ", "style trailing_comma "});
  }
  void told() {
    QFETCH(QByteArray, sections);
    QFETCH(QStringList, expected);
    std::string text = with(sections.constData());
    if (sections.contains("//")) text.insert(text.size() - 1, "\n");
    const ConfigCheck result = check(text, 8);
    expected.sort();
    QVERIFY2(faults(result) == expected, sentences(result).c_str());
    for (const Finding& issue : result.issues) {
      QVERIFY2(!issue.message.empty() && !issue.fix.empty(), sentences(result).c_str());
      QCOMPARE(issue.severity == Severity::refused, !result.accepted);
    }
  }

  void a_fraction_of_a_warm_up_step_is_refused_since_0_19_3() {
    const std::string text =
        with(R"("scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": 10.5}})");
    QCOMPARE(faults(check(text, 8, {0, 19, 2})), QStringList());
    QCOMPARE(faults(check(text, 8, {0, 19, 3})),
             QStringList("fails_later warm_up_not_whole scheduler.params.warmup_num_steps"));
  }

  void articles_files_have_exactly_their_faults_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("stage 2") << QByteArray("article-stage-2.ds_config.json") << 1
                             << QStringList{"refused unknown_key fp16.initial_loss_scale"};
    QTest::newRow("stage 3") << QByteArray("article-stage-3.ds_config.json") << 8
                             << QStringList{"ignored checkpointing_section activation_checkpointing",
                                            "ignored without_effect zero_optimization.round_robin_gradients",
                                            "refused not_number fp16.loss_scale",
                                            "refused unknown_key fp16.initial_loss_scale"};
    QTest::newRow("ZeRO-Infinity")
        << QByteArray("article-infinity.ds_config.json") << 2
        << QStringList{"wasteful large_buffers zero_optimization.offload_param.buffer_size"};
  }
  void articles_files_have_exactly_their_faults() {
    QFETCH(QByteArray, file);
    QFETCH(int, ranks);
    const ConfigCheck result = check(data_file(file.constData()), ranks);
    QFETCH(QStringList, expected);
    QVERIFY2(faults(result) == expected, sentences(result).c_str());
    // On any other number of ranks the batch sizes do not multiply to the total.
    const ConfigCheck other = check(data_file(file.constData()), 3);
    QVERIFY2(faults(other).contains(QStringLiteral("refused batch_triple_mismatch train_batch_size")),
             sentences(other).c_str());
  }

  void places_are_named() {
    const ConfigCheck result = check(
        "{\n  \"train_batch_size\": 8,\n  \"fp16\": {\n    \"initial_loss_scale\": 1,\n"
        "    \"hysteresis\": 1.5\n  }\n}",
        8);
    QCOMPARE(result.issues.size(), std::size_t{2});
    QCOMPARE(result.issues[0].place.position.line, 4);
    QCOMPARE(result.issues[0].place.position.column, 5);  // the key
    QCOMPARE(result.issues[1].place.position.line, 5);
    QCOMPARE(result.issues[1].place.position.column, 19);  // the value
  }

  void unknown_keys_name_the_one_that_was_meant_data() {
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("in a section") << QByteArray(R"("zero_optimization": {"subgroup_size": 5})")
                                  << QByteArray("sub_group_size");
    QTest::newRow("at the top") << QByteArray(R"("trian_batch_size": 5)") << QByteArray("train_batch_size");
    QTest::newRow("often confused") << QByteArray(R"("fp16": {"initial_loss_scale": 65536})")
                                    << QByteArray("initial_scale_power");
    QTest::newRow("never was") << QByteArray(R"("zero_optimization": {"cpu_offload_params": true})")
                               << QByteArray("offload_param");
  }
  void unknown_keys_name_the_one_that_was_meant() {
    QFETCH(QByteArray, sections);
    QFETCH(QByteArray, said);
    const ConfigCheck result = check(with(sections.constData()), 8);
    QCOMPARE(result.issues.size(), std::size_t{1});
    QVERIFY2(result.issues[0].fix.find(said.toStdString()) != std::string::npos, sentences(result).c_str());
  }

  void names_far_from_any_key_suggest_none_data() {
    QTest::addColumn<QByteArray>("key");
    for (const char* key : {"warmup", "pipe-parallel-size", "notes", "model"})
      QTest::newRow(key) << QByteArray(key);
  }
  void names_far_from_any_key_suggest_none() {
    QFETCH(QByteArray, key);
    const ConfigCheck result = check(with(("\"" + key + "\": 1").constData()), 8);
    QCOMPARE(result.issues.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(result.issues[0].fix), QStringLiteral("Correct or remove it."));
  }

  /// The other program's keys are reported once, and other keys that DeepSpeed does not read as usual.
  void files_of_other_programs_are_told_apart_data() {
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("GPT-NeoX")
        << QByteArray(
               R"("pipe-parallel-size": 1, "num-layers": 12, "hidden-size": 768, "lr-decay-style": "cosine", "overlap_comm": true)")
        << QStringList{"ignored unknown_key overlap_comm", "style other_program pipe-parallel-size"};
    QTest::newRow("Megatron-DeepSpeed")
        << QByteArray(R"("tensor_model_parallel_size": 2, "global_batch_size": 16, "num_layers": 12)")
        << QStringList{"style other_program tensor_model_parallel_size"};
    QTest::newRow("neither") << QByteArray(R"("num_layers": 12, "hidden_size": 768)")
                             << QStringList{"ignored unknown_key hidden_size",
                                            "ignored unknown_key num_layers"};
  }
  void files_of_other_programs_are_told_apart() {
    QFETCH(QByteArray, sections);
    const ConfigCheck result = check(with(sections.constData()), 8);
    QTEST(faults(result), "expected");
  }

  void remarks_may_stay_data() {
    QTest::addColumn<QByteArray>("key");
    for (const char* key : {"_comment", "//", "comment", "#"})
      QTest::newRow(key) << QByteArray(key);
  }
  void remarks_may_stay() {
    QFETCH(QByteArray, key);
    const ConfigCheck result = check(with(("\"" + key + "\": \"why\"").constData()), 8);
    QCOMPARE(faults(result), QStringList{QStringLiteral("ignored unknown_key ") + QString::fromLatin1(key)});
    QVERIFY(result.issues[0].fix.starts_with("Nothing to do"));
  }

  void keys_in_the_wrong_section_are_told_theirs_data() {
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<QByteArray>("belongs");
    QTest::newRow("top key in a section") << QByteArray(R"("zero_optimization": {"aio": {"block_size": 1}})")
                                          << QByteArray("the top of the file, as aio.");
    QTest::newRow("section key at the top")
        << QByteArray(R"("overlap_comm": true)") << QByteArray("zero_optimization.overlap_comm.");
    QTest::newRow("by another name") << QByteArray(R"("zero_stage": 2)")
                                     << QByteArray("zero_optimization.stage.");
  }
  void keys_in_the_wrong_section_are_told_theirs() {
    QFETCH(QByteArray, sections);
    QFETCH(QByteArray, belongs);
    const ConfigCheck result = check(with(sections.constData()), 8);
    QVERIFY2(result.issues.at(0).fix == "Move it to " + belongs.toStdString(), sentences(result).c_str());
  }

  void a_number_of_the_file_is_told_not_what_comes_of_it_data() {
    QTest::addColumn<int>("steps");
    QTest::newRow("0") << 0;
    QTest::newRow("-1") << -1;
  }
  void a_number_of_the_file_is_told_not_what_comes_of_it() {
    QFETCH(int, steps);
    const ConfigCheck result =
        check(with(("\"gradient_accumulation_steps\": " + std::to_string(steps)).c_str()), 8);
    QCOMPARE(result.issues.size(), std::size_t{1});
    QCOMPARE(result.issues[0].path, std::string("gradient_accumulation_steps"));
    QVERIFY2(result.issues[0].message.starts_with("gradient_accumulation_steps is " + std::to_string(steps)),
             sentences(result).c_str());
  }

  void an_item_of_a_list_is_named() {
    const ConfigCheck result = check(with(R"("compile": {"passes": ["z3", "zero"]})"), 8);
    QCOMPARE(result.issues.size(), std::size_t{1});
    QCOMPARE(result.issues[0].path, std::string("compile.passes.1"));
    QVERIFY2(result.issues[0].message.find("not \"zero\"") != std::string::npos, sentences(result).c_str());
  }

  void python_is_told_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("hjson takes the word for a text") << QByteArray(
        "{\"train_batch_size\": 8,\n\"fp16\": {\n  \"enabled\": True,\n  \"hysteresis\": 2\n}}");
    QTest::newRow("hjson stops") << QByteArray("{'train_batch_size': 8, 'fp16': None}");
  }
  void python_is_told() {
    QFETCH(QByteArray, text);
    const ConfigCheck result = check(text.toStdString(), 8);
    const bool told = std::ranges::any_of(result.issues, [](const Finding& issue) {
      return issue.message.find("is Python") != std::string::npos;
    });
    QVERIFY2(told, sentences(result).c_str());
  }

  void a_file_of_trainer_is_judged_as_trainer_hands_it_over_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("nothing wrong")
        << QByteArray(
               R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto", "fp16": {"enabled": "auto"}, "bf16": {"enabled": "auto"}})")
        << true;
    QTest::newRow("a key that DeepSpeed refuses")
        << QByteArray(R"({"train_batch_size": "auto", "fp16": {"enabled": "auto", "enabld": 1}})") << false;
    QTest::newRow("a number that cannot be")
        << QByteArray(R"({"train_batch_size": "auto", "gradient_accumulation_steps": 0})") << false;
  }
  void a_file_of_trainer_is_judged_as_trainer_hands_it_over() {
    QFETCH(QByteArray, text);
    QFETCH(bool, accepted);
    for (const DeepSpeedVersion& version : {DeepSpeedVersion{0, 16, 9}, DeepSpeedVersion{}}) {
      const ConfigCheck result = check(text.toStdString(), 8, version);
      QVERIFY(!result.accepted);  // DeepSpeed alone stops at the batch size
      QVERIFY2(result.accepted_from_trainer ==
                   (accepted || (version < DeepSpeedVersion{0, 17, 1} && text.contains("enabld"))),
               sentences(result).c_str());
      QCOMPARE(std::ranges::any_of(result.issues,
                                   [](const Finding& issue) { return issue.severity == Severity::refused; }),
               !*result.accepted_from_trainer);
    }
    QVERIFY(!check(R"({"train_batch_size": 8})", 8).accepted_from_trainer.has_value());
  }

  void the_plan_decides_ranks_and_is_compared() {
    CheckOptions options;
    options.plan = example_plan().plan;
    options.world_size = zero_world(*options.plan);
    const ConfigCheck result = check_config(
        read_config_text(
            R"({"train_micro_batch_size_per_gpu": 3, "bf16": {"enabled": true}, "zero_optimization": {"stage": 2}})"),
        options);
    QVERIFY2(result.accepted, sentences(result).c_str());
    QCOMPARE(result.derived.train_batch_size->value(), 24.0);
    QVERIFY2(
        faults(result).contains(QStringLiteral("style differs_from_plan train_micro_batch_size_per_gpu")),
        sentences(result).c_str());
  }

  void exports_of_every_placement_are_clean_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("optimizer");
    QTest::addColumn<int>("param");
    QTest::addColumn<bool>("trainer");
    for (const bool trainer : {false, true})
      for (int stage = 0; stage <= 3; ++stage)
        for (int optimizer = 0; optimizer <= (stage == 3 ? 2 : stage > 0 ? 1 : 0); ++optimizer)
          for (int param = 0; param <= (stage == 3 ? 2 : 0); ++param)
            QTest::addRow("stage %d, optimizer %d, weights %d%s", stage, optimizer, param,
                          trainer ? ", Trainer" : "")
                << stage << optimizer << param << trainer;
  }
  void exports_of_every_placement_are_clean() {
    QFETCH(int, stage);
    QFETCH(int, optimizer);
    QFETCH(int, param);
    QFETCH(bool, trainer);
    PlanDocument document = example_plan();
    document.plan.zero.stage = stage;
    document.plan.zero.offload_optimizer.device = static_cast<Device>(optimizer);
    document.plan.zero.offload_param.device = static_cast<Device>(param);
    document.plan.target.flavour = trainer ? Flavour::hf_trainer : Flavour::plain;
    CheckOptions options;
    options.plan = document.plan;
    options.world_size = zero_world(document.plan);
    const std::string text = ds_config(document);
    const ConfigCheck result = check_config(read_config_text(text), options);
    // 7B on eight GPUs: DeepSpeed's own sub-groups pin much host memory, which the check of the
    // plan reports too.
    const bool swaps = document.plan.zero.offload_optimizer.device == Device::nvme;
    const QStringList expected =
        swaps ? QStringList{QStringLiteral("wasteful nvme_sub_group zero_optimization.sub_group_size")}
              : QStringList();
    QVERIFY2(result.accepted && faults(result) == expected, (sentences(result) + '\n' + text).c_str());
    QCOMPARE(result.derived.train_batch_size->value(), static_cast<double>(train_batch_size(document.plan)));
  }
};

ZP_TEST(RulesTest)
#include "rules_test.moc"
