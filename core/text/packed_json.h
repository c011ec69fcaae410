// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// JSON in a form that needs no parsing: the program's own files are packed when it is built (zp_embed PACKED
/// in cmake/), other JSON by pack_json.h. Reading it allocates nothing.
namespace zp::text_io {

enum class PackedKind : std::uint8_t { null, boolean, number, text, list, object };

/// One value. Its places are offsets in the document's text and indices of its values.
struct PackedNode {
  PackedKind kind = PackedKind::null;
  double number = 0;                      ///< value of a number; 1 or 0 for a boolean
  std::uint32_t key = 0, key_size = 0;    ///< key of a member of an object
  std::uint32_t text = 0, text_size = 0;  ///< a text itself; the JSON text of a number, boolean or null
  std::uint32_t first = 0, count = 0;     ///< the values in a list or an object, which are stored in a row
};

/// A whole document; its first value is the root.
struct PackedJson {
  std::span<const PackedNode> nodes;
  std::string_view text;
};

/// A value of a document; the document's storage has to outlive it.
class PackedValue {
 public:
  explicit PackedValue(const PackedJson& document) : document_(document) {}

  [[nodiscard]] bool is_boolean() const { return node().kind == PackedKind::boolean; }
  [[nodiscard]] bool is_number() const { return node().kind == PackedKind::number; }
  [[nodiscard]] bool is_text() const { return node().kind == PackedKind::text; }
  [[nodiscard]] bool is_list() const { return node().kind == PackedKind::list; }
  [[nodiscard]] bool is_object() const { return node().kind == PackedKind::object; }

  /// Returns the key of a member of an object; "" for other values.
  [[nodiscard]] std::string_view key() const { return part(node().key, node().key_size); }
  /// Return the value. Each throws std::domain_error, which names the key, if the value is of another kind.
  [[nodiscard]] std::string_view text() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] bool flag() const;
  /// Returns the value as JSON in one line.
  [[nodiscard]] std::string dump() const;

  /// Returns the member of an object; nothing if it is missing or the value is not an object.
  [[nodiscard]] std::optional<PackedValue> member(std::string_view key) const;
  /// Returns the member of an object; throws std::out_of_range, which names the key, if it is missing.
  [[nodiscard]] PackedValue at(std::string_view key) const;

  /// Iterator over the values in a list or an object.
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = PackedValue;
    Iterator() = default;
    Iterator(const PackedJson& document, std::uint32_t index) : document_(document), index_(index) {}
    PackedValue operator*() const { return {document_, index_}; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++index_;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

   private:
    PackedJson document_;
    std::uint32_t index_ = 0;
  };
  [[nodiscard]] std::size_t size() const { return node().count; }
  [[nodiscard]] Iterator begin() const { return {document_, node().first}; }
  [[nodiscard]] Iterator end() const { return {document_, node().first + node().count}; }

 private:
  PackedValue(const PackedJson& document, std::uint32_t index) : document_(document), index_(index) {}

  [[nodiscard]] const PackedNode& node() const { return document_.nodes[index_]; }
  [[nodiscard]] std::string_view part(std::uint32_t from, std::uint32_t size) const {
    return {document_.text.data() + from, size};
  }
  [[noreturn]] void fail(std::string_view wanted) const;

  PackedJson document_;
  std::uint32_t index_ = 0;
};

}  // namespace zp::text_io
