// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <nlohmann/json.hpp>

#include "core/report/json.h"
#include "core/report/sections_json.h"

namespace zp {

std::string ladder_json(const PlanDocument& document, const std::vector<LadderStep>& rungs, JsonStyle style) {
  auto list = nlohmann::ordered_json::array();
  for (const LadderStep& rung : rungs) {
    nlohmann::ordered_json one = {{"name", std::string(rung.name)},
                                  {"title", rung.title},
                                  {"needs", rung.needs},
                                  {"value", rung.longest},
                                  {"refused", nullptr},
                                  {"wall", std::string(name_of(rung.wall))},
                                  {"why_refused", text_or_null(rung.why_refused)}};
    if (rung.refused > 0) one["refused"] = rung.refused;
    if (rung.longest > 0) {
      const Candidate& candidate = rung.candidate;
      one["gpu_peak"] = candidate.estimate.gpu.peak.value();
      one["host_per_node"] = candidate.estimate.cpu.needed_per_node().value();
      one["step_s"] = candidate.time.is_known ? nlohmann::ordered_json(candidate.time.total) : nullptr;
      one["tokens_per_s"] =
          candidate.time.is_known ? nlohmann::ordered_json(candidate.throughput.tokens_per_s) : nullptr;
      one["useful_tokens_per_s"] = candidate.time.is_known
                                       ? nlohmann::ordered_json(candidate.throughput.useful_tokens_per_s)
                                       : nullptr;
      one["plan"] = plan_object({candidate.plan, document.text});
    }
    list.push_back(std::move(one));
  }
  return text_of({{"format", "zero-ladder/1"}, {"for", "max-sequence-length"}, {"rungs", std::move(list)}},
                 style == JsonStyle::one_line);
}

}  // namespace zp
