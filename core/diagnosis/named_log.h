// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/diagnosis/incident.h"
#include "core/run/run_log.h"
#include "core/run/snapshot_peak.h"
#include "core/text/file_error.h"
#include "core/text/long_text.h"

namespace zp {

/// A log with its name and everything read from it.
struct NamedLog {
  std::string name;  ///< name of its file
  RunLog log;
  std::vector<SnapshotPeak> peaks = {};  ///< peaks of a memory snapshot, from which `log` is derived
  LogIncidents incidents = {};           ///< signs that the run died or crawled
  LineRange left_out = {};               ///< lines of a long log that were skipped between its start and end
};

/// A position in the logs.
struct LogPlace {
  std::size_t log = 0;  ///< index of the log
  int line = 0;
  bool operator==(const LogPlace&) const = default;
};

/// Reads the file of a run: a log, an excerpt of one, or a memory snapshot. "-" is standard input; `name` is
/// the name in messages. Throws FileError with that name.
NamedLog read_log(const std::string& path, const std::string& name);
/// Reads a text, or the bytes of a snapshot, from memory.
NamedLog log_of_text(const std::string& text, const std::string& name);

}  // namespace zp
