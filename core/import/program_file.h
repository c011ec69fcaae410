// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/programs.h"
#include "core/import/import.h"
#include "core/text/text_node.h"

/// Keys of a program's file or command, and the program that they identify. Internal to this folder.
namespace zp::import_io {

/// A value of a file with its full key ("training.optimizer"). The key may be renamed to another with the
/// same meaning.
struct FileKey : TextNode {
  std::string spelling;                ///< the key as spelled in the file
  ImportPart part = ImportPart::file;  ///< the text that the positions refer to
  bool is_inherited = false;           ///< the key comes from a parent file
};
using FileKeys = std::vector<FileKey>;

/// Returns the values of a tree under dotted keys, lists unsplit. `-` in a key becomes `_`, because programs
/// accept both.
FileKeys flattened(const TextNode& root);

/// Returns the program that has one of these keys as the only program; nullptr if there is none. If several
/// match, the last in the catalog is returned, because programs come after those that they are built on.
const ProgramEntry* program_with(const FileKeys& keys);

/// Returns the program that a word of a command starts ("llamafactory-cli", "scripts/dpo.py"); nullptr for
/// another word.
const ProgramEntry* program_started_by(std::string_view word);

/// Returns the rows of a key in the program's table, or in the nearest table that it is based on; empty if no
/// table has the key.
std::vector<const ProgramKeyRow*> rows_of(const ProgramEntry& program, std::string_view key);

/// Renames synonyms to the key name that the tables use. Expands keys whose value is JSON (`--…_kwargs
/// '{"use_reentrant": false}'`) into the keys in it.
void rename_keys(const ProgramEntry& program, FileKeys& keys);

/// Returns the value under the key; nullptr if it is absent or null. If the key is repeated, the last value
/// counts.
const FileKey* find_key(const FileKeys& keys, std::string_view key);

/// Returns true if a switch is present and on; a number above 0 is on.
bool is_on(const FileKeys& keys, std::string_view key);

/// Returns the count under the key; 0 if there is none.
std::int64_t number_at(const FileKeys& keys, std::string_view key);

/// Returns the product of two counts, saturated at the largest number.
std::int64_t times(std::int64_t a, std::int64_t b);

void remove_key(FileKeys& keys, std::string_view key);
/// Removes the keys whose names begin with `section`.
void remove_section(FileKeys& keys, std::string_view section);

}  // namespace zp::import_io
