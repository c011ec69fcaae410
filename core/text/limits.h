// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// Limits on size, depth and count of untrusted files, for all readers; beyond them a file is refused or cut.
/// Each is far above what honest files hold, and small enough that reading up to it takes a second or two and
/// less than a GiB; tests/core/text/limits_test.cpp checks each.
namespace zp {

/// Bytes of a plan, a configuration, or one line of a stream of plans.
inline constexpr std::size_t largest_text_file = std::size_t{16} << 20;
/// Bytes that are kept of a run's log: half of its start, half of its end; and bytes that it may have.
inline constexpr std::size_t largest_log = std::size_t{64} << 20;
inline constexpr std::size_t largest_long_file = std::size_t{4} << 30;

/// Strict JSON: nesting depth of objects and lists; number of all values; number of keys of one object, in
/// which a look-up takes time in proportion.
inline constexpr int deepest_json = 32;
inline constexpr std::size_t most_json_values = 1'000'000;
inline constexpr std::size_t most_json_keys = 1'000;

/// Hjson and YAML: nesting depth of objects and lists (Python's recursion limit stops hjson at about 490),
/// and values in one file, a hundred times as many as the longest real ones hold.
inline constexpr int deepest_config = 200;
inline constexpr std::size_t most_config_values = 20'000;

/// YAML: characters other than letters, digits and blanks that may be read before the next value is known,
/// ten for each value that a file may have. Within brackets the library keeps a token or two of some hundred
/// bytes for each of them until the bracket is closed.
inline constexpr std::size_t most_yaml_marks = 10 * most_config_values;

/// TOML: bytes of a file, of which the library makes nodes of a hundred bytes each; points in one key, each
/// of which is a table within the one before.
inline constexpr std::size_t largest_toml = std::size_t{1} << 20;
inline constexpr std::size_t most_toml_dots = 1'000;

/// Python: bytes of a configuration.
inline constexpr std::size_t largest_python = std::size_t{1} << 20;

/// Shell scripts and references of YAML (`${key}`): bytes that the values may take when they are filled in;
/// later variables and references stay names.
inline constexpr std::size_t most_filled_in = std::size_t{1} << 20;

/// Words of one command of a script, a hundred times as many as the longest ones that train have.
inline constexpr std::size_t most_arguments = 20'000;

/// Logs: each piece of this length of a longer line is read by itself, so that no line costs more than its
/// length; 20 steps on 1,000 ranks have fewer observations, of which the first half and the last are kept;
/// every rank of the largest runs has a message that memory ran out; a longer traceback loses its first
/// calls.
inline constexpr std::size_t longest_log_piece = std::size_t{64} << 10;
inline constexpr std::size_t most_observations = 200'000;
inline constexpr std::size_t most_messages = 20'000;
inline constexpr std::size_t most_log_ranks = 65'536;
inline constexpr std::size_t most_traceback_frames = 64;

/// Pickles: a quarter of a million events with stacks of sixty frames, in about a second and half a GiB
/// of memory.
struct PickleLimits {
  std::uint64_t bytes = std::uint64_t{256} << 20;
  std::uint64_t opcodes = std::uint64_t{32} << 20;
  std::uint64_t references = std::uint64_t{16} << 20;  ///< in all containers together
  std::uint64_t containers = std::uint64_t{2} << 20;
  std::uint64_t memo = std::uint64_t{8} << 20;
  std::uint64_t stack = std::uint64_t{2} << 20;  ///< values that wait for their container
  std::uint64_t text = std::uint64_t{64} << 20;  ///< bytes of all texts together
  std::uint64_t one_text = std::uint64_t{1} << 20;
  std::uint64_t depth = 64;  ///< nesting depth of containers, and of marks
};

/// Memory snapshots: devices of a computer; different frames of a program; keys of one description, which has
/// a dozen and is searched again and again.
inline constexpr std::size_t most_snapshot_devices = 1024;
inline constexpr std::size_t most_snapshot_frames = std::size_t{1} << 20;
inline constexpr std::size_t most_snapshot_keys = 64;

}  // namespace zp
