// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <tuple>

#include "core/catalog/programs.h"
#include "core/import/import.h"
#include "core/import/key_readers.h"
#include "core/import/lora_targets.h"
#include "core/import/module_pattern.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/file_error.h"
#include "core/text/ordered_json.h"
#include "core/text/text_file.h"
#include "tests/core/import/plan_value.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::value_of;
using Json = text_io::Json;

namespace {

const Json& files() {
  static const Json all = Json::parse(read_text_file(ZP_TEST_DATA "/program-files.json"));
  return all;
}

std::string text_of(const Json& file) {
  std::string text;
  for (const Json& line : file["lines"])
    text += line.get<std::string>() + '\n';
  return text;
}

void write_lines(const QString& path, const Json& lines) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return;
  for (const Json& line : lines)
    file.write(QByteArray::fromStdString(line.get<std::string>()) + '\n');
}

/// Imports a file that is composed with others, which stand beside it in a folder of their own.
Imported imported_with_others(const Json& file) {
  const QTemporaryDir folder;
  const auto path_of = [&folder](const std::string& name) {
    return folder.filePath(QString::fromStdString(name));
  };
  const QString path = path_of(file["file"].get<std::string>());
  write_lines(path, file["lines"]);
  for (const auto& [name, lines] : file["beside"].items())
    write_lines(path_of(name), lines);
  return import_file(read_import_file(path.toStdString()),
                     read_plan(R"({"model": {"preset": "llama-3.1-8b"}})"));
}

Imported imported(const Json& file) {
  if (file.contains("beside")) return imported_with_others(file);
  return import_file({text_of(file), {}, {}, file.value("file", std::string())},
                     read_plan(R"({"model": {"preset": "llama-3.1-8b"}})"));
}

TextNode text_node(const char* text) {
  TextNode node;
  node.kind = NodeKind::string;
  node.text = text;
  return node;
}

QString names_of(const import_io::LoraTargets& targets) {
  QString names;
  for (const std::string_view name : targets.names)
    names +=
        (names.isEmpty() ? "" : " ") + QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  return names;
}

}  // namespace

