// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <map>

#include "core/import/import.h"
#include "core/import/import_folder.h"
#include "core/plan_file/plan_file.h"
#include "tests/core/import/plan_value.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using StrangersTexts = std::map<std::string, std::string>;

/// Returns the import of one of the files, which may name the others.
Imported imported_among(const StrangersTexts& texts, const std::string& name) {
  const auto text_of = [&](const std::string& wanted) {
    const auto found = texts.find(wanted);
    return found == texts.end() ? std::string() : found->second;
  };
  const ImportFile file = job_of({{name, texts.at(name)}}, text_of);
  const auto base = base_in(file);
  return import_file(file, base ? *base : read_plan(R"({"model": {"preset": "gpt2"}})"));
}

Imported imported_alone(const std::string& text) { return imported_among({{"run.sh", text}}, "run.sh"); }

QString plan_value(const Imported& imported, const char* path) {
  const text_io::Json value = test::value_of(imported.document, path);
  return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
}

/// Returns the reason for which a key was not read; "" if it is not in that list.
QString reason_of(const Imported& imported, std::string_view key) {
  const auto found = std::ranges::find_if(imported.unread_keys,
                                          [key](const UnreadKey& each) { return each.key.starts_with(key); });
  return found == imported.unread_keys.end() ? QString() : QString::fromStdString(found->reason);
}

bool is_read_as(const Imported& imported, std::string_view key, std::string_view path) {
  return std::ranges::any_of(imported.read,
                             [&](const ReadKey& each) { return each.key == key && each.path == path; });
}

const Finding* note_with(const Imported& imported, std::string_view code) {
  const auto found = std::ranges::find(imported.notes, code, &Finding::code);
  return found == imported.notes.end() ? nullptr : &*found;
}

const std::string own_run =
    "train.py --model_name_or_path Qwen/Qwen3-8B --per_device_train_batch_size 2 --bf16 true";

}  // namespace

/// Tests files that others published, cut down to what was read wrongly once.
class StrangersTest : public QObject {
  Q_OBJECT

 private slots:
  /// HAYDARKILIC/high_performance_computing, scripts/slurm/multi_node.sh, with half as many processes.
  void a_command_with_fewer_processes_than_the_job_has_gpus_decides_data() {
    QTest::addColumn<QByteArray>("directives");
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<bool>("is_listed");
    const QByteArray two = "#SBATCH --nodes=2\n#SBATCH --gres=gpu:8\n";
    QTest::newRow("fewer") << two << QByteArray("srun torchrun --nnodes 2 --nproc_per_node 4 ") << 2 << 4
                           << true;
    QTest::newRow("as many") << two << QByteArray("srun torchrun --nnodes 2 --nproc_per_node 8 ") << 2 << 8
                             << false;
    QTest::newRow("of one node") << two << QByteArray("torchrun --nnodes 1 --nproc_per_node 8 ") << 1 << 8
                                 << false;
    QTest::newRow("accelerate") << two << QByteArray("accelerate launch --num_machines 2 --num_processes 8 ")
                                << 2 << 4 << true;
    QTest::newRow("accelerate on each node")
        << two << QByteArray("srun accelerate launch --num_processes 8 ") << 2 << 8 << false;
    QTest::newRow("a launcher for each task")
        << two + "#SBATCH --ntasks-per-node=8\n"
        << QByteArray("srun torchrun --nnodes 16 --nproc_per_node 1 ") << 2 << 8 << false;
    // huggingface/trl, docs/source/grpo_trainer.md
    QTest::newRow("a step of a job")
        << QByteArray("#SBATCH --nodes=5\n#SBATCH --gres=gpu:8\n")
        << QByteArray("srun --nodes=4 --ntasks=4 accelerate launch --num_processes 32 --num_machines 4 ") << 5
        << 8 << false;
    QTest::newRow("more nodes than there are")
        << two << QByteArray("torchrun --nnodes 4 --nproc_per_node 8 ") << 2 << 8 << false;
  }
  void a_command_with_fewer_processes_than_the_job_has_gpus_decides() {
    QFETCH(QByteArray, directives);
    QFETCH(QByteArray, command);
    QFETCH(int, nodes);
    QFETCH(int, gpus);
    QFETCH(bool, is_listed);
    const Imported found =
        imported_alone("#!/bin/bash\n" + directives.toStdString() + command.toStdString() + own_run + '\n');
    QCOMPARE(found.document.plan.cluster.nodes, nodes);
    QCOMPARE(found.document.plan.cluster.gpus_per_node, gpus);
    QCOMPARE(!reason_of(found, "GPUs of a node").isEmpty(), is_listed);
    QCOMPARE(reason_of(found, "nnodes 4").contains("asks for 2 nodes"), command.contains("--nnodes 4"));
  }
  void more_processes_than_gpus_are_named() {
    const Imported found =
        imported_alone("#!/bin/bash\n#SBATCH --gres=gpu:2\ntorchrun --nproc_per_node 4 " + own_run + '\n');
    QCOMPARE(found.document.plan.cluster.gpus_per_node, 4);
    QVERIFY(reason_of(found, "GPUs of a node").contains("too few"));
  }

