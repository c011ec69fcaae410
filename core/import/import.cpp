// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/import/import.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/import/import_parts_json.h"
#include "core/plan/plan_file.h"
#include "core/text/text_file.h"

namespace zp {
namespace import_io {
namespace {

/// Line and column of a byte, from 1.
std::pair<int, int> place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t start = before.rfind('\n');
  const std::size_t column = start == std::string_view::npos ? before.size() + 1 : before.size() - start;
  return {static_cast<int>(line), static_cast<int>(column)};
}

constexpr std::array hf_keys = {"model_type", "architectures", "hidden_size",
                                "n_embd",     "d_model",       "text_config"};
constexpr std::array ds_keys = {"zero_optimization",
                                "train_batch_size",
                                "train_micro_batch_size_per_gpu",
                                "gradient_accumulation_steps",
                                "optimizer",
                                "bf16",
                                "fp16",
                                "gradient_clipping"};

bool has_any(const Json& object, const auto& keys) {
  return std::ranges::any_of(keys, [&](const char* key) { return object.contains(key); });
}

/// YAML takes any bytes; what is made of them has to be text.
void require_utf8(std::string_view text) {
  try {
    [[maybe_unused]] const std::string quoted = Json(std::string(text)).dump();
  } catch (const Json::type_error&) {
    throw FileError("", "This is not UTF-8 text; save the file as UTF-8.");
  }
}

bool is_accelerate(const YAML::Node& root) {
  return root.IsMap() &&
         (root["distributed_type"] || root["deepspeed_config"] || root["compute_environment"]);
}

}  // namespace

Json parse(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const auto [line, column] = place_of(text, error.byte > 0 ? error.byte - 1 : 0);
    throw FileError("",
                    "This is no JSON at line " + std::to_string(line) + ", column " + std::to_string(column) +
                        "; a comma, quote or bracket is missing or too many there.",
                    line, column);
  } catch (const Json::out_of_range&) {
    throw FileError("", "A number of this file is larger than any number a computer holds; make it smaller.");
  }
}

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
  require_utf8(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first != std::string_view::npos && text[first] == '{') {
    const Json json = parse(text);
    if (has_any(json, hf_keys)) return ImportKind::hugging_face;
    if (has_any(json, ds_keys)) return ImportKind::ds_config;
    throw FileError(
        "",
        "This is neither a ds_config.json (no zero_optimization, no batch size) nor a Hugging Face "
        "config.json (no model_type, no hidden_size).");
  }
  try {
    if (is_accelerate(YAML::Load(std::string(text)))) return ImportKind::accelerate;
  } catch (const YAML::Exception& error) {
    throw FileError("",
                    "This is no YAML at line " + std::to_string(error.mark.line + 1) + ", column " +
                        std::to_string(error.mark.column + 1) + ": " + error.msg + ".",
                    error.mark.line + 1, error.mark.column + 1);
  }
  throw FileError("", "This is no ds_config.json, accelerate YAML or Hugging Face config.json.");
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
      imported = import_ds_config(parse(file.text), base);
      break;
    case ImportKind::accelerate:
      imported = import_accelerate(file, base);
      break;
    case ImportKind::hugging_face:
      imported = import_hugging_face(parse(file.text), file, base);
      break;
  }
  imported.kind = kind;
  return imported;
}

}  // namespace zp
