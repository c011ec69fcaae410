// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/meant_values.h"

#include <algorithm>
#include <array>

#include "core/plan/optimizers.h"
#include "core/text/letters.h"
#include "core/units/parse.h"

namespace zp {
namespace {

/// A common wrong value, reduced to its letters and digits in lower case, and the sentence that explains it.
struct CommonValue {
  std::string_view path, words;  ///< words are separated by spaces
  std::string_view answer;
};

constexpr std::string_view by_lora =
    "Adapters are stated by training.lora.rank, 16 for example; the method is what they are trained for, "
    "such as \"sft\".";
constexpr std::string_view by_frozen_precision =
    "Frozen weights of few bits are stated by training.frozen_precision (\"nf4\" or \"int8\") beside "
    "training.lora.rank.";
constexpr std::string_view by_sharding =
    "DDP and FSDP of PyTorch are both \"fsdp\", with training.sharding \"none\" for DDP, \"gradients\" for "
    "SHARD_GRAD_OP "
    "and \"full\" for FULL_SHARD.";

constexpr auto common_values = std::to_array<CommonValue>({
    {"training.method", "lora peft dora adapter adapters rslora", by_lora},
    {"training.method", "qlora",
     "QLoRA is stated by training.lora.rank, 16 for example, and training.frozen_precision \"nf4\"; the "
     "method is what it is "
     "trained for, such as \"sft\"."},
    {"training.method",
     "full finetune finetuning fullfinetune fullfinetuning ft fft instruct instruction chat",
     "Write \"sft\": all weights are trained where no training.lora.rank is stated."},
    {"training.method", "pt pretraining clm causallm continuedpretraining cpt", "Write \"pretrain\"."},
    {"training.method", "rm rewardmodel rewardmodeling rewardmodelling", "Write \"reward\"."},
    {"training.method", "rlhf", "Write \"ppo\" or \"grpo\"."},
    {"training.method", "kd distill gkd", "Write \"distillation\"."},
    {"training.precision", "fp8 float8 mxfp8",
     "Eight-bit products are stated by training.types.products \"fp8\" beside training.precision \"bf16\"."},
    {"training.precision", "int8 int4 8bit 4bit nf4 fp4 q4 q8", by_frozen_precision},
    {"training.precision", "bfloat16 bf16mixed bf16true torchbfloat16 brainfloat16", "Write \"bf16\"."},
    {"training.precision", "float16 half fp16mixed 16mixed torchfloat16", "Write \"fp16\"."},
    {"training.precision", "float32 float single tf32 32true full torchfloat32", "Write \"fp32\"."},
    {"training.precision", "mixed amp auto", "Write \"bf16\", or \"fp16\" where the loss is scaled."},
    {"training.attention",
     "flash flashattn flashattention flashattention2 flashattention3 flash2 flash3 fa fa2 fa3 fused xformers "
     "memoryefficient "
     "flexattention flex cudnn",
     "Write \"sdpa\", which counts any fused kernel; training.attention_kernel says which generation it is."},
    {"training.attention", "math naive torch none standard", "Write \"eager\"."},
    {"training.framework", "pytorch torch ddp fsdp1 fsdp2 fullysharded distributeddataparallel", by_sharding},
    {"training.framework", "zero zero1 zero2 zero3 megatrondeepspeed",
     "Write \"deepspeed\"; zero.stage says which stage."},
    {"training.framework",
     "accelerate transformers huggingface hf trainer trl axolotl llamafactory lightning megatron",
     "That is a program: training.program names it, and the framework below it is \"deepspeed\" or "
     "\"fsdp\"."},
    {"training.program", "huggingface hf transformers huggingfacetrainer",
     "Write \"hf-trainer\" for the Trainer of transformers."},
    {"training.sharding", "fsdp fullshard fsdp2 zero3 3 all", "Write \"full\"."},
    {"training.sharding", "shardgradop zero2 2 grads", "Write \"gradients\"."},
    {"training.sharding", "zero1 1 optim distributedoptimizer", "Write \"optimizer\"."},
    {"training.sharding", "noshard ddp 0 off no false", "Write \"none\"."},
    {"training.sharding", "hybrid hybridshard hsdp hybridshardzero2",
     "Write \"full\" and the ranks that share one copy in training.shard_ranks."},
    {"training.activation_checkpointing",
     "true yes on checkpointing gradientcheckpointing activationcheckpointing all unsloth",
     "Write \"full\"."},
    {"training.activation_checkpointing", "false no off", "Write \"none\"."},
    {"zero.stage", "zero1 stage1 deepspeedzero1 os", "Write 1."},
    {"zero.stage", "zero2 stage2 deepspeedzero2 zero2offload",
     "Write 2; zero.offload_optimizer states what is on the CPU."},
    {"zero.stage", "zero3 stage3 deepspeedzero3 zero3offload infinity zeroinfinity full",
     "Write 3; zero.offload_optimizer and zero.offload_param state what is on the CPU or a drive."},
    {"zero.stage", "ddp zero0 none off", "Write 0."},
    {"zero.offload_optimizer", "true yes on host ram", "Write \"cpu\"."},
    {"zero.offload_optimizer", "false no off gpu cuda", "Write \"none\"."},
    {"zero.offload_optimizer", "disk ssd", "Write \"nvme\"."},
    {"zero.offload_param", "true yes on host ram", "Write \"cpu\"."},
    {"zero.offload_param", "false no off gpu cuda", "Write \"none\"."},
    {"zero.offload_param", "disk ssd", "Write \"nvme\"."},
});

/// The key that a single number, text or flag sets if it is given instead of an object; for a flag, the JSON
/// that it stands for, or "".
struct LoneValue {
  std::string_view path, key, if_true;
  bool takes_text = false;
};
constexpr auto lone_values = std::to_array<LoneValue>({
    {"zero", "stage", ""},
    {"training.lora", "rank", "16"},
    {"model", "preset", "", true},
    {"cluster.gpu", "preset", "", true},
    {"cluster.intra_node", "preset", "", true},
    {"cluster.inter_node", "preset", "", true},
    {"cluster.host_link", "preset", "", true},
});

std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : lower_case(text))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) letters += c;
  return letters;
}

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    if (words.substr(0, end) == word) return true;
    words = end == std::string_view::npos ? std::string_view() : words.substr(end + 1);
  }
  return false;
}

}  // namespace

