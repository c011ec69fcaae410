// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/run/pickle_reader.h"

/// Pickles written by hand, opcode by opcode.
namespace zp::test {

/// Returns the lowest `count` bytes of `value`, the lowest first.
inline std::string little_endian(std::uint64_t value, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i)
    bytes += static_cast<char>(value >> (8 * i) & 0xFFu);
  return bytes;
}
inline std::string text_bytes(const std::string& text) { return "X" + little_endian(text.size(), 4) + text; }
inline std::string integer_bytes(std::int64_t value) {
  return "\x8a\x08" + little_endian(static_cast<std::uint64_t>(value), 8);
}
inline std::string list_bytes(const std::vector<std::string>& items) {
  std::string bytes = "](";
  for (const std::string& item : items)
    bytes += item;
  return bytes + "e";
}
inline std::string dict_bytes(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string bytes = "}(";
  for (const auto& [key, value] : pairs)
    bytes += text_bytes(key) + value;
  return bytes + "u";
}
/// Returns a pickle of protocol 4 around the opcodes of one value.
inline std::string pickle_of(const std::string& value) { return "\x80\x04" + value + "."; }

inline Pickle read_bytes(const std::string& bytes, const PickleLimits& limits = {}) {
  std::istringstream in(bytes);
  return read_pickle(in, limits);
}

/// Returns the sentence with which `action` fails; "" if it does not fail.
template <class Action>
std::string refusal_of(const Action& action) {
  try {
    action();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

inline std::string pickle_refusal(const std::string& bytes, const PickleLimits& limits = {}) {
  return refusal_of([&] { read_bytes(bytes, limits); });
}
inline void compare_sentence(const std::string& sentence, const std::string& expected) {
  QVERIFY2(sentence.find(expected) != std::string::npos,
           ("'" + sentence + "' lacks '" + expected + "'").c_str());
}

inline std::string repeated_bytes(const std::string& bytes, int count) {
  std::string all;
  for (int i = 0; i < count; ++i)
    all += bytes;
  return all;
}

/// Returns the path of a file in tests/data/snapshots.
inline std::string snapshot_path(const std::string& name) { return ZP_TEST_DATA "/snapshots/" + name; }
inline std::string snapshot_bytes(const std::string& name) {
  std::ifstream file(snapshot_path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace zp::test
