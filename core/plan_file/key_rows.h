// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/plan_file/plan_keys.h"

/// The rows from which plan_keys() is built. Internal to *_keys.cpp and plan_keys.cpp.
namespace zp::plan_io {

struct KeyRow {
  std::string_view path = {};
  KeyKind kind = KeyKind::other;        ///< kind of a key without a member
  std::string_view type = {};           ///< unit of a number; other values that the key accepts ("preset id")
  Range range = {};                     ///< range of a number
  std::string_view default_text = {};   ///< default, if it differs from a default-constructed Plan's
  std::string_view deepspeed_key = {};  ///< "" if it follows from the path below `zero` or `deepspeed_config`
  std::string_view enabling_key = {};
  Written written = Written::never;
  bool is_translated = false;
  std::string_view decides = {};
  std::string_view meaning = {};
  std::span<const std::string_view> words = {};  ///< words that a key accepts, if not all of its type
  std::span<const std::string_view> (*listed)() = nullptr;  ///< returns the words of a catalog
  std::string_view listing_command = {};                    ///< command that lists them
  KeyValue (*value)(const Plan&) = nullptr;
  void (*set)(Plan&, const KeyValue&) = nullptr;
};

std::span<const KeyRow> cluster_keys();
std::span<const KeyRow> measured_keys();
/// Returns the rows of types, batch, activations, loss and parallel sizes.
std::span<const KeyRow> training_keys();
/// Returns the rows of adapters, method, program, generation and the models beside the policy.
std::span<const KeyRow> method_keys();
/// Returns the rows of optimizer kernels, loading, saving, framework, evaluation and budget.
std::span<const KeyRow> run_keys();
/// Returns the rows about the training of a vision tower.
std::span<const KeyRow> vision_keys();
std::span<const KeyRow> zero_keys();
/// Returns the rows of deepspeed_config keys that cost bytes and have no key of their own in a plan.
std::span<const KeyRow> carried_keys();

template <class Object, class Member>
constexpr auto& member_of(Object& object, Member member) {
  return object.*member;
}
template <class Object, class Member, class... Rest>
constexpr auto& member_of(Object& object, Member member, Rest... rest) {
  return member_of(object.*member, rest...);
}

template <auto... Members>
KeyValue value_at(const Plan& plan) {
  const auto& member = member_of(plan, Members...);
  using Type = std::remove_cvref_t<decltype(member)>;
  if constexpr (std::is_enum_v<Type>)
    return name_of(member);
  else if constexpr (std::same_as<Type, bool> || std::same_as<Type, double>)
    return member;
  else
    return static_cast<std::int64_t>(member);
}

template <auto... Members>
void set_at(Plan& plan, const KeyValue& value) {
  auto& member = member_of(plan, Members...);
  using Type = std::remove_cvref_t<decltype(member)>;
  if constexpr (std::is_enum_v<Type>)
    member = enum_of<Type>(std::get<std::string_view>(value)).value();
  else if constexpr (std::same_as<Type, bool> || std::same_as<Type, double>)
    member = std::get<Type>(value);
  else
    member = static_cast<Type>(std::get<std::int64_t>(value));
}

/// Returns `row` completed with properties of its Plan member.
template <auto... Members>
constexpr KeyRow key(KeyRow row) {
  using Type = std::remove_cvref_t<decltype(member_of(std::declval<Plan&>(), Members...))>;
  if constexpr (std::is_enum_v<Type>) {
    row.kind = KeyKind::word;
    if (row.words.empty()) row.words = words_of<Type>;
  } else if constexpr (std::same_as<Type, bool>) {
    row.kind = KeyKind::flag;
  } else {
    row.kind = std::same_as<Type, double> ? KeyKind::real : KeyKind::count;
    if (row.type.empty()) row.type = "count";
  }
  row.value = value_at<Members...>;
  row.set = set_at<Members...>;
  return row;
}

}  // namespace zp::plan_io
