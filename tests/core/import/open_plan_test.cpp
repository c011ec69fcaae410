// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <variant>

#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/plan_file/scenarios.h"
#include "tests/core/import/public_jobs.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// The model and machines of a plan file, as its first keys.
const std::string model_and_cluster =
    R"("model": {"preset": "llama-2-7b", "frozen_parameters": 1000},
       "cluster": {"nodes": 3, "gpus_per_node": 4, "gpu": {"preset": "h100-sxm5-80gb"}, "cpu_memory_gib": 700},
       "measured": {"machine": "ours", "compute": 0.9}, "target": {"deepspeed_version": "0.17.1"}, "ours": 1)";

/// Returns a plan that somebody has worked on.
PlanDocument open_plan() {
  return read_plan('{' + model_and_cluster + R"(, "training": {"precision": "fp16", "optimizer": "lion",
    "micro_batch_size": 7, "gradient_accumulation_steps": 3, "sequence_length": 1111,
    "activation_checkpointing": "full", "checkpoints_on_host": true, "attention": "eager", "dropout": 0.1,
    "fused_loss": "chunked", "fused_norm": true, "tiled_mlp": true, "sequence_parallel": 2,
    "gradient_accumulation_dtype": "fp32", "lora": {"rank": 16, "targets": ["q_proj", "o_proj"]},
    "frozen_precision": "nf4", "eval_batch_size": 5, "method": "dpo", "ours": 2},
    "zero": {"stage": 3, "offload_optimizer": "cpu", "offload_param": "cpu", "reduce_bucket_size": 1000000},
    "deepspeed_config": {"gradient_clipping": 0.5, "compile": {"deepcompile": true}}})");
}

PlanDocument empty_plan() { return read_plan('{' + model_and_cluster + '}'); }

/// A file as Lightning's command line reads it.
const std::string lightning_file =
    "trainer:\n  devices: 8\n  accumulate_grad_batches: 2\n  strategy:\n"
    "    class_path: lightning.pytorch.strategies.DeepSpeedStrategy\n    init_args:\n      config:\n"
    "        zero_optimization: {stage: 2}\n        train_micro_batch_size_per_gpu: 1\n";

/// A file as TRL's scripts read it, with the ds_config inside.
const std::string trl_file =
    "model_name_or_path: Qwen/Qwen3-8B\nuse_peft: false\nmax_length: 4096\nbf16: true\ndeepspeed:\n"
    "  zero_optimization: {stage: 3}\n  bf16: {enabled: true}\n  train_micro_batch_size_per_gpu: auto\n";

const std::string trainer_script =
    "deepspeed --num_gpus 8 run_clm.py --model_name_or_path meta-llama/Llama-2-7b-hf \\\n"
    "  --per_device_train_batch_size 4 --bf16 --deepspeed ds.json\n";

const Finding* note_of(const Imported& found, std::string_view code, std::string_view path = "") {
  const auto at = std::ranges::find_if(found.notes, [&](const Finding& note) {
    return note.code == code && (path.empty() || note.path == path);
  });
  return at == found.notes.end() ? nullptr : &*at;
}

bool says(const Finding* note, const char* words) {
  return note != nullptr && note->message.find(words) != std::string::npos;
}

constexpr const char* some_config = R"({"zero_optimization": {"stage": 2}, "bf16": {"enabled": true}})";

Imported over(const PlanDocument& plan, const std::string& text, const std::string& config = some_config) {
  return import_file({text, {}, config}, plan);
}

}  // namespace

/// Tests that a file of another program is imported into a plan that somebody has worked on.
class OpenPlanTest : public QObject {
  Q_OBJECT

 private slots:
  void a_program_s_file_leaves_nothing_of_the_run_that_was_there_data() {
    QTest::addColumn<QString>("text");
    for (const text_io::Json& file : test::public_jobs())
      QTest::addRow("%s", test::name_of_job(file).c_str()) << QString::fromStdString(test::text_of_job(file));
    QTest::newRow("Lightning") << QString::fromStdString(lightning_file);
    QTest::newRow("TRL") << QString::fromStdString(trl_file);
    QTest::newRow("Trainer's arguments") << QString::fromStdString(trainer_script);
  }
  void a_program_s_file_leaves_nothing_of_the_run_that_was_there() {
    QFETCH(QString, text);
    const ImportFile file{text.toStdString(), {}, some_config};
    for (const ModelOrigin model : {ModelOrigin::file, ModelOrigin::base})
      try {
        const PlanDocument into_open = import_file(file, open_plan(), model).document;
        const PlanDocument into_empty = import_file(file, empty_plan(), model).document;
        QCOMPARE(QString::fromStdString(write_plan(into_open)),
                 QString::fromStdString(write_plan(into_empty)));
        QVERIFY(into_open == into_empty);
        QCOMPARE(into_open.plan.cluster.measured, open_plan().plan.cluster.measured);
        QCOMPARE(into_open.plan.target.deepspeed_version, open_plan().plan.target.deepspeed_version);
      } catch (const UnknownModel&) {
        QVERIFY(model == ModelOrigin::file);
      }
  }

