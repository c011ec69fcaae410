// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/write_back/write_back.h"

#include <QtTest>
#include <algorithm>
#include <span>
#include <vector>

#include "core/plan_file/plan_file.h"
#include "core/settings/changed_keys.h"
#include "core/settings/plan_settings.h"
#include "core/text/ordered_json.h"
#include "core/text/text_file.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using Json = text_io::Json;

namespace {

const Json& files() {
  static const Json all = Json::parse(read_text_file(ZP_TEST_DATA "/program-files.json"));
  return all;
}

ImportFile file_in(const Json& entry) {
  std::string text;
  for (const Json& line : entry["lines"])
    text += line.get<std::string>() + '\n';
  return {text, {}, {}, entry.value("file", std::string())};
}

PlanDocument plan_of(const ImportFile& file) {
  const PlanDocument base = read_plan(R"({"model": {"preset": "llama-3.1-8b"}})");
  return read_plan(write_plan(import_file(file, base).document));
}

PlanDocument changed(const ImportFile& file, const std::vector<KeySetting>& settings) {
  return with_settings(plan_of(file), settings);
}

/// Returns the settings of "cluster.nodes=4 training.save_steps=10".
std::vector<KeySetting> settings_in(const QString& text) {
  std::vector<KeySetting> settings;
  for (const QString& setting : text.split(QLatin1Char(' ')))
    settings.push_back({setting.section(QLatin1Char('='), 0, 0).toStdString(),
                        setting.section(QLatin1Char('='), 1).toStdString()});
  return settings;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Returns the number of lines of `before` that are not in the longest sequence of lines it shares with
/// `after`.
std::size_t lines_lost(const std::string& before, const std::string& after) {
  const auto a = lines_of(before), b = lines_of(after);
  std::vector<std::size_t> shared(b.size() + 1), above;
  for (const std::string& line : a) {
    above = shared;
    for (std::size_t i = 0; i < b.size(); ++i)
      shared[i + 1] = line == b[i] ? above[i] + 1 : std::max(above[i + 1], shared[i]);
  }
  return a.size() - shared.back();
}

QString words(const WriteBack& written) {
  std::string text = written.file.text + written.file.ds_config;
  for (const UnwrittenKey& key : written.unwritten)
    text += "\n! " + key.path + ' ' + key.value + ' ' + key.reason;
  return QString::fromStdString(text);
}

void fill_rows() {
  QTest::addColumn<int>("row");
  for (std::size_t row = 0; row < files().size(); row += std::max(test::one_in(), test::step_in_gate(3)))
    QTest::addRow("%s", files()[row]["name"].get<std::string>().c_str()) << static_cast<int>(row);
}

}  // namespace

/// Tests that a changed plan is written into the file that it came from, and that nothing else changes there.
class WriteBackTest : public QObject {
  Q_OBJECT

 private slots:
  void a_plan_that_the_file_gives_changes_no_byte_data() { fill_rows(); }
  void a_plan_that_the_file_gives_changes_no_byte() {
    QFETCH(int, row);
    const ImportFile file = file_in(files()[static_cast<std::size_t>(row)]);
    const WriteBack written = write_back(file, plan_of(file));
    QVERIFY2(written.unwritten.empty() && written.written.empty(), qPrintable(words(written)));
    QCOMPARE(written.file.text, file.text);
  }

