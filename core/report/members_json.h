// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace zp {

/// A JSON object written member by member, each key once. An initialiser list copies every value, and `[]`
/// looks through the present keys, which is noticeable in thousands of documents.
class Members {
 public:
  /// Reserves room for `count` members; beyond it the present members move, with a copy of each key.
  explicit Members(std::size_t count = 20) { members().reserve(count); }

  template <class Value>
  Members&& add(std::string_view key, Value&& value) && {
    put(key, std::forward<Value>(value));
    return std::move(*this);
  }
  template <class Value>
  void put(std::string_view key, Value&& value) {
    members().emplace_back(std::string(key), nlohmann::ordered_json(std::forward<Value>(value)));
  }
  [[nodiscard]] nlohmann::ordered_json take() && { return nlohmann::ordered_json(std::move(object_)); }

 private:
  nlohmann::ordered_json::object_t::Container& members() { return object_; }

  nlohmann::ordered_json::object_t object_;
};

}  // namespace zp
