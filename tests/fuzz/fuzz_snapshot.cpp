// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "core/run/snapshot.h"
#include "core/run/snapshot_log.h"
#include "core/run/snapshot_peak.h"
#include "core/text/file_error.h"

/// Reads any bytes: they are a snapshot whose peak is the sum of its sites, or give an error in words.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zp;
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const MemorySnapshot snapshot = read_snapshot(in);
    for (const SnapshotDevice& device : snapshot.devices) {
      const SnapshotPeak peak = peak_of(snapshot, device);
      Bytes sum;
      for (const PeakSite& site : peak.sites)
        sum += site.bytes;
      if (sum != peak.allocated) __builtin_trap();
      timeline_of(device, 10);
    }
    run_log_of(peaks_of(snapshot));
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}
