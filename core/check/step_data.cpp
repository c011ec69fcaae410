// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/parser_steps.h"

/// data_efficiency (deepspeed/runtime/data_pipeline/config.py).
namespace zp::config_check {
namespace {

constexpr std::string_view sampling_path = "data_efficiency.data_sampling";
constexpr std::string_view routing_path = "data_efficiency.data_routing";

bool is_on(const TextNode& section) {
  const TextNode* enabled = section.child("enabled");
  return enabled && truthy(*enabled);
}

void require_when_on(Walk& walk, const TextNode& section, const std::string& path, std::string_view name,
                     std::string said) {
  if (!is_on(section) || section.child(name)) return;
  walk.refuse_key(section, path, "AssertionError",
                  {"missing_key", path + " is enabled without \"" + std::string(name) + "\".",
                   "Add \"" + std::string(name) + "\", or set enabled to false.", std::move(said)});
}

}  // namespace

void data_pipeline(Walk& walk) {
  const TextNode* section = plain_section(walk, "data_efficiency");
  if (!section) return;
  if (plain_section(walk, sampling_path)) {
    const std::string curriculum = joined(sampling_path, "curriculum_learning");
    if (const TextNode* node = plain_section(walk, curriculum))
      require_when_on(walk, *node, curriculum, "curriculum_metrics",
                      "Curriculum learning is enabled, curriculum_metrics must be specified");
    const std::string batching = joined(sampling_path, "dynamic_batching");
    if (const TextNode* node = plain_section(walk, batching))
      require_when_on(walk, *node, batching, "max_tokens",
                      "Dynamic batching is enabled, so max_tokens must be specified");
  }
  if (plain_section(walk, routing_path)) plain_section(walk, joined(routing_path, "random_ltd"));
}

}  // namespace zp::config_check
