// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/report/json.h"
#include "core/report/sections_json.h"
#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::size_t ladder_width = 100;

std::string_view wall_words(Wall wall) {
  switch (wall) {
    case Wall::gpu:
      return "GPU memory";
    case Wall::host:
      return "host memory";
    case Wall::time:
      return "time";
    case Wall::none:
      break;
  }
  return "none";
}

}  // namespace

std::string ladder_json(const PlanDocument& document, const std::vector<LadderStep>& rungs, JsonStyle style) {
  auto list = nlohmann::ordered_json::array();
  for (const LadderStep& rung : rungs) {
    nlohmann::ordered_json item = {{"name", std::string(rung.name)},
                                   {"title", rung.title},
                                   {"needs", rung.needs},
                                   {"value", rung.longest},
                                   {"refused", nullptr},
                                   {"wall", std::string(name_of(rung.wall))},
                                   {"why_refused", text_or_null(rung.why_refused)}};
    if (rung.refused > 0) item["refused"] = rung.refused;
    if (rung.longest > 0) {
      const Candidate& candidate = rung.candidate;
      item["gpu_peak"] = candidate.estimate.gpu.peak.value();
      item["host_per_node"] = candidate.estimate.cpu.needed_per_node().value();
      item["step_s"] = if_known(candidate.time, candidate.time.total);
      item["tokens_per_s"] = if_known(candidate.time, candidate.throughput.tokens_per_s);
      item["useful_tokens_per_s"] = if_known(candidate.time, candidate.throughput.useful_tokens_per_s);
      item["plan"] = plan_object({candidate.plan, document.text});
    }
    list.push_back(std::move(item));
  }
  return text_of({{"format", "zero-ladder/1"}, {"for", "max-sequence-length"}, {"rungs", std::move(list)}},
                 style == JsonStyle::one_line);
}

std::string ladder_text(const PlanDocument& document, const std::vector<LadderStep>& rungs) {
  if (rungs.empty()) return model_name(document.plan) + ": this plan cannot be estimated.\n";
  Table table{{"", "Longest", "Step", "Speed", "GPU memory", "Host a node", "Wall"}, {}, "lrrrrrl"};
  std::string needs;
  for (const LadderStep& rung : rungs) {
    const MemoryEstimate& estimate = rung.candidate.estimate;
    const StepTime& time = rung.candidate.time;
    const bool runs = rung.longest > 0;
    table.rows.push_back({rung.title, runs ? format_count(rung.longest) : "none",
                          runs && time.is_known ? format_seconds(time.total) : "",
                          runs && time.is_known ? token_rate(rung.candidate.throughput) : "",
                          runs ? format_bytes(estimate.gpu.peak) : "",
                          runs ? format_bytes(estimate.cpu.needed_per_node()) : "",
                          std::string(wall_words(rung.wall))});
    if (!rung.needs.empty())
      needs += "  " + wrapped(rung.title + ": " + rung.needs + ".", ladder_width - 2, 4) + "\n";
  }
  return model_name(document.plan) + ", each step on top of those before\n\n" + aligned_table(table, 0) +
         (needs.empty() ? "" : "\nWhat each takes\n" + needs);
}

}  // namespace zp
