// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/embedded_config.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/import/accelerate_tree.h"
#include "core/import/python_script.h"
#include "core/text/file_error.h"
#include "core/text/yaml_tree.h"

namespace zp {
namespace {

/// A key under which a program stores its ds_config, as an object or a file name.
struct ConfigLocation {
  std::string path;
  std::string_view program;
};
const std::array<ConfigLocation, 5> places = {{
    // axolotl, utils/schemas/config.py; LLaMA-Factory and TRL: TrainingArguments.deepspeed of transformers
    {"deepspeed", trainer_programs},
    {"deepspeed_config", trainer_programs},  // a section is accelerate's
    // lightning, pytorch/strategies/deepspeed.py (DeepSpeedStrategy), in a file of its command line
    {"strategy.init_args.config", "Lightning"},
    {"trainer.strategy.init_args.config", "Lightning"},
    {"trainer.strategy.config", "Lightning"},
}};

EmbeddedConfig of_program(const ConfigLocation& place, TextNode root) {
  EmbeddedConfig found{place.program, place.path, {}, {}, std::move(root), {}};
  const TextNode* node = found.root.find(place.path);
  if (node->is_string()) found.file = node->text;
  // LLMForge of Anyscale: deepspeed: {config_path: …}
  const TextNode* const named = node->child("config_path");
  if (named != nullptr && named->is_string()) found.file = named->text;
  if (node->is_object() && found.file.empty()) found.config.root = *node;
  return found;
}

/// Returns the place in the section that holds Trainer's arguments, "training.deepspeed", in a file of
/// somebody's own program; nullopt if no section names a ds_config or contains one.
std::optional<ConfigLocation> place_in_section(const TextNode& root) {
  for (const TextNode& section : root.children) {
    const bool is_of_trainer = section.child("per_device_train_batch_size") != nullptr ||
                               section.child("gradient_accumulation_steps") != nullptr;
    const TextNode* const node = is_of_trainer ? section.child("deepspeed") : nullptr;
    if (node == nullptr) continue;
    const TextNode* const named = node->child("config_path");
    const bool is_name =
        (node->is_string() && node->text.ends_with(".json")) || (named != nullptr && named->is_string());
    if (is_name || node->child("zero_optimization") != nullptr)
      return ConfigLocation{section.key + ".deepspeed", trainer_programs};
  }
  return std::nullopt;
}

/// Returns true for accelerate's files, where deepspeed_config is a section; in other programs' files it is a
/// file name.
bool is_accelerate(const TextNode& root) {
  const TextNode* section = root.child("deepspeed_config");
  return (section != nullptr && !section->is_string()) || root.child("distributed_type") ||
         root.child("compute_environment");
}

EmbeddedConfig of_accelerate(TextNode root) {
  EmbeddedConfig found{accelerate_program, "deepspeed_config", {}, {}, std::move(root), {}};
  const TextNode* section = found.root.child("deepspeed_config");
  // accelerate also writes an empty section into files of other types (accelerate
  // commands/config/cluster.py).
  const TextNode* const type = found.root.child("distributed_type");
  const bool is_of_other_type = type != nullptr && type->is_string() && type->text != "DEEPSPEED";
  if (section == nullptr || !section->is_object() || is_of_other_type) return found;
  if (const TextNode* named = section->child("deepspeed_config_file"); named && named->is_string())
    found.file = named->text;
  if (found.file.empty()) found.config.root = import_io::accelerate_tree(*section, found.root);
  return found;
}

}  // namespace

std::optional<EmbeddedConfig> embedded_config(const std::string& text) {
  if (text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == text.find('{')) return std::nullopt;
  std::optional<TextNode> root = yaml_mapping(text);
  if (!root) return std::nullopt;
  const auto kept = std::ranges::find_if(places, [&](const ConfigLocation& place) {
    const TextNode* node = root->find(place.path);
    const bool is_ours = node != nullptr && node->child("enable_deepspeed") == nullptr;  // Oumi's own keys
    const bool may_be_section = place.path != "deepspeed_config";
    return is_ours && ((node->is_object() && may_be_section) || (node->is_string() && !node->text.empty()));
  });
  const std::optional<ConfigLocation> in_section =
      kept == std::end(places) ? place_in_section(*root) : std::nullopt;
  std::optional<EmbeddedConfig> found;
  if (in_section)
    found = of_program(*in_section, std::move(*root));
  else if (kept != std::end(places))
    found = of_program(*kept, std::move(*root));
  else if (is_accelerate(*root))
    found = of_accelerate(std::move(*root));
  if (found) found->config.text = text;
  return found;
}

std::optional<EmbeddedConfig> config_in_script(const std::string& text) {
  std::optional<import_io::PythonScript> script = import_io::python_script(text);
  if (!script) return std::nullopt;
  const TextNode* config = script->root.child("deepspeed");
  if (config == nullptr || (!config->is_object() && !config->is_string())) return std::nullopt;
  EmbeddedConfig found = of_program({"deepspeed", python_programs}, std::move(script->root));
  found.config.text = text;
  found.defaults = std::move(script->defaults);
  return found;
}

ConfigSource config_in(std::string text) {
  std::optional<EmbeddedConfig> embedded = embedded_config(text);
  if (!embedded) return read_config_text(std::move(text));
  if (!embedded->file.empty())
    throw FileError(embedded->path, "This YAML keeps its ds_config in " + embedded->file + " (" +
                                        embedded->path + "); give that file instead.");
  if (!embedded->config.root.is_object())
    throw FileError("deepspeed_config", "The file has no deepspeed_config; it does not start DeepSpeed.");
  return std::move(embedded->config);
}

}  // namespace zp
