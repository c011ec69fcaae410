// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/named_log.h"

#include <sstream>
#include <utility>
#include <vector>

#include "core/run/snapshot_log.h"
#include "core/text/text_file.h"

namespace zp {
namespace {

NamedLog log_of(const MemorySnapshot& snapshot, const std::string& name) {
  std::vector<SnapshotPeak> peaks = peaks_of(snapshot);
  RunLog log = run_log_of(peaks);
  return {name, std::move(log), std::move(peaks)};
}

}  // namespace

NamedLog log_of_text(const std::string& text, const std::string& name) {
  try {
    if (!is_pickle(text)) {
      NamedLog named{name, read_run_log(text)};
      named.incidents = read_incidents(text, named.log);
      return named;
    }
    std::istringstream in(text);
    return log_of(read_snapshot(in), name);
  } catch (const FileError& error) {
    throw FileError(error.path(), name + " " + error.what(), error.line(), error.column());
  }
}

NamedLog read_log(const std::string& path, const std::string& name) {
  if (path != "-" && is_snapshot_file(path)) return log_of(read_snapshot_file(path), name);
  return log_of_text(read_text_file(path, largest_log), name);
}

}  // namespace zp
