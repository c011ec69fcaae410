// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/memory/ledger.h"

/// What a frame of a stack says of the memory that was asked for below it.
namespace zp {

/// What a program does, in the order in which the first one wins that any frame of a stack names: building an
/// engine steps its optimizer once, a step belongs to nothing else, and a backward pass computes forward
/// again.
enum class SnapshotPhase : std::uint8_t { initialisation, save, step, backward, forward };
Phase ledger_phase(SnapshotPhase phase);

/// One row of who allocates what. A block that is freed before the phase it was made in is over is `passing`,
/// any other `kept`.
struct FrameRole {
  std::string_view file;      ///< end of the path, or a folder in it ("torch/optim/"); "" of compiled code
  std::string_view function;  ///< its name, "" any; of compiled code its beginning
  EntryId kept{};
  EntryId passing{};
  /// Where one function makes two tensors that are kept: the other. Their sizes tell which (entry_of).
  std::optional<EntryId> also = std::nullopt;
  bool operator==(const FrameRole&) const = default;
};

/// The row that a frame names, nullptr for none. A function's name may be qualified ("Engine.step").
const FrameRole* role_of_frame(std::string_view file, std::string_view function);
/// The phase that a frame names.
std::optional<SnapshotPhase> phase_of_frame(std::string_view file, std::string_view function);
/// What is allocated in a phase by code that no row of its own names.
const FrameRole& role_of_phase(SnapshotPhase phase);

bool is_python(std::string_view file);
/// Whether a thread's outermost frame is where Python's own threads begin; autograd's begin elsewhere.
bool begins_in_python(std::string_view function);

}  // namespace zp
