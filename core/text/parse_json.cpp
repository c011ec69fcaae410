// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/text/json_error.h"
#include "core/text/letters.h"
#include "core/text/limits.h"
#include "core/text/ordered_json.h"

namespace zp::text_io {
namespace {

/// Builds the value and rejects repeated keys, which the library's own builder would accept silently.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  bool null() override { return put(nullptr), true; }
  bool boolean(bool value) override { return put(value), true; }
  bool number_integer(number_integer_t value) override { return put(value), true; }
  bool number_unsigned(number_unsigned_t value) override { return put(value), true; }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return put(value), true; }
  bool string(string_t& value) override { return put(std::move(value)), true; }
  bool binary(binary_t& /*value*/) override { return false; }  // occurs only in binary formats

  bool start_object(std::size_t /*elements*/) override {
    Json& made = put(Json::object());
    open_.push_back({&made, {}, {}});
    return true;
  }
  bool start_array(std::size_t /*elements*/) override {
    Json& made = put(Json::array());
    open_.push_back({&made, {}, {}});
    return true;
  }
  bool end_object() override { return open_.pop_back(), true; }
  bool end_array() override { return open_.pop_back(), true; }

  bool key(string_t& value) override {
    Open& object = open_.back();
    object.key = std::move(value);
    if (!object.keys.insert(object.key).second)
      refuse("appears twice in the same object; remove one of the two.");
    if (object.keys.size() > most_json_keys)
      refuse("is one of more than a thousand keys in one object; remove some.");
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    throw json_error(text_, position, error.what());
  }

  Json take() { return std::move(root_); }

 private:
  struct Open {
    Json* value;
    std::string key;
    std::unordered_set<std::string> keys;
  };

  template <class Value>
  Json& put(Value&& value) {
    if (++values_ > most_json_values)
      refuse("is one of more than a million values, which no file has; remove some.");
    if (open_.empty()) return root_ = std::forward<Value>(value);
    Json& parent = *open_.back().value;
    if (parent.is_array()) return parent.emplace_back(std::forward<Value>(value));
    // Accesses the members directly, because insertion through the map would search all keys for a duplicate,
    // which `key` has excluded.
    Json::object_t::Container& members = parent.get_ref<Json::object_t&>();
    members.emplace_back(open_.back().key, std::forward<Value>(value));
    return members.back().second;
  }

  [[noreturn]] void refuse(std::string_view rest) const {
    const std::string at = path();
    throw FileError(at, (at.empty() ? "The text" : at) + ' ' + std::string(rest));
  }

  /// Returns the path of the value or key being parsed; a list counts a value only after it is added.
  [[nodiscard]] std::string path() const {
    std::string path;
    for (const Open& open : open_) {
      const bool is_innermost = &open == &open_.back();
      path = joined(path, open.value->is_array() ? std::to_string(open.value->size() - (is_innermost ? 0 : 1))
                                                 : open.key);
    }
    return path;
  }

  std::string_view text_;
  Json root_;
  std::vector<Open> open_;
  std::size_t values_ = 0;
};

/// Returns the first offset at which the nesting exceeds the limit, or npos. Brackets inside strings do not
/// count.
std::size_t too_deep(std::string_view text) {
  int depth = 0;
  bool is_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_string) {
      if (c == '\\') ++i;
      if (c == '"') is_string = false;
    } else if (c == '"') {
      is_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > deepest_json) return i;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return std::string_view::npos;
}

}  // namespace

Json parse_json(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw FileError("", "The text is empty; give the file you meant.");
  if (const std::size_t at = too_deep(text); at != std::string_view::npos)
    throw error_at(
        text, at,
        "nested deeper than " + std::to_string(deepest_json) + " levels, which no file is; remove some.");
  Builder builder(text);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

}  // namespace zp::text_io