  void the_file_gives_the_changed_plan_data() { fill_rows(); }
  void the_file_gives_the_changed_plan() {
    QFETCH(int, row);
    const ImportFile file = file_in(files()[static_cast<std::size_t>(row)]);
    const Plan plan = plan_of(file).plan;
    const std::vector<std::vector<KeySetting>> changes = {
        {{"training.micro_batch_size", std::to_string(plan.training.micro_batch_size * 2)}},
        {{"training.sequence_length", std::to_string(plan.training.sequence_length * 2)}},
        {{"training.activation_checkpointing",
          plan.training.activation_checkpointing == Checkpointing::full ? "none" : "full"},
         {"training.micro_batch_size", std::to_string(plan.training.micro_batch_size * 4)}},
        {{"training.lora.rank", std::to_string(plan.training.lora.rank * 2)}}};
    for (const std::vector<KeySetting>& change : changes) {
      const PlanDocument wanted = changed(file, change);
      const WriteBack written = write_back(file, wanted);
      const std::vector<DifferingKey> rest =
          differing_keys(import_file(written.file, wanted).document, wanted);
      for (const DifferingKey& key : rest)
        QVERIFY2(key.path == "training.optimizer" ||
                     std::ranges::find(written.unwritten, key.path, &UnwrittenKey::path) !=
                         written.unwritten.end(),
                 qPrintable(words(written)));
      QVERIFY2(
          std::ranges::all_of(written.unwritten, [](const UnwrittenKey& key) { return !key.reason.empty(); }),
          qPrintable(words(written)));
      QVERIFY2(lines_lost(file.text, written.file.text) <= written.written.size(),
               qPrintable(words(written)));
    }
  }

  void torchtitan_has_a_switch_beside_a_value_data() {
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QStringList>("lines");
    QTest::newRow("checkpoints") << "training.save_steps=123"
                                 << QStringList{"enable = true  # saves", "interval = 123"};
    QTest::newRow("evaluation") << "training.eval_batch_size=5"
                                << QStringList{"[validation]\nenable = true\nlocal_batch_size = 5"};
    QTest::newRow("data workers") << "training.data_workers=3" << QStringList{"dataloader.num_workers = 3"};
    QTest::newRow("compiled loss") << "training.fused_loss=compiled"
                                   << QStringList{"[compile]\nenable = true\ncomponents = [\"loss\"]"};
    QTest::newRow("compiled model") << "training.fused_norm=true training.fused_mlp=fused"
                                    << QStringList{"[compile]\nenable = true\ncomponents = [\"model\"]"};
  }
  void torchtitan_has_a_switch_beside_a_value() {
    QFETCH(QString, setting);
    QFETCH(QStringList, lines);
    const ImportFile file{
        "[model]\nname = \"llama3\"\nflavor = \"8B\"\n\n[training]\nlocal_batch_size = 1\nseq_len = "
        "8192\n\n[checkpoint]\n"
        "enable = false  # saves\ninterval = 500\n\n[compile]\nenable = false\ncomponents = [\"model\", "
        "\"loss\"]\n\n"
        "[validation]\nenable = false\n",
        {},
        {},
        "train.toml"};
    const WriteBack written = write_back(file, changed(file, settings_in(setting)));
    QVERIFY2(written.unwritten.empty(), qPrintable(words(written)));
    for (const QString& line : lines)
      QVERIFY2(QString::fromStdString(written.file.text).contains(line), qPrintable(words(written)));
  }

