// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/text/file_error.h"
#include "core/text/text_node.h"

/// JSON whose keys keep their order, read strictly, and addressed by dotted paths. For .cpp files and headers
/// that end in _json.h.
namespace zp::text_io {

using Json = nlohmann::ordered_json;

/// Returns the JSON value of `text`. Throws FileError with line and column if it is broken, and with the path
/// of a key that appears twice. Refuses nesting deeper than any file here has, so that no recursion over the
/// result overflows the stack.
Json parse_json(std::string_view text);

/// Returns the member `key` of `object`, or nullptr; also nullptr if `object` is not an object.
const Json* member(const Json* object, std::string_view key);
/// Returns the value at a dotted path below `root`, or nullptr.
const Json* value_at_path(const Json& root, std::string_view path);
/// Sets a value at a dotted path below `root` and makes the objects on the way.
void set_at_path(Json& root, std::string_view path, Json value);
/// Removes the value at a dotted path, and the objects on the way that it leaves empty.
void erase_at_path(Json& root, std::string_view path);

/// Returns a number as JSON; whole numbers have no fraction.
Json number(double value);
/// Returns the tree of a file as JSON; of repeated keys the last one counts, as in a Python dict.
Json json_of(const TextNode& node);

/// Returns text without line breaks; bytes that are not UTF-8 are replaced and throw no exception.
std::string one_line(const Json& value);
/// Return the text of an object, "" for an empty one; and the object of a text, {} for "".
std::string text_of(const Json& object);
Json object_of(std::string_view text);

}  // namespace zp::text_io
