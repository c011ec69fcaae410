// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray llama = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
  "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 128256,
  "max_position_embeddings": 8192, "torch_dtype": "bfloat16"})";

/// Returns a script that trains this model.
QByteArray script_of(const QByteArray& model) {
  return "torchrun --nproc_per_node 4 train.py --model_name_or_path " + model +
         " --per_device_train_batch_size 2 --bf16 True\n";
}

}  // namespace

/// Tests of import, which turns files of other programs into plans that every other command takes.
class ImportTest : public QObject {
  Q_OBJECT

 private slots:
  void a_hugging_face_config_becomes_a_plan_that_estimate_takes() {
    const Outcome imported = run_on(llama, {"import", "-"});
    QVERIFY2(imported.status == 0, describe(imported));
    const Outcome estimate = run_on(imported.out, {"estimate", "-", "--json"});
    QCOMPARE(estimate.json()["model"]["parameters"].get<std::int64_t>(), 8'030'261'248);
  }

  void the_index_beside_it_makes_the_count_exact() {
    const QTemporaryDir folder;
    write_file(folder.filePath("config.json"), llama);
    write_file(folder.filePath("model.safetensors.index.json"),
               R"({"metadata": {"total_size": 16060522496}})");
    const Outcome imported = run_program({"import", folder.filePath("config.json")});
    QVERIFY2(imported.err.contains("8,030,261,248 parameters, as the shape does"), describe(imported));
  }

  void a_ds_config_takes_model_and_cluster_from_the_plan_and_out_is_written() {
    const QTemporaryDir folder;
    write_file(folder.filePath("plan.json"),
               R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 3}})");
    const Outcome imported =
        run_on(R"({"zero_optimization": {"stage": 3}, "train_micro_batch_size_per_gpu": 2})",
               {"import", "-", "--plan", folder.filePath("plan.json"), "--out", folder.filePath("new.json")});
    QVERIFY2(imported.status == 0, describe(imported));
    QVERIFY(imported.out.isEmpty());
    QVERIFY2(imported.err.contains("does not say the sequence length"), describe(imported));
    const Json plan = Json::parse(read_file(folder.filePath("new.json")).toStdString());
    QCOMPARE(plan["model"]["preset"].get<std::string>(), std::string("llama-2-7b"));
    QCOMPARE(plan["cluster"]["nodes"].get<int>(), 3);
    QCOMPARE(plan["zero"]["stage"].get<int>(), 3);
    QCOMPARE(plan["training"]["micro_batch_size"].get<int>(), 2);
  }

  void set_names_the_model_that_a_file_leaves_open() {
    const QByteArray script = script_of("/share/ours/step-100");
    const Outcome refused = run_on(script, {"import", "-"});
    QVERIFY2(refused.status == 2 && refused.err.contains("--set model.preset=ID") &&
                 refused.err.contains("--set model.parameters="),
             describe(refused));
    const Outcome named = run_on(script, {"import", "-", "--set", "model.preset=llama-7b"});
    QVERIFY2(named.status == 0, describe(named));
    const Json plan = Json::parse(named.out.toStdString());
    QCOMPARE(plan["model"]["preset"].get<std::string>(), std::string("llama-7b"));
    QCOMPARE(plan["training"]["micro_batch_size"].get<int>(), 2);
    QCOMPARE(plan["cluster"]["gpus_per_node"].get<int>(), 4);
    QVERIFY2(named.err.contains("From --set, not from the file: model.preset."), describe(named));
    const Outcome sized = run_on(script, {"import", "-", "--set", "model.parameters=7B"});
    QVERIFY2(sized.status == 0, describe(sized));
    QVERIFY(!run_on(sized.out, {"estimate", "-", "--json"}).json().empty());
  }

  void what_a_model_without_an_entry_is_advised_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArrayList>("said");
    QTest::addColumn<bool>("can_be_set");
    QTest::newRow("an encoder") << QByteArray("microsoft/deberta-v3-large") << QByteArrayList{"an encoder"}
                                << false;
    QTest::newRow("a variable that is not set")
        << QByteArray("./checkpoints/$MODEL_VERSION")
        << QByteArrayList{"by a variable that it does not set",
                          "model_name_or_path: ./checkpoints/$MODEL_VERSION"}
        << true;
  }
  void what_a_model_without_an_entry_is_advised() {
    QFETCH(QByteArray, model);
    QFETCH(QByteArrayList, said);
    QFETCH(bool, can_be_set);
    const Outcome refused = run_on(script_of(model), {"import", "-"});
    QCOMPARE(refused.status, 2);
    for (const QByteArray& part : said)
      QVERIFY2(refused.err.contains(part), describe(refused));
    QCOMPARE(refused.err.contains("--set model.preset=ID"), can_be_set);
  }

  void set_counts_whatever_the_file_says() {
    const QByteArray yaml = "base_model: NousResearch/Llama-2-7b-hf\nmicro_batch_size: 2\n";
    const Outcome imported = run_on(yaml, {"import", "-", "--json", "--set", "training.micro_batch_size=8",
                                           "--set", "model.preset=llama-2-13b", "--set", "cluster.nodes=2"});
    QVERIFY2(imported.status == 0, describe(imported));
    const Json plan = imported.json()["plan"];
    QCOMPARE(plan["training"]["micro_batch_size"].get<int>(), 8);
    QCOMPARE(plan["model"]["preset"].get<std::string>(), std::string("llama-2-13b"));
    QCOMPARE(plan["cluster"]["nodes"].get<int>(), 2);
    for (const Json& read : imported.json()["read"])
      QVERIFY2(read["path"] != "training.micro_batch_size", describe(imported));
    const auto is_overruled = [](const Json& key) {
      return key["key"] == "micro_batch_size" && key["reason"] == "--set counts.";
    };
    QVERIFY2(std::ranges::any_of(imported.json()["not_read"], is_overruled), describe(imported));
    const Outcome wrong = run_on(yaml, {"import", "-", "--set", "training.micro_batch=8"});
    QCOMPARE(wrong.status, 2);
  }

  void a_setting_of_the_model_leaves_the_files_model() {
    const QByteArray yaml = "base_model: NousResearch/Llama-2-7b-hf\nmicro_batch_size: 2\n";
    const Outcome imported = run_on(yaml, {"import", "-", "--set", "model.architecture.vocab_size=40000"});
    QVERIFY2(imported.status == 0, describe(imported));
    const Json estimate = run_on(imported.out, {"estimate", "-", "--json"}).json();
    const std::int64_t parameters = estimate["model"]["parameters"].get<std::int64_t>();
    QCOMPARE(parameters, 6'738'415'616 + 2LL * 4096 * (40'000 - 32'000));
  }

  void a_script_that_trains_nothing_is_called_a_script() {
    const Outcome refused = run_on(
        "cd retrieval\nfor name in \"a\" \"b\"\ndo\necho \"name: $name\"\npython "
        "main.py --dataset $name\ndone\n",
        {"import", "-"});
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.err.contains("no command that starts training"), describe(refused));
  }

  void a_job_of_an_unknown_program_without_settings_is_called_so() {
    const Outcome refused =
        run_on("#!/bin/bash\n#SBATCH --nodes=1\npython compute_scores.py --dataset x\n", {"import", "-"});
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.err.contains("no command in it is known to start a training: compute_scores.py"),
             describe(refused));
    const Outcome trains =
        run_on("#!/bin/bash\n#SBATCH --nodes=1\npython mine.py --bf16 --max_steps 9\n", {"import", "-"});
    QVERIFY2(trains.status == 2 && !trains.err.contains("no command in it"), describe(trains));
  }

  void a_plan_is_written_back_into_its_file() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("train.yaml"), plan = folder.filePath("plan.json");
    const QByteArray text =
        "base_model: NousResearch/Llama-2-7b-hf\nmicro_batch_size: 2  # a rank\nseed: 1\n";
    write_file(file, text);
    QCOMPARE(run_program({"import", file, "--out", plan}).status, 0);
    const Outcome same = run_program({"import", file, "--write-back", plan});
    QVERIFY2(same.status == 0 && same.out.isEmpty(), describe(same));
    const QStringList change = {"import", file, "--write-back", plan, "--set", "training.micro_batch_size=4"};
    const Outcome shown = run_program(change);
    QVERIFY2(shown.status == 0 && shown.out.contains("+micro_batch_size: 4  # a rank\n"), describe(shown));
    QCOMPARE(read_file(file), text);
    const Outcome replaced = run_program(change + QStringList{"--in-place"});
    QVERIFY2(replaced.status == 0 && replaced.out.contains("train.yaml.bak"), describe(replaced));
    QCOMPARE(read_file(file), QByteArray(text).replace(": 2", ": 4"));
    QCOMPARE(read_file(file + ".bak"), text);
    const Outcome left =
        run_program({"import", file, "--write-back", plan, "--set",
                     "training.activation_checkpointing=selective", "--out", folder.filePath("other.yaml")});
    QVERIFY2(left.status == 1 && left.err.contains("training.activation_checkpointing"), describe(left));
    QVERIFY(QFile::exists(folder.filePath("other.yaml")));
  }

  void a_ds_config_comes_back_from_import_and_export() {
    const QByteArray written = R"({"train_batch_size": 16, "train_micro_batch_size_per_gpu": 1, // a comment
      "optimizer": {"type": "Adam", "params": {"lr": "auto", "betas": [0.8, 0.95]}},
      "scheduler": {"type": "WarmupLR", "params": {"warmup_max_lr": 2e-5, "warmup_num_steps": "auto"}},
      "fp16": {}, "zero_optimization": {"stage": 2, "cpu_offload": true, "allgather_bucket_size": 5e8}, })";
    const QTemporaryDir folder;
    write_file(folder.filePath("base.json"), R"({"model": {"preset": "llama-2-7b"}})");
    const Outcome imported = run_on(written, {"import", "-", "--plan", folder.filePath("base.json")});
    QVERIFY2(imported.status == 0, describe(imported));
    const Outcome exported = run_on(imported.out, {"export", "-", "--out", folder.path()});
    QVERIFY2(exported.status == 0, describe(exported));
    QByteArray strict = written;
    strict.replace("// a comment", "").replace("}, })", "}}").replace(", }", "}");
    QVERIFY(Json::parse(read_file(folder.filePath("ds_config.json")).toStdString()) ==
            Json::parse(strict.toStdString()));
  }

  void an_exported_folder_shows_what_was_changed_by_hand() {
    const QTemporaryDir folder;
    write_file(folder.filePath("base.json"),
               R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2}, "zero": {"stage": 2}})");
    const QString job = folder.filePath("job");
    Outcome done =
        run_program({"export", folder.filePath("base.json"), "--for", "llama-factory", "--out", job});
    QVERIFY2(done.status == 0, describe(done));
    QByteArray yaml = read_file(job + "/llama_factory.yaml");
    yaml.replace("per_device_train_batch_size: 1", "per_device_train_batch_size: 6");
    write_file(job + "/llama_factory.yaml", yaml);
    done = run_program({"import", job});
    QVERIFY2(done.status == 0, describe(done));
    for (const char* words : {"llama_factory.yaml is not what the folder's plan exports",
                              "-per_device_train_batch_size: 1", "+per_device_train_batch_size: 6"})
      QVERIFY2(done.err.contains(words), describe(done));
    const Json plan = Json::parse(done.out.toStdString());
    QCOMPARE(plan["training"]["micro_batch_size"].get<int>(), 6);
    QCOMPARE(plan["cluster"]["nodes"].get<int>(), 2);
  }

  void a_batch_for_other_ranks_is_told_on_both_ways() {
    const QTemporaryDir folder;
    write_file(folder.filePath("base.json"), R"({"model": {"preset": "llama-2-7b"}})");
    const Outcome imported = run_on(
        R"({"train_batch_size": 8, "train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}})",
        {"import", "-", "--plan", folder.filePath("base.json")});
    QVERIFY2(imported.status == 0, describe(imported));
    QVERIFY2(imported.err.contains("train_batch_size"), describe(imported));
    const Outcome exported = run_on(imported.out, {"export", "-", "--out", folder.path()});
    QVERIFY2(exported.out.contains("train_batch_size from 8 to 16"), describe(exported));
  }

  /// From the issue of a first user: the program said 13.2 GiB, and 41 were needed.
  void full_fine_tuning_ends_the_adapters_of_the_plan() {
    const QTemporaryDir folder;
    write_file(folder.filePath("plan.json"),
               R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2},
                   "training": {"lora": {"rank": 16}, "activation_checkpointing": "full", "sequence_length": 999}})");
    const Outcome imported = run_on(
        "model_name_or_path: meta-llama/Llama-2-7b-hf\nfinetuning_type: full\nbf16: true\n"
        "deepspeed: examples/deepspeed/ds_z3_config.json\n",
        {"import", "-", "--plan", folder.filePath("plan.json")});
    QVERIFY2(imported.status == 0, describe(imported));
    QVERIFY2(imported.err.contains("finetuning_type: full (training.lora.rank)"), describe(imported));
    QVERIFY2(imported.err.contains("training.sequence_length is 2048 (was 999)"), describe(imported));
    QVERIFY2(imported.err.contains("2 nodes of 8"), describe(imported));
    const auto model = run_on(imported.out, {"estimate", "-", "--json"}).json()["model"];
    QCOMPARE(model["trainable"].get<std::int64_t>(), model["parameters"].get<std::int64_t>());
  }

  void a_model_that_nobody_knows_is_refused() {
    const QTemporaryDir folder;
    const QString plan = folder.filePath("plan.json"), yaml = folder.filePath("axolotl.yml");
    write_file(plan, R"({"model": {"preset": "llama-2-7b"}})");
    write_file(yaml, "micro_batch_size: 2\nbase_model: nobody/Llama-3-8B-70B-ours\ndeepspeed: zero2.json\n");
    for (const QStringList& arguments :
         {QStringList{"import", yaml}, QStringList{"import", yaml, "--plan", plan},
          QStringList{"diff", yaml, plan}}) {
      const Outcome refused = run_program(arguments);
      QVERIFY2(refused.status == 2 && refused.out.isEmpty(), describe(refused));
      for (const char* words : {"axolotl.yml", "Line 2", "base_model", "nobody/Llama-3-8B-70B-ours",
                                "llama-3-8b", "--keep-model"})
        QVERIFY2(refused.err.contains(words), describe(refused));
      QCOMPARE(refused.err.count('\n'), 1);
    }
    const Outcome kept = run_program({"import", yaml, "--plan", plan, "--keep-model"});
    QVERIFY2(kept.status == 0, describe(kept));
    QVERIFY2(kept.err.contains("nobody/Llama-3-8B-70B-ours; the plan's model was kept"), describe(kept));
    QCOMPARE(Json::parse(kept.out.toStdString())["model"]["preset"].get<std::string>(),
             std::string("llama-2-7b"));
    QCOMPARE(run_program({"diff", yaml, plan, "--keep-model"}).status, 1);
    QCOMPARE(run_program({"import", yaml, "--keep-model"}).status, 2);
    QVERIFY(run_program({"import", "--help"}).out.contains("--keep-model"));
  }

  void a_file_that_names_no_model_has_the_plan_s() {
    const QTemporaryDir folder;
    write_file(folder.filePath("plan.json"), R"({"model": {"preset": "llama-2-7b"}})");
    const Outcome imported = run_on("micro_batch_size: 2\nbf16: true\ndeepspeed: zero2.json\n",
                                    {"import", "-", "--plan", folder.filePath("plan.json")});
    QVERIFY2(imported.status == 0, describe(imported));
    QVERIFY2(imported.err.contains("the plan's: Llama 2 7B"), describe(imported));
  }

  void a_ds_config_without_a_plan_is_told_what_is_missing() {
    const Outcome imported = run_on(R"({"zero_optimization": {"stage": 3}})", {"import", "-"});
    QCOMPARE(imported.status, 2);
    QVERIFY2(imported.err.contains("--plan"), describe(imported));
  }

  void a_job_whose_training_file_is_missing_names_it() {
    const QTemporaryDir folder;
    write_file(folder.filePath("run.sh"), "llamafactory-cli train examples/llama3_full_sft.yaml\n");
    const Outcome missing = run_program({"import", folder.filePath("run.sh")});
    QCOMPARE(missing.status, 2);
    QVERIFY2(missing.err.contains("examples/llama3_full_sft.yaml with which it starts training"),
             describe(missing));
    QDir(folder.path()).mkdir("examples");
    write_file(folder.filePath("examples/llama3_full_sft.yaml"),
               "model_name_or_path: meta-llama/Meta-Llama-3-8B-Instruct\nstage: sft\n");
    const Outcome found = run_program({"import", folder.filePath("run.sh")});
    QVERIFY2(found.status == 0, describe(found));
  }

  void text_that_is_none_of_the_three_is_refused_with_its_place() {
    const Outcome broken = run_on("{\"zero_optimization\": {,}}", {"import", "-"});
    QCOMPARE(broken.status, 2);
    QVERIFY2(broken.err.contains("Line 1, column 24"), describe(broken));
    QCOMPARE(run_on("words", {"import", "-"}).status, 2);
    QCOMPARE(run_program({"import", "/nowhere/config.json"}).status, 2);
  }
};

ZP_TEST(ImportTest)
#include "import_test.moc"