/// Tests that files of training programs are read as theirs, key by key.
class ProgramFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_file_is_read_as_its_program_s_data() {
    QTest::addColumn<int>("row");
    for (int row = 0; row < static_cast<int>(files().size()); ++row)
      QTest::addRow("%s", files()[static_cast<std::size_t>(row)]["name"].get<std::string>().c_str()) << row;
  }
  void a_file_is_read_as_its_program_s() {
    QFETCH(int, row);
    const Json& file = files()[static_cast<std::size_t>(row)];
    const Imported found = imported(file);
    QCOMPARE(found.program, file["program"].get<std::string>());
    for (const auto& [path, value] : file["plan"].items()) {
      const Json read = value_of(found.document, path);
      QVERIFY2(read == value, (path + " is " + read.dump()).c_str());
    }
    if (!file.contains("not_read")) return;
    for (const Json& key : file["not_read"]) {
      const auto unread = std::ranges::find(found.unread_keys, key.get<std::string>(), &UnreadKey::key);
      QVERIFY2(unread != found.unread_keys.end(), key.dump().c_str());
      QVERIFY(unread->line > 0 && !unread->reason.empty());
    }
  }

  void what_a_file_leaves_open_is_no_default_of_its_program() {
    Json file;
    file["lines"] =
        Json::array({"model_name_or_path: meta-llama/Llama-3.1-8B", "per_device_train_batch_size: 2",
                     "use_peft: true", "lora_target_modules: ${modules}", "save_strategy: epoch"});
    const Imported found = imported(file);
    const auto is_decided = [&found](std::string_view path) {
      const std::vector<FilledValue> decided = decided_by_program(found);
      return std::ranges::find(decided, path, &FilledValue::path) != decided.end();
    };
    QVERIFY(is_decided("training.gradient_accumulation_steps"));
    QVERIFY(!is_decided("training.lora.targets"));
    QVERIFY(!is_decided("training.save_steps"));
    const auto start = std::ranges::find(found.notes, std::string("start_not_stated"), &Finding::code);
    QVERIFY(start != found.notes.end());
  }

  // FasterDecoding/Medusa@e2a5d20c scripts/train_vicuna_33b_8bit.sh
  void quantised_weights_without_adapters_are_told() {
    Json file;
    file["lines"] = Json::array({"#!/bin/bash",
                                 "torchrun train.py --model_name_or_path gpt2 --load_in_8bit "
                                 "--per_device_train_batch_size 8"});
    const Imported found = imported(file);
    const auto guessed = std::ranges::find(found.notes, std::string("adapters_guessed"), &Finding::code);
    QVERIFY(guessed != found.notes.end());
  }

  // illuin-tech/colpali@9be8f197 scripts/configs/pali/train_colpali_hardneg_model.yaml
  void the_end_of_a_pattern_is_no_variable() {
    Json file;
    file["lines"] = Json::array(
        {"model_name_or_path: meta-llama/Llama-3.1-8B", "per_device_train_batch_size: 4", "lora_r: 32",
         "lora_target_modules: "
         "'(.*(language_model).*(down_proj|gate_proj|q_proj).*$|.*(custom_text_proj).*$)'",
         "use_peft: true"});
    QCOMPARE(imported(file).document.plan.training.lora.targets, lora_q | lora_gate | lora_down);
  }

  void each_key_has_its_line() {
    const Imported found = imported(files()[0]);
    const auto rank = std::ranges::find(found.read, std::string("lora_r"), &ReadKey::key);
    QVERIFY(rank != found.read.end());
    QCOMPARE(rank->line, 4);
    QCOMPARE(rank->path, std::string("training.lora.rank"));
    QCOMPARE(rank->value, std::string("32"));
  }

  void a_value_of_a_recipe_that_is_no_literal_is_told_with_its_source() {
    Json file;
    file["lines"] =
        Json::array({"import nemo_run as run", "from nemo.collections import llm", "",
                     "recipe = llm.llama3_70b.pretrain_recipe(name=\"start\", num_nodes=args.nodes)",
                     "recipe.data.micro_batch_size = rows"});
    const Imported found = imported(file);
    QCOMPARE(value_of(found.document, "cluster.nodes"), Json(1));  // trainer() alone has four
    for (const auto& [name, source, line] : {std::tuple("pretrain_recipe.num_nodes", "args.nodes", 4),
                                             {"recipe.data.micro_batch_size", "rows", 5}}) {
      const auto unread = std::ranges::find(found.unread_keys, std::string(name), &UnreadKey::key);
      QVERIFY2(unread != found.unread_keys.end(), name);
      QVERIFY2(unread->value.starts_with(source), unread->value.c_str());
      QCOMPARE(unread->line, line);
    }
  }

  void adapters_of_megatron_bridge_are_on_the_layers_that_it_names() {
    Json file;
    file["lines"] = Json::array(
        {"train:", "  global_batch_size: 64", "  micro_batch_size: 1", "model:", "  seq_length: 4096",
         "checkpoint:", "  pretrained_checkpoint: meta-llama/Llama-3.1-8B", "peft:", "  dim: 8",
         "  target_modules:", "  - linear_qkv", "  - linear_proj"});
    QCOMPARE(imported(file).document.plan.training.lora.targets, lora_q | lora_k | lora_v | lora_o);
  }

  void a_critic_without_gpus_in_a_file_of_roll_is_told() {
    Json file;
    file["lines"] = Json::array({"rollout_batch_size: 32", "response_length: 2048", "adv_estimator: gae",
                                 "pretrain: Qwen/Qwen2.5-7B", "actor_train:", "  strategy_args:",
                                 "    strategy_name: megatron_train", "  device_mapping: list(range(0,8))"});
    const auto has_note = [](const Imported& found, const char* code) {
      return std::ranges::find(found.notes, std::string(code), &Finding::code) != found.notes.end();
    };
    QVERIFY(has_note(imported(file), "critic_not_placed"));
    QVERIFY(!has_note(imported(file), "reward_leaves_for_the_step"));
    for (const char* const line : {"critic:", "  device_mapping: list(range(0,8))",
                                   "reward_model:", "  device_mapping: list(range(4,8))"})
      file["lines"].push_back(line);
    QVERIFY(!has_note(imported(file), "critic_not_placed"));
    QVERIFY(has_note(imported(file), "reward_leaves_for_the_step"));
    QVERIFY(imported(file).unread_keys.empty());
    file["lines"].back() = "  device_mapping: devices_of(8)";
    QCOMPARE(imported(file).unread_keys.front().key, std::string("reward_model.device_mapping"));
  }

  void a_recipe_of_nemo_rl_inherits_from_the_files_that_it_names() {
    QTemporaryDir folder;
    const auto write = [&](const char* name, const char* text) {
      QFile file(folder.filePath(QString::fromLatin1(name)));
      QVERIFY(file.open(QFile::WriteOnly));
      file.write(text);
    };
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("recipes")));
    write(
        "base.yaml",
        "sft:\n  max_num_steps: 60\npolicy:\n  model_name: Qwen/Qwen2.5-7B\n  train_global_batch_size: 64\n"
        "  train_micro_batch_size: 4\n  max_total_sequence_length: 1024\n  dtensor_cfg:\n    enabled: true\n"
        "    tensor_parallel_size: 2\n  optimizer:\n    name: torch.optim.AdamW\ncluster:\n"
        "  gpus_per_node: 1\n  num_nodes: 1\n");
    write("middle.yaml",
          "defaults: base.yaml\npolicy:\n  max_total_sequence_length: 4096\n  dtensor_cfg:\n"
          "    _override_: true\n    enabled: true\n");
    write("recipes/run.yaml",
          "defaults: ../middle.yaml\npolicy:\n  train_micro_batch_size: 2\ncluster:\n  gpus_per_node: 8\n");
    const ImportFile file = read_import_file((folder.path() + "/recipes/run.yaml").toStdString());
    QCOMPARE(file.parents.size(), std::size_t{2});
    const Imported found = import_file(file, *base_in(file));
    const Plan& plan = found.document.plan;
    QCOMPARE(value_of(found.document, "model.preset"), Json("qwen2.5-7b"));  // the base's
    QCOMPARE(plan.training.micro_batch_size, std::int64_t{2});               // its own
    QCOMPARE(plan.training.sequence_length, std::int64_t{4096});             // the middle's
    QCOMPARE(plan.training.tensor_parallel, 1);                              // overridden as a section
    QCOMPARE(plan.cluster.ranks(), 8);
    QCOMPARE(plan.training.gradient_accumulation_steps, std::int64_t{4});
    QVERIFY(std::ranges::find(found.notes, "inherits", &Finding::code) != found.notes.end());
    QVERIFY(QFile::remove(folder.filePath(QStringLiteral("base.yaml"))));
    const ImportFile alone = read_import_file((folder.path() + "/recipes/run.yaml").toStdString());
    const Imported rest = import_file(alone, read_plan(R"({"model": {"preset": "llama-3.1-8b"}})"));
    QVERIFY(std::ranges::find(rest.notes, "parent_missing", &Finding::code) != rest.notes.end());
  }

  void a_vision_transformer_of_nemo_is_refused() {
    const ImportFile file{
        "trainer:\n  devices: 8\nmodel:\n  micro_batch_size: 4\n  tensor_model_parallel_size: 1\n"
        "  patch_dim: 16\n  num_layers: 12\n  hidden_size: 768\n  num_attention_heads: 12\n",
        {},
        {}};
    QVERIFY_THROWS_EXCEPTION(FileError,
                             (void)import_file(file, read_plan(R"({"model": {"preset": "llama-3.1-8b"}})")));
  }

  /// NeMo-Framework-Launcher, launcher_scripts/conf/peft/griffin/sft.yaml.
  void griffin_of_nemo_is_refused() {
    const ImportFile file{
        "run:\n  name: griffin_sft\ntrainer:\n  devices: 8\nmodel:\n  micro_batch_size: 4\n"
        "  tensor_model_parallel_size: 1\n  vocab_size: 256000\n  num_layers: 26\n  hidden_size: 2560\n"
        "  num_attention_heads: 10\n  activations_checkpoint_recurrent: False\n",
        {},
        {}};
    QVERIFY_THROWS_EXCEPTION(FileError,
                             (void)import_file(file, read_plan(R"({"model": {"preset": "llama-3.1-8b"}})")));
  }

  /// pytorch/torchtitan@b5bcd76c6 run_train.sh
  void variables_name_the_configuration_of_torchtitan() {
    const ImportFile file{
        "#!/bin/bash\nMODULE=llama3 CONFIG=llama3_70b NGPU=4 ./run_train.sh "
        "--parallelism.tensor_parallel_degree 2\n",
        {},
        {}};
    const Imported found = import_file(file, read_plan(R"({"model": {"preset": "llama-2-7b"}})"));
    QCOMPARE(value_of(found.document, "model.preset"), Json("llama-3.1-70b"));
    QCOMPARE(found.document.plan.cluster.gpus_per_node, 4);
    QCOMPARE(found.document.plan.training.tensor_parallel, 2);
  }

  /// NeMo-RL is started by a script that names a file and states keys of it, as docs/guides/grpo.md has it; a
  /// cluster's script hands the command on in COMMAND (NVIDIA-NeMo/RL/docs/cluster.md).
  void a_script_of_nemo_rl_overrides_the_file_that_it_names() {
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("examples/configs/recipes")));
    const auto write = [&](const char* name, const char* text) {
      QFile file(folder.filePath(QString::fromLatin1(name)));
      QVERIFY(file.open(QFile::WriteOnly));
      file.write(text);
    };
    write("examples/configs/base.yaml",
          "grpo:\n  num_prompts_per_step: 32\n  num_generations_per_prompt: 16\n  max_num_steps: 100\n"
          "policy:\n  model_name: Qwen/Qwen2.5-1.5B\n  train_global_batch_size: 512\n"
          "  train_micro_batch_size: 4\n  max_total_sequence_length: 512\n  dtensor_cfg:\n"
          "    enabled: true\n    tensor_parallel_size: 1\n  generation:\n"
          "    max_new_tokens: ${policy.max_total_sequence_length}\ncluster:\n  gpus_per_node: 1\n"
          "  num_nodes: 1\n");
    write("examples/configs/recipes/run.yaml",
          "defaults: ../base.yaml\npolicy:\n  train_micro_batch_size: 2\n");
    write("run.sh",
          "#!/bin/bash\nuv run ./examples/run_grpo.py --config examples/configs/recipes/run.yaml \\\n"
          "  policy.model_name=meta-llama/Llama-3.1-8B-Instruct policy.max_total_sequence_length=4096 \\\n"
          "  cluster.num_nodes=2 cluster.gpus_per_node=8 policy.dtensor_cfg.tensor_parallel_size=2\n");
    write("cluster.sh",
          "NUM_ACTOR_NODES=2\nCOMMAND=\"uv pip install -e .; uv run ./examples/run_grpo.py --config "
          "examples/configs/recipes/run.yaml cluster.num_nodes=2 cluster.gpus_per_node=8\" \\\n"
          "CONTAINER=image \\\nsbatch --nodes=${NUM_ACTOR_NODES} --gres=gpu:8 ray.sub\n");
    write("examples/configs/data.yaml", "defaults: base.yaml\ndata:\n  shuffle: true\n");
    write("data.sh", "#!/bin/bash\nuv run examples/run_grpo.py --config=examples/configs/data.yaml \"$@\"\n");
    write("examples/configs/trl.yaml",
          "model_name_or_path: Qwen/Qwen2.5-1.5B\ndataset_name: d\nper_device_train_batch_size: 3\n");
    write("other.sh", "#!/bin/bash\npython examples/run_sft.py --config examples/configs/trl.yaml \"$@\"\n");
    const auto read = [&](const char* name) {
      const ImportFile file = read_import_file(folder.filePath(QString::fromLatin1(name)).toStdString());
      const auto own = base_in(file);
      return import_file(file, own ? *own : read_plan(R"({"model": {"preset": "llama-2-7b"}})"));
    };
    const Imported found = read("run.sh");
    const Plan& plan = found.document.plan;
    QCOMPARE(found.program, std::string("nemo-rl"));
    QCOMPARE(value_of(found.document, "model.preset"), Json("llama-3.1-8b"));
    QCOMPARE(plan.training.micro_batch_size, std::int64_t{2});
    QCOMPARE(plan.training.sequence_length, std::int64_t{4096});
    QCOMPARE(value_of(found.document, "training.completion_length"), Json(4096));  // by reference
    QCOMPARE(plan.training.tensor_parallel, 2);
    QCOMPARE(plan.cluster.ranks(), 16);
    QCOMPARE(plan.training.gradient_accumulation_steps, std::int64_t{512 / (2 * 8)});
    QCOMPARE(value_of(found.document, "training.method"), Json("grpo"));
    const Imported cluster = read("cluster.sh");
    QCOMPARE(cluster.program, std::string("nemo-rl"));
    QCOMPARE(value_of(cluster.document, "model.preset"), Json("qwen2.5-1.5b"));
    QCOMPARE(cluster.document.plan.cluster.ranks(), 16);
    QCOMPARE(cluster.document.plan.training.sequence_length, std::int64_t{512});
    const Imported data = read("data.sh");
    QCOMPARE(data.program, std::string("nemo-rl"));
    QCOMPARE(data.document.plan.training.micro_batch_size, std::int64_t{4});  // its parent's
    const Imported other = read("other.sh");
    QVERIFY(other.program != "nemo-rl");
    QCOMPARE(other.document.plan.training.micro_batch_size, std::int64_t{3});
  }

  void layers_of_mamba_are_refused() {
    const ImportFile file{
        "model:\n  model_config:\n    is_mamba_config: true\n    d_model: 64\n"
        "parallelism:\n  dp: 1\ntokens:\n  micro_batch_size: 1\n",
        {},
        {}};
    QVERIFY_THROWS_EXCEPTION(FileError, (void)base_in(file));
    QVERIFY_THROWS_EXCEPTION(FileError,
                             (void)import_file(file, read_plan(R"({"model": {"preset": "llama-3.1-8b"}})")));
  }

  void a_folder_is_one_job() {
    const PlanDocument base = read_plan(R"({"model": {"preset": "llama-3.1-8b"}})");
    QTemporaryDir folder;
    const auto write = [&](const char* name, const char* text) {
      QFile file(folder.filePath(QString::fromLatin1(name)));
      QVERIFY(file.open(QFile::WriteOnly));
      file.write(text);
    };
    QVERIFY_THROWS_EXCEPTION(FileError, (void)read_import_file(folder.path().toStdString()));
    write("train.yaml",
          "model_name_or_path: meta-llama/Llama-3.1-8B\ndataset_name: d\nper_device_train_batch_size: 3\n");
    write("accelerate.yaml",
          "distributed_type: DEEPSPEED\ndeepspeed_config:\n  zero_stage: 3\nmixed_precision: bf16\n"
          "num_machines: 2\nnum_processes: 8\n");
    write("notes.md", "per_device_train_batch_size: 9\n");
    const Plan plan = import_file(read_import_file(folder.path().toStdString()), base).document.plan;
    QCOMPARE(plan.training.micro_batch_size, std::int64_t{3});
    QCOMPARE(plan.zero.stage, 3);
    QCOMPARE(plan.cluster.nodes, 2);
    QCOMPARE(plan.cluster.gpus_per_node, 4);
    write("accelerate.yaml",
          "distributed_type: FSDP\nfsdp_config:\n  fsdp_version: 2\n  fsdp_reshard_after_forward: true\n"
          "num_machines: 1\nnum_processes: 4\n");
    const Plan fsdp = import_file(read_import_file(folder.path().toStdString()), base).document.plan;
    QCOMPARE(fsdp.training.framework, Framework::fsdp);
    QCOMPARE(fsdp.training.fsdp_version, 2);
    QCOMPARE(fsdp.zero.stage, 3);
    QCOMPARE(fsdp.cluster.gpus_per_node, 4);
  }

  void a_file_below_the_folder_of_the_script_is_found_data() {
    QTest::addColumn<QByteArray>("folder");
    QTest::newRow("BASH_SOURCE") << QByteArray(R"x($( cd "$( dirname "${BASH_SOURCE[0]}" )/.." && pwd ))x");
    QTest::newRow("$0") << QByteArray(R"x($(cd "$(dirname $0)"/..; pwd))x");
    QTest::newRow("PWD") << QByteArray("${PWD}");
  }
  /// zero3.json is also the name of a file that Axolotl brings along.
  void a_file_below_the_folder_of_the_script_is_found() {
    QFETCH(QByteArray, folder);
    const QTemporaryDir root;
    QVERIFY(QDir(root.path()).mkpath("scripts") && QDir(root.path()).mkpath("configs"));
    const auto write = [&](const char* name, const QByteArray& text) {
      QFile file(root.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    };
    write("configs/zero3.json", R"({"zero_optimization": {"stage": 3, "sub_group_size": 7000000}})");
    write("scripts/run.sh", "ROOT=" + folder +
                                "\ndeepspeed train.py --model_name_or_path gpt2 \\\n"
                                "  --deepspeed $ROOT/configs/zero3.json --per_device_train_batch_size 2\n");
    const Imported job = import_file(read_import_file(root.filePath("scripts/run.sh").toStdString()),
                                     read_plan(R"({"model": {"preset": "gpt2"}})"));
    QCOMPARE(job.document.plan.zero.sub_group_size, 7'000'000);
  }

  void a_script_is_read_with_the_files_that_it_names() {
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("scripts")) &&
            QDir(folder.path()).mkpath(QStringLiteral("examples")));
    const auto write = [&](const char* name, const char* text) {
      QFile file(folder.filePath(QString::fromLatin1(name)));
      QVERIFY(file.open(QFile::WriteOnly));
      file.write(text);
    };
    write("scripts/run.sh",
          "llamafactory-cli train examples/train.yaml per_device_train_batch_size=4 lora_rank=16\n");
    const std::string script = folder.filePath(QStringLiteral("scripts/run.sh")).toStdString();
    const PlanDocument base = read_plan(R"({"model": {"preset": "gpt-2-124m"}})");
    const Imported alone = import_file(read_import_file(script), base);
    QVERIFY(std::ranges::find(alone.unread_keys, std::string("examples/train.yaml"), &UnreadKey::key) !=
            alone.unread_keys.end());
    write("examples/train.yaml",
          "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: sft\nfinetuning_type: lora\nlora_rank: 8\n"
          "cutoff_len: 1024\nper_device_train_batch_size: 1\ndeepspeed: ds_z3_config.json\n");
    const Imported found = import_file(read_import_file(script), base);
    const Plan& plan = found.document.plan;
    QCOMPARE(value_of(found.document, "model.preset"), Json("llama-3.1-8b"));
    QCOMPARE(plan.training.micro_batch_size, std::int64_t{4});
    QCOMPARE(plan.training.lora.rank, 16);
    QCOMPARE(plan.training.sequence_length, std::int64_t{1024});
    QCOMPARE(plan.zero.stage, 3);
  }

  /// Every row of the catalog names a key that a plan has, and readers that exist.
  void rows_of_the_catalog_can_be_read() {
    for (const ProgramEntry& entry : program_entries())
      for (const ProgramKeyRow& row : entry.extra_keys) {
        const std::string place = entry.id + ": " + row.key;
        for (const std::string& reader : row.readers)
          QVERIFY2(import_io::is_reader(reader), (place + ' ' + reader).c_str());
        const bool is_known = row.path == "training.lora.targets" || row.path == "training.sharding" ||
                              find_plan_key(row.path) != nullptr;
        QVERIFY2(!row.as.empty() || is_known, (place + ' ' + row.path).c_str());
      }
  }

  void targets_are_those_that_the_words_mean_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("names");
    QTest::addColumn<int>("unmatched");
    QTest::newRow("names") << "q_proj,v_proj"
                           << "q_proj v_proj" << 0;
    QTest::newRow("a Python list") << "['q_proj', 'o_proj']"
                                   << "q_proj o_proj" << 0;
    QTest::newRow("blanks between") << "q_proj k_proj"
                                    << "q_proj k_proj" << 0;
    QTest::newRow("with a section") << "self_attn.q_proj,mlp.up_proj"
                                    << "q_proj up_proj" << 0;
    QTest::newRow("fused") << "query_key_value,dense"
                           << "q_proj k_proj v_proj o_proj" << 0;
    QTest::newRow("Wqkv") << "Wqkv"
                          << "q_proj k_proj v_proj" << 0;
    QTest::newRow("every one") << "all-linear"
                               << "q_proj k_proj v_proj o_proj gate_proj up_proj down_proj" << 0;
    QTest::newRow("one that is none") << "q_proj,embed_positions"
                                      << "q_proj" << 1;
    QTest::newRow("a pattern") << ".*\\.(q|v)_proj"
                               << "q_proj v_proj" << 0;
    QTest::newRow("a longer pattern") << "^(?!.*visual).*(?:self_attn\\.(q|k)_proj|mlp\\.down_proj)$"
                                      << "q_proj k_proj down_proj" << 0;
    QTest::newRow("layers") << "model.language_model.layers.[\\d]+.mlp.(gate|up)_proj"
                            << "gate_proj up_proj" << 0;
    QTest::newRow("a pattern without a match") << "visual.*"
                                               << "" << 1;
    QTest::newRow("a pattern that is not read") << "(?<=a)q_proj"
                                                << "" << 1;
  }
  void targets_are_those_that_the_words_mean() {
    QFETCH(QString, words);
    QFETCH(QString, names);
    QFETCH(int, unmatched);
    const auto found = import_io::lora_targets(text_node(qPrintable(words)));
    QCOMPARE(names_of(found), names);
    QCOMPARE(static_cast<int>(found.unmatched.size()), unmatched);
  }

  void patterns_match_whole_names() {
    using import_io::matches_whole;
    QCOMPARE(matches_whole("a.c", "abc"), std::optional(true));
    QCOMPARE(matches_whole("a.c", "abcd"), std::optional(false));
    QCOMPARE(matches_whole("(ab){2,3}", "ababab"), std::optional(true));
    QCOMPARE(matches_whole("(a*)*b", std::string(100, 'a')), std::optional(false));
    QCOMPARE(matches_whole("[^x]+", "abx"), std::optional(false));
    QCOMPARE(matches_whole("(a)\\1", "aa"), std::optional<bool>());
    QCOMPARE(matches_whole("(", "a"), std::optional<bool>());
  }
};

ZP_TEST(ProgramFilesTest)
#include "program_files_test.moc"
