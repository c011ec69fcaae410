// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/model_fields.h"

#include <unordered_map>

#include "core/check/field_values.h"
#include "core/deepspeed/key_names.h"
#include "core/deepspeed/misremembered.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::config_check {
namespace {

std::string_view extra_forbidden(const ConfigWalk& walk) {
  return walk.version() < schema().pydantic_2 ? "extra fields not permitted"
                                              : "Extra inputs are not permitted";
}

/// Returns true if the section has "strict" on: DeepSpeedConfigModel.__init__ takes this name for itself and
/// stops dropping "auto".
bool is_strict(const TextNode& section) {
  const TextNode* strict = section.child("strict");
  return strict && truthy(*strict);
}

std::string fix_of(const ConfigWalk& walk, const SchemaKey& key, const FieldFault& fault) {
  if (fault.code == "not_possible_in_file") return "Remove it.";
  std::string standard = default_of(key, walk.version());
  constexpr std::size_t longest = 40;
  if (standard.empty() || standard == "null" || standard.size() > longest) return "Correct it, or remove it.";
  return "Correct it, or remove it for the default, " + standard + ".";
}

/// Refuses a key that the release does not have. `known` is the key as in another release, or nullptr.
void refuse_unknown(ConfigWalk& walk, const TextNode& child, std::string_view schema_path,
                    const std::string& path, const SchemaKey* known) {
  IssueText issue;
  issue.code = "unknown_key";
  issue.deepspeed_message = extra_forbidden(walk);
  const std::string refusal = ", and refuses the whole file for it.";
  if (known && walk.version() < known->since) {
    issue.code = "key_of_another_version";
    issue.message = "DeepSpeed " + name_of(walk.version()) + " does not know this key, which came with " +
                    name_of(known->since) + refusal;
    issue.fix = "Remove it, or use DeepSpeed " + name_of(known->since) + " or newer.";
  } else if (known && known->removed) {
    issue.code = "key_of_another_version";
    issue.message = "DeepSpeed " + name_of(walk.version()) + " does not know this key, which went with " +
                    name_of(*known->removed) + refusal;
    issue.fix = "Remove it.";
  } else {
    issue.message = "DeepSpeed has no key of this name here, and refuses the whole file for it.";
    const std::string_view instead = instead_of(joined(schema_path, child.key));
    const auto elsewhere = place_elsewhere(child.key, schema_path);
    if (!instead.empty()) {
      issue.fix = instead;
    } else if (elsewhere) {
      issue.fix = move_to(*elsewhere);
    } else {
      issue.fix = walk.suggestion(child.key, schema_path) + "Correct or remove it.";
    }
  }
  walk.refuse_key(child, path, "pydantic", std::move(issue));
}

void check_field(ConfigWalk& walk, const TextNode& section, const TextNode& child,
                 std::string_view schema_path, std::string_view path) {
  const std::string child_path = joined(path, child.key);
  const SchemaKey* key = schema_key(joined(schema_path, child.key));
  const bool known = key && (!key->refused || key->type == "torch.dtype");
  if (!known) return refuse_unknown(walk, child, schema_path, child_path, nullptr);
  if (!known_to(*key, walk.version())) return refuse_unknown(walk, child, schema_path, child_path, key);
  const std::string_view main_name = key_part(key->path);
  if (child.key != main_name && field(section, main_name)) {
    walk.refuse_key(
        child, child_path, "pydantic",
        {"both_names", "This is another name of " + std::string(main_name) + ", which the section has too.",
         "Keep one of the two.", std::string(extra_forbidden(walk))});
    return;
  }
  const bool nested = is_model(walk, key->path);
  if (child.is_null() && key->path == "zero_optimization.leaf_module") return;  // read as {}
  const std::vector<FieldFault> faults =
      field_faults(as_of(*key, walk.version()), child, nested, walk.version());
  for (const FieldFault& fault : faults) {
    const TextNode& place = fault.below.empty() ? child : child.children[std::stoul(fault.below)];
    walk.refuse(&place, fault.below.empty() ? child_path : joined(child_path, fault.below), "pydantic",
                {fault.code,
                 (fault.below.empty() ? child_path : "Each item of " + child_path) + ' ' + fault.requirement +
                     ", not " + spelling(walk, place) + '.',
                 fix_of(walk, *key, fault), fault.pydantic});
  }
  if (!faults.empty() || !nested) return;
  if (child.is_object())
    check_model(walk, child, key->path, child_path);
  else if (const auto members = as_dict(child))
    check_model(walk, *members, key->path, child_path);
}

/// Returns the keys of WeightQuantConfig (deepspeed/inference/config.py), which the schema lists without its
/// fields.
std::vector<SchemaKey> weight_quantization_keys() {
  const auto key = [](std::string_view name, std::string_view type, std::vector<std::string> allowed = {}) {
    SchemaKey made;
    made.path = joined("weight_quantization", name);
    made.type = type;
    made.allowed = std::move(allowed);
    return made;
  };
  return {key("enabled", "bool"),
          key("num_bits", "int"),
          key("q_type", "enum", {"\"asymmetric\"", "\"symmetric\""}),
          key("q_groups", "int"),
          key("quantized_initialization", "object"),
          key("post_init_quant", "object")};
}

}  // namespace

