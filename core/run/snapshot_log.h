// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/run/run_log.h"
#include "core/run/snapshot_peak.h"

namespace zp {

/// Returns the peaks of a snapshot (peaks_of) as a log: observations without a line, and an out-of-memory
/// message for each failed allocation. Each event counts as one line.
RunLog run_log_of(std::span<const SnapshotPeak> peaks);

/// Returns the name of a peak's moment in its observations: "peak in backward", "peak".
std::string moment_of(const SnapshotPeak& peak);
inline constexpr std::string_view peak_of_recording = "peak";
/// The name of the moment at which the snapshot is written.
inline constexpr std::string_view end_of_recording = "end of the recording";

}  // namespace zp
