// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/issue_fixes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/check/field_values.h"
#include "core/check/model_fields.h"
#include "core/deepspeed/key_names.h"
#include "core/deepspeed/misremembered.h"
#include "core/text/json_text.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::config_fix {
namespace {

/// The member an issue is about, and the object that holds it.
struct Member {
  const TextNode* object = nullptr;
  std::size_t index = 0;
  std::string section;
  [[nodiscard]] const TextNode& node() const { return object->children[index]; }
};

std::optional<Member> member_of(const ConfigSource& config, const Finding& issue) {
  Member member;
  member.section = section_part(issue.path);
  member.object = config.root.find(member.section);
  if (!member.object || !member.object->is_object()) return std::nullopt;
  const std::string_view key = key_part(issue.path);
  for (std::size_t i = 0; i < member.object->children.size(); ++i) {
    const TextNode& node = member.object->children[i];
    if (node.key != key || (node.key_span != issue.place.span && node.span != issue.place.span)) continue;
    member.index = i;
    return member;
  }
  return std::nullopt;
}

using Fix = std::optional<IssueFix>;

Fix remove(const ConfigSource& config, const Member& member) {
  return IssueFix{"Removed " + joined(member.section, member.node().key) + '.',
                  removal(config, *member.object, member.index)};
}

/// Returns the fix that renames a member; nullopt if the object already has a key of that name.
Fix rename(const Member& member, const std::string& name) {
  if (member.object->child(name)) return std::nullopt;
  return IssueFix{"Renamed " + joined(member.section, member.node().key) + " to " + name + '.',
                  {renaming(member.node(), name)},
                  joined(member.section, name)};
}

/// Returns the fix that writes a loss scale as a power: 65536 becomes initial_scale_power 16. nullopt if it
/// is not a power of 2.
Fix scale_to_power(const Member& member) {
  const TextNode& node = member.node();
  constexpr std::string_view name = "initial_scale_power";
  const auto scale = static_cast<std::uint64_t>(
      node.is_number() && node.number >= 1 && node.number < 1e18 ? node.number : 0);
  if (!std::has_single_bit(scale) || static_cast<double>(scale) != node.number || member.object->child(name))
    return std::nullopt;
  const std::string power = std::to_string(std::countr_zero(scale));
  return IssueFix{"Wrote fp16.initial_loss_scale as initial_scale_power, 2^" + power + '.',
                  {renaming(node, name), {node.span, power}},
                  joined(member.section, name)};
}

/// Returns the whole number in a text, which a later round writes as a number; nullopt for other values.
std::optional<double> whole_number_in(const TextNode& node) {
  const auto number = node.is_string() ? python::lax_float(node) : std::nullopt;
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (!number || std::trunc(*number) != *number || std::abs(*number) > exact) return std::nullopt;
  return number;
}

bool suits(const SchemaKey& key, const TextNode& value) {
  if (value.is_auto() || (key.is_integer() && whole_number_in(value))) return true;
  return config_check::field_faults(key, value, schema().is_section(key.path)).empty();
}

/// Returns the fix that moves a key to where DeepSpeed reads it, so that it takes effect; nullopt if there is
/// a value already or a comment would be lost.
Fix move(const ConfigSource& config, const Finding& issue, const Member& member, const std::string& path) {
  const TextNode& node = member.node();
  const std::string name(key_part(path)), section(section_part(path));
  const TextNode* target = config.root.find(section);
  const std::string value = config.text.substr(node.span.begin, node.span.size());
  IssueFix fix{"Moved " + joined(member.section, node.key) + " to " + path + '.',
               removal(config, *member.object, member.index)};
  if (fix.edits.empty() || (target && target->child(name))) return std::nullopt;
  fix.key = target ? path : section;
  fix.activates_key = issue.severity != Severity::refused;
  if (target && target->is_object() && !target->children.empty()) {
    fix.edits.push_back(addition(config, *target, name, value));
  } else if (!target && section.find('.') == std::string::npos) {
    fix.edits.push_back(addition(config, config.root, section, "{" + json_string(name) + ": " + value + "}"));
  } else {
    return std::nullopt;
  }
  return fix;
}

/// Returns the fix of a key misspelt by at most two letters, if exactly one name is that similar, is unused,
/// and accepts the value. At the top level, where DeepSpeed refuses no key, names such as "_optimizer" and
/// "optimizer2" are considered disabled on purpose.
Fix unknown_key(const ConfigSource& config, const Finding& issue, const Member& member) {
  if (const auto path = config_check::place_elsewhere(member.node().key, member.section);
      path && config_check::instead_of(issue.path).empty())
    return move(config, issue, member, *path);
  const bool is_ignored = issue.severity != Severity::refused;
  if (is_ignored && !member.section.empty()) return std::nullopt;
  if (issue.path == "fp16.initial_loss_scale") return scale_to_power(member);
  constexpr std::size_t most_edits = 2, shortest = 5;
  const std::string& key = member.node().key;
  if (key.size() < shortest) return std::nullopt;
  std::string found;
  for (const std::string& name : schema().names_in(member.section)) {
    if (edit_distance(key, name, most_edits) > most_edits) continue;
    if (!found.empty()) return std::nullopt;
    found = name;
  }
  if (found.empty() || config_check::field(*member.object, found)) return std::nullopt;
  const SchemaKey* schema_key = config_check::schema_key(joined(member.section, found));
  const bool is_right =
      schema_key
          ? !schema_key->refused && suits(*schema_key, member.node())
          : member.node().is_object();  // only for such a section is the schema's list of keys complete
  if (!is_right) return std::nullopt;
  if (is_ignored && key.find(found) != std::string::npos) return std::nullopt;
  Fix fix = rename(member, found);
  if (fix) fix->activates_key = is_ignored;
  return fix;
}

/// Returns the whole part of a size with a fraction, from Trainer's 0.9·hidden² in old releases; nullopt for
/// other sizes.
std::optional<double> cut_off(double size) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (std::trunc(size) == size || size < 1 || size > exact) return std::nullopt;
  return std::trunc(size);
}

