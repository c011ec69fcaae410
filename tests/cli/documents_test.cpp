// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/saved_figures.h"
#include "core/tutorial/tutorial_output.h"
#include "tests/cli/json_documentation.h"
#include "tests/cli/program.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const auto test_data = QStringLiteral(ZP_TEST_DATA "/");

const QByteArray tensors =
    R"({"model": {"tensors": [{"shape": [4096, 4096], "count": 32}]}, "zero": {"stage": 1}})";
const QByteArray on_drives = R"({"model": {"parameters": 7e9}, "cluster": {"nvme": {"path": "/nvme",
  "capacity_gib": 3500, "read_gb_per_s": 6, "write_gb_per_s": 4}},
  "zero": {"stage": 3, "offload_optimizer": "nvme", "offload_param": "nvme"}})";
const QByteArray stage_0 = R"({"model": {"preset": "gpt-2-124m"}})";
const QByteArray stage_2 = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})";
const QByteArray long_sequences = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 4},
  "training": {"sequence_length": 16384, "micro_batch_size": 4}, "zero": {"stage": 2}})";
const QByteArray small_gpus = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 2,
  "gpu": {"preset": "rtx-4090-24gb"}}})";
const QByteArray with_dropout = R"({"model": {"preset": "qwen2.5-7b"}, "training": {"dropout": 0.2}})";
const QByteArray too_large = R"({"model": {"parameters": 1e13}, "cluster": {"gpus_per_node": 1}})";
const QByteArray calibrated = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2},
  "measured": {"machine": "node 7", "runs": {"one_node": 3}, "compute": 0.9}})";
const QByteArray with_budget = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2},
  "training": {"tokens": 1e12}, "cluster": {"gpu_hour_price": 2, "gpu_watts": 400}})";
const QByteArray endless = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2},
  "training": {"tokens": 1e14, "save_steps": 0}, "cluster": {"failures": {"per_million_gpu_hours": 100000}}})";
const QByteArray generating = R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 3},
  "training": {"method": "grpo", "generation": "vllm", "rl": {"response_tokens": 500, "samples": 8}}})";
const QByteArray mixed = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2},
  "cluster": {"other_gpus": [{"preset": "rtx-3090-24gb", "count": 4}]}})";
const QByteArray scenarios = R"({"model": {"preset": "gpt-2-124m"}, "scenarios": [{"name": "A"},
  {"name": "B", "plan": {"model": {"preset": "gpt-2-124m"}, "training": {"tensor_parallel": 3}}}]})";
const QByteArray throughput_line =
    "[timer.py:260:stop] epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=7.0, "
    "CurrSamplesPerSec=7.0, MemAllocated=14.9GB, MaxMemAllocated=30.1GB\n";

QByteArray one_line(const QByteArray& json) {
  return QByteArray::fromStdString(Json::parse(json).dump()) + '\n';
}

/// Returns plans of every kind, one per line: the worked cases, those above, and random ones.
QByteArray many_plans() {
  constexpr std::uint64_t random_plans = 60;
  QByteArray lines;
  const QDir cases(test_data + QStringLiteral("cases"));
  for (const QString& name : cases.entryList({QStringLiteral("*.zplan.json")}))
    lines += one_line(read_file(cases.filePath(name)));
  for (const QByteArray& plan :
       {tensors, on_drives, stage_0, stage_2, calibrated, with_budget, endless, generating, mixed})
    lines += one_line(plan);
  const auto plans = any_plan_of_all_kinds();
  for (std::uint64_t i = 0; i < random_plans; ++i)
    lines += one_line(QByteArray::fromStdString(zp::write_plan({plans(rc::Random(i), 100).value(), {}})));
  return lines;
}

}  // namespace

/// docs/json.md documents the keys of every document that the program prints, and no others.
class DocumentsTest : public QObject {
  Q_OBJECT

 private slots:
  /// Prints every kind of document, which the other functions then ask about.
  void initTestCase() {
    plans();
    searches();
    files_of_deepspeed();
    runs();
    probes();
    catalog();
    zp::TutorialOutput tutorial{"name", "Title", "name.md"};
    tutorial.pictures.push_back(
        {"a.png", "step", "a.zplan.json", 1280, 800, {{"control", "text", 1, 2, 3, 4, 5}}});
    tell(Json::parse(zp::made_json({tutorial})));
  }

  void every_key_is_documented() {
    QVERIFY2(differences_.empty(),
             QByteArray::fromStdString(joined({differences_.begin(), differences_.end()})));
  }

  void every_documented_key_occurs() {
    const std::vector<std::string> never_seen = page_.never_seen();
    QVERIFY2(never_seen.empty(), QByteArray::fromStdString(joined(never_seen)));
  }

