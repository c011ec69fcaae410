// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/text/quoting.h"

/// Export for Megatron-DeepSpeed's pretrain_gpt.py, with argument names of its megatron/arguments.py. The
/// program creates the optimizer from its arguments; everything else is in ds_config.json.
/// megatron_deepspeed_limits.cpp refuses what it cannot train.
namespace zp {
namespace {

using text_io::Json;

/// Returns the arguments, each on its own line that continues the previous one. A switch is written by its
/// name, or omitted.
std::string megatron_lines(const ProgramFile& file) {
  std::string lines;
  for (const auto& [key, value] : file.keys.items()) {
    if (value.is_boolean() && !value.get<bool>()) continue;
    std::vector<std::string> words = {"--" + key};
    if (!value.is_boolean()) words.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    lines += " \\\n      " + bash_words(words);
  }
  return lines;
}

/// Returns the largest power of two up to 128 with which the vocabulary of `words` words needs no padding:
/// the program pads it to a multiple of that per tensor-parallel rank (megatron/tokenizer/tokenizer.py).
std::int64_t vocabulary_step(std::int64_t words, std::int64_t ranks) {
  constexpr std::int64_t usual = 128;
  std::int64_t step = usual;
  while (step > 1 && words % (step * ranks) != 0)
    step /= 2;
  return words % (step * ranks) == 0 ? step : usual;
}

void set_megatron_model(ProgramFile& file) {
  const Architecture& shape = file.plan.model.architecture;
  const Training& training = file.plan.training;
  file.keys["num-layers"] = shape.layers;
  file.keys["hidden-size"] = shape.hidden_size;
  file.keys["ffn-hidden-size"] = shape.intermediate_size;
  file.keys["num-attention-heads"] = shape.attention_heads;
  if (shape.kv_heads != shape.attention_heads) file.keys["num-key-value-heads"] = shape.kv_heads;
  if (shape.head_dim * shape.attention_heads != shape.hidden_size) file.keys["kv-channels"] = shape.head_dim;
  const bool is_rotary = shape.learned_positions == 0;
  file.keys["max-position-embeddings"] =
      is_rotary ? std::max(shape.max_position_embeddings, training.sequence_length) : shape.learned_positions;
  if (is_rotary) file.keys["use-rotary-position-embeddings"] = true;
  file.keys["normalization"] = shape.norm == Norm::rmsnorm ? "rmsnorm" : "layernorm";
  if (shape.gated_mlp) file.keys["swiglu"] = true;
  if (!shape.qkv_bias) file.keys["disable-bias-linear"] = true;
  if (!shape.tied_embeddings) file.keys["untie-embeddings-and-output-weights"] = true;
  file.keys["vocab-size"] = shape.vocab_size;
  constexpr std::int64_t usual_step = 128;
  const std::int64_t step = vocabulary_step(shape.vocab_size, std::max(1, training.tensor_parallel));
  if (step != usual_step) file.keys["make-vocab-size-divisible-by"] = step;
}

void set_megatron_parallelism(ProgramFile& file) {
  const Training& training = file.plan.training;
  file.keys["tensor-model-parallel-size"] = training.tensor_parallel;
  file.keys["pipeline-model-parallel-size"] = training.pipeline_parallel;
  if (training.pipeline_parallel == 1) file.keys["no-pipeline-parallel"] = true;
  if (training.scatter_stream && training.tensor_parallel > 1) {
    file.keys["sequence-parallel"] = true;
    file.state("training.scatter_stream");
  }
  if (training.sequence_parallel > 1) file.keys["ds-sequence-parallel-size"] = training.sequence_parallel;
  if (training.fpdt) {
    file.keys["ds-sequence-parallel-fpdt"] = true;
    file.keys["ds-sequence-parallel-fpdt-chunk-size"] = training.fpdt_chunk;
    if (training.fpdt_offload) file.keys["ds-sequence-parallel-fpdt-offloading"] = true;
    file.state("training.fpdt training.fpdt_chunk training.fpdt_offload");
  }
  file.state("training.tensor_parallel training.pipeline_parallel training.sequence_parallel");
}

void set_megatron_checkpoints(ProgramFile& file) {
  const Training& training = file.plan.training;
  if (training.activation_checkpointing == Checkpointing::selective)
    file.keys["recompute-granularity"] = "selective";
  if (training.activation_checkpointing == Checkpointing::full) {
    file.keys["checkpoint-activations"] = true;
    file.keys["deepspeed-activation-checkpointing"] = true;
    if (training.blocks_per_checkpoint > 1)
      file.keys["checkpoint-num-layers"] = training.blocks_per_checkpoint;
    if (training.partition_activations) file.keys["partition-activations"] = true;
    if (training.checkpoints_on_host) file.keys["checkpoint-in-cpu"] = true;
    file.state("training.blocks_per_checkpoint training.partition_activations training.checkpoints_on_host");
  }
  if (training.activation_checkpointing != Checkpointing::memory_budget)
    file.state("training.activation_checkpointing");
}

void set_megatron_attention(ProgramFile& file) {
  const Training& training = file.plan.training;
  file.state("training.attention");
  if (training.attention == Attention::eager) return;
  const bool is_first = training.attention_kernel == AttentionKernel::flash_1;
  file.keys[is_first ? "use-flash-attn-v1" : "use-flash-attn-v2"] = true;
  const bool is_exact = is_first || training.attention_kernel == AttentionKernel::flash_2;
  file.leave_out("training.attention_kernel", !is_exact, "flash-attention's second library is used");
  file.state("training.attention_kernel");
}

/// Sets the optimizer, which the program creates, and its hyperparameters that the plan states.
void set_megatron_optimizer(ProgramFile& file) {
  file.keys["optimizer"] = file.plan.training.optimizer == Optimizer::sgd ? "sgd" : "adam";
  if (homes_of(file.plan).states != Device::none) file.keys["cpu-optimizer"] = true;
  const StatedOptimizer stated = file.stated_optimizer();
  file.set_stated("lr", stated.learning_rate);
  file.set_stated("weight-decay", stated.weight_decay);
  file.set_stated("adam-eps", stated.epsilon);
  if (stated.betas.is_array() && stated.betas.size() == 2) {
    file.set_stated("adam-beta1", stated.betas[0]);
    file.set_stated("adam-beta2", stated.betas[1]);
  }
  file.state("training.optimizer");
}

void set_megatron_run(ProgramFile& file) {
  const Plan& plan = file.plan;
  const Training& training = plan.training;
  file.keys["micro-batch-size"] = training.micro_batch_size;
  file.keys["global-batch-size"] = train_batch_size(plan);
  file.keys["seq-length"] = training.sequence_length;
  file.keys["attention-dropout"] = training.dropout;
  file.keys["hidden-dropout"] = training.dropout;
  file.keys["num-workers"] = training.data_workers;
  if (training.tokens > 0) {
    const auto tokens = static_cast<std::int64_t>(training.tokens);
    file.keys["train-tokens"] = tokens;
    file.keys["train-samples"] =
        (tokens + training.sequence_length - 1) / std::max<std::int64_t>(1, training.sequence_length);
  }
  if (training.save_steps > 0) {
    file.keys["save"] = "out";
    file.keys["save-interval"] = training.save_steps;
  }
  if (!evaluates(plan)) file.keys["eval-iters"] = 0;
  file.leave_out("training.eval_batch_size",
                 evaluates(plan) && training.eval_batch_size != training.micro_batch_size,
                 "it evaluates with the micro batch");
  file.state(
      "training.micro_batch_size training.gradient_accumulation_steps training.sequence_length "
      "training.dropout training.data_workers training.tokens training.save_steps training.eval_batch_size");
}

std::string megatron_start(const ProgramFile& file) {
  const Plan& plan = file.plan;
  std::string yours = "--data-path, --tokenizer-type and the tokenizer's files";
  if (!file.keys.contains("lr")) yours += ", --lr";
  if (!file.keys.contains("train-samples")) yours += ", --train-iters";
  std::string text = "# Yours to fill in: " + yours +
                     "; arguments given to this script come later and win.\nprogram=pretrain_gpt.py\ncase "
                     "\"${1:-}\" in\n  *.py)\n    program=$1\n    shift\n    ;;\nesac\n";
  // megatron/arguments.py, validate_args
  if (file.keys.contains("sequence-parallel")) text += "export CUDA_DEVICE_MAX_CONNECTIONS=1\n";
  const std::string launcher = plan.cluster.nodes > 1 ? "exec torchrun " + torchrun_options(plan)
                                                      : "exec deepspeed --num_gpus " +
                                                            std::to_string(plan.cluster.gpus_per_node) +
                                                            " --master_port \"$port\"";
  std::vector<std::string> config = config_arguments(plan, "ds_config.json");
  return text + launcher + " \\\n      \"$program\"" + megatron_lines(file) + " \\\n      " +
         bash_words(config) + " \"$@\"";
}

}  // namespace

ProgramExport write_for_megatron_deepspeed(const PlanDocument& source) {
  PlanDocument document = source;
  document.plan.target.flavour = Flavour::plain;  // without Trainer, "auto" would not be filled in
  ProgramFile file("Megatron-DeepSpeed", "./run.sh", std::move(document));
  file.use_defaults_of("megatron-deepspeed", "");
  const Plan& plan = file.plan;
  set_megatron_model(file);
  set_megatron_parallelism(file);
  set_megatron_run(file);
  if (plan.training.precision != Precision::fp32)
    file.keys[std::string(name_of(plan.training.precision))] = true;
  set_megatron_checkpoints(file);
  set_megatron_attention(file);
  set_megatron_optimizer(file);
  file.keys["zero-stage"] = plan.zero.stage;
  if (const Device weights = homes_of(plan).weights; weights != Device::none)
    file.keys["remote-device"] = name_of(weights);
  file.state("training.precision training.zero_init training.method");
  return file.exported({run_script(plan, "Megatron-DeepSpeed", megatron_start(file))});
}

}  // namespace zp
