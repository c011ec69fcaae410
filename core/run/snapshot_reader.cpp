// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <map>
#include <string>
#include <system_error>

#include "core/run/snapshot.h"
#include "core/run/snapshot_stacks.h"
#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "core/units/format.h"

namespace zp {
namespace {

struct NamedAction {
  std::string_view name;
  MemoryAction action{};
};
constexpr auto actions = std::to_array<NamedAction>({
    {"alloc", MemoryAction::allocate},
    {"free_requested", MemoryAction::free_requested},
    {"free_completed", MemoryAction::free_completed},
    {"segment_alloc", MemoryAction::reserve},
    {"segment_map", MemoryAction::reserve},
    {"segment_free", MemoryAction::give_back},
    {"segment_unmap", MemoryAction::give_back},
    {"oom", MemoryAction::out_of_memory},
});

struct NamedState {
  std::string_view name;
  BlockState state{};
};
constexpr auto states = std::to_array<NamedState>({
    {"active_allocated", BlockState::allocated},
    {"active_pending_free", BlockState::waiting},
    {"active_awaiting_free", BlockState::waiting},
});

[[noreturn]] void fail(const std::string& sentence) { throw FileError("", sentence); }

class SnapshotReader {
 public:
  SnapshotReader(const Pickle& pickle, MemorySnapshot& out)
      : pickle_(pickle), left_(pickle.references()), stacks_(pickle, out), out_(out) {}

  void read() {
    const PickleItem root = pickle_.root();
    // Before PyTorch 2.0 a snapshot was only a list of segments.
    const PickleItem segments = root.is_list() ? root : root.find("segments");
    if (!segments.is_list())
      fail(
          "It is a pickle, but no memory snapshot: it has no list \"segments\"; write one with "
          "torch.cuda.memory._dump_snapshot.");
    visit(segments);
    for (std::size_t i = 0; i < segments.size(); ++i)
      read_segment(segments.at(i));
    const PickleItem traces = root.find("device_traces");
    if (traces.is_list()) visit(traces);
    if (traces.size() > most_snapshot_devices)
      fail("It has more than 1,024 devices, more than any computer.");
    for (std::size_t i = 0; i < traces.size(); ++i)
      read_trace(traces.at(i), static_cast<int>(i));
    for (auto& [index, device] : devices_)
      if (!device.blocks.empty() || !device.events.empty()) out_.devices.push_back(std::move(device));
  }

 private:
  /// Counts the references followed; throws FileError if there are too many. An object can be in many places,
  /// but a well-formed file needs each reference only once.
  void visit(PickleItem list) {
    if (list.size() > left_)
      fail("Its lists contain each other, unlike those of a snapshot; the file is not used.");
    left_ -= list.size();
  }
  static bool describes(PickleItem item) { return item.is_dict() && item.size() <= most_snapshot_keys; }
  static std::uint64_t address_in(PickleItem item) {
    return static_cast<std::uint64_t>(item.integer().value_or(0));
  }
  static Bytes size_in(PickleItem item) {
    constexpr std::int64_t most =
        std::int64_t{1} << 39;  // 512 GiB: more than any GPU has, and small enough that no sum overflows
    const std::int64_t size = item.integer().value_or(0);
    if (size < 0 || size > most)
      fail("It has a size of " + format_count(size) + " bytes, which no GPU has; the file is broken.");
    return Bytes(size);
  }
  SnapshotDevice& device(std::int64_t index) {
    if (index < 0 || index >= static_cast<std::int64_t>(most_snapshot_devices))
      fail("It names device " + format_count(index) + "; the file is broken.");
    SnapshotDevice& device = devices_[static_cast<int>(index)];
    device.index = static_cast<int>(index);
    return device;
  }