std::string value_meant(std::string_view path, std::string_view text) {
  if (path == "training.optimizer") {
    const OptimizerRow* row = optimizer_of_name(text);
    return row == nullptr ? "" : "Write \"" + std::string(name_of(row->optimizer)) + "\".";
  }
  const std::string letters = letters_of(text);
  const auto row = std::ranges::find_if(common_values, [&](const CommonValue& value) {
    return value.path == path && has_word(value.words, letters);
  });
  return row == common_values.end() ? "" : std::string(row->answer);
}

std::string object_meant(std::string_view path, std::string_view value) {
  const auto row = std::ranges::find(lone_values, path, &LoneValue::path);
  if (row == lone_values.end()) return "";
  const bool is_text = value.starts_with('"'), is_flag = value == "true" || value == "false";
  if (is_text != row->takes_text || value == "false" || (is_flag && row->if_true.empty())) return "";
  return "write {\"" + std::string(row->key) + "\": " + std::string(is_flag ? row->if_true : value) + "}";
}

std::string key_of_lone_value(std::string_view path, std::string_view value) {
  const auto row = std::ranges::find(lone_values, path, &LoneValue::path);
  const bool is_lone = value != "true" && value != "false" && value != "null" && !value.starts_with('{') &&
                       !value.starts_with('[');
  if (row == lone_values.end() || !is_lone) return "";
  if (path == "model" && parse_count(value)) return "model.parameters";
  return joined(path, row->key);
}

std::string setting_meant(std::string_view path, std::string_view value) {
  const auto row = std::ranges::find(lone_values, path, &LoneValue::path);
  if (row == lone_values.end() || value != "true" || row->if_true.empty()) return "";
  return joined(path, row->key) + '=' + std::string(row->if_true);
}

}  // namespace zp
