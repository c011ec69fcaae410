// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/measure/measure.h"
#include "core/plan/plan_file.h"

/// Any text is read, and whatever it says is put beside a plan: no line is counted twice, no place lies
/// outside the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zp;
  static const PlanDocument plan = read_plan(R"({"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 2}})");
  const NamedLog log{"log", read_run_log({reinterpret_cast<const char*>(data), size})};
  if (log.log.recognised > log.log.lines) std::abort();
  for (const Observation& one : log.log.observations)
    if (one.line < 1 || static_cast<std::size_t>(one.line) > size) std::abort();
  measure(&plan, {&log, 1});
  measure(nullptr, {&log, 1});
  return 0;
}