  void read_segment(PickleItem segment) {
    if (!describes(segment)) fail("One of its segments is not a dict; the file is broken.");
    SnapshotDevice& of = device(segment.find("device").integer().value_or(0));
    of.reserved += size_in(segment.find("total_size"));
    const PickleItem blocks = segment.find("blocks");
    visit(blocks);
    std::uint64_t address = address_in(segment.find("address"));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const SnapshotBlock block = read_block(blocks.at(i), address);
      address = block.address + static_cast<std::uint64_t>(block.size.value());
      if (block.state == BlockState::allocated) of.allocated += block.size;
      of.blocks.push_back(block);
    }
  }
  /// Reads a block. In old versions addresses are missing, because blocks are adjacent, and further values
  /// are in a history.
  SnapshotBlock read_block(PickleItem item, std::uint64_t address) {
    if (!describes(item)) fail("One of its blocks is not a dict; the file is broken.");
    SnapshotBlock block;
    const PickleItem given = item.find("address");
    block.address = given.integer() ? address_in(given) : address;
    block.size = size_in(item.find("size"));
    const auto state =
        std::ranges::find(states, item.find("state").text(), [](const NamedState& row) { return row.name; });
    block.state = state == states.end() ? BlockState::inactive : state->state;
    const PickleItem history = item.find("history");
    const PickleItem latest = history.is_list() && history.size() > 0 ? history.at(0) : item;
    const bool is_old = latest.identity() != item.identity();
    const PickleItem source = is_old && describes(latest) ? latest : item;
    const PickleItem requested = source.find(is_old ? "real_size" : "requested_size");
    block.requested = requested.integer() ? size_in(requested) : block.size;
    block.stack = stacks_.of(source.find("frames"));
    return block;
  }

  void read_trace(PickleItem trace, int index) {
    visit(trace);
    if (trace.size() == 0) return;
    SnapshotDevice& of = device(index);
    of.events.reserve(trace.size());
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const PickleItem item = trace.at(i);
      if (!describes(item)) fail("One of its events is not a dict; the file is broken.");
      const auto action = std::ranges::find(actions, item.find("action").text(),
                                            [](const NamedAction& row) { return row.name; });
      if (action == actions.end()) continue;
      MemoryEvent& event = of.events.emplace_back();
      event.action = action->action;
      event.address = address_in(item.find("addr"));
      event.size = size_in(item.find("size"));
      event.time_us = item.find("time_us").integer().value_or(0);
      event.stack = stacks_.of(item.find("frames"));
      event.free = size_in(item.find("device_free"));
    }
  }

  const Pickle& pickle_;
  std::size_t left_;
  SnapshotStacks stacks_;
  MemorySnapshot& out_;
  std::map<int, SnapshotDevice> devices_;
};

/// Throws FileError for the zip archives that torch.save writes.
void refuse_zip(std::istream& in) {
  if (in.peek() == 'P')
    fail(
        "It is an archive of torch.save, or no snapshot at all; write one with "
        "torch.cuda.memory._dump_snapshot.");
}

}  // namespace

MemorySnapshot read_snapshot(std::istream& in, const PickleLimits& limits) {
  refuse_zip(in);
  const Pickle pickle = read_pickle(in, limits);
  MemorySnapshot snapshot;
  SnapshotReader(pickle, snapshot).read();
  return snapshot;
}

MemorySnapshot read_snapshot_file(const std::string& path) {
  const PickleLimits limits;
  struct stat status {};
  std::ifstream file(path, std::ios::binary);
  if (!file || ::stat(path.c_str(), &status) != 0)
    fail(path + " cannot be opened: " + std::generic_category().message(errno) + "; check the name.");
  if (S_ISDIR(status.st_mode)) fail(path + " is a directory; give a file in it.");
  if (S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) > limits.bytes)
    fail(path + " is larger than the " + format_bytes(Bytes(static_cast<std::int64_t>(limits.bytes))) +
         " that are read of a snapshot; record fewer events (max_entries=100000).");
  try {
    return read_snapshot(file, limits);
  } catch (const FileError& error) {
    fail(path + ": " + error.what());
  }
}

bool is_snapshot_file(const std::string& path) {
  std::array<char, 2> begin{};
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), begin.size());
  return is_pickle({begin.data(), static_cast<std::size_t>(file.gcount())});
}

}  // namespace zp
