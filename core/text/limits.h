// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// How much of a file nobody trusts is read before it is refused or cut: every limit on size, depth and count
/// of what readers take. Each is far beyond what honest files hold and small enough that reading to it takes
/// a second or two and less than a GiB; tests/core/text/limits_test.cpp asks each.
namespace zp {

/// Bytes of a plan, a configuration, or one line of a stream of plans.
inline constexpr std::size_t largest_text_file = std::size_t{16} << 20;
/// Bytes of a run's log.
inline constexpr std::size_t largest_log = std::size_t{64} << 20;

/// Strict JSON: objects and lists in one another; values in all; keys of one object, in which looking one up
/// takes time in proportion.
inline constexpr int deepest_json = 32;
inline constexpr std::size_t most_json_values = 1'000'000;
inline constexpr std::size_t most_json_keys = 1'000;

/// Hjson and YAML: objects and lists in one another (Python's recursion limit stops hjson at about 490), and
/// values in one file, a hundred times what the longest real ones hold.
inline constexpr int deepest_config = 200;
inline constexpr std::size_t most_config_values = 20'000;

/// YAML: characters other than letters, digits and blanks that are read before the next value is known, ten
/// for each value that a file may have. Within brackets the library keeps a token or two of some hundred
/// bytes for each of them until the bracket is closed.
inline constexpr std::size_t most_yaml_marks = 10 * most_config_values;

/// A shell script: bytes that its variables' values take where they are filled in; later ones stay names.
inline constexpr std::size_t most_filled_in = std::size_t{1} << 20;

/// A log: of a longer line each piece of this length is read by itself, so that no line costs more than its
/// length; 20 steps on 1,000 ranks come to fewer observations; every rank of the largest runs has a message
/// that memory ran out; a longer traceback loses its first calls.
inline constexpr std::size_t longest_log_piece = std::size_t{64} << 10;
inline constexpr std::size_t most_observations = 200'000;
inline constexpr std::size_t most_messages = 20'000;
inline constexpr std::size_t most_log_ranks = 65'536;
inline constexpr std::size_t most_traceback_frames = 64;

/// A pickle: a quarter of a million events with stacks of sixty frames, in about a second and half a GiB of
/// memory.
struct PickleLimits {
  std::uint64_t bytes = std::uint64_t{256} << 20;
  std::uint64_t opcodes = std::uint64_t{32} << 20;
  std::uint64_t references = std::uint64_t{16} << 20;  ///< in all containers together
  std::uint64_t containers = std::uint64_t{2} << 20;
  std::uint64_t memo = std::uint64_t{8} << 20;
  std::uint64_t stack = std::uint64_t{2} << 20;  ///< values that wait for their container
  std::uint64_t text = std::uint64_t{64} << 20;  ///< bytes of all texts together
  std::uint64_t one_text = std::uint64_t{1} << 20;
  std::uint64_t depth = 64;  ///< containers in containers, and marks in marks
};

/// A memory snapshot: devices of a computer, different frames of a program, keys of what describes one thing,
/// which has a dozen and is searched again and again.
inline constexpr std::size_t most_snapshot_devices = 1024;
inline constexpr std::size_t most_snapshot_frames = std::size_t{1} << 20;
inline constexpr std::size_t most_snapshot_keys = 64;

}  // namespace zp
