// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"

/// The figures with which a plan file was last saved: its section `saved_with`. They are not part of the
/// plan, so that a copy cannot carry figures of another plan.
namespace zp {

/// A ledger or clock entry as it was when saved.
struct SavedEntry {
  std::string id;     ///< "activations.saved_blocks"
  double amount = 0;  ///< bytes, of a GPU or of a node's host memory; or exposed seconds
  bool operator==(const SavedEntry&) const = default;
};

struct SavedFigures {
  std::string version;             ///< version of the program that saved them
  std::int64_t gpu_peak = 0;       ///< bytes of one GPU
  std::int64_t host_per_node = 0;  ///< bytes of host memory that a node needs
  double step = 0;                 ///< seconds of an optimizer step; 0 if unknown
  std::vector<SavedEntry> bytes;   ///< entries on the GPU and in host memory
  std::vector<SavedEntry> seconds;
  bool operator==(const SavedFigures&) const = default;
};

/// Returns the plan file including these figures.
std::string write_plan(const PlanDocument& document, const SavedFigures& figures);

/// Returns the figures in a plan file's text; nullopt if there are none, if they are malformed, or if a key
/// has changed since, so that they belong to another plan.
std::optional<SavedFigures> saved_figures_in(std::string_view json_text);

}  // namespace zp
