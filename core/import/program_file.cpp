// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/program_file.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "core/import/flagscale.h"
#include "core/import/llm_foundry.h"
#include "core/import/nemo_recipe.h"
#include "core/import/rl2.h"
#include "core/import/roll.h"
#include "core/import/torchtitan.h"
#include "core/text/config_text.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

void flatten(const TextNode& section, const std::string& path, FileKeys& keys) {
  for (const TextNode& child : section.children) {
    std::string key = path + child.key;
    std::ranges::replace(key, '-', '_');
    if (child.is_object() && !child.children.empty()) {
      flatten(child, key + '.', keys);
    } else {
      FileKey& added = keys.emplace_back(FileKey{child, path + child.key});
      added.key = std::move(key);
    }
  }
}

bool has_key(const FileKeys& keys, std::string_view wanted) {
  if (wanted.ends_with(':')) {
    wanted.remove_suffix(1);
    return std::ranges::any_of(keys, [&](const FileKey& key) { return key.key == wanted; });
  }
  const std::string section = std::string(wanted) + '.';
  return std::ranges::any_of(
      keys, [&](const FileKey& key) { return key.key == wanted || key.key.starts_with(section); });
}

/// Returns true if every key of a mark is present. A mark is a list of keys: "model_name_or_path &
/// cutoff_len". A colon behind a key asks for a value instead of a section: "model: & dataset:".
bool has_mark(const FileKeys& keys, std::string_view mark) {
  constexpr std::string_view between = " & ";
  while (true) {
    const std::size_t end = mark.find(between);
    if (!has_key(keys, mark.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    mark.remove_prefix(end + between.size());
  }
}

const ProgramKeyRow* other_name(const ProgramEntry& program, std::string_view key) {
  const auto rows = rows_of(program, key);
  return rows.empty() || rows.front()->as.empty() ? nullptr : rows.front();
}

/// Returns the keys in a value that is a JSON object in a text; empty for another value.
FileKeys keys_in_text(const FileKey& key) {
  FileKeys inner;
  if (!key.is_string() || !key.text.starts_with('{')) return inner;
  const ConfigSource source = read_config_text(key.text);
  if (source.error || !source.root.is_object()) return inner;
  inner = flattened(source.root);
  for (FileKey& found : inner) {
    found.key = key.key + '.' + found.key;
    found.spelling = key.spelling + '.' + found.spelling;
    found.span = key.span;
    found.key_span = key.key_span;
  }
  return inner;
}

}  // namespace

FileKeys flattened(const TextNode& root) {
  FileKeys keys;
  flatten(root, "", keys);
  return keys;
}

const ProgramEntry* program_with(const FileKeys& keys) {
  const ProgramEntry* found = nullptr;  // the last match counts
  for (const ProgramEntry& entry : program_entries())
    if (std::ranges::any_of(entry.marks, [&](const std::string& mark) { return has_mark(keys, mark); }))
      found = &entry;
  return found;
}

const ProgramEntry* program_started_by(std::string_view word) {
  const ProgramEntry* found = nullptr;
  std::size_t longest = 0;
  for (const ProgramEntry& entry : program_entries())
    for (const std::string& start : entry.starts) {
      const bool is_end = word == start || (word.ends_with(start) && word.size() > start.size() &&
                                            word[word.size() - start.size() - 1] == '/');
      if (is_end && start.size() > longest) {
        found = &entry;
        longest = start.size();
      }
    }
  return found;
}

std::vector<const ProgramKeyRow*> rows_of(const ProgramEntry& program, std::string_view key) {
  const ProgramEntry* entry = &program;
  const bool has_rows = !program.extra_keys.empty() || program.base != Program::none;
  if (!has_rows) entry = &entry_of(program_named("hf-trainer"));  // most programs use Trainer's key names
  std::vector<const ProgramKeyRow*> found;
  while (found.empty()) {
    for (const ProgramKeyRow& row : entry->extra_keys)
      if (row.key == key) found.push_back(&row);
    if (entry->base == Program::none) break;
    entry = &entry_of(entry->base);
  }
  return found;
}

void rename_keys(const ProgramEntry& program, FileKeys& keys) {
  FileKeys all;
  for (FileKey& key : keys) {
    FileKeys inner = keys_in_text(key);
    if (inner.empty())
      all.push_back(std::move(key));
    else
      std::ranges::move(inner, std::back_inserter(all));
  }
  if (program.id == "roll") name_roll_worker(all);
  if (program.id == "rl2") name_rl2_worker(all);
  if (program.id == "nemo") name_bridge_keys(all);
  if (program.id == "flagscale") name_flagscale_arguments(all);
  if (program.id == "llm-foundry") name_foundry_times(all);
  constexpr int most_names = 4;
  for (FileKey& key : all)
    for (int i = 0; i < most_names; ++i)
      if (const ProgramKeyRow* row = other_name(program, key.key)) key.key = row->as;
  keys = std::move(all);
  if (program.id == "torchtitan") name_torchtitan_model(keys);
}

const FileKey* find_key(const FileKeys& keys, std::string_view key) {
  const FileKey* found = nullptr;
  for (const FileKey& each : keys)
    if (each.key == key && !each.is_null()) found = &each;
  return found;
}

bool is_on(const FileKeys& keys, std::string_view key) {
  const FileKey* found = find_key(keys, key);
  if (found == nullptr) return false;
  if (const auto number = python::lax_float(*found)) return *number > 0;
  return python::lax_bool(*found).value_or(false);
}

std::int64_t number_at(const FileKeys& keys, std::string_view key) {
  return python::lax_count(find_key(keys, key));
}

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

void remove_key(FileKeys& keys, std::string_view key) {
  // A copy, because `key` may refer to the name of a key that erase_if moves.
  std::erase_if(keys, [name = std::string(key)](const FileKey& each) { return each.key == name; });
}

void remove_section(FileKeys& keys, std::string_view section) {
  std::erase_if(keys, [section](const FileKey& each) { return each.key.starts_with(section); });
}

}  // namespace zp::import_io