/// Returns the fix that writes the number as an integer: "5e8" is 500000000.
Fix not_integer(const ConfigSource&, const Finding&, const Member& member) {
  const TextNode& node = member.node();
  const auto number = node.is_number() ? cut_off(node.number) : whole_number_in(node);
  if (!number) return std::nullopt;
  const std::string text = json_number(static_cast<std::int64_t>(*number));
  return IssueFix{"Wrote " + joined(member.section, node.key) + " as the number " + text + '.',
                  {{node.span, text}}};
}

/// Returns the fix that writes a number given as text, in the same spelling if JSON allows it. A text with a
/// pair of numbers is left alone.
Fix parameter_not_number(const ConfigSource& config, const Finding& issue, const Member& member) {
  const TextNode& node = member.node();
  if (node.key == "betas") return std::nullopt;
  if (Fix whole = not_integer(config, issue, member)) return whole;
  const auto number = node.is_string() ? python::lax_float(node) : std::nullopt;
  if (!number || !std::isfinite(*number)) return std::nullopt;
  const std::string text = number_in(node.text) ? node.text : json_number(*number);
  return IssueFix{"Wrote " + joined(member.section, node.key) + " as the number " + text + '.',
                  {{node.span, text}}};
}

Fix not_number(const ConfigSource&, const Finding& issue, const Member& member) {
  if (issue.path != "fp16.loss_scale" || member.node().text != "dynamic") return std::nullopt;
  return IssueFix{"Set fp16.loss_scale to 0, which adapts itself.", {{member.node().span, "0"}}};
}

Fix retired_key(const ConfigSource& config, const Finding&, const Member& member) {
  const TextNode& node = member.node();
  if (node.key == "cpu_offload_use_pin_memory") return remove(config, member);
  if (node.key == "stage3_gather_fp16_weights_on_model_save")
    return rename(member, "stage3_gather_16bit_weights_on_model_save");
  if (node.key != "cpu_offload" && node.key != "cpu_offload_param") return std::nullopt;
  if (!python::lax_bool(node).value_or(false)) return remove(config, member);
  const std::string name = node.key == "cpu_offload" ? "offload_optimizer" : "offload_param";
  if (member.object->child(name)) return std::nullopt;
  return IssueFix{"Wrote " + node.key + " as " + name + '.',
                  {renaming(node, name), {node.span, "{\"device\": \"cpu\"}"}},
                  joined(member.section, name)};
}

Fix retired_format(const ConfigSource&, const Finding&, const Member& member) {
  const TextNode& node = member.node();
  return IssueFix{"Wrote zero_optimization as an object.",
                  {{node.span, std::string("{\"stage\": ") + (node.boolean ? "1}" : "0}")}}};
}

/// Returns the fix that moves max_grad_norm to gradient_clipping; nullopt if the latter has another value.
Fix max_grad_norm(const ConfigSource& config, const Finding&, const Member& member) {
  const TextNode& norm = member.node();
  const TextNode* clipping = config.root.child("gradient_clipping");
  if (clipping && (!clipping->is_number() || clipping->number != norm.number)) return std::nullopt;
  IssueFix fix{"Moved optimizer.params.max_grad_norm to gradient_clipping.",
               removal(config, *member.object, member.index)};
  if (fix.edits.empty()) return std::nullopt;
  if (!clipping) {
    fix.key = "gradient_clipping";
    fix.edits.push_back(
        addition(config, config.root, fix.key, config.text.substr(norm.span.begin, norm.span.size())));
  }
  return fix;
}

