// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// Limits on size, depth and count for the readers of untrusted files; files beyond them are rejected or
/// truncated. Each limit is far above the contents of genuine files, and low enough that reading takes at
/// most a second or two and less than a GiB; tests/core/text/limits_test.cpp checks each.
namespace zp {

/// Bytes of a plan or a configuration, or of one line in a stream of plans.
inline constexpr std::size_t largest_text_file = std::size_t{16} << 20;
/// Bytes kept of a run's log, half from its start and half from its end; and the maximum size of the file.
inline constexpr std::size_t largest_log = std::size_t{64} << 20;
inline constexpr std::size_t largest_long_file = std::size_t{4} << 30;

/// Strict JSON: nesting depth of objects and lists; total number of values; number of keys in one object,
/// whose look-up takes linear time.
inline constexpr int deepest_json = 32;
inline constexpr std::size_t most_json_values = 1'000'000;
inline constexpr std::size_t most_json_keys = 1'000;

/// Hjson and YAML: nesting depth of objects and lists (Python's recursion limit stops hjson at about 490),
/// and values in one file, a hundred times as many as in the longest genuine files.
inline constexpr int deepest_config = 200;
inline constexpr std::size_t most_config_values = 20'000;

/// YAML: characters other than letters, digits and blanks that may precede the next value, ten for each value
/// that a file may have. Within brackets the library stores one or two tokens of some hundred bytes for each
/// such character until the bracket is closed.
inline constexpr std::size_t most_yaml_marks = 10 * most_config_values;

/// TOML: bytes of a file, from which the library makes nodes of a hundred bytes each; points in one key, each
/// of which adds a nested table.
inline constexpr std::size_t largest_toml = std::size_t{1} << 20;
inline constexpr std::size_t most_toml_dots = 1'000;

/// Python: bytes of a configuration file.
inline constexpr std::size_t largest_python = std::size_t{1} << 20;

/// Shell scripts and references in YAML (`${key}`): total bytes of substituted values; beyond this limit,
/// variables and references stay unsubstituted.
inline constexpr std::size_t most_filled_in = std::size_t{1} << 20;

/// Words of one command in a script, a hundred times as many as in the longest training commands.
inline constexpr std::size_t most_arguments = 20'000;

/// Logs: a longer line is read in pieces of this length, so that the time per line is linear; 20 steps on
/// 1,000 ranks have fewer observations (beyond the limit, the first half and the last half are kept); every
/// rank of the largest runs may report exhausted memory; a longer traceback loses its first calls.
inline constexpr std::size_t longest_log_piece = std::size_t{64} << 10;
inline constexpr std::size_t most_observations = 200'000;
inline constexpr std::size_t most_messages = 20'000;
inline constexpr std::size_t most_log_ranks = 65'536;
inline constexpr std::size_t most_traceback_frames = 64;

/// Pickles: enough for a quarter of a million events with stacks of sixty frames, read in about a second with
/// half a GiB of memory.
struct PickleLimits {
  std::uint64_t bytes = std::uint64_t{256} << 20;
  std::uint64_t opcodes = std::uint64_t{32} << 20;
  std::uint64_t references = std::uint64_t{16} << 20;  ///< in all containers together
  std::uint64_t containers = std::uint64_t{2} << 20;
  std::uint64_t memo = std::uint64_t{8} << 20;
  std::uint64_t stack = std::uint64_t{2} << 20;  ///< values not yet in a container
  std::uint64_t text = std::uint64_t{64} << 20;  ///< bytes of all texts together
  std::uint64_t one_text = std::uint64_t{1} << 20;
  std::uint64_t depth = 64;  ///< nesting depth of containers, and of marks
};

/// Memory snapshots: devices of a computer; distinct frames of a program; keys of one dict, which usually has
/// a dozen and is searched often.
inline constexpr std::size_t most_snapshot_devices = 1024;
inline constexpr std::size_t most_snapshot_frames = std::size_t{1} << 20;
inline constexpr std::size_t most_snapshot_keys = 64;

}  // namespace zp
