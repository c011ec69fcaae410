// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <span>

#include "core/catalog/catalog.h"
#include "core/check/engine_rules.h"
#include "core/deepspeed/dtypes.h"
#include "core/text/letters.h"
#include "core/units/format.h"

/// Rules about what only a file can state: keys and values that plans do not have, and sections that are
/// present or absent. Rules that apply to plans too are in core/rules.
namespace zp::config_check {
namespace {

std::string zero_path(std::string_view name) { return joined("zero_optimization", name); }

void retired_keys(ConfigWalk& walk, const Facts& facts) {
  struct RetiredKey {
    std::string_view key, fix;
    bool lost;
  };
  constexpr std::array<RetiredKey, 5> retired = {
      {{"cpu_offload", "Write \"offload_optimizer\": {\"device\": \"cpu\"}.", false},
       {"cpu_offload_param", "Write \"offload_param\": {\"device\": \"cpu\"}.", false},
       {"cpu_offload_use_pin_memory", "Write pin_memory in offload_optimizer or offload_param.", true},
       {"stage3_gather_fp16_weights_on_model_save", "Write stage3_gather_16bit_weights_on_model_save.",
        false},
       {"elastic_checkpoint", "Use universal checkpoints.", true}}};
  for (const auto& [key, fix, lost] : retired) {
    const TextNode* node = field(*facts.zero, key);
    if (!node || (key == "elastic_checkpoint" && (facts.stage != 3 || !is_on(facts.zero, key)))) continue;
    const bool is_off = key.starts_with("cpu_offload") && !is_on(facts.zero, key);
    walk.report_key(lost ? Severity::ignored : Severity::style, *node, zero_path(key),
                    {"retired_key",
                     lost ? "This key is retired, and its value is not used."
                          : "This key is retired; DeepSpeed still reads it.",
                     std::string(is_off ? "Remove it." : fix)});
  }
}

void no_device(ConfigWalk& walk, const TextNode& section, std::string_view path) {
  if (section.child("device")) return;
  walk.report_key(Severity::ignored, section, path,
                  {"no_device", "Without a device nothing is offloaded: the default is none.",
                   "Add \"device\": \"cpu\", or remove the section."});
}

void needs_path(ConfigWalk& walk, const TextNode& section, std::string_view path) {
  const TextNode* folder = field(section, "nvme_path");
  if (folder && !folder->is_null()) return;
  walk.report(
      Severity::fails_later, section.child("device"), path,
      {"no_nvme_path", "device is nvme, but nvme_path is missing.", "Add nvme_path, a folder on the drive."});
}

void offload_sections(ConfigWalk& walk, const Facts& facts) {
  for (const std::string_view name : {"offload_optimizer", "offload_param"}) {
    const TextNode* section = field(*facts.zero, name);
    if (!section || !section->is_object()) continue;
    no_device(walk, *section, zero_path(name));
    const std::string& device = name == "offload_param" ? facts.param_device : facts.optimizer_device;
    if (facts.stage == 3 && device == "nvme") needs_path(walk, *section, zero_path(name));
  }
}

/// Checks that the ranks fill whole nodes (utils/groups.py:672). A plan's ranks always do, those of
/// --world-size may not.
void whole_nodes(ConfigWalk& walk, const Facts& facts) {
  const std::optional<int>& ranks = walk.options().world_size;
  const std::optional<Plan>& plan = walk.options().plan;
  if (facts.stage != 3 || !plan || !ranks || !is_on(facts.zero, "zero_quantized_gradients")) return;
  const int per_node = plan->cluster.gpus_per_node;
  if (*ranks > per_node && *ranks % per_node != 0)
    walk.report(Severity::fails_later, facts.zero->child("zero_quantized_gradients"),
                zero_path("zero_quantized_gradients"),
                {"does_not_divide",
                 "zero_quantized_gradients needs whole nodes of " + format_count(per_node) + " GPUs.",
                 "Use a multiple of " + format_count(per_node) + " ranks."});
}

/// Reports overlap_comm switched off at stage 3, where it is on by default; otherwise every layer waits for
/// its weights (zero/config.py:382-386). For plans, core/advice reports it with its cost.
void overlap(ConfigWalk& walk, const Facts& facts) {
  const TextNode* node = field(*facts.zero, "overlap_comm");
  const bool alone = walk.options().world_size == 1;
  if (facts.stage != 3 || alone || !node || lax_bool(*node).value_or(true)) return;
  walk.report(
      Severity::slow, node, zero_path("overlap_comm"),
      {"no_overlap",
       "With overlap_comm off, communication does not overlap with computation: all of it adds to the step.",
       "Set it to true, the default at stage 3, or leave it off while debugging only."});
}

void weights_saved(ConfigWalk& walk, const Facts& facts) {
  if (facts.stage != 3 || !walk.for_trainer()) return;
  const TextNode* gather = stage3_field(*facts.zero, "gather_16bit_weights_on_model_save");
  if (!gather) gather = field(*facts.zero, "stage3_gather_fp16_weights_on_model_save");
  const TextNode* stated = facts.zero->child("stage3_gather_16bit_weights_on_model_save");
  if ((gather && lax_bool(*gather).value_or(true)) || (stated && stated->is_auto())) return;
  walk.report(Severity::style, gather ? gather : facts.zero->child("stage"),
              zero_path("stage3_gather_16bit_weights_on_model_save"),
              {"no_weights_saved",
               "At stage 3 Trainer saves no usable weights without it: accelerate raises ValueError, a ZeRO "
               "checkpoint is written instead, and push_to_hub uploads no weights.",
               "Set stage3_gather_16bit_weights_on_model_save to true."});
}

/// Checks data_types.grad_accum_dtype (engine.py:1495).
void accumulation_type(ConfigWalk& walk) {
  constexpr std::string_view path = "data_types.grad_accum_dtype";
  const TextNode* type = walk.find(path);
  if (!type || type->is_null() || (type->is_auto() && walk.for_trainer())) return;
  if (!type->is_string() || dtype_named(type->text).empty())
    walk.report(Severity::fails_later, type, path,
                {"not_allowed",
                 "data_types.grad_accum_dtype must be fp32, fp16 or bf16, not " + spelling(walk, *type) + '.',
                 "Write \"fp32\", \"fp16\" or \"bf16\"."});
}

/// DeepSpeed's optimizer names that the schema does not describe (runtime/config.py, DEEPSPEED_OPTIMIZERS).
constexpr std::array<std::string_view, 3> mu_names = {"muadam", "muadamw", "musgd"};
/// Classes of torch.optim, which are found by exact name.
constexpr std::array<std::string_view, 15> torch_names = {
    "Adadelta", "Adafactor", "Adagrad", "Adam",    "AdamW", "Adamax", "ASGD",      "LBFGS",
    "Muon",     "NAdam",     "RAdam",   "RMSprop", "Rprop", "SGD",    "SparseAdam"};

bool is_named(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Reports an unknown optimizer type (engine.py:1691-1694).
void unknown_type(ConfigWalk& walk, const Facts& facts) {
  std::vector<std::string> known;
  for (const OptimizerSchema& optimizer : schema().optimizers)
    known.push_back(optimizer.type);
  const std::vector<std::string> near = similar_ids(facts.optimizer_type, known, 1);
  walk.report(Severity::fails_later, walk.find("optimizer.type"), "optimizer.type",
              {"unknown_optimizer",
               "Neither DeepSpeed nor torch.optim has an optimizer named " + facts.optimizer_type + '.',
               (near.empty() ? "" : "Did you mean " + near.front() + "? ") + "Write AdamW, for instance."});
}

void optimizer_type(ConfigWalk& walk, const Facts& facts) {
  if (facts.optimizer_type.empty()) return;
  const OptimizerSchema* optimizer = schema().find_optimizer(facts.optimizer_type);
  const bool is_mu =
      std::ranges::any_of(mu_names, [&](std::string_view name) { return facts.optimizer_is(name); });
  const bool is_torch = is_named(torch_names, facts.optimizer_type);
  // SGD and RMSprop are torch's, whose names are case-sensitive.
  const bool torch_only = optimizer && (optimizer->type == "SGD" || optimizer->type == "RMSprop");
  if (!is_mu && !is_torch && (!optimizer || torch_only)) unknown_type(walk, facts);
}

/// Reports a scheduler without params, which the engine unpacks (engine.py:1609-1610). Exports always write
/// them.
void schedule_without_parameters(ConfigWalk& walk) {
  const TextNode* section = walk.find("scheduler");
  const TextNode* type = walk.find("scheduler.type");
  const TextNode* params = walk.find("scheduler.params");
  if (type && type->is_string() && (!params || params->is_null()))
    walk.report_key(Severity::fails_later, *section, "scheduler",
                    {"missing_key", "A scheduler without params stops DeepSpeed.", "Add \"params\": {…}."});
}

}  // namespace

void file_rules(ConfigWalk& walk, const Facts& facts) {
  accumulation_type(walk);
  schedule_without_parameters(walk);
  optimizer_type(walk, facts);
  if (!facts.zero) return;
  retired_keys(walk, facts);
  offload_sections(walk, facts);
  whole_nodes(walk, facts);
  weights_saved(walk, facts);
  overlap(walk, facts);
}

}  // namespace zp::config_check
