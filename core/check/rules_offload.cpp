// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/check/engine_rules.h"
#include "core/units/format.h"

namespace zp::config_check {
namespace {

constexpr std::string_view optimizer_path = "zero_optimization.offload_optimizer";
constexpr std::string_view param_path = "zero_optimization.offload_param";

const TextNode* section_of(const Facts& facts, std::string_view name) {
  const TextNode* section = facts.zero ? field(*facts.zero, name) : nullptr;
  return section && section->is_object() ? section : nullptr;
}

std::optional<double> number_in_section(const TextNode& section, std::string_view name) {
  const TextNode* node = field(section, name);
  return node ? lax_float(*node) : std::nullopt;
}

void no_device(Walk& walk, const TextNode& section, std::string_view path) {
  if (section.child("device")) return;
  walk.tell_key(Severity::ignored, section, path,
                {"no_device", "Without a device nothing is offloaded: the default is none.",
                 "Add \"device\": \"cpu\", or remove the section."});
}

void needs_path(Walk& walk, const TextNode& section, std::string_view path) {
  const TextNode* folder = field(section, "nvme_path");
  if (folder && !folder->is_null()) return;
  walk.tell(
      Severity::fails_later, section.child("device"), path,
      {"no_nvme_path", "device is nvme, but nvme_path is missing.", "Add nvme_path, a folder on the drive."});
}

/// stage3.py:311; swap_tensor/pipelined_optimizer_swapper.py:215
void optimizer_on_stage_3(Walk& walk, const Facts& facts, const TextNode& section) {
  const auto ratio = number_in_section(section, "ratio");
  if (ratio && *ratio < 1 && !facts.optimizer_type.empty() && !facts.is_deepspeed_adam())
    walk.tell(Severity::fails_later, section.child("ratio"), joined(optimizer_path, "ratio"),
              {"needs_cpu_adam", "ratio below 1 works only with DeepSpeed's own CPU Adam.",
               "Use Adam or AdamW, or remove ratio."});
  if (facts.optimizer_device != "nvme") return;
  needs_path(walk, section, optimizer_path);
  if (walk.options().plan) return;  // size_rules knows whether there are several sub-groups to pipeline
  const int pipelines = int{is_on(&section, "pipeline_read")} + int{is_on(&section, "pipeline_write")};
  constexpr double buffers_of_adam = 4;
  constexpr double standard_count = 4;
  const double needed = buffers_of_adam * (1 + pipelines);
  const double count = number_in_section(section, "buffer_count").value_or(standard_count);
  if (pipelines == 0 || count >= needed || !(facts.optimizer_is("adam") || facts.optimizer_is("adamw")))
    return;
  const TextNode* node = section.child("buffer_count");
  walk.tell(Severity::fails_later, node ? node : section.child("device"),
            joined(optimizer_path, "buffer_count"),
            {"too_few_buffers", "Adam with these pipelines needs " + format_number(needed) + " buffers.",
             "Set buffer_count to " + format_number(needed) + '.'});
}

void optimizer_section(Walk& walk, const Facts& facts) {
  const TextNode* section = section_of(facts, "offload_optimizer");
  if (section) no_device(walk, *section, optimizer_path);
  if (!facts.offloads_optimizer()) return;
  if (facts.stage == 0) {  // engine.py:2108, ops/adam/cpu_adam.py
    walk.tell(Severity::fails_later, section ? section->child("device") : field(*facts.zero, "cpu_offload"),
              optimizer_path,
              {"offload_without_zero",
               "At stage 0 the optimizer of the CPU gets tensors of the GPU, and the first step fails.",
               "Set stage to 1, 2 or 3, or remove offload_optimizer."});
    return;
  }
  if (!section) return;
  const TextNode* device = section->child("device");
  if (facts.stage < 3 && facts.optimizer_device == "nvme")  // stage_1_and_2.py:186
    walk.tell(Severity::ignored, device, joined(optimizer_path, "device"),
              {"nvme_means_cpu", "At stage 1 and 2 nvme means cpu; nothing is written to the drive.",
               "Write cpu, or use stage 3."});
  else if (facts.stage == 3)
    optimizer_on_stage_3(walk, facts, *section);
}

void param_section(Walk& walk, const Facts& facts) {
  const TextNode* section = section_of(facts, "offload_param");
  if (!section) return;
  no_device(walk, *section, param_path);
  if (facts.param_device == "none") return;
  if (facts.stage < 3) {  // zero/config.py:157
    walk.tell_key(
        Severity::ignored, *section, param_path,
        {"needs_stage_3", "offload_param does nothing below stage 3.", "Set stage to 3, or remove it."});
    return;
  }
  if (facts.param_device != "nvme") return;
  needs_path(walk, *section, param_path);
  constexpr double standard_count = 5, standard_size = 1e8;
  constexpr double much = 8e9;  // pinned on every rank
  const double element = facts.fp16 || facts.bf16 ? 2 : 4;
  const double pinned = number_in_section(*section, "buffer_count").value_or(standard_count) *
                        number_in_section(*section, "buffer_size").value_or(standard_size) * element;
  if (pinned < much) return;  // swap_tensor/partitioned_param_swapper.py:104-131
  constexpr double most = 9e18;
  const TextNode* size = section->child("buffer_size");
  walk.tell(
      Severity::wasteful, size ? size : section->child("buffer_count"), joined(param_path, "buffer_size"),
      {"large_buffers",
       "Every rank pins " + format_bytes(Bytes(static_cast<std::int64_t>(std::min(pinned, most)))) +
           " of host memory: buffer_count × buffer_size elements of " + format_number(element) + " bytes.",
       "Lower buffer_size to the largest tensor's share of one rank; the default is 100000000."});
}

/// compile/init_z3.py:93-150
void compiled_offload(Walk& walk, const Facts& facts) {
  const TextNode* compile = walk.find("compile");
  if (!is_on(compile, "deepcompile")) return;
  const auto tell = [&](std::string_view name, std::string message) {
    walk.tell(Severity::fails_later, compile->child(name), joined("compile", name),
              {"two_offloads", std::move(message), "Keep one of the two."});
  };
  if (is_on(compile, "offload_opt_states") && facts.offloads_optimizer())
    tell("offload_opt_states", "compile.offload_opt_states does not work with offload_optimizer.");
  const bool others =
      facts.offloads_optimizer() || facts.offloads_param() || is_on(compile, "offload_opt_states");
  for (const std::string_view name : {"offload_activation", "offload_parameters"})
    if (is_on(compile, name) && others)
      tell(name, "compile." + std::string(name) + " does not work with another offload.");
}

}  // namespace

void offload_rules(Walk& walk, const Facts& facts) {
  optimizer_section(walk, facts);
  param_section(walk, facts);
  compiled_offload(walk, facts);
}

/// runtime/zenflow/engine.py:28-69, zenflow_stage_1_and_2.py:69-110
void zenflow_rules(Walk& walk, const Facts& facts) {
  const TextNode* zenflow = section_of(facts, "zenflow");
  if (!zenflow || facts.stage == 0) return;
  constexpr std::string_view path = "zero_optimization.zenflow";
  if (facts.stage < 3 && facts.optimizer_device != "cpu")
    walk.tell_key(Severity::fails_later, *zenflow, path,
                  {"zenflow_needs_offload", "ZenFlow needs offload_optimizer to the CPU.",
                   "Add \"offload_optimizer\": {\"device\": \"cpu\"}."});
  if (is_on(zenflow, "offload") && !walk.derived.overlap_comm.value_or(false))
    walk.tell(Severity::fails_later, zenflow->child("offload"), joined(path, "offload"),
              {"zenflow_needs_overlap", "zenflow.offload needs overlap_comm.", "Set overlap_comm to true."});
  const TextNode* strategy = field(*zenflow, "select_strategy");
  const TextNode* select = field(*zenflow, "select_interval");
  const TextNode* update = field(*zenflow, "update_interval");
  const bool chooses = !strategy || strategy->is_auto();
  const auto interval = [](const TextNode* node) {
    return node && !node->is_string() ? lax_int(*node) : std::nullopt;
  };
  if (chooses && interval(select))
    walk.tell(Severity::fails_later, select, joined(path, "select_interval"),
              {"interval_with_auto", "With select_strategy auto, select_interval must be auto too.",
               "Remove it, or choose step or epoch."});
  if (!chooses && !interval(select))
    walk.tell(Severity::fails_later, strategy, joined(path, "select_interval"),
              {"no_interval", "select_strategy " + strategy->text + " needs a select_interval.",
               "Add a whole number."});
  if (!chooses && strategy->text == "step" && interval(select) != 0.0 && interval(select) &&
      interval(update) && *interval(select) < *interval(update))
    walk.tell(Severity::fails_later, select, joined(path, "select_interval"),
              {"interval_too_short", "select_interval is below update_interval.", "Raise it."});
  if (interval(update))
    walk.tell(Severity::style, update, joined(path, "update_interval"),
              {"sets_accumulation", "ZenFlow makes this number the engine's gradient_accumulation_steps.",
               "Keep the two equal."});
}

}  // namespace zp::config_check