std::string move_to(const std::string& path) {
  return path.find('.') == std::string::npos ? "Move it to the top of the file, as " + path + '.'
                                             : "Move it to " + path + '.';
}

const SchemaKey* schema_key(std::string_view path) {
  static const std::vector<SchemaKey> more = weight_quantization_keys();
  static const auto index = [] {
    std::unordered_map<std::string, const SchemaKey*> map;
    for (const SchemaKey& key : more)
      map.emplace(key.path, &key);
    for (const SchemaKey& key : schema().keys) {
      map.emplace(key.path, &key);
      for (const std::string& alias : key.aliases)
        map.emplace(joined(section_part(key.path), alias), &key);
    }
    return map;
  }();
  const auto found = index.find(std::string(path));
  return found == index.end() ? nullptr : found->second;
}

const TextNode* field(const TextNode& section, std::string_view name) {
  const TextNode* node = section.is_object() ? section.child(name) : nullptr;
  return node && node->is_auto() && !is_strict(section) ? nullptr : node;
}

const TextNode* stage3_field(const TextNode& section, std::string_view name) {
  if (const TextNode* node = field(section, "stage3_" + std::string(name))) return node;
  return field(section, name);
}

bool is_model(const ConfigWalk& walk, std::string_view schema_path) {
  return schema().unknown_keys(schema_path, walk.version()) == UnknownKeys::refused;
}

void check_model(ConfigWalk& walk, const TextNode& section, std::string_view schema_path,
                 std::string_view path) {
  const SchemaSection* known = schema().find_section(schema_path);
  // DeepSpeedConfigModel's __init__ drops "auto" and has a parameter "strict".
  const bool drops_auto = !known || walk.version() >= known->drops_auto_since;
  const bool strict = !drops_auto || is_strict(section);
  for (const TextNode& child : section.children)
    if ((strict || !child.is_auto()) && (!drops_auto || child.key != "strict"))
      check_field(walk, section, child, schema_path, path);
}

bool refuse_unpacking(ConfigWalk& walk, const TextNode& section, std::string_view path,
                      std::string_view model) {
  if (section.is_object()) return false;
  walk.refuse(&section, path, section.is_null() ? "null_section" : "TypeError",
              {section.is_null() ? "null_section" : "not_object",
               std::string(path) + " must be an object, not " + spelling(walk, section) + '.',
               "Write an object in braces, or remove the key.",
               std::string(model) + "() argument after ** must be a mapping, not " +
                   std::string(python_type(section))});
  return true;
}

}  // namespace zp::config_check
