// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The contents of a Python pickle, as data. Reading never imports, calls or instantiates anything.
namespace zp {

enum class PickleKind : std::uint8_t { none, boolean, integer, number, text, list, tuple, dict };

class Pickle;

/// A value in a pickle; the pickle must outlive it. The same container can be in several places, even inside
/// itself, so code that visits it recursively must limit its steps.
class PickleItem {
 public:
  PickleItem() = default;
  [[nodiscard]] PickleKind kind() const { return static_cast<PickleKind>(bits_ & 7u); }
  [[nodiscard]] bool is_list() const { return kind() == PickleKind::list || kind() == PickleKind::tuple; }
  [[nodiscard]] bool is_dict() const { return kind() == PickleKind::dict; }
  /// Returns the number of items of a list or tuple, or of pairs of a dict; 0 for any other kind.
  [[nodiscard]] std::size_t size() const;
  /// Returns an item of a list or tuple. Precondition: i < size().
  [[nodiscard]] PickleItem at(std::size_t i) const;
  /// Returns the value of that key; kind none if the key is missing or this is not a dict. The time grows
  /// with size().
  [[nodiscard]] PickleItem find(std::string_view key) const;
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  /// Returns the text; "" for any other kind.
  [[nodiscard]] std::string_view text() const;
  /// Returns the number of a list, tuple or dict: less than Pickle::containers(), and equal for all
  /// references to the same object.
  [[nodiscard]] std::size_t identity() const { return static_cast<std::size_t>(bits_ >> 3u); }

 private:
  friend class Pickle;
  PickleItem(const Pickle& in, std::uint64_t bits) : in_(&in), bits_(bits) {}
  [[nodiscard]] std::size_t payload() const { return static_cast<std::size_t>(bits_ >> 3u); }

  const Pickle* in_ = nullptr;
  std::uint64_t bits_ = 0;  ///< the kind in the lowest three bits, above them the value or its position
};

/// The contents of a pickle, with 8 bytes for each reference. Objects shared by the writer stay shared.
class Pickle {
 public:
  [[nodiscard]] PickleItem root() const { return {*this, root_}; }
  [[nodiscard]] std::size_t containers() const { return containers_.size(); }
  /// Returns the number of references in all containers. Reading a well-formed file visits each at most once.
  [[nodiscard]] std::size_t references() const { return slots_.size(); }

 private:
  friend class PickleItem;
  friend class PickleReader;

  struct Container {
    std::uint32_t begin = 0, size = 0, capacity = 0;  ///< in slots_; a dict has key, value, key, value …
    std::uint8_t depth = 1;  ///< levels of nesting; the depth of an item counts at the time when it was added
  };

  std::vector<std::uint64_t> slots_;
  std::vector<Container> containers_;
  std::string characters_;                                      ///< characters of all texts
  std::vector<std::pair<std::uint32_t, std::uint32_t>> texts_;  ///< offset and length in characters_
  std::vector<double> numbers_;
  std::uint64_t root_ = 0;
};

}  // namespace zp
