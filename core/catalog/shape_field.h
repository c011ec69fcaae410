// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/text/words.h"
#include "core/units/range.h"

/// One row of a table of a shape's features. `Architecture` and `VisionTower` each have such a table, with
/// which catalog and plan file read and write them.
namespace zp {

/// Reads and writes an enumeration of a shape by its words.
template <class Shape>
struct WordOf {
  std::span<const std::string_view> words = {};
  std::string_view (*value)(const Shape&) = nullptr;
  void (*set)(Shape&, std::string_view word) = nullptr;  ///< one of `words`
};

/// One feature of a shape. Exactly one of `count`, `flag` and `word` is set.
template <class Shape>
struct FieldOf {
  std::string_view key;  ///< key below model.architecture or model.vision
  std::int64_t Shape::*count = nullptr;
  bool Shape::*flag = nullptr;
  WordOf<Shape> word = {};
  Range range = {0, 1e8};              ///< range of a count
  bool is_required = false;            ///< the key must be stated
  std::string_view default_text = {};  ///< default, if it depends on other keys
  std::string_view other_name = {};    ///< the feature's name in other programs
  bool is_always_written = false;      ///< written even if it equals the default
  std::string_view meaning = {};       ///< one sentence
};

template <class Shape, auto Member>
constexpr WordOf<Shape> word_field() {
  using Enum = std::remove_cvref_t<decltype(Shape().*Member)>;
  return {words_of<Enum>, [](const Shape& shape) { return name_of(shape.*Member); },
          [](Shape& shape, std::string_view text) { shape.*Member = enum_of<Enum>(text).value(); }};
}

}  // namespace zp
