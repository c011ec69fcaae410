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

/// The keys of a program's file or command, and the program that they belong to. Internal to this folder.
namespace zp::import_io {

/// A value of a file under its whole key ("training.optimizer"), which may get the name of another key with
/// its meaning.
struct FileKey : TextNode {
  std::string said;                  ///< the key as the file has it
  ImportPart of = ImportPart::file;  ///< the text that the places are in
  bool is_inherited = false;         ///< of a file that this one inherits from
};
using FileKeys = std::vector<FileKey>;

/// Returns the values of a tree, those of sections under dotted keys; `-` in a key counts as `_`, as programs
/// take both. Lists stay whole.
FileKeys flattened(const TextNode& root);

/// Returns the program that has a key among these that no other has; nullptr if none does. Of several, the
/// last of the catalog counts, because it stands behind those that it is built on.
const ProgramEntry* program_with(const FileKeys& keys);

/// Returns the program that a word of a command starts ("llamafactory-cli", "scripts/dpo.py"); nullptr for
/// another word.
const ProgramEntry* program_started_by(std::string_view word);

/// Returns the rows of a key in the program, or in the nearest one below it; empty if none reads it.
std::vector<const ProgramKeyRow*> rows_of(const ProgramEntry& program, std::string_view key);

/// Gives keys that are other names for one the name of that one. Keys that hold JSON (`--…_kwargs
/// '{"use_reentrant": false}'`) become the keys in it.
void rename_keys(const ProgramEntry& program, FileKeys& keys);

/// Returns the value under the key; nullptr if it is absent or null. The last of several counts.
const FileKey* find_key(const FileKeys& keys, std::string_view key);

/// Returns true if a switch is there and on; a number is on above 0.
bool is_on(const FileKeys& keys, std::string_view key);

/// Returns the count under the key; 0 if there is none.
std::int64_t number_at(const FileKeys& keys, std::string_view key);

/// Returns the product of two counts, or the largest number if the product is larger.
std::int64_t times(std::int64_t a, std::int64_t b);

void remove_key(FileKeys& keys, std::string_view key);
/// Removes the keys whose names begin so.
void remove_section(FileKeys& keys, std::string_view section);

}  // namespace zp::import_io