Fix remove_it(const ConfigSource& config, const Finding&, const Member& member) {
  return remove(config, member);
}

/// Returns the fix that removes a retired key if its replacement states the same.
Fix retired_beside_new(const ConfigSource& config, const Finding&, const Member& member) {
  const TextNode& old = member.node();
  const bool on = python::lax_bool(old).value_or(false);
  if (old.key == "cpu_offload" || old.key == "cpu_offload_param") {
    const TextNode* section =
        member.object->child(old.key == "cpu_offload" ? "offload_optimizer" : "offload_param");
    const TextNode* device = section ? section->child("device") : nullptr;
    return device && device->text == (on ? "cpu" : "none") ? remove(config, member) : std::nullopt;
  }
  const TextNode* gather = config_check::stage3_field(*member.object, "gather_16bit_weights_on_model_save");
  return gather && python::lax_bool(*gather) == on ? remove(config, member) : std::nullopt;
}

/// Returns the fix that removes the second of two equal members.
Fix duplicate_key(const ConfigSource& config, const Finding&, const Member& member) {
  const auto spelled = [&](const TextNode& node) {
    return config.text.substr(node.span.begin, node.span.size());
  };
  for (const TextNode& other : member.object->children)
    if (other.key == member.node().key && spelled(other) != spelled(member.node())) return std::nullopt;
  return remove(config, member);
}

struct FixRule {
  std::string_view code;
  Fix (*make)(const ConfigSource&, const Finding&, const Member&);
};
constexpr std::array<FixRule, 14> rules = {{{"unknown_key", unknown_key},
                                            {"not_integer", not_integer},
                                            {"warm_up_not_whole", not_integer},
                                            {"parameter_not_number", parameter_not_number},
                                            {"not_number", not_number},
                                            {"retired_key", retired_key},
                                            {"retired_format", retired_format},
                                            {"max_grad_norm", max_grad_norm},
                                            {"without_effect", remove_it},
                                            {"contiguous_gradients_forced", remove_it},
                                            {"prefetch_is_sequential", remove_it},
                                            {"overridden_by_elasticity", remove_it},
                                            {"deprecated_and_new_together", retired_beside_new},
                                            {"duplicate_key", duplicate_key}}};

/// Returns the node whose key or value has exactly this span; nullptr if there is none.
const TextNode* node_at(const TextNode& node, TextSpan span) {
  if (node.span == span || node.key_span == span) return &node;
  for (const TextNode& child : node.children)
    if (const TextNode* found = node_at(child, span)) return found;
  return nullptr;
}

}  // namespace

std::optional<IssueFix> fix_of(const ConfigSource& config, const Finding& issue) {
  const std::optional<Member> member = member_of(config, issue);
  if (!member) return std::nullopt;
  for (const FixRule& rule : rules)
    if (rule.code == issue.code) {
      Fix fix = rule.make(config, issue, *member);
      return fix && !fix->edits.empty() ? std::move(fix) : std::nullopt;
    }
  return std::nullopt;
}

std::optional<IssueFix> fix_of(const ConfigSource& config, const LenientPlace& place) {
  switch (place.kind) {
    case Leniency::trailing_comma:
      return IssueFix{"Removed a comma before a closing bracket.", {{place.span, ""}}};
    case Leniency::missing_comma:
      return IssueFix{"Added a comma.", {{place.span, ","}}};
    case Leniency::byte_order_mark:
      return IssueFix{"Removed the byte order mark.", {{place.span, ""}}};
    case Leniency::unquoted_key:
    case Leniency::unquoted_string:
    case Leniency::single_quotes: {
      const TextNode* node = node_at(config.root, place.span);
      if (!node) return std::nullopt;
      const bool is_key = node->key_span == place.span;
      const std::string_view word = is_key ? std::string_view() : python::json_word_of(node->text);
      if (!word.empty() && place.kind == Leniency::unquoted_string)  // its comma is reported as missing
        return IssueFix{"Wrote Python's word as " + std::string(word) + '.',
                        {{place.span, std::string(word)}}};
      return IssueFix{"Wrote double quotes.", {{place.span, json_string(is_key ? node->key : node->text)}}};
    }
    case Leniency::comment:
    case Leniency::no_braces:
    case Leniency::not_a_number:
      break;
  }
  return std::nullopt;
}

}  // namespace zp::config_fix
