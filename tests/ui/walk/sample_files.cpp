// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/sample_files.h"

#include <QFile>

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

struct Sample {
  const char* name;
  const char* content;
};

// clang-format off
constexpr Sample samples[] = {
    {"plan.zplan.json", R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})"},
    {"ds_config.json", R"({"train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 2, "bf16": {"enabled": true},
      "zero_optimization": {"stage": 2, "overlap_comm": true, "offload_optimizer": {"device": "cpu"}}})"},
    {"refused.ds_config.json", R"({"train_batch_size": "many", "bf16": {"enabled": true}, "fp16": {"enabled": true},
      "zero_optimization": {"stage": 7}})"},
    {"accelerate.yaml", "compute_environment: LOCAL_MACHINE\ndistributed_type: DEEPSPEED\nmixed_precision: bf16\nnum_machines: 1\n"
      "num_processes: 4\ndeepspeed_config:\n  zero_stage: 3\n  offload_optimizer_device: cpu\n  offload_param_device: none\n"
      "  gradient_accumulation_steps: 4\n  gradient_clipping: 1.0\n"},
    {"axolotl.yaml", "base_model: NousResearch/Llama-2-7b-hf\nadapter: lora\nlora_r: 16\nlora_alpha: 32\nsequence_len: 4096\n"
      "micro_batch_size: 2\ngradient_accumulation_steps: 4\nbf16: true\ngradient_checkpointing: true\n"
      "deepspeed: deepspeed_configs/zero2.json\n"},
    {"llamafactory.yaml", "model_name_or_path: meta-llama/Meta-Llama-3-8B-Instruct\nstage: sft\ndo_train: true\nfinetuning_type: lora\n"
      "lora_rank: 8\ncutoff_len: 2048\nper_device_train_batch_size: 1\ngradient_accumulation_steps: 8\nbf16: true\n"
      "deepspeed: examples/deepspeed/ds_z3_config.json\n"},
    {"trl.yaml", "model_name_or_path: meta-llama/Llama-2-7b-hf\nper_device_train_batch_size: 2\ngradient_checkpointing: true\n"
      "max_length: 2048\nbf16: true\nuse_peft: true\nlora_r: 16\n"},
    {"config.json", R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008,
      "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 32, "vocab_size": 32000,
      "max_position_embeddings": 4096, "tie_word_embeddings": false})"},
    {"train.sbatch", "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --gpus-per-node=8\n"
      "srun torchrun --nproc_per_node 8 train.py --per_device_train_batch_size 2 --deepspeed ds_config.json\n"},
    {"job.yaml", "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nmetadata:\n  name: train\nspec:\n  trainer:\n"
      "    numNodes: 2\n    resourcesPerNode:\n      limits:\n        nvidia.com/gpu: 4\n"},
    {"launch.sh", "#!/bin/bash\ndeepspeed --num_gpus 8 train.py --per_device_train_batch_size 2 --deepspeed ds_config.json\n"},
    {"grpo.sh", "#!/bin/bash\npython3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo data.train_batch_size=256 "
      "data.max_prompt_length=512 data.max_response_length=1024 actor_rollout_ref.model.path=Qwen/Qwen2.5-7B-Instruct "
      "actor_rollout_ref.actor.ppo_mini_batch_size=64 actor_rollout_ref.rollout.tensor_model_parallel_size=2 "
      "actor_rollout_ref.rollout.n=5 trainer.n_gpus_per_node=8 trainer.nnodes=1\n"},
    {"finetune.py", "from trl import SFTConfig, SFTTrainer\nargs = SFTConfig(per_device_train_batch_size=2, bf16=True, max_length=2048)\n"
      "trainer = SFTTrainer(model='Qwen/Qwen3-8B', args=args)\ntrainer.train()\n"},
    {"titan.toml", "[job]\ndump_folder = \"out\"\n[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\n"
      "seq_len = 8192\nsteps = 100\n[parallelism]\ndata_parallel_shard_degree = -1\ntensor_parallel_degree = 2\n"},
    {"tensors.zplan.json", R"({"model": {"tensors": [{"name": "a", "shape": [4096, 4096], "count": 32}]}, "zero": {"stage": 3}})"},
    {"vision.zplan.json", R"({"model": {"preset": "qwen2.5-vl-7b"}, "training": {"method": "sft"}, "zero": {"stage": 3}})"},
    {"experts.zplan.json", R"({"model": {"preset": "qwen3-30b-a3b"}, "cluster": {"nodes": 4},
      "parallelism": {"expert": 8, "pipeline": 2, "tensor": 2}, "zero": {"stage": 1}})"},
    {"scenarios.zplan.json", R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3},
      "scenarios": [{"name": "Base"}, {"name": "Small", "plan": {"model": {"preset": "gpt2"}}}]})"},
    {"oom.txt", "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 1 has a total capacity of 39.39 GiB of "
      "which 1.06 GiB is free. Process 1 has 38.32 GiB memory in use. Of the allocated memory 36.05 GiB is allocated by "
      "PyTorch, and 1.20 GiB is reserved by PyTorch but unallocated.\n"},
    {"unknown.bin", "\x7f\x45\x01\x02 neither a plan nor a log \xff\xfe"},
    {"notes.txt", "Call the printer about the toner.\n"},
    {"broken.json", "{\"model\": {\"preset\": "},
    {"broken.yaml", "a: [1, 2\nb: {\n"},
    {"empty.zplan.json", ""},
};
// clang-format on

/// Files of tests/data, each with the name under which it is dropped.
constexpr Sample of_test_data[] = {
    {"run.log", "run-logs/k3-dschat-opt1.3b-sft.txt"},
    {"trainer_state.json", "run-logs/k5-anonymousgigachad-trainer_state.json.txt"},
};

}  // namespace

QStringList writeSampleFiles(const QDir& folder) {
  QStringList paths;
  for (const Sample& sample : samples) {
    QFile file(folder.filePath(QString::fromLatin1(sample.name)));
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(file.fileName()));
    file.write(sample.content);
    paths << file.fileName();
  }
  const QDir data(QStringLiteral(ZP_TEST_DATA));
  const auto copy = [&](const QString& from, const QString& name) {
    if (!QFile::copy(from, folder.filePath(name))) qFatal("cannot copy %s", qPrintable(from));
    paths << folder.filePath(name);
  };
  for (const Sample& sample : of_test_data)
    copy(data.filePath(QString::fromLatin1(sample.content)), QString::fromLatin1(sample.name));
  for (const QFileInfo& snapshot : QDir(data.filePath(u"snapshots"_s)).entryInfoList(QDir::Files)) {
    if (snapshot.suffix() != u"md"_s && snapshot.size() < 1'000'000)
      copy(snapshot.filePath(), snapshot.fileName());
  }
  return paths;
}

}  // namespace zp::walk
