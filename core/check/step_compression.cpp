// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/check/parser_steps.h"

/// Checks of compression_training (deepspeed/compression/config.py): the parser's assertions on
/// each technique.
namespace zp::config_check {
namespace {

constexpr std::string_view compression_section = "compression_training";

/// A technique and the parameters that each of its groups must name.
struct Technique {
  std::string_view name, required, second_required;
};
constexpr std::array<Technique, 6> techniques = {{{"weight_quantization", "start_bits", "target_bits"},
                                                  {"activation_quantization", "bits", ""},
                                                  {"sparse_pruning", "dense_ratio", ""},
                                                  {"row_pruning", "dense_ratio", ""},
                                                  {"head_pruning", "dense_ratio", ""},
                                                  {"channel_pruning", "dense_ratio", ""}}};

/// The allowed values of one of a technique's shared parameters.
struct Choice {
  std::string_view technique, key;
  std::array<std::string_view, 3> words;
};
constexpr std::array<Choice, 8> technique_choices = {
    {{"weight_quantization", "quantization_type", {"symmetric", "asymmetric", ""}},
     {"weight_quantization", "rounding", {"nearest", "stochastic", ""}},
     {"activation_quantization", "quantization_type", {"symmetric", "asymmetric", ""}},
     {"activation_quantization", "range_calibration", {"dynamic", "static", ""}},
     {"sparse_pruning", "method", {"l1", "topk", "snip_momentum"}},
     {"row_pruning", "method", {"l1", "topk", ""}},
     {"head_pruning", "method", {"l1", "topk", ""}},
     {"channel_pruning", "method", {"l1", "topk", ""}}}};

void check_choice(ConfigWalk& walk, const TextNode& shared, const std::string& path, const Choice& choice) {
  const TextNode* node = shared.child(choice.key);
  if (!node) return;
  std::string listed;
  for (const std::string_view word : choice.words) {
    if (word.empty()) continue;
    if (node->is_string() && node->text == word) return;
    listed += (listed.empty() ? "" : ", ") + std::string(word);
  }
  walk.refuse(
      node, joined(path, choice.key), "AssertionError",
      {"not_allowed",
       joined(path, choice.key) + " must be one of " + listed + ", not " + spelling(walk, *node) + '.',
       "Write one of these, or remove the key."});
}

/// Checks the numbers that snip_momentum asserts.
void check_snip(ConfigWalk& walk, const TextNode& shared, const std::string& path) {
  const TextNode* method = shared.child("method");
  if (!method || method->text != "snip_momentum") return;
  const auto number = [&](std::string_view name, double standard) {
    const TextNode* node = shared.child(name);
    const auto value = node ? python_number(*node) : std::nullopt;
    return value ? value->value() : standard;
  };
  constexpr double standard_ratio = 0.1, standard_offset = 1000;
  const double ratio = number("dense_ratio", standard_ratio);
  if (!(ratio > 0 && ratio < 1))
    walk.refuse(shared.child("dense_ratio"), joined(path, "dense_ratio"), "AssertionError",
                {"out_of_range", joined(path, "dense_ratio") + " must be between 0 and 1.",
                 "Write a smaller number.", "Invalid dense_ratio value. Must be less than 1"});
  const double offset = number("schedule_offset", standard_offset);
  if (offset > number("schedule_offset_end", offset))
    walk.refuse(shared.child("schedule_offset_end"), joined(path, "schedule_offset_end"), "AssertionError",
                {"out_of_range", joined(path, "schedule_offset_end") + " is below schedule_offset.",
                 "Raise it.", "Invalid schedule_offset and schedule_offset_end values"});
}

void check_shared(ConfigWalk& walk, const TextNode& section, const std::string& section_path,
                  std::string_view technique) {
  const TextNode* shared = section.child("shared_parameters");
  const std::string path = joined(section_path, "shared_parameters");
  if (!shared || refuse_attribute(walk, *shared, path, "get")) return;
  for (const Choice& choice : technique_choices)
    if (choice.technique == technique) check_choice(walk, *shared, path, choice);
  if (technique == "sparse_pruning") check_snip(walk, *shared, path);
  const TextNode* enabled = shared->child("enabled");
  if (technique == "head_pruning" && enabled && truthy(*enabled) && !shared->child("num_heads"))
    walk.refuse_key(*shared, path, "AssertionError",
                    {"missing_key", path + " has no \"num_heads\".", "Add \"num_heads\".",
                     "num_heads must be specified for head pruning"});
}

void check_groups(ConfigWalk& walk, const TextNode& groups, const std::string& path,
                  const Technique& technique) {
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

void check_technique(ConfigWalk& walk, const TextNode& compression, const Technique& technique) {
  const TextNode* section = compression.child(technique.name);
  const std::string path = joined(compression_section, technique.name);
  if (!section || refuse_attribute(walk, *section, path, "keys")) return;
  check_shared(walk, *section, path, technique.name);
  walk.next_step();
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

void compression(ConfigWalk& walk) {
  const TextNode* section = plain_section(walk, compression_section, "keys");
  if (!section) return;
  for (const Technique& technique : techniques) {
    walk.next_step();
    check_technique(walk, *section, technique);
  }
  plain_section(walk, joined(compression_section, "layer_reduction"));
}

}  // namespace zp::config_check
