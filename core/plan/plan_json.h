// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "core/plan/fields.h"
#include "core/plan/plan_file.h"

/// Internal to the .cpp files of this folder: JSON whose keys keep their order, and readers that know the
/// path of what they read, so that every error names the key and the fix.
namespace zp::plan_io {

using Json = nlohmann::ordered_json;

/// The JSON value of `text`. Throws PlanError with line and column where it is broken, and with the path of a
/// key that stands twice. Refuses nesting deeper than any plan's, so that nobody's stack overflows on the
/// result.
Json parse_json(std::string_view text);

/// Throws PlanError about `path`; `rest` continues the sentence that the path begins.
[[noreturn]] void fail(std::string_view path, std::string_view rest);

/// What stands there, for a sentence: `the text "two"`, `the number 1.5`, `a list`.
std::string found(const Json& value);

std::int64_t read_count(const Json& value, std::string_view path, const Range& range);
double read_real(const Json& value, std::string_view path, const Range& range);
bool read_flag(const Json& value, std::string_view path);
std::string read_text(const Json& value, std::string_view path);
/// One of `words`, as stored there.
std::string_view read_word(const Json& value, std::string_view path, std::span<const std::string_view> words);
/// The value as a table row's kind and range ask for.
FieldValue read_field(const Json& value, std::string_view path, const Field& field);
/// The index of a preset named by id or by name. `ids` are the known ones.
int read_preset(const Json& value, std::string_view path, const std::vector<std::string>& ids,
                std::string_view what);

/// Throws unless `value` is an object.
const Json& as_object(const Json& value, std::string_view path);
/// The member `key` of `object`, or nullptr; also nullptr when `object` is no object.
const Json* member(const Json* object, std::string_view key);
/// The value at a dotted path below `root`, or nullptr.
const Json* value_at_path(const Json& root, std::string_view path);
/// Sets a value at a dotted path below `root`, making the objects on the way.
void set_at_path(Json& root, std::string_view path, Json value);
/// Removes it, and the objects on the way that it leaves empty.
void erase_at_path(Json& root, std::string_view path);

/// "a.b" from "a" and "b", "b" from "" and "b".
std::string join(std::string_view path, std::string_view key);

/// A number as JSON: whole ones without a fraction.
Json number(double value);
Json to_json(const FieldValue& value);

/// The text of an object, "" for an empty one; and back ({} for "").
std::string text_of(const Json& object);
Json object_of(std::string_view text);

}  // namespace zp::plan_io
