// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/catalog/own_presets.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/letters.h"
#include "core/text/ordered_json.h"

/// Readers of JSON that know the path of what they read, so that every error names the key and the fix.
/// Internal to the .cpp files of this folder.
namespace zp::plan_io {

using namespace text_io;

/// Throws FileError about `path`; `rest` continues the sentence that the path begins.
[[noreturn]] void fail(std::string_view path, std::string_view rest);

/// Describes the value for a sentence: `the text "two"`, `the number 1.5`, `a list`.
std::string found(const Json& value);

std::int64_t read_count(const Json& value, std::string_view path, const Range& range);
double read_real(const Json& value, std::string_view path, const Range& range);
bool read_flag(const Json& value, std::string_view path);
std::string read_text(const Json& value, std::string_view path);
/// Returns the entry of `words` that `value` equals; the view is into `words`.
std::string_view read_word(const Json& value, std::string_view path, std::span<const std::string_view> words);
/// Reads the value of a key that has `value` and `set`, by the kind and range of its row.
KeyValue read_key(const Json& value, std::string_view path, const PlanKey& key);
/// A plan file that is read, and the presets that are offered beside those that it brings along.
struct PlanSource {
  const Json& root;
  const Catalog& presets;
};
/// Returns a preset named by id or by name: one that the plan file brings along, else one that is offered.
AnyPreset read_preset(const PlanSource& source, std::string_view path, const Json& value, PresetKind kind);

/// Returns `value`. Throws FileError unless it is an object.
const Json& as_object(const Json& value, std::string_view path);
Json to_json(const KeyValue& value);

}  // namespace zp::plan_io
