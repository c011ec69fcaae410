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

NamedLog log_of_long(LongText&& read, const std::string& name) {
  try {
    if (!is_pickle(read.text)) {
      NamedLog named{name, read_run_log(read.text)};
      named.incidents = read_incidents(read.text, named.log);
      named.left_out = read.left_out;
      return named;
    }
    if (!read.left_out.is_empty())
      throw FileError("", "is a memory snapshot of more than 64 MiB; give it as a file.");
    std::istringstream in(read.text);
    return log_of(read_snapshot(in), name);
  } catch (const FileError& error) {
    throw FileError(error.path(), name + " " + error.what(), error.line(), error.column());
  }
}

}  // namespace

NamedLog log_of_text(const std::string& text, const std::string& name) {
  return log_of_long(shortened(text, largest_log), name);
}

NamedLog read_log(const std::string& path, const std::string& name) {
  if (path != "-" && is_snapshot_file(path)) return log_of(read_snapshot_file(path), name);
  return log_of_long(read_long_text_file(path, largest_log), name);
}

}  // namespace zp
