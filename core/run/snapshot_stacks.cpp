// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/snapshot_stacks.h"

#include <string>

#include "core/text/file_error.h"
#include "core/text/limits.h"

namespace zp {

SnapshotStacks::SnapshotStacks(const Pickle& pickle, MemorySnapshot& out)
    : out_(out), left_(pickle.references()), of_list_(pickle.containers()), of_dict_(pickle.containers()) {
  out_.stacks.emplace_back();
}

std::uint32_t SnapshotStacks::of(PickleItem frames) {
  if (!frames.is_list()) return 0;
  std::uint32_t& index = of_list_[frames.identity()];
  if (index == 0) {
    const SnapshotStack stack = read(frames);
    const auto [known, is_new] =
        known_.try_emplace({stack.frame, stack.role, stack.phase}, out_.stacks.size());
    if (is_new) out_.stacks.push_back(stack);
    index = known->second + 1;
  }
  return index - 1;
}

void SnapshotStacks::visit(std::size_t count) {
  if (count > left_)
    throw FileError("", "Its stacks contain each other, unlike those of a snapshot; the file is not used.");
  left_ -= count;
}

const SnapshotStacks::Frame* SnapshotStacks::frame(PickleItem item) {
  if (!item.is_dict() || item.size() > most_snapshot_keys) return nullptr;
  std::uint32_t& index = of_dict_[item.identity()];
  if (index == 0) {
    if (frames_.size() == most_snapshot_frames)
      throw FileError("", "It has more than 1,048,576 different frames, more than any program.");
    const std::string_view file = item.find("filename").text(), function = item.find("name").text();
    const SnapshotFrame source_frame{std::string(file), item.find("line").integer().value_or(0),
                                     std::string(function)};
    frames_.push_back({index_of(source_frame), role_of_frame(file, function), phase_of_frame(file, function),
                       is_python(file), begins_in_python(function)});
    index = static_cast<std::uint32_t>(frames_.size());
  }
  return &frames_[index - 1];
}

std::uint32_t SnapshotStacks::index_of(const SnapshotFrame& frame) {
  const std::string words = frame.file + '\n' + std::to_string(frame.line) + '\n' + frame.function;
  const auto [place, is_new] = index_.try_emplace(words, static_cast<std::uint32_t>(out_.frames.size()));
  if (is_new) out_.frames.push_back(frame);
  return place->second;
}

/// Reads a stack, innermost frame first. Autograd's threads start in compiled code: a stack without a frame
/// of the main program and without compiled frames belongs to the backward pass.
SnapshotStack SnapshotStacks::read(PickleItem frames) {
  visit(frames.size());
  SnapshotStack stack;
  std::optional<std::size_t> innermost;
  bool is_of_main_program = false, has_compiled = false;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Frame* const at = frame(frames.at(i));
    if (at == nullptr) continue;
    if (stack.role == nullptr && at->role != nullptr) {
      stack.role = at->role;
      stack.frame = at->index;
    }
    if (at->is_python && !innermost) innermost = at->index;
    if (at->phase && (!stack.phase || *at->phase < *stack.phase)) stack.phase = at->phase;
    is_of_main_program = is_of_main_program || (at->is_python && at->is_outermost);
    has_compiled = has_compiled || !at->is_python;
  }
  // A row for a whole file identifies the place less precisely than the frame that allocated the memory.
  if (stack.role == nullptr || (stack.role->function.empty() && innermost)) stack.frame = innermost;
  if (!is_of_main_program && !has_compiled && (!stack.phase || *stack.phase == SnapshotPhase::forward))
    stack.phase = SnapshotPhase::backward;
  return stack;
}

}  // namespace zp
