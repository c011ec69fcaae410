// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/check/model_fields.h"
#include "core/check/parser_steps.h"

namespace zp::config_check {
namespace {

void optimizer_section(ConfigWalk& walk) {
  const TextNode* optimizer = plain_section(walk, "optimizer", "keys");
  const TextNode* type = optimizer ? optimizer->child("type") : nullptr;
  if (!type || type->is_null() || type->is_string()) return;
  walk.refuse(
      type, "optimizer.type", "AttributeError",
      {"not_text", "optimizer.type must be a name in double quotes, not " + spelling(walk, *type) + '.',
       "Write \"AdamW\", for instance.",
       "'" + std::string(python_type(*type)) + "' object has no attribute 'lower'"});
}

bool is_integer_like(const TextNode& node) { return node.is_boolean() || node.is_integer(); }

/// Checks wall_clock_breakdown | flops_profiler.enabled.
void profiler(ConfigWalk& walk) {
  const TextNode* profiler = plain_section(walk, "flops_profiler");
  walk.next_step();
  const TextNode* breakdown = walk.find("wall_clock_breakdown");
  const TextNode* enabled = profiler ? profiler->child("enabled") : nullptr;
  const auto type = [](const TextNode* node) { return std::string(node ? python_type(*node) : "bool"); };
  const std::string issue =
      "unsupported operand type(s) for |: '" + type(breakdown) + "' and '" + type(enabled) + "'";
  const auto refuse = [&](const TextNode* node, std::string_view path) {
    walk.refuse(
        node, path, "TypeError",
        {"not_boolean", std::string(path) + " must be true or false, not " + spelling(walk, *node) + '.',
         "Write true or false.", issue});
  };
  if (breakdown && !is_integer_like(*breakdown)) refuse(breakdown, "wall_clock_breakdown");
  if (enabled && !is_integer_like(*enabled)) refuse(enabled, "flops_profiler.enabled");
}

void autotuning(ConfigWalk& walk) {
  const TextNode* section = plain_section(walk, "autotuning");
  if (!section) return;
  for (const std::string name : {"results_dir", "exps_dir"}) {
    walk.next_step();
    const TextNode* folder = section->child(name);
    if (folder && !truthy(*folder))
      walk.refuse(folder, joined("autotuning", name), "AssertionError",
                  {"empty", "autotuning." + name + " must name a folder.",
                   "Name a folder, or remove the key.", name + " cannot be empty"});
  }
  walk.next_step();
  if (const TextNode* model = section->child("model_info"); model && !model->is_null())
    refuse_attribute(walk, *model, "autotuning.model_info", "get");
}

/// Checks quantize_training; get_quantize_enabled expects the shared parameters directly below
/// compression_training.
void eigenvalue(ConfigWalk& walk) {
  walk.next_step();
  constexpr std::string_view path = "quantize_training";
  constexpr DeepSpeedVersion may_be_absent{0, 19, 3};
  const TextNode* quantize = walk.find("compression_training.shared_parameters.enabled");
  if (!quantize || !truthy(*quantize)) return;
  const TextNode* section = walk.find(path);
  if (walk.version() < may_be_absent && !section)
    return walk.refuse(
        quantize, path, "KeyError",
        {"missing_key", "Quantization is enabled without quantize_training, and DeepSpeed stops.",
         "Add \"quantize_training\": {}.", "'quantize_training'"});
  const bool is_absent = !section || (section->is_null() && walk.version() >= may_be_absent);
  if (is_absent || refuse_attribute(walk, *section, path, "keys")) return;
  const TextNode* eigenvalue = section->child("eigenvalue");
  if (!eigenvalue || refuse_attribute(walk, *eigenvalue, joined(path, "eigenvalue"), "get")) return;
  if (const TextNode* enabled = eigenvalue->child("enabled"); enabled && truthy(*enabled))
    walk.refuse(enabled, "quantize_training.eigenvalue.enabled", "AssertionError",
                {"not_supported", "Eigenvalue based quantization is switched off in DeepSpeed.",
                 "Set quantize_training.eigenvalue.enabled to false.",
                 "Eigenvalue based MoQ is temporarily disabled"});
}

void hybrid_engine(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* section = walk.find("hybrid_engine");
  if (section &&
      !refuse_unpacking(walk, *section, "hybrid_engine", "deepspeed.runtime.config.HybridEngineConfig"))
    check_model(walk, *section, "hybrid_engine");
}

void sparse_attention(ConfigWalk& walk) {
  const TextNode* section = plain_section(walk, "sparse_attention", "keys");
  const TextNode* mode = section ? section->child("mode") : nullptr;
  if (!mode) return;
  constexpr std::array<std::string_view, 5> modes = {"dense", "fixed", "variable", "bigbird", "bslongformer"};
  if (mode->is_string() && std::ranges::find(modes, mode->text) != modes.end()) return;
  walk.refuse(mode, "sparse_attention.mode", "NotImplementedError",
              {"not_allowed",
               "sparse_attention.mode must be dense, fixed, variable, bigbird or bslongformer, not " +
                   spelling(walk, *mode) + '.',
               "Write one of the five.",
               "Given sparsity mode, " + (mode->is_string() ? mode->text : python_repr(*mode)) +
                   ", has not been implemented yet!"});
}

}  // namespace

void optimizer_and_scheduler(ConfigWalk& walk) {
  optimizer_section(walk);
  plain_section(walk, "scheduler", "keys");
}

void tools(ConfigWalk& walk) {
  profiler(walk);
  autotuning(walk);
  eigenvalue(walk);
  hybrid_engine(walk);
  sparse_attention(walk);
  plain_section(walk, "pipeline", "items");
  for (const std::string_view name : {"progressive_layer_drop", "curriculum_learning"})
    if (const TextNode* section = plain_section(walk, name)) require_enabled(walk, *section, name);
}

}  // namespace zp::config_check
