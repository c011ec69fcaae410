// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/program_yaml.h"

#include <utility>

#include "core/text/file_error.h"
#include "core/text/toml_tree.h"
#include "core/text/yaml_tree.h"

namespace zp::import_io {

std::optional<ProgramYaml> program_yaml(const std::string& text) {
  ProgramYaml file;
  try {
    file.root = looks_like_toml(text) ? read_toml(text) : read_yaml(text);
  } catch (const FileError&) {
    return std::nullopt;
  }
  if (!file.root.is_object()) return std::nullopt;
  file.keys = flattened(file.root);
  file.program = program_with(file.keys);
  return file.program != nullptr ? std::optional(std::move(file)) : std::nullopt;
}

}  // namespace zp::import_io
