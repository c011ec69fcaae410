// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/memory/ledger.h"

/// The meaning of a stack's frame for the memory that was asked for below it.
namespace zp {

/// The phase that a program is in. If the frames of a stack name several, the first in this order wins:
/// building an engine steps its optimizer once, a step belongs to nothing else, and a backward pass
/// computes forward again.
enum class SnapshotPhase : std::uint8_t { initialisation, save, step, backward, forward };
Phase ledger_phase(SnapshotPhase phase);

/// One row of the table of which function allocates which entry. A block that is freed before the phase it
/// was made in is over is `passing`, any other is `kept`.
struct FrameRole {
  std::string_view file;      ///< end of the path, or a folder in it ("torch/optim/"); "" for compiled code
  std::string_view function;  ///< its name, "" for any; in compiled code the beginning of it
  EntryId kept{};
  EntryId passing{};
  /// The other entry, if one function makes two tensors that are kept. Their sizes tell which is
  /// which (entry_of).
  std::optional<EntryId> also = std::nullopt;
  bool operator==(const FrameRole&) const = default;
};

/// Returns the row that a frame names, nullptr for none. A function's name may be qualified ("Engine.step").
const FrameRole* role_of_frame(std::string_view file, std::string_view function);
/// Returns the phase that a frame names, or nothing.
std::optional<SnapshotPhase> phase_of_frame(std::string_view file, std::string_view function);
/// Returns the row of memory that is allocated in a phase by code without a row of its own.
const FrameRole& role_of_phase(SnapshotPhase phase);

bool is_python(std::string_view file);
/// Returns true if a thread's outermost frame is where Python's own threads begin; autograd's
/// begin elsewhere.
bool begins_in_python(std::string_view function);

}  // namespace zp
