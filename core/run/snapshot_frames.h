// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/memory/ledger.h"

/// The meaning of a stack's frame for memory allocated by it or by its callees.
namespace zp {

/// The phase of a program. If the frames of a stack name several, the first in this order counts: an engine
/// steps its optimizer once during its construction, a step is part of no other phase, and a backward pass
/// recomputes the forward pass.
enum class SnapshotPhase : std::uint8_t { initialisation, save, step, backward, forward };
Phase ledger_phase(SnapshotPhase phase);

/// A row of the table that maps functions to the entries they allocate. A block freed within its phase is
/// `passing`, any other is `kept`.
struct FrameRole {
  std::string_view file;      ///< end of the path, or a folder in it ("torch/optim/"); "" for compiled code
  std::string_view function;  ///< its name, "" for any; in compiled code, the beginning of the name
  EntryId kept{};
  EntryId passing{};
  /// The second entry, if the function allocates two tensors that are kept. Their sizes distinguish them
  /// (entry_of).
  std::optional<EntryId> also = std::nullopt;
  bool operator==(const FrameRole&) const = default;
};

/// Returns the row of a frame, or nullptr. A function's name may be qualified ("Engine.step").
const FrameRole* role_of_frame(std::string_view file, std::string_view function);
/// Returns the phase that a frame indicates, or nullopt.
std::optional<SnapshotPhase> phase_of_frame(std::string_view file, std::string_view function);
/// Returns the row for memory that code without a row of its own allocates in a phase.
const FrameRole& role_of_phase(SnapshotPhase phase);

bool is_python(std::string_view file);
/// Returns true if a thread's outermost frame is the usual start of Python's threads; threads of autograd
/// start elsewhere.
bool begins_in_python(std::string_view function);

}  // namespace zp
