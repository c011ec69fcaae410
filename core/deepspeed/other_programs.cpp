// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/other_programs.h"

#include <algorithm>
#include <array>

namespace zp::config_check {
namespace {

/// The fields of the classes in EleutherAI/gpt-neox, megatron/neox_arguments/neox_args.py.
constexpr auto neox_keys = std::to_array<std::string_view>({"pipe_parallel_size",
                                                            "model_parallel_size",
                                                            "pipe_partition_method",
                                                            "precision",
                                                            "model_arch",
                                                            "num_layers",
                                                            "hidden_size",
                                                            "intermediate_size",
                                                            "num_attention_heads",
                                                            "num_kv_heads",
                                                            "seq_length",
                                                            "max_position_embeddings",
                                                            "norm",
                                                            "layernorm_epsilon",
                                                            "rms_norm_epsilon",
                                                            "layernorm_fusion",
                                                            "rmsnorm_fusion",
                                                            "pos_emb",
                                                            "rpe_num_buckets",
                                                            "rpe_max_distance",
                                                            "opt_pos_emb_offset",
                                                            "no_weight_tying",
                                                            "attention_config",
                                                            "sparsity_config",
                                                            "num_unique_layers",
                                                            "param_sharing_style",
                                                            "make_vocab_size_divisible_by",
                                                            "activation",
                                                            "scaled_upper_triang_masked_softmax_fusion",
                                                            "scaled_masked_softmax_fusion",
                                                            "bias_gelu_fusion",
                                                            "bias_dropout_fusion",
                                                            "rope_fusion",
                                                            "fp16_lm_cross_entropy",
                                                            "init_method_std",
                                                            "init_method",
                                                            "output_layer_init_method",
                                                            "output_layer_parallelism",
                                                            "apply_query_key_layer_scaling",
                                                            "use_cpu_initialization",
                                                            "attention_softmax_in_fp32",
                                                            "rotary_pct",
                                                            "rotary_emb_base",
                                                            "gpt_j_residual",
                                                            "soft_prompt_tuning",
                                                            "optimizer_type",
                                                            "use_bnb_optimizer",
                                                            "zero_stage",
                                                            "zero_reduce_scatter",
                                                            "zero_contiguous_gradients",
                                                            "zero_reduce_bucket_size",
                                                            "zero_allgather_bucket_size",
                                                            "lr",
                                                            "lr_decay_style",
                                                            "lr_decay_iters",
                                                            "min_lr",
                                                            "warmup",
                                                            "override_lr_scheduler",
                                                            "use_checkpoint_lr_scheduler",
                                                            "use_wandb",
                                                            "wandb_group",
                                                            "wandb_team",
                                                            "wandb_project",
                                                            "wandb_host",
                                                            "log_dir",
                                                            "tensorboard_dir",
                                                            "log_interval",
                                                            "log_grad_norm",
                                                            "log_gradient_noise_scale",
                                                            "distributed_backend",
                                                            "eod_mask_loss",
                                                            "seed",
                                                            "tokenizer_type",
                                                            "data_path",
                                                            "train_data_paths",
                                                            "test_data_paths",
                                                            "valid_data_paths",
                                                            "train_data_weights",
                                                            "valid_data_weights",
                                                            "test_data_weights",
                                                            "weight_by_num_documents",
                                                            "data_impl",
                                                            "mmap_warmup",
                                                            "save",
                                                            "load",
                                                            "checkpoint_factor",
                                                            "checkpoint_scale",
                                                            "checkpoint_validation_with_forward_pass",
                                                            "extra_save_iters",
                                                            "save_interval",
                                                            "no_save_optim",
                                                            "no_load_optim",
                                                            "finetune",
                                                            "batch_size",
                                                            "train_iters",
                                                            "train_epochs",
                                                            "eval_iters",
                                                            "keep_last_n_checkpoints",
                                                            "eval_interval",
                                                            "split",
                                                            "vocab_file",
                                                            "merge_file",
                                                            "num_workers",
                                                            "attention_dropout",
                                                            "hidden_dropout",
                                                            "weight_decay",
                                                            "checkpoint_activations",
                                                            "checkpoint_num_layers",
                                                            "contiguous_checkpointing",
                                                            "partition_activations",
                                                            "synchronize_each_layer",
                                                            "clip_grad",
                                                            "hysteresis",
                                                            "dynamic_loss_scale",
                                                            "loss_scale",
                                                            "loss_scale_window",
                                                            "min_scale",
                                                            "launcher",
                                                            "deepspeed_mpi",
                                                            "hostfile",
                                                            "text_gen_type",
                                                            "temperature",
                                                            "top_p",
                                                            "top_k",
                                                            "maximum_tokens",
                                                            "sample_input_file",
                                                            "sample_output_file",
                                                            "num_samples",
                                                            "recompute",
                                                            "eval_results_prefix",
                                                            "eval_tasks",
                                                            "use_mup",
                                                            "activation_function",
                                                            "mlp_type"});
constexpr auto neox_marks = std::to_array<std::string_view>(
    {"pipe_parallel_size", "model_parallel_size", "attention_config", "pos_emb", "optimizer_type"});

/// Command line options of Megatron-LM and Megatron-DeepSpeed, megatron/arguments.py.
constexpr auto megatron_keys = std::to_array<std::string_view>({"tensor_model_parallel_size",
                                                                "pipeline_model_parallel_size",
                                                                "micro_batch_size",
                                                                "global_batch_size",
                                                                "rampup_batch_size",
                                                                "train_samples",
                                                                "train_iters",
                                                                "num_layers",
                                                                "hidden_size",
                                                                "ffn_hidden_size",
                                                                "num_attention_heads",
                                                                "num_key_value_heads",
                                                                "seq_length",
                                                                "max_position_embeddings",
                                                                "lr",
                                                                "min_lr",
                                                                "lr_decay_style",
                                                                "lr_decay_iters",
                                                                "lr_decay_samples",
                                                                "lr_warmup_iters",
                                                                "lr_warmup_samples",
                                                                "lr_warmup_fraction",
                                                                "weight_decay",
                                                                "adam_beta1",
                                                                "adam_beta2",
                                                                "adam_eps",
                                                                "clip_grad",
                                                                "init_method_std",
                                                                "data_path",
                                                                "data_impl",
                                                                "vocab_file",
                                                                "merge_file",
                                                                "tokenizer_type",
                                                                "tokenizer_model",
                                                                "split",
                                                                "save",
                                                                "load",
                                                                "save_interval",
                                                                "eval_interval",
                                                                "eval_iters",
                                                                "log_interval",
                                                                "exit_interval",
                                                                "checkpoint_activations",
                                                                "deepspeed_activation_checkpointing",
                                                                "no_pipeline_parallel",
                                                                "ds_sequence_parallel_size",
                                                                "zero_stage",
                                                                "distributed_backend",
                                                                "num_workers",
                                                                "seed",
                                                                "normalization",
                                                                "swiglu",
                                                                "use_rotary_position_embeddings",
                                                                "untie_embeddings_and_output_weights",
                                                                "attention_dropout",
                                                                "hidden_dropout"});
constexpr auto megatron_marks = std::to_array<std::string_view>(
    {"tensor_model_parallel_size", "pipeline_model_parallel_size", "micro_batch_size", "global_batch_size",
     "ds_sequence_parallel_size", "no_pipeline_parallel"});

constexpr std::array<OtherProgram, 2> programs = {
    {{"GPT-NeoX", neox_keys, neox_marks}, {"Megatron-DeepSpeed", megatron_keys, megatron_marks}}};

std::string with_underscores(std::string_view key) {
  std::string text(key);
  std::ranges::replace(text, '-', '_');
  return text;
}

bool holds(std::span<const std::string_view> list, std::string_view key) {
  return std::ranges::find(list, with_underscores(key)) != list.end();
}

}  // namespace

bool OtherProgram::owns(std::string_view key) const { return holds(own, key); }

const OtherProgram* program_of(std::span<const std::string> keys) {
  constexpr std::ptrdiff_t enough = 3;
  for (const OtherProgram& program : programs) {
    const bool is_marked =
        std::ranges::any_of(keys, [&](const std::string& key) { return holds(program.marks, key); });
    if (is_marked &&
        std::ranges::count_if(keys, [&](const std::string& key) { return program.owns(key); }) >= enough)
      return &program;
  }
  return nullptr;
}

}  // namespace zp::config_check