  void no_key_of_the_run_is_left_out() {
    const PlanDocument wanted = over(empty_plan(), trainer_script).document;
    std::size_t keys = 0;
    for (const PlanKey& key : plan_keys()) {
      const bool is_of_run = key.path.starts_with("training.") || key.path.starts_with("zero.") ||
                             key.path.starts_with("deepspeed_config.") || key.path == "target.flavour";
      if (!is_of_run || key.value == nullptr || ++keys % test::one_in() != 0) continue;
      PlanDocument open = empty_plan();
      const KeyValue before = key.value(open.plan);
      if (const bool* flag = std::get_if<bool>(&before)) key.set(open.plan, !*flag);
      if (const auto* count = std::get_if<std::int64_t>(&before)) key.set(open.plan, *count + 1);
      if (const double* real = std::get_if<double>(&before)) key.set(open.plan, *real == 0 ? 0.5 : *real / 2);
      if (std::holds_alternative<std::string_view>(before))
        key.set(open.plan, key.words.front() == std::get<std::string_view>(before) ? key.words.back()
                                                                                   : key.words.front());
      QVERIFY2(key.value(open.plan) != before, key.path.c_str());
      QVERIFY2(over(open, trainer_script).document == wanted, key.path.c_str());
    }
    QVERIFY(keys > 80);
  }

  /// Full fine-tuning is stated by LLaMA-Factory's finetuning_type, by a missing adapter of Axolotl, and by
  /// use_peft of TRL.
  void full_fine_tuning_ends_adapters() {
    const Imported factory = over(open_plan(),
                                  "model_name_or_path: meta-llama/Llama-2-7b-hf\nfinetuning_type: full\n"
                                  "deepspeed: ds.json\n");
    QCOMPARE(factory.document.plan.training.lora.rank, std::int64_t{0});
    QVERIFY(says(note_of(factory, "read"), "finetuning_type: full (training.lora.rank)"));
    const Imported axolotl = over(
        open_plan(), "base_model: NousResearch/Llama-2-7b-hf\nmicro_batch_size: 2\ndeepspeed: ds.json\n");
    QCOMPARE(axolotl.document.plan.training.lora.rank, std::int64_t{0});
    QVERIFY(says(note_of(axolotl, "back_to_default"), "training.lora.rank is 0 (was 16)"));
    QCOMPARE(over(open_plan(), trl_file).document.plan.training.lora.rank, std::int64_t{0});
    const Imported freeze = over(open_plan(),
                                 "model_name_or_path: meta-llama/Llama-2-7b-hf\nfinetuning_type: freeze\n"
                                 "deepspeed: ds.json\n");
    QVERIFY(says(note_of(freeze, "not_read"), "finetuning_type: freeze"));
  }

  void the_message_says_whose_the_values_are() {
    const Imported found = over(open_plan(),
                                "base_model: Qwen/Qwen3-8B\nmicro_batch_size: 2\nbf16: true\n"
                                "deepspeed: ds.json\n");
    QVERIFY(says(note_of(found, "read"), "micro_batch_size: 2 (training.micro_batch_size)"));
    QVERIFY(!note_of(found, "of_the_plan", "model"));
    QVERIFY(says(note_of(found, "of_the_plan", "cluster"), "3 nodes of 4 × H100 SXM5 80GB"));
    const Finding* defaults = note_of(found, "back_to_default");
    QVERIFY(says(defaults, "training.activation_checkpointing is none (was full)"));
    QVERIFY(says(defaults, "training.sequence_length is 512 (was 1111)"));
    QVERIFY(says(defaults, "zero.offload_param is none (was cpu)"));
    QVERIFY(!says(defaults, "micro_batch_size") && !says(defaults, "zero.stage"));
    const Imported job =
        over(open_plan(), "#!/bin/bash\n#SBATCH --nodes=2 --gpus-per-node=8\nsrun python t.py\n");
    QVERIFY(says(note_of(job, "of_the_plan", "model"), "Llama 2 7B"));
    QVERIFY(says(note_of(job, "of_the_plan", "cluster"), "cluster.gpus_per_node, cluster.nodes"));
    const Imported nothing_open = over(read_plan(R"({"model": {"preset": "llama-2-7b"}})"), trl_file);
    QVERIFY(says(note_of(nothing_open, "of_the_plan", "cluster"), "by default"));
    QVERIFY(!note_of(nothing_open, "back_to_default"));
  }

