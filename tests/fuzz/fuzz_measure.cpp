// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/diagnosis/named_log.h"
#include "core/measure/measure.h"
#include "core/plan_file/plan_file.h"
#include "core/run/pickle_reader.h"

/// Compares any log with a plan.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zp;
  static const PlanDocument plan = read_plan(R"({"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 2}})");
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (is_pickle(text)) return 0;
  const NamedLog log = log_of_text(text, "log");
  measure(&plan, {&log, 1});
  measure(nullptr, {&log, 1});
  return 0;
}
