// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/dsconfig/parser_steps.h"

/// compression_training (deepspeed/compression/config.py): what the parser asserts of each technique.
namespace zp::config_check {
namespace {

constexpr std::string_view section_name = "compression_training";

/// A technique, what each of its groups must name, and the words its type keys may hold.
struct Technique {
  std::string_view name, required, second_required;
};
constexpr std::array<Technique, 6> techniques = {{{"weight_quantization", "start_bits", "target_bits"},
                                                  {"activation_quantization", "bits", ""},
                                                  {"sparse_pruning", "dense_ratio", ""},
                                                  {"row_pruning", "dense_ratio", ""},
                                                  {"head_pruning", "dense_ratio", ""},
                                                  {"channel_pruning", "dense_ratio", ""}}};

void check_groups(Walk& walk, const TextNode& groups, const std::string& path, const Technique& technique) {
  for (const TextNode& group : groups.children) {
    const TextNode* params = group.child("params");
    const std::string group_path = joined(path, group.key);
    if (!params) {
      walk.refuse_key(group, group_path, "KeyError",
                      {"missing_key", "This group has no \"params\".", "Add \"params\".", "'params'"});
      continue;
    }
    for (const std::string_view name : {technique.required, technique.second_required})
      if (!name.empty() && !params->child(name))
        walk.refuse_key(*params, joined(group_path, "params"), "AssertionError",
                        {"missing_key", "This group has no \"" + std::string(name) + "\".",
                         "Add \"" + std::string(name) + "\"."});
  }
}

void check_technique(Walk& walk, const TextNode& compression, const Technique& technique) {
  const TextNode* section = compression.child(technique.name);
  const std::string path = joined(section_name, technique.name);
  if (!section || refuse_attribute(walk, *section, path, "keys")) return;
  const TextNode* groups = section->child("different_groups");
  if (!groups) {
    const TextNode* enabled = section->find("shared_parameters.enabled");
    const bool on = enabled && truthy(*enabled);
    walk.refuse_key(*section, path, on ? "AssertionError" : "KeyError",
                    {"missing_key", path + " has no \"different_groups\".", "Add \"different_groups\": {}.",
                     on ? "" : "'different_groups'"});
    return;
  }
  const std::string groups_path = joined(path, "different_groups");
  if (!refuse_attribute(walk, *groups, groups_path, "items"))
    check_groups(walk, *groups, groups_path, technique);
}

}  // namespace

void compression(Walk& walk) {
  const TextNode* section = plain_section(walk, section_name, "keys");
  if (!section) return;
  for (const Technique& technique : techniques) {
    walk.next_step();
    check_technique(walk, *section, technique);
  }
}

}  // namespace zp::config_check
