// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray exported_plan =
    R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3, "offload_optimizer": "cpu"},
                            "training": {"micro_batch_size": 2, "gradient_accumulation_steps": 4}, "mine": [1, 2]})";
const QStringList names = {"accelerate_config.yaml", "ds_config.json", "hostfile", "launch.sh",
                           "plan.zplan.json",        "report.md"};

QStringList entries_of(const QString& folder) {
  return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

Json parsed(const QString& path) {
  const QByteArray text = read_file(path);
  return Json::parse(text.begin(), text.end(), nullptr, false);
}

}  // namespace

/// Tests of export: it writes all files or none, and each can be used.
class ExportTest : public QObject {
  Q_OBJECT

 private slots:
  void writes_every_file_and_they_parse() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("a/new folder");
    const Outcome outcome = run_on(exported_plan, {"export", "-", "--out", out});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(entries_of(out), names);
    QCOMPARE(entries_of(folder.filePath("a")), QStringList{"new folder"});
    for (const QString& name : names)
      QVERIFY2(outcome.out.contains((out + "/" + name).toUtf8()), qPrintable(name));

    const Json of_run = parsed(out + "/ds_config.json");
    QCOMPARE(of_run["zero_optimization"]["stage"].get<int>(), 3);
    QCOMPARE(of_run["zero_optimization"]["offload_optimizer"]["device"].get<std::string>(),
             std::string("cpu"));
    QCOMPARE(of_run["train_micro_batch_size_per_gpu"].get<int>(), 2);
    QCOMPARE(of_run["train_batch_size"].get<int>(), 2 * 4 * 8);

