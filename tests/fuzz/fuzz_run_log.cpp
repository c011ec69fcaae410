// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/run/run_log.h"

/// Reads any text as a log: no line is counted twice, and no place lies outside the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const zp::RunLog log = zp::read_run_log({reinterpret_cast<const char*>(data), size});
  if (log.recognised > log.lines) std::abort();
  for (const zp::Observation& one : log.observations)
    if (one.line < 1 || static_cast<std::size_t>(one.line) > size) std::abort();
  return 0;
}
