// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/text/file_error.h"
#include "core/text/text_node.h"

/// JSON that preserves the order of keys, is parsed strictly, and is accessed by dotted paths. For .cpp files
/// and headers that end in _json.h.
namespace zp::text_io {

using Json = nlohmann::ordered_json;

/// Parses `text`. Throws FileError with line and column if the JSON is malformed, or with the path of a
/// repeated key. Rejects nesting deeper than in any file of this program, so that recursion over the result
/// cannot overflow the stack.
Json parse_json(std::string_view text);

/// Returns the member `key` of `object`, or nullptr; also nullptr if `object` is not an object.
const Json* member(const Json* object, std::string_view key);
/// Returns the value at a dotted path below `root`, or nullptr.
const Json* value_at_path(const Json& root, std::string_view path);
/// Sets a value at a dotted path below `root`, and creates missing objects on the path.
void set_at_path(Json& root, std::string_view path, Json value);
/// Removes the value at a dotted path, and then the objects on the path that become empty.
void erase_at_path(Json& root, std::string_view path);

/// Returns a number as JSON; a whole number has no fraction.
Json number(double value);
/// Returns the tree of a file as JSON; the last of repeated keys counts, as in a Python dict.
Json json_of(const TextNode& node);

/// Returns JSON text without line breaks; replaces bytes that are not UTF-8 instead of throwing.
std::string one_line(const Json& value);
/// Convert between an object and its text; the empty object is "".
std::string text_of(const Json& object);
Json object_of(std::string_view text);

}  // namespace zp::text_io
