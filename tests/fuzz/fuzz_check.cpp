// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/check/check_config.h"

/// Checks any text: the verdict agrees with the issues, and every place lies in the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zp;
  const ConfigSource source = read_config_text(std::string(reinterpret_cast<const char*>(data), size));
  const ConfigCheck check = check_config(source, {8, std::nullopt, DeepSpeedVersion{}});
  bool refuses = false;
  for (const Finding& issue : check.issues) {
    refuses |= issue.severity == Severity::refused;
    if (issue.place.position.line < 1 || issue.place.position.column < 1 || issue.message.empty())
      std::abort();
  }
  if (check.accepted && refuses) std::abort();
  return 0;
}