    const Json exported = parsed(out + "/plan.zplan.json");
    QCOMPARE(exported["model"]["preset"].get<std::string>(), std::string("llama-2-7b"));
    QVERIFY(exported["mine"] == Json::parse("[1, 2]"));
    const Outcome again = run_program({"estimate", out + "/plan.zplan.json", "--json"});
    QCOMPARE(again.out, run_on(exported_plan, {"estimate", "-", "--json"}).out);
  }

  void the_schema_for_editors_is_written_when_asked_for() {
    const QTemporaryDir folder;
    const Outcome outcome = run_on(exported_plan, {"export", "-", "--out", folder.path(), "--schema"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    const Json schema = parsed(folder.filePath("ds_config.schema.json"));
    QVERIFY(schema["properties"].contains("zero_optimization"));
  }

  void the_script_can_be_run_and_is_a_script() {
    const QTemporaryDir folder;
    QCOMPARE(run_on(exported_plan, {"export", "-", "--out", folder.path()}).status, 0);
    const QString script = folder.filePath("launch.sh");
    QVERIFY(QFileInfo(script).isExecutable());
    QVERIFY(!QFileInfo(folder.filePath("ds_config.json")).isExecutable());
    QProcess shell;
    shell.start("/bin/bash", {"-n", script});
    QVERIFY(shell.waitForFinished());
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError());
  }

  void every_program_gets_its_files() {
    // torchtitan and verl refuse this plan of DeepSpeed, and OpenRLHF makes its ds_config itself.
    const QStringList programs = {"lightning", "axolotl",    "llama-factory", "trl",
                                  "ms-swift",  "kubernetes", "slurm"};
    const QStringList first = {"lightning.yaml", "axolotl.yaml",  "llama_factory.yaml", "trl.yaml",
                               "run.sh",         "trainjob.yaml", "job.sbatch"};
    for (int i = 0; i < programs.size(); ++i) {
      const QTemporaryDir folder;
      const Outcome outcome =
          run_on(exported_plan, {"export", "-", "--out", folder.path(), "--for", programs[i], "--json"});
      QVERIFY2(outcome.status == 0, describe(outcome));
      QVERIFY2(entries_of(folder.path()).contains(first[i]), describe(outcome));
      QVERIFY2(entries_of(folder.path()).contains("report.md"), describe(outcome));
      QCOMPARE(outcome.json()["files"].size(), static_cast<std::size_t>(entries_of(folder.path()).size()));
      QVERIFY(parsed(folder.filePath("ds_config.json")).is_object());
    }
  }

  void torchtitan_gets_a_plan_of_fsdp_and_refuses_one_of_deepspeed() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("out");
    const Outcome refused = run_on(exported_plan, {"export", "-", "--out", out, "--for", "torchtitan"});
    QVERIFY2(refused.status == 2 && refused.err.contains("DeepSpeed"), describe(refused));
    QVERIFY(!QDir(out).exists());
    const QByteArray plan = R"({"model": {"preset": "llama-3.1-8b"}, "training": {"framework": "fsdp",
      "fsdp_version": 2, "sharding": "full", "activation_checkpointing": "full"}})";
    const Outcome written = run_on(plan, {"export", "-", "--out", out, "--for", "torchtitan", "--json"});
    QVERIFY2(written.status == 0, describe(written));
    QCOMPARE(entries_of(out), (QStringList{"plan.zplan.json", "report.md", "run.sh", "torchtitan.toml"}));
    const Outcome back = run_program({"import", out});
    QVERIFY2(back.status == 0 && back.out.contains("\"llama-3.1-8b\""), describe(back));
  }

  void a_program_says_adapters_itself_and_has_no_autotuner() {
    const QByteArray plan =
        R"({"model": {"preset": "llama-2-7b"}, "training": {"lora": {"rank": 8}, "tiled_mlp": true}})";
    const QTemporaryDir folder;
    const Outcome outcome = run_on(plan, {"export", "-", "--out", folder.path(), "--for", "trl"});
    QVERIFY2(outcome.out.contains("./run.sh") && !outcome.out.contains("PEFT"), describe(outcome));
    QVERIFY2(outcome.out.contains("training.tiled_mlp"), describe(outcome));
    const Outcome tuned =
        run_on(exported_plan, {"export", "-", "--out", folder.path(), "--for", "trl", "--autotuning"});
    QVERIFY2(tuned.status == 2 && tuned.err.contains("--autotuning"), describe(tuned));
  }

  void the_report_tells_it_all() {
    const QTemporaryDir folder;
    QCOMPARE(run_on(exported_plan, {"export", "-", "--out", folder.path()}).status, 0);
    const QByteArray report = read_file(folder.filePath("report.md"));
    for (const char* said :
         {"# Llama 2 7B", "✓ fits", "## Memory", "## Every strategy", "ZeRO-3 · all→NVMe", "## Issues",
          "## Launch", "## Where the bytes come from", "`states.weights`", "## Other estimators",
          "ZeRO paper", "## The plan", "\"preset\": \"llama-2-7b\""})
      QVERIFY2(report.contains(said), said);
    QCOMPARE(run_on(exported_plan, {"export", "-", "--out", folder.path()}).status, 0);
    QCOMPARE(read_file(folder.filePath("report.md")), report);
  }

  void the_report_names_keys_that_no_figure_counts() {
    const QTemporaryDir folder;
    QCOMPARE(run_on(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2},
                        "deepspeed_config": {"hybrid_engine": {"enabled": true}}})",
                    {"export", "-", "--out", folder.path()})
                 .status,
             0);
    const QByteArray report = read_file(folder.filePath("report.md"));
    QVERIFY2(report.contains("- not counted: deepspeed"), report);
    QCOMPARE(report.count("not counted: "), 1);
  }

  void replaces_files_of_the_same_name_and_says_so() {
    const QTemporaryDir folder;
    write_file(folder.filePath("ds_config.json"), "old");
    write_file(folder.filePath("other.txt"), "kept");
    const Outcome outcome = run_on(exported_plan, {"export", "-", "--out", folder.path()});
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.err.contains("replaced " + folder.filePath("ds_config.json").toUtf8()),
             describe(outcome));
    QVERIFY(!outcome.err.contains("hostfile"));
    QVERIFY(parsed(folder.filePath("ds_config.json")).is_object());
    QCOMPARE(read_file(folder.filePath("other.txt")), QByteArray("kept"));
    QCOMPARE(entries_of(folder.path()), names.mid(0, 4) + QStringList{"other.txt"} + names.mid(4));
  }

  void json_lists_the_files() {
    const QTemporaryDir folder;
    const Outcome outcome = run_on(exported_plan, {"export", "-", "--out", folder.path(), "--json"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    const Json json = outcome.json();
    QCOMPARE(json["files"].size(), std::size_t{6});
    QVERIFY(json["launch_command"].get<std::string>().find("deepspeed") != std::string::npos);
    QVERIFY(json["issues"] == run_on(exported_plan, {"estimate", "-", "--json"}).json()["issues"]);
  }

  void flavour_and_version_go_into_the_files() {
    const QTemporaryDir folder;
    const Outcome outcome = run_on(exported_plan, {"export", "-", "--out", folder.path(), "--flavour",
                                                   "hf-trainer", "--deepspeed-version", "0.16.4"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(parsed(folder.filePath("ds_config.json"))["train_batch_size"].get<std::string>(),
             std::string("auto"));
    const Json target = parsed(folder.filePath("plan.zplan.json"))["target"];
    QCOMPARE(target["flavour"].get<std::string>(), std::string("hf-trainer"));
    QCOMPARE(target["deepspeed_version"].get<std::string>(), std::string("0.16.4"));
  }

  void the_autotuner_s_file_is_one_check_accepts() {
    const QTemporaryDir folder;
    const QByteArray small = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}, "training":
        {"activation_checkpointing": "full", "gradient_accumulation_steps": 8}})";
    const Outcome outcome = run_on(small, {"export", "-", "--out", folder.path(), "--autotuning"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QVERIFY2(outcome.out.contains("deepspeed --autotuning run"), describe(outcome));
    QVERIFY2(read_file(folder.filePath("report.md")).contains("autotuner will profile"), describe(outcome));
    const Outcome check = run_program(
        {"check", folder.filePath("ds_config.json"), "--plan", folder.filePath("plan.zplan.json"), "--json"});
    QVERIFY2(check.status == 0 && check.json()["accepted"].get<bool>(), describe(check));
    QProcess shell;
    shell.start(QStringLiteral("/bin/bash"), {folder.filePath("launch.sh"), "torchrun", "train.py"});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitCode(), 2);
    const Outcome nothing = run_on(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})",
                                   {"export", "-", "--out", folder.filePath("none"), "--autotuning"});
    QVERIFY2(nothing.status == 2 && !QDir(folder.filePath("none")).exists(), describe(nothing));
  }

  void a_plan_that_does_not_fit_is_written_with_a_warning() {
    const QTemporaryDir folder;
    const Outcome outcome = run_on(R"({"model": {"parameters": 1e12}, "zero": {"stage": 3}})",
                                   {"export", "-", "--out", folder.path()});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QVERIFY2(outcome.err.contains("does not fit"), describe(outcome));
    QCOMPARE(entries_of(folder.path()), names);
  }

  void nothing_is_written_on_failure_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("no such plan") << QByteArray("{}") << QStringList{};
    QTest::newRow("refused plan") << QByteArray(R"({"model": {"parameters": 7e9}, "zero": {"stage": 5}})")
                                  << QStringList{};
    QTest::newRow("a key DeepSpeed rejects")
        << QByteArray(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2, "stagee": 3}})")
        << QStringList{};
    for (const char* carried :
         {R"("gradient_allreduce_op": "avg")", R"("checkpoint": {"tag_validation": "maybe"})",
          R"("fp16": {"min_loss_scale": 0.5})", R"("compile": {"passes": ["x"]})",
          R"("elasticity": {"enabled": true})", R"("amp": {})", R"("tensorboard": {"enabled": "x"})",
          R"("autotuning": {"enabled": true, "results_dir": ""})",
          R"("flops_profiler": {"enabled": "maybe"})"})
      QTest::newRow(carried) << QByteArray(R"({"model": {"preset": "llama-2-7b"}, "deepspeed_config": {)") +
                                    carried + "}}"
                             << QStringList{};
    QTest::newRow("no version") << exported_plan << QStringList{"--deepspeed-version", "latest"};
    QTest::newRow("unknown flavour") << exported_plan << QStringList{"--flavour", "sweet"};
  }
  void nothing_is_written_on_failure() {
    QFETCH(QByteArray, text);
    QFETCH(QStringList, options);
    const QTemporaryDir folder;
    const QString out = folder.filePath("out");
    const Outcome outcome = run_on(text, QStringList{"export", "-", "--out", out} + options);
    QVERIFY2(outcome.status == 2, describe(outcome));
    QCOMPARE(outcome.out, QByteArray());
    QCOMPARE(entries_of(folder.path()), QStringList());
  }

  void what_stops_later_or_does_nothing_is_told_data() {
    QTest::addColumn<QByteArray>("rest");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("a carried text for a number")
        << QByteArray(R"("deepspeed_config": {"steps_per_print": "10"})")
        << QByteArray("fails later: steps_per_print must be a number");
    QTest::newRow("a schedule nobody has")
        << QByteArray(R"("deepspeed_config": {"scheduler": {"type": "Foo", "params": {}}})")
        << QByteArray("fails later: deepspeed_config.scheduler.type");
    QTest::newRow("Lamb in host memory")
        << QByteArray(
               R"("zero": {"stage": 2, "offload_optimizer": "cpu"}, "training": {"optimizer": "lamb"})")
        << QByteArray("fails later: training.optimizer");
    QTest::newRow("a predivide factor with reduce_scatter")
        << QByteArray(R"("zero": {"stage": 2}, "deepspeed_config": {"gradient_predivide_factor": 2.0})")
        << QByteArray("fails later: deepspeed_config.gradient_predivide_factor");
    QTest::newRow("offload at stage 0")
        << QByteArray(R"("zero": {"stage": 0, "offload_optimizer": "cpu"}, "model": {"parameters": 1e9})")
        << QByteArray("fails later: zero.offload_optimizer");
    QTest::newRow("hpZ below stage 3") << QByteArray(R"("zero": {"stage": 2, "zero_hpz_partition_size": 8})")
                                       << QByteArray("ignored: zero.zero_hpz_partition_size");
  }
  void what_stops_later_or_does_nothing_is_told() {
    QFETCH(QByteArray, rest);
    QFETCH(QByteArray, told);
    const QTemporaryDir folder;
    const QByteArray model = rest.contains("\"model\"") ? "" : R"("model": {"preset": "llama-2-7b"}, )";
    const Outcome outcome = run_on('{' + model + rest + '}', {"export", "-", "--out", folder.path()});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QVERIFY2(outcome.err.contains("zero-planner: " + told), describe(outcome));
    QVERIFY(QFileInfo::exists(folder.filePath("ds_config.json")));
  }

  void nothing_is_written_where_one_file_cannot_be() {
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("report.md"));
    const Outcome outcome = run_on(exported_plan, {"export", "-", "--out", folder.path()});
    QVERIFY2(outcome.status == 2, describe(outcome));
    QVERIFY2(outcome.err.contains("report.md"), describe(outcome));
    QCOMPARE(entries_of(folder.path()), QStringList{"report.md"});
  }

  void a_file_is_no_folder() {
    const QTemporaryDir folder;
    write_file(folder.filePath("file"), "kept");
    for (const char* out : {"file", "file/below"}) {
      const Outcome outcome = run_on(exported_plan, {"export", "-", "--out", folder.filePath(out)});
      QVERIFY2(outcome.status == 2, describe(outcome));
      QVERIFY2(outcome.err.contains(folder.filePath("file").toUtf8()), describe(outcome));
    }
    QCOMPARE(read_file(folder.filePath("file")), QByteArray("kept"));
    QCOMPARE(entries_of(folder.path()), QStringList{"file"});
  }
};

ZP_TEST(ExportTest)
#include "export_test.moc"