  /// UnbearableFate/lora-ns, script/lm/mathqa.sh.
  void mpirun_starts_the_processes_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("gpus");
    const auto row = [](const char* name, const std::string& text, int nodes, int gpus) {
      QTest::newRow(name) << QByteArray::fromStdString("#!/bin/bash\n" + text + '\n') << nodes << gpus;
    };
    row("on one node", "mpirun -np 4 python " + own_run, 1, 4);
    row("of a node", "mpiexec -n 16 --ppn 4 python " + own_run, 4, 4);
    row("mapped", "mpirun -n 8 --map-by ppr:4:node python " + own_run, 2, 4);
    row("with hosts", "mpirun --report-bindings -np 16 -H a:8,b:8 python " + own_run, 2, 8);
    row("in a shell", "mpirun -np 4 /usr/bin/env A=x bash -c \"export RANK=1; python " + own_run + '"', 1, 4);
    row("PBS", "#PBS -l select=4:ngpus=4:mpiprocs=4\nmpiexec -n 16 --ppn 4 python " + own_run, 4, 4);
    row("one of each chunk", "#PBS -l select=4:mpiprocs=1\nmpirun -np 4 python " + own_run, 4, 1);
    row("Torque", "#PBS -l nodes=2:ppn=8:gpus=8,walltime=1:00:00\nmpirun -np 16 python " + own_run, 2, 8);
    row("PBS and torchrun",
        "#PBS -l select=2:ngpus=8\nmpirun -np 2 torchrun --nnodes 2 --nproc_per_node 4 " + own_run, 2, 4);
    row("behind numactl", "mpirun -np 8 numactl -N 1 -m 1 python " + own_run, 1, 8);
    row("behind nice", "mpirun -np 8 nice -n 10 python " + own_run, 1, 8);
    row("a variable of Python", "mpirun -x PYTHONPATH=/opt/python -np 8 python " + own_run, 1, 8);
    row("one host repeated", "mpirun -np 4 -host localhost,localhost,localhost,localhost python " + own_run,
        1, 4);
    row("fewer than a node", "mpiexec -n 2 --ppn 4 python " + own_run, 1, 2);
    row("a chunk without GPUs", "#PBS -l select=1:ncpus=4+2:ngpus=8\ntorchrun --nproc_per_node 8 " + own_run,
        2, 8);
    row("a resource in quotes", "#PBS -l \"select=4:ngpus=8\"\ntorchrun --nproc_per_node 8 " + own_run, 4, 8);
    row("GPUs without a chunk", "#PBS -l ngpus=4 -l ncpus=8\npython " + own_run, 1, 4);
    row("counted in the list of hosts",
        "#PBS -l select=4:mpiprocs=1\nN=$(sort -u \"$PBS_NODEFILE\" | wc -l)\nmpirun -np $((N * 2)) python " +
            own_run,
        4, 2);
  }
  void mpirun_starts_the_processes() {
    QFETCH(QByteArray, text);
    QFETCH(int, nodes);
    QFETCH(int, gpus);
    const Imported found = imported_alone(text.toStdString());
    QCOMPARE(found.document.plan.cluster.nodes, nodes);
    QCOMPARE(found.document.plan.cluster.gpus_per_node, gpus);
    QCOMPARE(found.document.plan.training.micro_batch_size, 2);
    QVERIFY(reason_of(found, "report-bindings").isEmpty());
  }
  void counts_of_mpirun_are_listed() {
    const Imported found = imported_alone("mpiexec -n 16 --ppn 4 python " + own_run + '\n');
    QVERIFY(is_read_as(found, "n", "cluster.gpus_per_node"));
    QVERIFY(is_read_as(found, "ppn", "cluster.gpus_per_node"));
    const Imported hosts = imported_alone("mpirun -np 16 -hostfile h.txt python " + own_run + '\n');
    QVERIFY(reason_of(hosts, "mpirun").contains("names the hosts"));
  }
  /// A step's own tasks replace those of the job's lines: one launcher a node.
  void tasks_of_srun_replace_those_of_the_job_data() {
    QTest::addColumn<QByteArray>("step");
    for (const char* const step : {"srun --ntasks-per-node=1", "srun -n 2", "srun --nodes=2 --ntasks=2"})
      QTest::newRow(step) << QByteArray(step);
  }
  void tasks_of_srun_replace_those_of_the_job() {
    QFETCH(QByteArray, step);
    const Imported found =
        imported_alone("#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --gres=gpu:8\n#SBATCH --ntasks-per-node=8\n" +
                       step.toStdString() + " torchrun --nnodes 2 --nproc_per_node 8 " + own_run + '\n');
    QCOMPARE(found.document.plan.cluster.nodes, 2);
    QCOMPARE(found.document.plan.cluster.gpus_per_node, 8);
    QVERIFY(reason_of(found, "GPUs of a node").isEmpty());
  }
  void processes_that_do_not_divide_among_the_nodes_are_named() {
    const Imported found =
        imported_alone("accelerate launch --num_machines 2 --num_processes 7 " + own_run + '\n');
    QCOMPARE(found.document.plan.cluster.nodes, 2);
    QCOMPARE(found.document.plan.cluster.gpus_per_node, 3);
    QCOMPARE(reason_of(found, "processes"), "The command starts 7, and the plan has 6 GPUs (2 × 3).");
    const Imported even =
        imported_alone("accelerate launch --num_machines 2 --num_processes 8 " + own_run + '\n');
    QVERIFY(reason_of(even, "processes").isEmpty());
  }

  /// A part of a loaded file is not the file.
  void a_function_that_returns_a_part_of_a_file_is_not_followed() {
    const auto batch = [](const std::string& returned) {
      const StrangersTexts texts = {
          {"train.py",
           "import yaml\nfrom trl import SFTConfig, SFTTrainer\ndef load(path):\n"
           "    with open(path) as f:\n        data = yaml.safe_load(f)\n    return " +
               returned +
               "\ncfg = load(\"c.yaml\")\n"
               "args = SFTConfig(per_device_train_batch_size=cfg[\"b\"], max_length=512)\n"
               "trainer = SFTTrainer(model=\"Qwen/Qwen3-8B\", args=args)\n"},
          {"c.yaml", "b: 9\ntrain:\n  b: 2\n"}};
      return imported_among(texts, "train.py").document.plan.training.micro_batch_size;
    };
    QCOMPARE(batch("data"), 9);
    QVERIFY(batch("data[\"train\"]") != 9);
  }
  void a_comment_of_the_program_is_no_mark_of_a_loaded_file() {
    const StrangersTexts texts = {
        {"train.py",
         "from trl import SFTConfig, SFTTrainer\n#options (see docs\n#loaded model \"x\" (see docs\n"
         "args = SFTConfig(per_device_train_batch_size=3)\n"
         "trainer = SFTTrainer(model=\"Qwen/Qwen3-8B\", args=args)\n"}};
    const Imported found = imported_among(texts, "train.py");
    QCOMPARE(plan_value(found, "model.preset"), "qwen3-8b");
    QCOMPARE(found.document.plan.training.micro_batch_size, 3);
  }

  void a_switch_of_srun_takes_no_launcher_as_its_value() {
    const Imported found = imported_alone("srun --label torchrun --nproc_per_node 2 " + own_run + '\n');
    QCOMPARE(found.document.plan.cluster.gpus_per_node, 2);
    QVERIFY(reason_of(found, "label").isEmpty());
  }
  /// UnbearableFate/lora-ns, script/lm/mathqa.sh and configs/meta_math_qa/qwen.yaml.
  void a_program_with_only_a_file_of_settings_trains() {
    const StrangersTexts texts = {
        {"run.sh",
         "#!/bin/bash\n#PBS -l select=4:mpiprocs=1\nPYTHON=/home/me/.venv/bin/python\n"
         "CONFIG=${CONFIG:-/home/me/lora-ns/configs/meta_math_qa/qwen.yaml}\n"
         "mpirun -np 4 bash -c \"set -e; : \\\"\\${MASTER_ADDR:?not set}\\\"; "
         "${PYTHON} train.py --config \\\"${CONFIG}\\\" --seed 42\"\n"},
        {"configs/meta_math_qa/qwen.yaml",
         "model:\n  name_or_path: Qwen/Qwen3-1.7B\npeft:\n  lora_r: 16\n  target_modules: [q_proj, v_proj]\n"
         "dataset:\n  name: x/y\n  max_length: 1024\ntraining:\n  per_device_train_batch_size: 16\n"
         "  bf16: true\n"}};
    const Imported found = imported_among(texts, "run.sh");
    QCOMPARE(plan_value(found, "model.preset"), "qwen3-1.7b");
    QCOMPARE(found.document.plan.training.micro_batch_size, 16);
    QCOMPARE(found.document.plan.training.lora.rank, 16);
    QCOMPARE(found.document.plan.cluster.nodes, 4);
    // The same file alone is no file of ms-swift, whose model and dataset are values and not sections.
    const Imported alone = imported_among(texts, "configs/meta_math_qa/qwen.yaml");
    QVERIFY(alone.program != "ms-swift");
    QCOMPARE(alone.document.plan.training.lora.rank, 16);
    QCOMPARE(alone.document.plan.training.sequence_length, 1024);
  }
  void a_command_with_a_colon_is_no_yaml() {
    QCOMPARE(kind_of_import("mpirun -np 4 bash -c \": x; python " + own_run + "\"\n"), ImportKind::job);
  }

  /// team-solace/palcare-model-train, trl_train/train_sft.py and trl_train/run_train.sh.
  void a_commented_import_decides_nothing() {
    const auto program = [](const std::string& import) {
      return "from transformers import AutoModelForCausalLM\nfrom trl import SFTTrainer, SFTConfig\n" +
             import +
             "model = AutoModelForCausalLM.from_pretrained(\"Qwen/Qwen2.5-7B\")\n"
             "args = SFTConfig(output_dir=\"o\", per_device_train_batch_size=2, bf16=True)\n"
             "trainer = SFTTrainer(model=model, args=args)\n";
    };
    QCOMPARE(imported_alone(program("# from unsloth import FastLanguageModel\n")).program, "trl");
    QCOMPARE(imported_alone(program("text = \"\"\"\nimport unsloth\n\"\"\"\n")).program, "trl");
    QCOMPARE(imported_alone(program("if True:\n    from unsloth import FastLanguageModel\n")).program,
             "unsloth");
    QCOMPARE(imported_alone(program("import os; import unsloth\n")).program, "unsloth");
  }
  void a_program_is_found_by_the_end_of_its_name() {
    const Imported found = imported_among(
        {{"run.sh",
          "#!/bin/bash\naccelerate launch --num_processes 4 palcare-model-trl_train/trl_train/train_sft.py "
          "checkpoints\n"},
         {"trl_train/train_sft.py",
          "from trl import SFTTrainer, SFTConfig\nfrom transformers import AutoModelForCausalLM\n"
          "model = AutoModelForCausalLM.from_pretrained(\"Qwen/Qwen2.5-7B\")\n"
          "args = SFTConfig(per_device_train_batch_size=3, max_seq_length=1024)\n"
          "t = SFTTrainer(model=model, args=args)\n"}},
        "run.sh");
    QCOMPARE(found.document.plan.training.micro_batch_size, 3);
    QCOMPARE(found.document.plan.cluster.gpus_per_node, 4);
  }

  /// Edge-Explorer/llama3-dpo-alignment-pipeline, scripts/train_dpo.py and configs/dpo_config.yaml.
  void a_program_reads_the_file_that_it_opens_data() {
    QTest::addColumn<QByteArray>("loading");
    QTest::newRow("with") << QByteArray(
        "with open(\"configs/dpo.yaml\", \"r\") as f:\n    config= yaml.safe_load(f)\n");
    QTest::newRow("open") << QByteArray("config = yaml.safe_load(open('configs/dpo.yaml'))\n");
    QTest::newRow("a function") << QByteArray(
        "def load(path):\n    with open(path) as f:\n        return yaml.safe_load(f)\n"
        "config = load(\"configs/dpo.yaml\")\n");
    QTest::newRow("joined") << QByteArray(
        "config = yaml.load(open(os.path.join(here, \"configs/dpo.yaml\")), Loader=yaml.Loader)\n");
  }
  void a_program_reads_the_file_that_it_opens() {
    QFETCH(QByteArray, loading);
    const StrangersTexts texts = {
        {"train_dpo.py",
         "import yaml\nfrom unsloth import FastLanguageModel\nfrom trl import DPOConfig, DPOTrainer\n" +
             loading.toStdString() +
             "def train():\n"
             "    model, tokenizer= FastLanguageModel.from_pretrained(\n"
             "        model_name= config[\"model_name\"],\n"
             "        load_in_4bit= config[\"load_in_4bit\"],\n    )\n"
             "    model= FastLanguageModel.get_peft_model(model, **config[\"lora_config\"])\n"
             "    args= DPOConfig(**config[\"dpo_config\"])\n"
             "    trainer= DPOTrainer(model= model, ref_model= None, args= args)\n"},
        {"configs/dpo.yaml",
         "model_name: \"unsloth/llama-3-8b-Instruct-bnb-4bit\" # a comment\nload_in_4bit: true\n"
         "lora_config:\n  r: 16\n  target_modules: [\"q_proj\", \"v_proj\"]\n  lora_alpha: 16\n"
         "dpo_config:\n  beta: 0.1\n  learning_rate: 5e-6\n  per_device_train_batch_size: 3\n"
         "  gradient_accumulation_steps: 8\n  optim: \"paged_adamw_8bit\"\n  max_length: 768\n"}};
    const Imported found = imported_among(texts, "train_dpo.py");
    QCOMPARE(plan_value(found, "model.preset"), "llama-3-8b");
    QCOMPARE(found.document.plan.training.micro_batch_size, 3);
    QCOMPARE(found.document.plan.training.gradient_accumulation_steps, 8);
    QCOMPARE(found.document.plan.training.sequence_length, 768);
    QCOMPARE(found.document.plan.training.lora.rank, 16);
    QCOMPARE(plan_value(found, "training.lora.targets"), R"(["q_proj","v_proj"])");
    QCOMPARE(plan_value(found, "training.frozen_precision"), "nf4");
    // The values stand in another file, so that none has a place in the program.
    for (const ReadKey& key : found.read)
      QVERIFY2(key.path != "training.micro_batch_size" || (key.span.size() == 0 && key.line == 0),
               key.key.c_str());
  }
  void a_dict_that_is_not_known_is_named() {
    const Imported found = imported_alone(
        "import yaml\nfrom trl import SFTConfig, SFTTrainer\nconfig = yaml.safe_load(open(path))\n"
        "args = SFTConfig(per_device_train_batch_size=2, **config[\"training\"])\n"
        "t = SFTTrainer(model=\"Qwen/Qwen3-8B\", args=args)\n");
    QVERIFY(reason_of(found, "**config[\"training\"]").contains("only when the program runs"));
  }

  /// 2U1/Qwen2-VL-Finetune, scripts/finetune_lora_vision.sh, whose trainer gets its data so.
  void data_in_a_dict_are_no_setting() {
    const Imported found = imported_alone(
        "from trl import SFTConfig, SFTTrainer\nargs = SFTConfig(per_device_train_batch_size=2)\n"
        "t = SFTTrainer(model=\"Qwen/Qwen3-8B\", args=args, **make_data(args))\n");
    QVERIFY(reason_of(found, "**").isEmpty());
  }

  /// yafo-ai/y-trainer, scripts/sft_ds.sh, start_training.py, src/train/train_engine.py and
  /// config_manager.py.
  void options_of_another_module_have_their_defaults() {
    const StrangersTexts texts = {
        {"run.sh",
         "torchrun --nproc_per_node 2 start.py --model_path_to_load Qwen/Qwen3-4B --use_lora true "
         "--batch_size 3\n"},
        {"start.py",
         "from src.train.manager import Manager\nfrom src.train.engine import Engine\nEngine(Manager())\n"},
        {"src/train/manager.py",
         "from argparse import ArgumentParser\ndef parse():\n    parser = ArgumentParser()\n"
         "    parser.add_argument(\"--use_lora\", type=str, default=\"false\")\n"
         "    parser.add_argument(\"--lora_rank\", type=int, default=24)\n"
         "    parser.add_argument(\"--batch_size\", type=int, default=1)\n"
         "    parser.add_argument(\"--model_path_to_load\", type=str, required=True)\n"},
        {"src/train/engine.py",
         "from transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n"
         "from peft import LoraConfig, get_peft_model\n"
         "class Engine:\n    def start(self):\n"
         "        model = AutoModelForCausalLM.from_pretrained(self._config.model_path_to_load)\n"
         "        if self._config.use_lora == 'true':\n"
         "            model = get_peft_model(model, LoraConfig(r=self._config.lora_rank))\n"
         "        args = TrainingArguments(per_device_train_batch_size=self._config.batch_size)\n"
         "        trainer = Trainer(model=model, args=args)\n"}};
    const Imported found = imported_among(texts, "run.sh");
    QCOMPARE(found.document.plan.training.lora.rank, 24);
    QCOMPARE(found.document.plan.training.micro_batch_size, 3);
    QVERIFY(note_with(found, "option_defaults") != nullptr);
  }

  /// LeiLiLab/WALAR, openrlhf/examples/scripts/train.sh.
  void a_model_of_an_associative_array_is_read() {
    const Imported found = imported_alone(
        "declare -A path_dict\npath_dict[\"Llama\"]=\"/mnt/model/Llama-3.2-3B-Instruct\"\n"
        "path_dict[Qwen]=\"/mnt/model/Qwen3-8B\"\nmodel=\"Qwen\"\n"
        "torchrun --nproc_per_node 4 run_sft.py --model_name_or_path ${path_dict[$model]} "
        "--per_device_train_batch_size 2\n");
    QCOMPARE(plan_value(found, "model.preset"), "qwen3-8b");
  }

  /// A program of an unnamed public repository, gemma3_finetune.py.
  void a_class_with_a_tower_loads_the_tower() {
    const auto program = [](const std::string& loader) {
      return "from transformers import AutoModelForCausalLM, Gemma3ForConditionalGeneration\n"
             "from trl import SFTTrainer, SFTConfig\nmodel = " +
             loader +
             ".from_pretrained(\"google/gemma-3-4b-pt\")\nargs = SFTConfig(per_device_train_batch_size=2)\n"
             "trainer = SFTTrainer(model=model, args=args)\n";
    };
    QCOMPARE(plan_value(imported_alone(program("Gemma3ForConditionalGeneration")), "model.preset"),
             "gemma-3-4b");
    QCOMPARE(plan_value(imported_alone(program("Gemma3ForCausalLM")), "model.preset"), "gemma-3-4b-text");
  }

  /// YerevaNN/YNNtitan, train_configs/llama3.2_1b_conformers.toml.
  void torchtitan_compiled_before_its_section_compile() {
    const Imported found = imported_alone(
        "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nbatch_size = 6\nseq_len = 2048\n"
        "gradient_accumulation_steps = 2\ncompile = true\ndata_parallel_degree = -1\n");
    QCOMPARE(found.program, "torchtitan");
    QCOMPARE(plan_value(found, "training.fused_norm"), "true");
    QCOMPARE(plan_value(found, "training.fused_mlp"), "fused");
    QCOMPARE(found.document.plan.training.gradient_accumulation_steps, 2);
    QVERIFY(plan_value(found, "training.fused_loss") != "compiled");
  }

  /// FSoft-AI4Code/XMainframe, recipes/deepseek/lora_sft.yaml.
  void a_model_of_family_and_size_is_similar() {
    try {
      (void)imported_alone(
          "model_name_or_path: /data/mainframe_gpt/data/deepseek-7b-ft-full\n"
          "per_device_train_batch_size: 2\ngradient_accumulation_steps: 4\nlearning_rate: 1e-5\n");
      QFAIL("The model is not in the catalog.");
    } catch (const UnknownModel& error) {
      QVERIFY2(std::ranges::find(error.similar(), "deepseek-llm-7b") != error.similar().end(), error.what());
    }
  }

  /// DATEXIS/DeepICD-R1, k8s/train/sft_train_job_7b.yaml and src/sft/my_config.yaml.
  void a_pod_s_command_finds_accelerate_s_file_beside_its_program() {
    const std::string job =
        "apiVersion: batch/v1\nkind: Job\nspec:\n  template:\n    spec:\n      containers:\n"
        "        - name: a\n          command: [\"accelerate\", \"launch\", \"--use_fsdp\", "
        "\"--num_processes\", \"2\", \"--config_file\", \"sft/my_config.yaml\", \"sft/sft_trainer.py\", "
        "\"--model_name\", \"Qwen/Qwen2.5-7B-Instruct\", \"--per_device_train_batch_size\", \"8\"]\n"
        "          resources:\n            limits:\n              nvidia.com/gpu: \"2\"\n"
        "      nodeSelector:\n        gpu: b200\n";
    const std::string program = "import transformers\n";
    const Imported alone = imported_among({{"job.yaml", job}}, "job.yaml");
    QCOMPARE(plan_value(alone, "training.framework"), "fsdp");
    QVERIFY(note_with(alone, "gpu_kind")->message.find("b200") != std::string::npos);
    const Imported found =
        imported_among({{"job.yaml", job},
                        {"src/sft/sft_trainer.py", program},
                        {"src/sft/my_config.yaml",
                         "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nfsdp_config:\n"
                         "  fsdp_sharding_strategy: SHARD_GRAD_OP\nmixed_precision: bf16\nnum_machines: 1\n"
                         "num_processes: 2\n"}},
                       "job.yaml");
    QVERIFY(std::ranges::any_of(found.read, [](const ReadKey& key) {
      return key.path == "training.sharding" && key.value == "\"gradients\"";
    }));
    QCOMPARE(found.document.plan.zero.stage, 2);
    QVERIFY(reason_of(found, "use_fsdp").isEmpty());
    QVERIFY(reason_of(found, "config_file").isEmpty());
  }

  /// j1mk1m/Kernel-Coder, scripts/rl/run_verl.sh.
  void a_switch_against_padding_is_what_a_plan_has() {
    const Imported found = imported_alone(
        "python3 -m verl.trainer.main_ppo actor_rollout_ref.model.path=Qwen/Qwen3-8B "
        "actor_rollout_ref.model.use_remove_padding=True data.train_batch_size=64\n");
    QVERIFY(is_read_as(found, "actor_rollout_ref.model.use_remove_padding", "training.padding_share"));
  }

  /// sotopia-lab/sotopia-rl, scripts/train_grpo.sh.
  void an_option_of_adapters_that_is_not_known_is_noted() {
    const std::string run =
        "torchrun --nproc_per_node 2 train_grpo.py --model_name_or_path Qwen/Qwen2.5-7B-Instruct "
        "--per_device_train_batch_size 4 ";
    const Imported found = imported_alone(run + "--use_lora_train_grpo\n");
    QVERIFY(note_with(found, "adapters_unread") != nullptr);
    QVERIFY(note_with(found, "adapters_unread")->message.find("use_lora_train_grpo") != std::string::npos);
    QVERIFY(note_with(imported_alone(run + "--use_lora_train_grpo false\n"), "adapters_unread") == nullptr);
    QVERIFY(note_with(imported_alone(run + "--use_peft --lora_r 8 --adapter_path x\n"), "adapters_unread") ==
            nullptr);
  }

  /// HAYDARKILIC/high_performance_computing, scripts/train_deepspeed.py and configs/zero3.json.
  void auto_in_the_config_of_an_engine_of_its_own_is_refused() {
    const StrangersTexts texts = {
        {"run.sh", "deepspeed --num_gpus=8 train.py --model gpt2-xl --deepspeed-config zero3.json\n"},
        {"train.py",
         "import argparse\nimport deepspeed\nfrom transformers import AutoModelForCausalLM\n"
         "p = argparse.ArgumentParser()\np.add_argument(\"--model\", default=\"gpt2\")\n"
         "p.add_argument(\"--deepspeed-config\", default=\"zero3.json\")\nargs = p.parse_args()\n"
         "model = AutoModelForCausalLM.from_pretrained(args.model)\n"
         "engine = deepspeed.initialize(args=args, model=model, config=args.deepspeed_config)\n"},
        {"zero3.json",
         "{\"train_micro_batch_size_per_gpu\": \"auto\", \"train_batch_size\": \"auto\", "
         "\"gradient_accumulation_steps\": \"auto\", \"zero_optimization\": {\"stage\": 3, "
         "\"reduce_bucket_size\": \"auto\"}}"}};
    const Imported found = imported_among(texts, "run.sh");
    QCOMPARE(found.document.plan.zero.stage, 3);
    QVERIFY(note_with(found, "auto") != nullptr);
    QVERIFY2(note_with(found, "auto")->message.find("deepspeed.initialize itself") != std::string::npos,
             note_with(found, "auto")->message.c_str());
  }

  /// redai-infra/PIPO, scripts/swift_sft.sh.
  void missing_arguments_of_a_script_are_one_note() {
    const Imported found = imported_alone(
        "BATCH=${1:-4}\nLR=${2:-1e-5}\nLEN=${3:-2048}\ntorchrun --nproc_per_node 2 train.py "
        "--model_name_or_path Qwen/Qwen3-8B --per_device_train_batch_size $BATCH --learning_rate $LR "
        "--max_seq_length $LEN\n");
    QCOMPARE(found.document.plan.training.micro_batch_size, 4);
    QCOMPARE(std::ranges::count_if(found.unread_keys,
                                   [](const UnreadKey& key) { return key.key.starts_with('$'); }),
             1);
    QVERIFY(reason_of(found, "$1, $2, $3").contains("count as not given"));
  }
};

ZP_TEST(StrangersTest)
#include "strangers_test.moc"
