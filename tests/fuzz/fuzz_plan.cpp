// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "core/speed/step_time.h"

/// Reads any text: it is a plan or gives an error in words. A plan is the same after writing and reading it,
/// and one that can be estimated is estimated, in bytes and seconds.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zp;
  try {
    const PlanDocument document = read_plan({reinterpret_cast<const char*>(data), size});
    if (is_usable(check(document.plan))) {
      const MemoryEstimate estimate = estimate_memory(document.plan);
      if (estimate.gpu.peak.value() < 0) std::abort();
      const StepTime time = estimate_speed(document.plan);
      if (!(time.total >= 0) || !std::isfinite(time.total)) std::abort();
      for (const TimeEntry& entry : time.ledger.entries())
        if (!(entry.hidden >= 0) || !(entry.hidden <= entry.busy)) std::abort();
    }
    if (!(read_plan(write_plan(document)).plan == document.plan)) std::abort();
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}
