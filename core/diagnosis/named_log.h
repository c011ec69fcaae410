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

/// A log with its name, and what was read in it.
struct NamedLog {
  std::string name;  ///< name of its file
  RunLog log;
  std::vector<SnapshotPeak> peaks = {};  ///< peaks of a memory snapshot, whose `log` says the same
  LogIncidents incidents = {};           ///< signs that the run died or crawled
  LineRange left_out = {};               ///< lines of a long log between its start and its end, not read
};

/// A place in the logs.
struct LogPlace {
  std::size_t log = 0;  ///< index of the log
  int line = 0;
  bool operator==(const LogPlace&) const = default;
};

/// Reads the file of a run: a log, what was copied out of one, or a memory snapshot. "-" is standard input;
/// `name` is the file's name in messages. Throws FileError naming the file.
NamedLog read_log(const std::string& path, const std::string& name);
/// Reads a text, or the bytes of a snapshot, that is already in memory.
NamedLog log_of_text(const std::string& text, const std::string& name);

}  // namespace zp