  void a_difference_is_noticed_data() {
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QByteArray>("difference");
    const auto row = [](const char* name, const char* document, const char* difference) {
      QTest::newRow(name) << QByteArray(document) << QByteArray(difference);
    };
    row("a key too many", R"({"format": "zero-sweep/1", "rows": [], "more": 1})",
        "zero-sweep/1.more is not documented");
    row("a key too few", R"({"format": "zero-sweep/1"})", "zero-sweep/1.rows is missing");
    row("another type", R"({"format": "zero-sweep/1", "rows": 1})",
        "zero-sweep/1.rows is no list of object: 1");
    row("another type below",
        R"({"format": "zero-solve/1", "binds": {"code": "", "title": ""}, "candidates": [1]})",
        "zero-solve/1.candidates[] is no object: 1");
    row("no document", R"({"format": "zero-soup/1"})", "zero-soup/1.format is not documented");
  }
  void a_difference_is_noticed() {
    QFETCH(QByteArray, document);
    QFETCH(QByteArray, difference);
    const std::vector<std::string> found = page_.differences(Json::parse(document));
    QVERIFY(!found.empty());
    QCOMPARE(QByteArray::fromStdString(found.front()), difference);
  }

 private:
  static std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
      text += line + '\n';
    return text;
  }

  void tell(const Json& document, bool is_brief = false) {
    for (std::string& line : page_.differences(document, is_brief))
      differences_.insert(std::move(line));
  }
  /// Prints one document, with `input` on standard input.
  void print(const QStringList& arguments, const QByteArray& input = {}) {
    const Outcome outcome = run_on(input, arguments);
    const Json document = outcome.json();
    QVERIFY2(!document.is_discarded(), describe(outcome));
    tell(document);
  }
  /// Prints one document for each line of `input`; a plan that cannot be used has none.
  void print_lines(const QStringList& arguments, const QByteArray& input, bool is_brief = false) {
    for (const QByteArray& line : run_on(input, arguments).out.split('\n'))
      if (!line.isEmpty() && !line.startsWith("{\"error\""))
        tell(Json::parse(line.begin(), line.end()), is_brief);
  }

  void plans() {
    const QByteArray many = many_plans();
    print_lines({"estimate", "-", "--jsonl"}, many);
    print_lines({"estimate", "-", "--jsonl", "--brief"}, many, true);
    print_lines({"compare", "-", "--jsonl"}, one_line(tensors) + one_line(on_drives));
    zp::SavedFigures saved{"0.0.1", 1, 1, 1, {{"states.weights", 1}}, {{"launches", 1}}};
    const std::string once = zp::write_plan(zp::read_plan(stage_2.toStdString()), saved);
    print({"estimate", "-", "--json"}, QByteArray::fromStdString(once));
    print({"compare", "-", "--scenarios", "--json"}, scenarios);
    for (const QByteArray& plan : {tensors, on_drives, stage_0, stage_2, too_large})
      print({"reference", "-", "--json"}, plan);
    print({"reference", "-", "--claims", "--json"}, stage_2);
    print({"sweep", "-", "--over", "training.tensor_parallel=1,3", "--json"}, stage_2);
    print({"sweep", "-", "--over", "training.micro_batch_size=1", "--json"}, tensors);
    write_file(plan_, stage_2);
    print({"diff", "-", plan_, "--json"}, tensors);
    print({"diff", plan_, "--set", "zero.stage=3", "--json"});
    print({"export", plan_, "--set", "training.dropout=0.1", "--out", folder_.filePath(QStringLiteral("run")),
           "--json"});
  }

  void searches() {
    for (const QByteArray& plan : {tensors, small_gpus, too_large, with_dropout})
      print({"recommend", "-", "--limit", "2", "--json"}, plan);
    for (const QByteArray& plan : {stage_2, too_large, tensors}) {
      print({"hardware", "-", "--machines", "lambda,t4", "--deadline", "24", "--json"}, plan);
      print({"solve", "-", "--for", "max-micro-batch", "--json"}, plan);
      print({"solve", "-", "--for", "max-sequence-length", "--ladder", "--json"}, plan);
    }
  }

  void files_of_deepspeed() {
    const QString good = folder_.filePath(QStringLiteral("good.json"));
    const QString bad = folder_.filePath(QStringLiteral("bad.json"));
    write_file(good, R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": 1,
      "zero_optimization": {"stage": 2, "overlap_com": true, "offload_optimizer": {"device": "cpu"}}})");
    write_file(bad, R"({"train_batch_size": 8, "zero_optimization": {"stage": 9}})");
    print({"check", good, "--json"});
    print({"check", bad, "--json"});
    print({"check", "-", "--world-size", "8", "--json"},
          R"({"train_batch_size": 8, "zero_optimization": {"stage": 3,
      "offload_optimizer": {"device": "cpu"}, "offload_param": {"device": "cpu"}}})");
    print({"check", good, bad, "--json"});
    const QString training = folder_.filePath(QStringLiteral("training.yaml"));
    write_file(training, "base_model: NousResearch/Llama-2-7b-hf\nmicro_batch_size: 2\nseed: 1\n");
    print({"import", training, "--json"});
    const QString exported = folder_.filePath(QStringLiteral("exported"));
    run_on(R"({"model": {"preset": "llama-2-7b"}})", {"export", "-", "--out", exported});
    write_file(exported + "/ds_config.json", read_file(exported + "/ds_config.json") + "\n");
    print({"import", exported, "--json"});
    const QString changed = folder_.filePath(QStringLiteral("changed.zplan.json"));
    write_file(changed, R"({"model": {"preset": "llama-2-7b"}, "training": {"program": "axolotl",
      "micro_batch_size": 4, "activation_checkpointing": "selective"}})");
    print({"import", training, "--write-back", changed, "--json"});
  }

  void runs() {
    const QDir logs(test_data + QStringLiteral("run-logs")),
        snapshots(test_data + QStringLiteral("snapshots"));
    QStringList all, recordings;
    for (const QString& name : logs.entryList({QStringLiteral("*.txt")}))
      all << logs.filePath(name);
    for (const QString& name : snapshots.entryList({QStringLiteral("*.pickle")}))
      recordings << snapshots.filePath(name);
    print(QStringList{"measure", "-"} + all + recordings + QStringList{"--json"});
    const QString plan = folder_.filePath(QStringLiteral("run.zplan.json"));
    write_file(plan, long_sequences);
    print(QStringList{"measure", plan} + recordings + QStringList{"--json"});
    print({"measure", plan, logs.filePath(QStringLiteral("k2-gpt4llm16-2a100-80g-zero3.txt")), "--json"});
    for (const Json& run : Json::parse(read_file(logs.filePath(QStringLiteral("plans.json"))))) {
      write_file(plan, QByteArray::fromStdString(run["plan"].dump()));
      print({"measure", plan, logs.filePath(QString::fromStdString(run["log"])), "--json"});
    }
    const QString log = folder_.filePath(QStringLiteral("run.log"));
    // a message whose log states the model, and a log of another number of GPUs than the plan's
    write_file(
        log,
        "--model_name_or_path Qwen/Qwen3-0.6B\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate "
        "1.00 GiB. GPU 0 has a total capacity of 79.18 GiB of which 0.48 GiB is free. Including non-PyTorch "
        "memory, this process has 4.69 GiB memory in use.\n");
    print({"measure", "-", log, "--json"});
    write_file(log, throughput_line + (QByteArray(1023, 'x') + '\n').repeated(65 << 10) + throughput_line);
    print({"measure", plan_, log, "--json"});  // lines between its start and its end are left out
    write_file(log,
               "AssertionError: Check batch related parameters. train_batch_size is not equal to "
               "micro_batch_per_gpu * gradient_acc_step * world_size 256 != 8 * 1 * 16\n");
    print({"measure", plan_, log, "--json"});
    write_file(log, throughput_line);
    print({"measure", plan_, log, "--json"});  // far from the prediction: its causes
    print({"calibrate", plan_, log, "--date", "2026-11-22", "--json"});
    write_file(log, "nothing of a run\n");
    print({"calibrate", plan_, log, "--date", "2026-11-22", "--json"});
  }

  void probes() {
    const QDir data(test_data + QStringLiteral("probe"));
    QStringList files;
    for (const QString& name : data.entryList({QStringLiteral("*.txt"), QStringLiteral("*.json")}))
      files << data.filePath(name);
    print(QStringList{"probe"} + files + QStringList{"--json"});
    print({"probe", data.filePath(QStringLiteral("perftest-roce-mib.txt")), "--json"});
  }

  void catalog() {
    print({"estimate", "--help-plan", "--json"});
    for (const char* part : {"models", "gpus", "links", "programs"})
      print({"presets", part, "--json"});
    QProcessEnvironment environment = plain_environment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder_.path());
    const auto add = [&](const QStringList& more) {
      const Outcome outcome = run_program(
          QStringList{"presets"} + more + QStringList{"--plan", plan_, "--json"}, {}, environment);
      QVERIFY2(outcome.status == 0, describe(outcome));
      tell(outcome.json());
    };
    add({"models", "--add", "Our model"});
    add({"gpus", "--add", "Our card"});
    add({"links", "--add", "Our link", "--place", "inter_node"});
  }

  JsonDocumentation page_{read_file(QStringLiteral(ZP_SOURCE_DIR "/docs/json.md"))};
  std::set<std::string> differences_;
  QTemporaryDir folder_;
  QString plan_ = folder_.filePath(QStringLiteral("plan.zplan.json"));
};

ZP_TEST(DocumentsTest)
#include "documents_test.moc"
