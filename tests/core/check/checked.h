// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <optional>
#include <string>

#include "core/check/check_config.h"

/// Checks a text and puts the answer into words, for the tests of this folder.
namespace zp::test {

inline ConfigCheck check(const std::string& text, std::optional<int> ranks = std::nullopt,
                         DeepSpeedVersion version = {}) {
  CheckOptions options;
  options.world_size = ranks;
  options.version = version;
  return check_config(read_config_text(text), options);
}

inline std::string sentences(const ConfigCheck& result) {
  std::string text = result.accepted ? "accepted" : "refused";
  for (const Finding& issue : result.issues)
    text += "\n  " + std::string(name_of(issue.severity)) + ' ' + issue.code + " [" +
            issue.place.parser_code + "] " + issue.path + ' ' + std::to_string(issue.place.position.line) +
            ':' + std::to_string(issue.place.position.column) + ": " + issue.message + ' ' + issue.fix;
  return text;
}

/// Returns "severity code path" of each finding, sorted.
inline QStringList faults(const ConfigCheck& result) {
  QStringList list;
  for (const Finding& issue : result.issues)
    list << QString::fromStdString(std::string(name_of(issue.severity)) + ' ' + issue.code + ' ' +
                                   issue.path);
  list.sort();
  return list;
}

/// Returns a file with those sections beside a batch that fits.
inline std::string with(const char* sections) {
  return std::string("{\"train_micro_batch_size_per_gpu\": 2,\n") + sections + "}";
}

}  // namespace zp::test
