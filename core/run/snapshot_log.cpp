// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/snapshot_log.h"

#include <algorithm>
#include <string>

namespace zp {
namespace {

double value_of(Bytes bytes) { return static_cast<double>(bytes.value()); }

std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

OutOfMemory message_of(const FailedAllocation& failed, std::optional<int> gpu) {
  OutOfMemory message;
  message.gpu = gpu;
  if (failed.phase) message.phase = name_of(ledger_phase(*failed.phase));
  if (failed.frame) message.frame = std::string(file_name(failed.frame->file)) + " " + failed.frame->function;
  if (failed.entry) message.entries = {*failed.entry};
  message.requested = value_of(failed.requested);
  message.free = value_of(failed.free);
  message.allocated = value_of(failed.allocated);
  message.reserved = value_of(failed.reserved);
  return message;
}

}  // namespace

std::string moment_of(const SnapshotPeak& peak) {
  if (!peak.phase) return std::string(peak_of_recording);
  return std::string(peak_of_recording) + " in " + std::string(name_of(ledger_phase(*peak.phase)));
}

RunLog run_log_of(std::span<const SnapshotPeak> peaks) {
  RunLog log;
  for (const SnapshotPeak& peak : peaks) {
    const std::optional<int> gpu = peaks.size() > 1 ? std::optional(peak.device) : std::nullopt;
    const auto note = [&](ObservedQuantity quantity, const std::string& moment, Bytes bytes) {
      Observation& observation = log.observations.emplace_back();
      observation.quantity = quantity;
      observation.moment = moment;
      observation.rank = gpu;
      observation.value = value_of(bytes);
    };
    if (peak.events > 0) {
      note(ObservedQuantity::gpu_max_allocated, moment_of(peak), peak.allocated);
      note(ObservedQuantity::gpu_max_reserved, std::string(peak_of_recording),
           peak.reserved);  // maximum over all events
    }
    note(ObservedQuantity::gpu_allocated, std::string(end_of_recording), peak.end_allocated);
    note(ObservedQuantity::gpu_reserved, std::string(end_of_recording), peak.end_reserved);
    for (const FailedAllocation& failed : peak.failures)
      log.out_of_memory.push_back(message_of(failed, gpu));
    log.lines += static_cast<int>(std::max(peak.events, std::size_t{1}));
  }
  log.recognised = log.lines;
  if (log.lines > 0) log.kinds.push_back({LogKind::memory_snapshot, log.lines, 0});
  return log;
}

}  // namespace zp
