// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/parser_steps.h"

/// Checks of data_efficiency (deepspeed/runtime/data_pipeline/config.py).
namespace zp::config_check {
namespace {

constexpr std::string_view sampling_path = "data_efficiency.data_sampling";
constexpr std::string_view routing_path = "data_efficiency.data_routing";

bool is_on(const TextNode& section) {
  const TextNode* enabled = section.child("enabled");
  return enabled && truthy(*enabled);
}

void require_when_on(ConfigWalk& walk, const TextNode& section, const std::string& path,
                     std::string_view name, std::string issue) {
  if (!is_on(section) || section.child(name)) return;
  walk.refuse_key(section, path, "AssertionError",
                  {"missing_key", path + " is enabled without \"" + std::string(name) + "\".",
                   "Add \"" + std::string(name) + "\", or set enabled to false.", std::move(issue)});
}

/// Refuses a value on which Python's int() fails: texts that are not whole numbers, lists, null.
void require_int(ConfigWalk& walk, const TextNode& section, const std::string& path, std::string_view name) {
  const TextNode* node = section.child(name);
  if (!node || node->is_boolean() || node->is_number()) return;
  const bool spells_int = node->is_string() && node->text.find('.') == std::string::npos && lax_int(*node);
  if (spells_int) return;
  walk.refuse(
      node, joined(path, name), node->is_string() ? "ValueError" : "TypeError",
      {"not_integer", joined(path, name) + " must be a whole number, not " + spelling(walk, *node) + '.',
       "Write a whole number, or remove the key.",
       node->is_string() ? "invalid literal for int() with base 10: " + python_repr(*node)
                         : "int() argument must be a string, a bytes-like object or a real number, not '" +
                               std::string(python_type(*node)) + "'"});
}

/// Checks get_dynamic_batching.
void dynamic_batching(ConfigWalk& walk) {
  constexpr DeepSpeedVersion first{0, 16, 5};
  const std::string path = joined(sampling_path, "dynamic_batching");
  const TextNode* section = walk.version() < first ? nullptr : plain_section(walk, path);
  if (!section) return;
  require_int(walk, *section, path, "min_batch_size");
  require_int(walk, *section, path, "max_batch_size");
  walk.next_step();
  require_when_on(walk, *section, path, "max_tokens",
                  "Dynamic batching is enabled, so max_tokens must be specified");
  if (is_on(*section)) require_int(walk, *section, path, "max_tokens");
}

}  // namespace

void data_pipeline(ConfigWalk& walk) {
  const TextNode* section = plain_section(walk, "data_efficiency");
  if (!section) return;
  if (plain_section(walk, sampling_path)) {
    const std::string curriculum = joined(sampling_path, "curriculum_learning");
    if (const TextNode* node = plain_section(walk, curriculum))
      require_when_on(walk, *node, curriculum, "curriculum_metrics",
                      "Curriculum learning is enabled, curriculum_metrics must be specified");
    dynamic_batching(walk);
  }
  if (plain_section(walk, routing_path)) plain_section(walk, joined(routing_path, "random_ltd"));
}

}  // namespace zp::config_check
