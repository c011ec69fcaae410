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

/// JSON readers that know the path of each value, so that every error names the key and the fix. Internal to
/// the .cpp files of this folder.
namespace zp::plan_io {

using namespace text_io;

/// Throws FileError for `path`; `rest` is the rest of the sentence after the path.
[[noreturn]] void fail(std::string_view path, std::string_view rest);

/// Describes a value in a sentence: `the text "two"`, `the number 1.5`, `a list`.
std::string found(const Json& value);

std::int64_t read_count(const Json& value, std::string_view path, const Range& range);
double read_real(const Json& value, std::string_view path, const Range& range);
bool read_flag(const Json& value, std::string_view path);
std::string read_text(const Json& value, std::string_view path);
/// Returns the entry of `words` that equals `value`, as a view into `words`.
std::string_view read_word(const Json& value, std::string_view path, std::span<const std::string_view> words);
/// Reads a key that has `value` and `set`, using its row's kind and range.
KeyValue read_key(const Json& value, std::string_view path, const PlanKey& key);
/// A plan file that is being read, and the presets available in addition to its own.
struct PlanSource {
  const Json& root;
  const Catalog& presets;
};
/// Returns the preset with that id or name, from the plan file itself or from the available presets.
AnyPreset read_preset(const PlanSource& source, std::string_view path, const Json& value, PresetKind kind);

/// Returns `value`; throws FileError unless it is an object.
const Json& as_object(const Json& value, std::string_view path);
Json to_json(const KeyValue& value);

}  // namespace zp::plan_io