  void machines_are_written_into_the_lines_of_slurm_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* title, const char* before, const char* settings, const char* after) {
      QTest::newRow(title) << before << settings << after;
    };
    const char *const nodes = "cluster.nodes=4", *const gpus = "cluster.gpus_per_node=4";
    row("nodes", "#SBATCH --nodes=2 # ours\n#SBATCH --gpus-per-node=8", nodes,
        "#SBATCH --nodes=4 # ours\n#SBATCH --gpus-per-node=8");
    row("short form", "#SBATCH -N 2\n#SBATCH --gres=gpu:a100:8", nodes,
        "#SBATCH -N 4\n#SBATCH --gres=gpu:a100:8");
    row("short form in one word", "#SBATCH -N2 --gres=gpu:8", nodes, "#SBATCH -N4 --gres=gpu:8");
    row("GPUs with their kind", "#SBATCH -N 2\n#SBATCH --gres=gpu:a100:8", gpus,
        "#SBATCH -N 2\n#SBATCH --gres=gpu:a100:4");
    row("both", "#SBATCH --nodes 2\n#SBATCH --gpus-per-node 8", "cluster.nodes=4 cluster.gpus_per_node=4",
        "#SBATCH --nodes 4\n#SBATCH --gpus-per-node 4");
    row("totals", "#SBATCH --nodes=2\n#SBATCH --gpus=16\n#SBATCH --ntasks=16", nodes,
        "#SBATCH --nodes=4\n#SBATCH --gpus=32\n#SBATCH --ntasks=32");
    row("a task for each GPU", "#SBATCH -N 2\n#SBATCH --ntasks-per-node=8\n#SBATCH --gpus-per-node=8", gpus,
        "#SBATCH -N 2\n#SBATCH --ntasks-per-node=4\n#SBATCH --gpus-per-node=4");
    row("a task for each node", "#SBATCH -N 2\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node=8", gpus,
        "#SBATCH -N 2\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node=4");
    row("a GPU without a number", "#SBATCH -N 2\n#SBATCH --gres=gpu", gpus,
        "#SBATCH -N 2\n#SBATCH --gres=gpu:4");
  }
  void machines_are_written_into_the_lines_of_slurm() {
    QFETCH(QString, before);
    QFETCH(QString, settings);
    QFETCH(QString, after);
    const std::string head = "#!/bin/bash\n",
                      command = "\n\nsrun python train.py --deepspeed zero2.json # go\n";
    const ImportFile file{head + before.toStdString() + command, {}, {}};
    const WriteBack written = write_back(file, changed(file, settings_in(settings)));
    QVERIFY2(written.unwritten.empty(), qPrintable(words(written)));
    QCOMPARE(QString::fromStdString(written.file.text),
             QString::fromStdString(head) + after + QString::fromStdString(command));
  }

  void the_command_follows_the_lines_of_slurm() {
    const ImportFile file{
        "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --gpus-per-node=8\nsrun torchrun --nnodes 2 "
        "--nproc_per_node 8 "
        "--rdzv_id 8 run_clm.py --per_device_train_batch_size 8\n",
        {},
        {}};
    const WriteBack written =
        write_back(file, changed(file, {{"cluster.nodes", "4"}, {"cluster.gpus_per_node", "4"}}));
    QVERIFY2(written.unwritten.empty(), qPrintable(words(written)));
    QCOMPARE(
        QString::fromStdString(written.file.text),
        QStringLiteral("#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --gpus-per-node=4\nsrun torchrun --nnodes 4 "
                       "--nproc_per_node 4 --rdzv_id 8 run_clm.py --per_device_train_batch_size 8\n"));
  }

  void a_value_of_a_variable_is_replaced_where_it_stands() {
    const ImportFile file{
        "#!/bin/bash\nOPTS=\"--learning_rate 2e-5 --per_device_train_batch_size 2 --seed 2\"\n"
        "deepspeed --num_gpus 8 run_clm.py --deepspeed zero2.json $OPTS 2>&1 | tee log\n",
        {},
        {}};
    const WriteBack written = write_back(file, changed(file, {{"training.micro_batch_size", "4"}}));
    QVERIFY2(written.unwritten.empty(), qPrintable(words(written)));
    QVERIFY2(written.file.text.find("2e-5 --per_device_train_batch_size 4 --seed 2\"") != std::string::npos &&
                 written.file.text.find("2>&1") != std::string::npos,
             qPrintable(words(written)));
  }

  void a_redirection_is_no_count_of_slurm() {
    const ImportFile file{
        "#!/bin/bash\n#SBATCH --nodes=1\n#SBATCH --gres=gpu:1 # GPUs\nCMD=\"train.py --deepspeed "
        "zero2.json\"\nLAUNCHER=\"deepspeed\"\n$LAUNCHER $CMD 2>&1 | tee log\n",
        {},
        {}};
    const WriteBack written = write_back(file, changed(file, {{"cluster.gpus_per_node", "2"}}));
    QVERIFY2(written.file.text.find("gpu:2 # GPUs") != std::string::npos, qPrintable(words(written)));
    QVERIFY2(written.file.text.find("2>&1 |") != std::string::npos, qPrintable(words(written)));
  }

  /// With two GPUs in the job's lines alone, the command would still start one process.
  void lines_of_slurm_are_not_changed_alone_where_the_command_counts_too() {
    const ImportFile file{
        "#!/bin/bash\n#SBATCH --nodes=1\n#SBATCH --gres=gpu:1 # GPUs\nCMD=\"train.py --deepspeed "
        "zero2.json\"\nN_GPUS=1\nLAUNCHER=\"deepspeed --num_gpus $N_GPUS\"\n$LAUNCHER $CMD\n",
        {},
        {}};
    const WriteBack written = write_back(file, changed(file, {{"cluster.gpus_per_node", "2"}}));
    QVERIFY2(written.file.text == file.text && !written.unwritten.empty(), qPrintable(words(written)));
  }

  void values_are_replaced_at_their_place_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("line");
    const QString axolotl = QStringLiteral(
        "base_model: meta-llama/Llama-3.1-8B\ndatasets:\n  - path: d # mine\nadapter: lora\nlora_r: \"16\"  "
        "# r\n"
        "lora_target_modules:\n  - 'q_proj'\n  - 'v_proj'\nsequence_len: 4096 # s\nmicro_batch_size: "
        "2\nbf16: yes\n"
        "optimizer: adamw_torch\ngradient_checkpointing: True\n");
    QTest::newRow("number") << axolotl << "training.micro_batch_size=4"
                            << "micro_batch_size: 4";
    QTest::newRow("comment") << axolotl << "training.sequence_length=8192"
                             << "sequence_len: 8192 # s";
    QTest::newRow("quotes") << axolotl << "training.lora.rank=64"
                            << "lora_r: 64  # r";
    QTest::newRow("word") << axolotl << "training.optimizer=adamw8bit"
                          << "optimizer: adamw_bnb_8bit";
    QTest::newRow("switch") << axolotl << "training.activation_checkpointing=none"
                            << "gradient_checkpointing: False";
    QTest::newRow("list") << axolotl << "training.lora.targets=q_proj,k_proj"
                          << "  - 'k_proj'";
    QTest::newRow("precision") << axolotl << "training.precision=fp16"
                               << "fp16: true";
    QTest::newRow("added") << axolotl << "training.gradient_accumulation_steps=8"
                           << "gradient_accumulation_steps: 8";
    QTest::newRow("model") << axolotl << "model.preset=qwen2.5-7b"
                           << "base_model: Qwen/Qwen2.5-7B";
    const QString toml = QStringLiteral(
        "[job]\nx = 1\n[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 2 # "
        "b\nseq_len = "
        "8192\n[parallelism]\ntensor_parallel_degree = 1\n[optimizer]\nname = \"AdamW\"\n"
        "[activation_checkpoint]\nmode = 'full'\n");
    QTest::newRow("TOML") << toml << "training.micro_batch_size=4"
                          << "local_batch_size = 4 # b";
    QTest::newRow("TOML's quotes") << toml << "training.activation_checkpointing=none"
                                   << "mode = 'none'";
    QTest::newRow("class") << toml << "training.optimizer=adam"
                           << "name = \"Adam\"";
    QTest::newRow("added to a section") << toml << "training.context_parallel=2"
                                        << "context_parallel_degree = 2";
    const QString script = QStringLiteral(
        "#!/bin/bash\nBATCH=4  # a rank\nLEN=\"${LEN:-2048}\"\nswift sft --model meta-llama/Llama-3.1-8B "
        "\\\n  "
        "--per_device_train_batch_size $BATCH --max_length=$LEN \\\n  --lora_rank '8' --tuner_type lora \\\n "
        " "
        "--deepspeed zero2 --output_dir out_$BATCH\n");
    QTest::newRow("variable") << script << "training.micro_batch_size=8"
                              << "BATCH=8  # a rank";
    QTest::newRow("default of a variable") << script << "training.sequence_length=4096"
                                           << "  --per_device_train_batch_size $BATCH --max_length=4096 \\";
    QTest::newRow("word in quotes") << script << "training.lora.rank=16"
                                    << "  --lora_rank 16 --tuner_type lora \\";
    QTest::newRow("option") << script << "training.gradient_accumulation_steps=8"
                            << "--gradient_accumulation_steps 8";
    QTest::newRow("named ds_config") << script << "zero.stage=3"
                                     << "  --deepspeed zero3 --output_dir out_$BATCH";
    const QString verl = QStringLiteral(
        "python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo \\\n  "
        "actor_rollout_ref.model.path=meta-llama/Llama-3.1-8B \\\n  "
        "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=4 \\\n  trainer.n_gpus_per_node=8\n");
    QTest::newRow("override") << verl << "training.micro_batch_size=8"
                              << "  actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=8 \\";
    const QString lengths =
        verl.chopped(1) + QStringLiteral(" data.max_prompt_length=512 data.max_response_length=1024\n");
    QTest::newRow("prompt") << lengths << "training.sequence_length=3072"
                            << "data.max_prompt_length=2048";
    const QString python = QStringLiteral(
        "from a import b\nbatch_size = 1  # per_device\nmodel = dict(llm=dict(type=M, "
        "pretrained_model_name_or_path='meta-llama/Llama-3.1-8B'), lora=dict(r=64))\n"
        "train_dataloader = dict(batch_size=batch_size)\ncounts = 16\ncounts *= 2\noptim_wrapper = "
        "dict(accumulative_counts=counts)\n");
    QTest::newRow("Python") << python << "training.micro_batch_size=2"
                            << "batch_size = 2  # per_device";
    QTest::newRow("a changed number of Python") << python << "training.gradient_accumulation_steps=64"
                                                << "counts = 32";
    const QString config = QStringLiteral(
        "{\n  \"train_batch_size\": 16,\n  \"train_micro_batch_size_per_gpu\": 1, // a comment\n"
        "  \"gradient_accumulation_steps\": 2,\n  \"bf16\": {\"enabled\": true},\n"
        "  \"zero_optimization\": {\n    \"stage\": 2\n  }\n}\n");
    QTest::newRow("ds_config") << config << "zero.stage=3"
                               << "    \"stage\": 3";
    QTest::newRow("batch of a ds_config") << config << "training.micro_batch_size=4"
                                          << "  \"train_batch_size\": 64,";
    QTest::newRow("key of a ds_config") << config << "zero.reduce_bucket_size=1000000"
                                        << "    \"reduce_bucket_size\": 1000000";
  }
  void values_are_replaced_at_their_place() {
    QFETCH(QString, text);
    QFETCH(QString, settings);
    QFETCH(QString, line);
    const ImportFile file{text.toStdString(), {}, {}};
    const PlanDocument wanted = changed(file, {parse_setting(settings.toStdString())});
    const WriteBack written = write_back(file, wanted);
    QVERIFY2(written.file.text.find(line.toStdString()) != std::string::npos, qPrintable(words(written)));
    QVERIFY(!written.written.empty());
    QVERIFY2(lines_lost(file.text, written.file.text) <= 3, qPrintable(words(written)));
  }

  void a_ds_config_beside_the_file_is_changed() {
    ImportFile file{"base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: 1\ndeepspeed: ds.json\n",
                    {},
                    "{\"zero_optimization\": {\"stage\": 2}, \"bf16\": {\"enabled\": true},\n "
                    "\"train_micro_batch_size_per_gpu\": \"auto\"}"};
    const WriteBack written = write_back(file, changed(file, {{"zero.stage", "3"}}));
    QVERIFY2(written.unwritten.empty(), qPrintable(words(written)));
    QCOMPARE(written.file.text, file.text);
    QVERIFY(written.file.ds_config.find("\"stage\": 3") != std::string::npos);
    QCOMPARE(written.written.front().part, ImportPart::ds_config);
  }

  void what_the_file_cannot_state_is_named() {
    const ImportFile file{"base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: 1\n", {}, {}};
    const WriteBack written =
        write_back(file, changed(file, {{"training.activation_checkpointing", "selective"},
                                        {"training.micro_batch_size", "2"}}));
    QCOMPARE(written.unwritten.size(), std::size_t{1});
    QCOMPARE(written.unwritten.front().path, std::string("training.activation_checkpointing"));
    QVERIFY(written.file.text.find("micro_batch_size: 2\n") != std::string::npos);
  }
};

ZP_TEST(WriteBackTest)
#include "write_back_test.moc"
