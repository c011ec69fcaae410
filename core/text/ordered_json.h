// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/text/file_error.h"
#include "core/text/text_node.h"

/// JSON whose keys keep their order, read strictly, and reached by dotted paths. For .cpp files and headers
/// that end in _json.h.
namespace zp::text_io {

using Json = nlohmann::ordered_json;

/// The JSON value of `text`. Throws FileError with line and column where it is broken, and with the path of
/// a key that stands twice. Refuses nesting deeper than any file here has, so that nobody's stack overflows
/// on the result.
Json parse_json(std::string_view text);

/// The member `key` of `object`, or nullptr; also nullptr when `object` is no object.
const Json* member(const Json* object, std::string_view key);
/// The value at a dotted path below `root`, or nullptr.
const Json* value_at_path(const Json& root, std::string_view path);
/// Sets a value at a dotted path below `root`, making the objects on the way.
void set_at_path(Json& root, std::string_view path, Json value);
/// Removes it, and the objects on the way that it leaves empty.
void erase_at_path(Json& root, std::string_view path);

/// A number as JSON: whole ones without a fraction.
Json number(double value);
/// The tree of a file as JSON; of repeated keys the last, as a Python dict keeps it.
Json json_of(const TextNode& node);

/// Text without line breaks; what is not UTF-8 becomes text that is, rather than an exception.
std::string one_line(const Json& value);
/// The text of an object, "" for an empty one; and back ({} for "").
std::string text_of(const Json& object);
Json object_of(std::string_view text);

}  // namespace zp::text_io