  void other_scenarios_and_keys_stay() {
    const PlanDocument open = with_scenarios(with_copy(open_plan(), "Base", "Two"));
    const PlanDocument found = over(open, lightning_file).document;
    QCOMPARE(scenarios_of(found).all.size(), std::size_t{2});
    QCOMPARE(scenarios_of(found).all.front().document.plan.training.lora.rank, std::int64_t{16});
    QVERIFY(write_plan(found).find("\"ours\": 1") != std::string::npos);
    QVERIFY(write_plan(without_scenarios(found)).find("\"ours\": 2") == std::string::npos);
  }

  /// A ds_config cannot state the model, the machines, the length, recomputation, adapters and kernels.
  void a_ds_config_changes_what_it_has_words_for() {
    const PlanDocument open = open_plan();
    const Imported found = import_file({some_config, {}, {}}, open);
    Plan wanted = open.plan;
    wanted.zero = defaults_for(found.document.plan).zero;
    wanted.zero.stage = 2;
    wanted.training.precision = Precision::bf16;
    wanted.training.sequence_parallel = 1;
    wanted.training.gradient_accumulation_dtype = AccumulationDtype::automatic;
    wanted.training.gradient_clipping = 1;
    wanted.training.deepcompile = {};
    QVERIFY(found.document.plan == wanted);
    QVERIFY(found.document.text.deepspeed_config.find("clipping") == std::string::npos);
    const Finding* defaults = note_of(found, "back_to_default");
    QVERIFY(says(defaults, "training.sequence_parallel is 1 (was 2)"));
    QVERIFY(says(defaults, "zero.offload_optimizer is none (was cpu)"));
    QVERIFY(!says(defaults, "lora") && !says(defaults, "precision"));
    QVERIFY(note_of(found, "of_the_plan"));
    const Imported filled = import_file(
        {R"({"sequence_parallel_size": "auto", "train_micro_batch_size_per_gpu": "auto"})", {}, {}}, open);
    QCOMPARE(filled.document.plan.training.sequence_parallel, std::int64_t{2});
    QCOMPARE(filled.document.plan.training.micro_batch_size, std::int64_t{7});
  }

  void a_model_alone_changes_the_model() {
    const std::string config = R"({"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192,
      "num_attention_heads": 32, "num_hidden_layers": 16, "num_key_value_heads": 8, "vocab_size": 128256})";
    const PlanDocument open = open_plan();
    const Imported found = import_file({config, {}, {}}, open);
    QCOMPARE(found.document.plan.training, open.plan.training);
    QCOMPARE(found.document.plan.zero, open.plan.zero);
    QVERIFY(note_of(found, "of_the_plan"));
  }

  void an_unknown_model_is_asked_about_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("line");
    QTest::newRow("YAML")
        << "micro_batch_size: 2\nbase_model: nobody/Llama-2-7b-13b-ours\ndeepspeed: ds.json\n"
        << 2;
    QTest::newRow("a script")
        << "#!/bin/bash\n# nobody/Llama-2-7b-13b-ours, as they call it\nMODEL=nobody/Llama-2-7b-13b-ours\n"
           "deepspeed train.py --model_name_or_path $MODEL --deepspeed ds.json\n"
        << 3;
    QTest::newRow("a folder") << "model_name_or_path: /models/Llama-2-7b-13b-ours/\ndeepspeed: ds.json\n"
                              << 1;
  }
  void an_unknown_model_is_asked_about() {
    QFETCH(QString, text);
    QFETCH(int, line);
    const ImportFile file{text.toStdString(), {}, some_config};
    try {
      (void)import_file(file, open_plan());
      QFAIL("another model was taken");
    } catch (const UnknownModel& error) {
      const QByteArray message = error.what();
      QVERIFY2(message.contains("Llama-2-7b-13b-ours") && message.contains("llama-2-7b"), message);
      QCOMPARE(error.line(), line);
      QVERIFY2(message.contains("Line " + QByteArray::number(line)), message);
      QCOMPARE(error.similar().front(), std::string("llama-2-7b"));
    }
    QVERIFY_THROWS_EXCEPTION(UnknownModel, (void)base_in(file.text));
    const Imported kept = import_file(file, open_plan(), ModelOrigin::base);
    QVERIFY(kept.document.plan.model == open_plan().plan.model);
    QVERIFY(says(note_of(kept, "model_not_known"), "was kept"));
  }

  void a_known_model_is_kept_back_where_that_is_asked() {
    const Imported kept = import_file({trl_file, {}, {}}, open_plan(), ModelOrigin::base);
    QVERIFY(kept.document.plan.model == open_plan().plan.model);
  }

  void a_variable_that_is_not_set_names_no_model() {
    const Imported found =
        over(open_plan(), "deepspeed train.py --model_name_or_path $BASE --bf16 --deepspeed ds.json\n");
    QVERIFY(found.document.plan.model == open_plan().plan.model);
    QVERIFY(says(note_of(found, "model_not_known"), "$BASE"));
  }
};

ZP_TEST(OpenPlanTest)
#include "open_plan_test.moc"
