// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/import.h"
#include "core/text/ordered_json.h"

/// Places of values in the texts of an import, and edits there. Internal to this folder.
namespace zp::write_back_io {

enum class Syntax : std::uint8_t { yaml, json, toml, python, shell };

/// Returns the text of the part; "" for none.
const std::string& text_of(const ImportFile& file, ImportPart part);
std::string& text_of(ImportFile& file, ImportPart part);
/// Returns the syntax of a text, as the import reads it.
Syntax syntax_of(const std::string& text);

/// A change of one text.
struct FileEdit {
  ImportPart part = ImportPart::file;
  TextSpan span;                    ///< empty to insert
  std::string replacement;          ///< with the line end or the blank that an insertion needs
  std::string path = {}, key = {};  ///< of the plan and of the file
  std::string before = {}, after = {};
};
/// Edits that belong together, in any order.
using FileEdits = std::vector<FileEdit>;

/// Returns the file with the edits; nothing if two overlap.
std::optional<ImportFile> with_edits(ImportFile file, FileEdits edits);

/// Returns the place of the value of a key, from its first to behind its last character; an empty span if it
/// has none that can be replaced.
TextSpan value_span(const ImportFile& file, const ReadKey& key);

/// Returns the edits that add a key behind `anchor`, a key of the same section; empty if the syntax has no
/// place for it there. `name` is the key without its section; a flag is an option without a value.
FileEdits addition_behind(const ImportFile& file, const ReadKey& anchor, const std::string& name,
                          const text_io::Json& value, bool is_flag = false);
/// Returns the edit that takes an option without a value out of a command; empty for anything else.
FileEdits removal_of_flag(const ImportFile& file, const ReadKey& key);

}  // namespace zp::write_back_io
