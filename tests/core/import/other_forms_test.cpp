// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <map>
#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/import/import_folder.h"
#include "core/plan_file/plan_file.h"
#include "core/text/file_error.h"
#include "tests/core/import/plan_value.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::value_of;
using text_io::Json;

namespace {

using FormTexts = std::map<std::string, std::string>;

/// A file, the files beside it, and what its import has to have.
struct FormCase {
  const char* name;
  std::string main, text;
  FormTexts beside;
  const char* plan;  ///< keys of the plan and their values, as JSON
  const char* said;  ///< part of a note or of the reason why a key is not read; "" if nothing has to be said
};

Imported imported_form(const FormCase& form) {
  const auto text_of = [&](const std::string& name) {
    const auto found = form.beside.find(name);
    return found == form.beside.end() ? std::string() : found->second;
  };
  const ImportFile file = job_of({{form.main, form.text}}, text_of);
  return import_file(file, base_in(file).value_or(read_plan(R"({"model": {"preset": "llama-2-7b"}})")));
}

std::string words_of_import(const Imported& found) {
  std::string all;
  for (const Finding& note : found.notes)
    all += note.message + '\n';
  for (const UnreadKey& key : found.unread_keys)
    all += key.key + ": " + key.reason + '\n';
  return all;
}

const std::string model = "--model_name_or_path Qwen/Qwen2.5-7B ";
const std::string batch = "--per_device_train_batch_size 2 --learning_rate 1e-5 ";
const std::string stage_2 = R"({"zero_optimization": {"stage": 2, "reduce_bucket_size": 3e8}})";

std::string accelerate_file(const std::string& named) {
  return "compute_environment: LOCAL_MACHINE\ndeepspeed_config:\n  deepspeed_config_file: " + named +
         "\ndistributed_type: DEEPSPEED\nnum_machines: 1\nnum_processes: 4\n";
}

const std::vector<FormCase>& forms() {
  static const std::vector<FormCase> all = {
      {"a ds_config named in a section",
       "run.yaml",
       "base: {model_name: Qwen/Qwen2.5-7B}\ntraining:\n  per_device_train_batch_size: 2\n"
       "  gradient_accumulation_steps: 4\n  deepspeed: conf/states.json\n",
       {{"conf/states.json", stage_2}},
       R"({"zero.stage": 2, "zero.reduce_bucket_size": 3e8, "training.micro_batch_size": 2})",
       ""},
      {"a ds_config in a section",
       "run.yaml",
       "training:\n  per_device_train_batch_size: 2\n  gradient_accumulation_steps: 4\n"
       "  deepspeed:\n    zero_optimization: {stage: 3}\n    bf16: {enabled: true}\n",
       {},
       R"({"zero.stage": 3, "training.precision": "bf16", "training.gradient_accumulation_steps": 4})",
       ""},
      {"a ds_config of the author's machine",
       "run.sh",
       "accelerate launch --config_file conf/a.yaml train.py " + model + batch,
       {{"conf/a.yaml", accelerate_file("/home/me/project/conf/states.json")}, {"conf/states.json", stage_2}},
       R"({"zero.stage": 2, "training.framework": "deepspeed", "cluster.gpus_per_node": 4})",
       "/home/me/project/conf/states.json is not there"},
      {"a ds_config beside accelerate's file",
       "run.sh",
       "accelerate launch --config_file conf/a.yaml train.py " + model + batch,
       {{"conf/a.yaml", accelerate_file("/data/other/states.json")}, {"conf/states.json", stage_2}},
       R"({"zero.stage": 2, "training.framework": "deepspeed"})",
       "/data/other/states.json is not there"},
      {"a missing ds_config whose name has the stage",
       "run.sh",
       "accelerate launch --config_file a.yaml train.py " + model + batch,
       {{"a.yaml", accelerate_file("/home/me/ours_zero3.json")}},
       R"({"zero.stage": 3, "training.framework": "deepspeed"})",
       "by its name it has stage 3"},
      {"a missing ds_config",
       "run.sh",
       "accelerate launch --config_file a.yaml train.py " + model + batch,
       {{"a.yaml", accelerate_file("/home/me/ours.json")}},
       R"({"training.framework": "deepspeed", "cluster.gpus_per_node": 4})",
       "ours.json that accelerate's file names is not there"},
      {"a missing file of accelerate",
       "run.sh",
       "accelerate launch --config_file ours.yaml train.py " + model + batch,
       {},
       R"({"training.micro_batch_size": 2})",
       "may ask for DeepSpeed or FSDP"},
      {"a ds_config of the program beside accelerate's file",
       "run.sh",
       "accelerate launch --config_file a.yaml train.py --ds_config_path states.json " + model + batch,
       {{"a.yaml",
         "compute_environment: LOCAL_MACHINE\ndeepspeed_config: {zero_stage: 3}\n"
         "distributed_type: DEEPSPEED\nnum_machines: 1\nnum_processes: 4\n"},
        {"states.json", stage_2}},
       R"({"zero.stage": 2, "cluster.gpus_per_node": 4})",
       ""},
      {"accelerate's file beside a missing ds_config",
       "run.sh",
       "accelerate launch --config_file a.yaml train.py --ds_config_path ours.json " + model + batch,
       {{"a.yaml",
         "compute_environment: LOCAL_MACHINE\ndeepspeed_config: {zero_stage: 3}\n"
         "distributed_type: DEEPSPEED\nnum_machines: 1\nnum_processes: 4\n"}},
       R"({"zero.stage": 3, "cluster.gpus_per_node": 4})",
       ""},
      {"sections of NeMo-RL's names in another program",
       "run.yaml",
       "defaults: common.yaml\nmodel_name: Qwen/Qwen2.5-7B\nlora: {r: 24}\nmodel: {max_seq_len: 1536}\n"
       "sft: {epochs: 3, lr: 1.0e-4, batch_size: 6, grad_accum: 3}\n",
       {{"common.yaml", "seed: 1\n"}},
       R"({"training.program": "hf-trainer", "training.lora.rank": 24, "training.sequence_length": 1536,
           "training.micro_batch_size": 6, "training.gradient_accumulation_steps": 3})",
       ""},
      {"base_model in another program",
       "run.yaml",
       "base_model: Qwen/Qwen2.5-7B\nlearning_rate: 1e-4\nbatch_size: 6\ngradient_accumulation_steps: 3\n"
       "use_lora: true\nlora_config: {r: 24}\n",
       {},
       R"({"training.program": "hf-trainer", "training.lora.rank": 24, "training.micro_batch_size": 6})",
       ""},
      {"a method of TRL with Unsloth",
       "run.py",
       "from unsloth import FastLanguageModel\nfrom trl import DPOConfig, DPOTrainer\n"
       "model, tokenizer = FastLanguageModel.from_pretrained('unsloth/Qwen2.5-7B', max_seq_length=1024)\n"
       "model = FastLanguageModel.get_peft_model(model, r=8)\n"
       "DPOTrainer(model=model, args=DPOConfig(per_device_train_batch_size=2)).train()\n",
       {},
       R"({"training.method": "dpo", "training.program": "unsloth"})",
       ""},
      {"options between -m and the module",
       "run.sh",
       "accelerate launch -m --num_processes 4 --multi_gpu ours.train " + model + batch,
       {},
       R"({"cluster.gpus_per_node": 4, "training.micro_batch_size": 2})",
       ""},
      {"options between -m and the module that is there",
       "run.sh",
       "torchrun -m --standalone --nproc-per-node 2 ours.train --batch 3\n",
       {{"ours/train.py",
         "import argparse\nfrom transformers import TrainingArguments\np = argparse.ArgumentParser()\n"
         "p.add_argument('--batch', type=int)\na = p.parse_args()\n"
         "TrainingArguments(per_device_train_batch_size=a.batch)\n"}},
       R"({"cluster.gpus_per_node": 2, "training.micro_batch_size": 3})",
       ""},
      {"a module in the folder src",
       "run.sh",
       "torchrun --nproc_per_node 2 -m ours.train\n",
       {{"src/ours/train.py",
         "from transformers import TrainingArguments\nTrainingArguments(per_device_train_batch_size=5)\n"}},
       R"({"training.micro_batch_size": 5})",
       ""},
      {"an open number of processes of ms-swift",
       "run.sh",
       "NPROC_PER_NODE=$OURS swift sft --model Qwen/Qwen2.5-7B --train_type full --max_length 2048\n",
       {},
       R"({"cluster.gpus_per_node": 8})",
       "NPROC_PER_NODE: The script does not decide its value"},
      {"ms-swift's Megatron trains all weights",
       "run.sh",
       "NPROC_PER_NODE=8 megatron sft --model Qwen/Qwen2.5-7B --micro_batch_size 1 --global_batch_size 16 "
       "--num_workers 6\n",
       {},
       R"({"training.lora.rank": 0, "zero.stage": 1, "training.data_workers": 6,
           "training.gradient_accumulation_steps": 2})",
       ""},
      {"the file of ms-swift's Megatron",
       "run.sh",
       "torchrun --nproc_per_node 8 swift/cli/_megatron/sft.py --model Qwen/Qwen2.5-7B --micro_batch_size 1 "
       "--global_batch_size 16\n",
       {},
       R"({"training.lora.rank": 0, "zero.stage": 1})",
       ""},
      {"adapters of ms-swift's Megatron",
       "run.sh",
       "NPROC_PER_NODE=8 megatron sft --model Qwen/Qwen2.5-7B --tuner_type lora --micro_batch_size 1\n",
       {},
       R"({"training.lora.rank": 8})",
       ""},
      {"arguments in an array that is open",
       "run.sh",
       "if [ -d /data ]; then EXTRA=(--bf16); else EXTRA=(); fi\n"
       "torchrun --nproc_per_node 2 train.py " +
           batch +
           "--model_name_or_path Qwen/Qwen2.5-7B "
           "\"${EXTRA[@]+\"${EXTRA[@]}\"}\"\n",
       {},
       R"({"model.preset": "qwen2.5-7b"})",
       "does not decide these arguments"},
      {"the context of TRL's engine",
       "run.yaml",
       "model_name_or_path: Qwen/Qwen2.5-7B\ndataset_name: d\nuse_vllm: true\nvllm_mode: colocate\n"
       "num_generations: 8\nmax_completion_length: 2048\nvllm_max_model_length: 5120\n"
       "per_device_train_batch_size: 8\n",
       {},
       R"({"training.method": "grpo", "training.sequence_length": 5120, "training.completion_length": 2048})",
       ""},
      {"the context of an engine elsewhere",
       "run.yaml",
       "model_name_or_path: Qwen/Qwen2.5-7B\ndataset_name: d\nuse_vllm: true\nvllm_mode: server\n"
       "num_generations: 8\nmax_completion_length: 2048\nvllm_max_model_length: 5120\n"
       "per_device_train_batch_size: 8\n",
       {},
       R"({"training.sequence_length": 2560})",
       "prompts of 512 tokens"},
      {"the batch of an unknown program",
       "run.sh",
       "accelerate launch --config_file a.yaml ours.py --model_name Qwen/Qwen2.5-7B --batch_size 3 "
       "--gradient_accumulation_steps 2 --lr 1e-5\n",
       {{"a.yaml", accelerate_file("states.json")},
        {"states.json",
         R"({"zero_optimization": {"stage": 3}, "train_micro_batch_size_per_gpu": 24,
             "gradient_accumulation_steps": 2})"}},
       R"({"training.micro_batch_size": 3, "zero.stage": 3})",
       "and the ds_config for 24"},
      {"a method in the last word of a module",
       "run.sh",
       "deepspeed --num_gpus 4 --module ours.trainers.dpo --train_datasets d --zero_stage 3 "
       "--learning_rate 1e-6\n",
       {},
       R"({"training.method": "dpo"})",
       ""},
      {"counts that Slurm's lines decide",
       "run.sh",
       "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --gres=gpu:4\nn=$(nvidia-smi --list-gpus | wc -l)\n"
       "m=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | wc -l)\n"
       "srun torchrun --nnodes $m --nproc_per_node $SLURM_GPUS_ON_NODE train.py " +
           model + batch + "--gradient_accumulation_steps $((128 / n / m))\n",
       {},
       R"({"training.gradient_accumulation_steps": 16, "cluster.gpus_per_node": 4, "cluster.nodes": 2})",
       ""},
      {"a model by torchtune's builder",
       "run.yaml",
       "model:\n  _component_: torchtune.models.llama3_2.lora_llama3_2_3b\n"
       "checkpointer:\n  _component_: c\n  checkpoint_dir: ${OURS}\nbatch_size: 3\n",
       {},
       R"({"model.preset": "llama-3.2-3b", "training.micro_batch_size": 3})",
       "checkpointer.checkpoint_dir: No key"},
      {"a size with a point of torchtune's builder",
       "run.yaml",
       "model: {_component_: torchtune.models.qwen2_5.qwen2_5_1_5b_instruct}\nbatch_size: 3\n"
       "tokenizer: {_component_: t}\ncheckpointer: {_component_: c, checkpoint_dir: /tmp/out}\n",
       {},
       R"({"model.preset": "qwen2.5-1.5b"})",
       ""},
      {"a command in a string of tmux",
       "run.sh",
       "tmux new-session -d -s ours \"source env/bin/activate\ntorchrun --nproc_per_node 6 train.py " +
           model + batch + "\"\n",
       {},
       R"({"cluster.gpus_per_node": 6})",
       ""},
      {"a command of sbatch --wrap",
       "run.sh",
       "sbatch -N 1 --wrap \"torchrun --nproc_per_node 6 train.py " + model + batch + "\"\n",
       {},
       R"({"cluster.gpus_per_node": 6})",
       ""},
      {"a script that the script writes",
       "run.sh",
       "cat > job.sh <<EOF\ntorchrun --nproc_per_node 6 train.py " + model + batch + "\nEOF\nsbatch job.sh\n",
       {},
       R"({"cluster.gpus_per_node": 6})",
       ""},
      {"overrides of Hydra without a launcher",
       "run.sh",
       "python train.py model=ours loss=sft lr=1e-5 gradient_accumulation_steps=2 batch_size=4\n",
       {},
       R"({"training.gradient_accumulation_steps": 2, "training.micro_batch_size": 4})",
       "train.py is no program that is known"}};
  return all;
}

}  // namespace

/// Tests forms in which people write settings that other files state more plainly. The texts are written for
/// the test.
class OtherFormsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_form_has_its_values_data() {
    QTest::addColumn<int>("row");
    for (std::size_t row = 0; row < forms().size(); ++row)
      QTest::newRow(forms()[row].name) << static_cast<int>(row);
  }
  void a_form_has_its_values() {
    QFETCH(int, row);
    const FormCase& form = forms()[static_cast<std::size_t>(row)];
    const Imported found = imported_form(form);
    const Json wanted = text_io::parse_json(form.plan);
    for (const auto& [key, value] : wanted.items()) {
      const Json has = value_of(found.document, key);
      QVERIFY2(has == value, (key + ": " + has.dump()).c_str());
    }
    const std::string said = words_of_import(found);
    QVERIFY2(said.find(form.said) != std::string::npos, said.c_str());
  }
};

ZP_TEST(OtherFormsTest)
#include "other_forms_test.moc"
