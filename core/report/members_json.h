// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace zp {

/// A JSON object written member by member, each key once: an initialiser list copies every value, and `[]`
/// looks through the keys there are, which shows where thousands of documents are written.
class Members {
 public:
  /// Room for `count` members: those that are there move with a copy of each key where it is too little.
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
