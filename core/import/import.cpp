// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/import/import.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "core/deepspeed/schema.h"
#include "core/import/import_parts_json.h"
#include "core/plan/plan_file.h"
#include "core/text/text_file.h"
#include "core/units/format.h"

namespace zp {
namespace import_io {
namespace {

constexpr std::array hf_keys = {"model_type", "architectures", "hidden_size",
                                "n_embd",     "d_model",       "text_config"};
bool is_hugging_face(const TextNode& root) {
  return std::ranges::any_of(hf_keys, [&](const char* key) { return root.child(key); });
}

bool is_ds_config(const TextNode& root) {
  return std::ranges::any_of(schema().names_in(""), [&](const std::string& key) { return root.child(key); });
}

bool is_accelerate(const YAML::Node& root) {
  return root.IsMap() &&
         (root["distributed_type"] || root["deepspeed_config"] || root["compute_environment"]);
}

/// Broken text, in one sentence with its place.
[[noreturn]] void refuse_text(const ConfigSource& source) {
  const TextPosition place = LineIndex(source.text).position(source.error->offset);
  throw FileError("",
                  "Line " + format_count(place.line) + ", column " + format_count(place.column) + ": " +
                      source.error->message + ' ' + source.error->fix,
                  place.line, place.column);
}

/// By the keys of a text that is JSON or hjson; nothing when it is neither file.
std::optional<ImportKind> kind_of_tree(const ConfigSource& source) {
  if (source.error || !source.root.is_object()) return std::nullopt;
  if (is_hugging_face(source.root)) return ImportKind::hugging_face;
  if (is_ds_config(source.root)) return ImportKind::ds_config;
  return std::nullopt;
}

/// Broken text that cannot be anything else.
bool names_ds_config(std::string_view text) {
  constexpr std::array names = {"\"zero_optimization\"", "\"train_batch_size\"",
                                "\"train_micro_batch_size_per_gpu\""};
  return std::ranges::any_of(names,
                             [&](const char* key) { return text.find(key) != std::string_view::npos; });
}

/// Throws where it is broken.
void require_yaml(const std::string& text) {
  try {
    (void)YAML::Load(text);
  } catch (const YAML::Exception& error) {
    const int line = error.mark.line + 1, column = error.mark.column + 1;
    throw FileError("",
                    "Line " + format_count(line) + ", column " + format_count(column) +
                        ": this is neither JSON nor YAML: " + error.msg + ".",
                    line, column);
  }
}

bool is_accelerate(const std::string& text) {
  try {
    return is_accelerate(YAML::Load(text));
  } catch (const YAML::Exception&) {
    return false;
  }
}

}  // namespace

void note(Imported& imported, std::string code, std::string path, std::string message, std::string fix,
          Severity severity) {
  imported.notes.push_back({severity, std::move(code), std::move(path), std::move(message), std::move(fix)});
}

}  // namespace import_io

std::string_view name_of(ImportKind kind) {
  constexpr std::array<std::string_view, 3> names = {"a ds_config.json", "an accelerate YAML",
                                                     "a Hugging Face config.json"};
  return names[static_cast<std::size_t>(kind)];
}

ImportKind kind_of_import(std::string_view text) {
  using namespace import_io;
  const ConfigSource source = read_config_text(std::string(text));
  if (source.error && source.error->code == "not_utf8") refuse_text(source);
  // hjson takes the lines of a YAML for an object without braces, and YAML takes JSON.
  const bool has_brace = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == text.find('{');
  if (!has_brace && is_accelerate(source.text)) return ImportKind::accelerate;
  if (const auto kind = kind_of_tree(source)) return *kind;
  if (source.error && (has_brace || names_ds_config(text))) refuse_text(source);
  require_yaml(source.text);
  throw FileError("",
                  "This is no ds_config.json (none of its keys is there), no Hugging Face config.json (no "
                  "model_type, no hidden_size) and no accelerate YAML.");
}

bool may_be_ds_config(std::string_view text) {
  try {
    return kind_of_import(text) == ImportKind::ds_config;
  } catch (const FileError&) {
    return import_io::names_ds_config(text);
  }
}

ImportFile read_import_file(const std::string& path) {
  ImportFile file{read_text_file(path), {}, {}};
  const auto beside = [&](const std::string& name) -> std::string {
    if (path == "-" || name.empty()) return "";
    const std::filesystem::path other = std::filesystem::path(path).parent_path() / name;
    return std::filesystem::is_regular_file(other) ? read_text_file(other.string()) : "";
  };
  switch (kind_of_import(file.text)) {
    case ImportKind::hugging_face:
      file.safetensors_index = beside("model.safetensors.index.json");
      break;
    case ImportKind::accelerate:
      file.ds_config = beside(ds_config_named_in(file.text));
      break;
    case ImportKind::ds_config:
      break;
  }
  return file;
}

Imported import_file(const ImportFile& file, const PlanDocument& base) {
  using namespace import_io;
  const ImportKind kind = kind_of_import(file.text);
  Imported imported;
  switch (kind) {
    case ImportKind::ds_config:
      imported = import_ds_config(read_config_text(file.text), base);
      break;
    case ImportKind::accelerate:
      imported = import_accelerate(file, base);
      break;
    case ImportKind::hugging_face:
      imported = import_hugging_face(text_io::parse_json(file.text), file, base);
      break;
  }
  imported.kind = kind;
  return imported;
}

}  // namespace zp
