// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/plan_file/plan_file.h"
#include "core/probe/probed_machine.h"

/// Reads any text as the output of a tool: every figure is a number, and every key is one that a plan takes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zp;
  static const PlanDocument plan = read_plan(R"({"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 2}})");
  const ProbeFile file = read_probe_file({reinterpret_cast<const char*>(data), size}, "file");
  for (const MachineFigure& figure : file.figures)
    if (!(figure.value > 0 && figure.value <= 1e18) || figure.ranks < 0 || figure.nodes < 0) std::abort();
  const ProbedMachine machine = probed_machine(plan, {&file, 1});
  probed_plan(plan, machine.keys);
  return 0;
}
