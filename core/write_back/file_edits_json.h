// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/import.h"
#include "core/text/ordered_json.h"

/// Positions of values in the texts of an import, and edits to those texts. Internal to this folder.
namespace zp::write_back_io {

enum class Syntax : std::uint8_t { yaml, json, toml, python, shell };

/// Returns the text of that part; "" for ImportPart::none.
const std::string& text_of(const ImportFile& file, ImportPart part);
std::string& text_of(ImportFile& file, ImportPart part);
/// Returns the syntax of a text, detected as in the import.
Syntax syntax_of(const std::string& text);

/// A change to one of the texts.
struct FileEdit {
  ImportPart part = ImportPart::file;
  TextSpan span;                    ///< empty to insert
  std::string replacement;          ///< includes the line end or blank that an insertion needs
  std::string path = {}, key = {};  ///< keys of the plan and of the file
  std::string before = {}, after = {};
};
/// Edits that are made together, in any order.
using FileEdits = std::vector<FileEdit>;

/// Returns the file after the edits; nullopt if two edits overlap.
std::optional<ImportFile> with_edits(ImportFile file, FileEdits edits);

/// Returns the span of a key's value, without the character after it; empty if the key has no replaceable
/// value.
TextSpan value_span(const ImportFile& file, const ReadKey& key);

/// Returns the edits that insert a key after `anchor`, a key of the same section; empty if the syntax does
/// not allow it there. `name` is the key without its section; a flag is an option without a value.
FileEdits addition_behind(const ImportFile& file, const ReadKey& anchor, const std::string& name,
                          const text_io::Json& value, bool is_flag = false);
/// Returns the edits that remove an option without a value from a command; empty for any other key.
FileEdits removal_of_flag(const ImportFile& file, const ReadKey& key);

}  // namespace zp::write_back_io
