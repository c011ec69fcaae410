// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/counted_rows.h"

namespace zp::test {
namespace {

/// Returns the measured network: `layers` of LayerNorm, Linear(h, 4h), Linear(4h, h), then Linear(h, 1), all
/// with bias.
Model measured_network(std::int64_t hidden, std::int64_t layers) {
  const auto other = TensorRole::other;
  return model_from_tensors({{hidden, 1, 2 * layers, other, true},
                             {4 * hidden, hidden, layers, other, true},
                             {4 * hidden, 1, layers, other, true},
                             {hidden, 4 * hidden, layers, other, true},
                             {hidden, 1, layers, other, true},
                             {1, hidden, 1, other, true},
                             {1, 1, 1, other, true}});
}

void set_optimizer(Training& training, const std::string& name) {
  training.optimizer = name == "AdamW"     ? Optimizer::adamw
                       : name == "RMSprop" ? Optimizer::rmsprop
                       : name == "Adagrad" ? Optimizer::adagrad
                                           : Optimizer::sgd;
  training.optimizer_options.momentum = name == "SGD momentum";
}

}  // namespace

Plan engine_plan(const CsvRow& row) {
  Plan plan;
  plan.model = measured_network(row.count("hidden"), row.count("layers"));
  plan.cluster.gpus_per_node = static_cast<int>(row.count("ranks"));
  plan.training.precision = row.text("precision") == "fp32" ? Precision::fp32 : Precision::bf16;
  set_optimizer(plan.training, row.text("optimizer"));
  if (row.text("grad_accum_dtype") == "fp32")
    plan.training.gradient_accumulation_dtype = AccumulationDtype::fp32;
  plan.training.gradient_accumulation_steps = row.count("gradient_accumulation_steps");
  plan.zero.stage = static_cast<int>(row.count("stage"));
  plan.zero.reduce_bucket_size = row.count("reduce_bucket_size");
  if (row.text("overlap_comm") == "True") plan.zero.overlap_comm = true;
  plan.zero.round_robin_gradients = row.text("round_robin_gradients") == "True";
  if (row.has("stage3_param_persistence_threshold"))
    plan.zero.stage3_param_persistence_threshold = row.count("stage3_param_persistence_threshold");
  return plan;
}

std::string engine_row_name(const CsvRow& row) {
  return "stage " + row.text("stage") + ", " + row.text("precision") + ", " + row.text("ranks") + " ranks, " +
         row.text("optimizer") + ", gradients added in " + row.text("grad_accum_dtype") + " over " +
         row.text("gradient_accumulation_steps") + " micro batches, bucket " +
         row.text("reduce_bucket_size") + ", overlap_comm " + row.text("overlap_comm") +
         (row.text("round_robin_gradients") == "True" ? ", round robin" : "") + ", hidden " +
         row.text("hidden");
}

Plan activations_plan(const CsvRow& row) {
  Architecture shape;
  const bool is_gpt = row.text("block") == "gpt";
  shape.block = is_gpt ? Block::gpt : Block::llama;
  shape.norm = is_gpt ? Norm::layernorm : Norm::rmsnorm;
  shape.gated_mlp = !is_gpt;
  shape.layers = counted_layers;
  shape.hidden_size = row.count("hidden");
  shape.attention_heads = row.count("heads");
  shape.kv_heads = row.count("kv_heads");
  shape.head_dim = shape.hidden_size / shape.attention_heads;
  shape.intermediate_size = row.count("ffn");
  shape.vocab_size = row.count("vocab");
  Plan plan;
  plan.model = model_from_architecture(shape);
  plan.training.micro_batch_size = row.count("micro_batch");
  plan.training.sequence_length = row.count("seq");
  plan.training.attention = row.text("attention") == "eager" ? Attention::eager : Attention::sdpa;
  plan.training.dropout = row.number("dropout");
  plan.training.activation_checkpointing =
      row.text("checkpointing") == "full" ? Checkpointing::full : Checkpointing::none;
  return plan;
}

std::string activations_row_name(const CsvRow& row) {
  std::string name;
  for (const char* column : {"shape", "block", "micro_batch", "seq", "attention", "dropout", "checkpointing"})
    name += (name.empty() ? "" : " ") + row.text(column);
  return name;
}

}  // namespace zp::test
