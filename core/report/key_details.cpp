// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/key_details.h"

#include <algorithm>
#include <array>

#include "core/deepspeed/schema.h"
#include "core/export/key_entries.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::string_view params = "optimizer.params.";

/// Returns the default of a parameter of the plan's optimizer; "" if it has no such parameter.
std::string default_parameter(std::string_view name, const Plan& plan) {
  const OptimizerSchema* optimizer = schema().find_optimizer(name_of(plan.training.optimizer));
  if (!optimizer) return {};
  const auto found = std::ranges::find(optimizer->params, name,
                                       [](const auto& param) { return std::string_view(param.first); });
  return found == optimizer->params.end() ? std::string() : found->second;
}

std::string default_at(std::string_view path, const Plan& plan) {
  if (path.starts_with(params)) return default_parameter(path.substr(params.size()), plan);
  // The default of overlap_comm is true at stage 3 and false otherwise (zero/config.py:382-386).
  if (path == "zero_optimization.overlap_comm") return plan.zero.stage == 3 ? "true" : "false";
  const SchemaKey* key = schema().find(path);
  return key ? default_of(*key, plan.target.deepspeed_version) : std::string();
}

}  // namespace

KeyDetails details_of_key(std::string_view path, const Plan& plan, const MemoryEstimate& estimate) {
  return details_of_key(path, plan, estimate, Explanations(plan, estimate.ledger));
}

KeyDetails details_of_key(std::string_view path, const Plan& plan, const MemoryEstimate& estimate,
                          const Explanations& words) {
  KeyDetails details;
  details.is_section = schema().is_section(path);
  if (details.is_section || path.empty()) return details;
  if (const SchemaKey* key = schema().find(path)) {
    details.effect = key->effect;
    details.unit = key->unit;
  }
  details.default_value = default_at(path, plan);
  for (const EntryId id : entries_of_key(path)) {
    const Entry* entry = estimate.ledger.find(id);
    if (entry == nullptr || entry->bytes.value() == 0) continue;
    const Explanation& why = words.of(id);
    details.costs.push_back({id, entry->place, entry->bytes, why.title, why.line, why.source});
  }
  std::ranges::stable_sort(details.costs,
                           [](const KeyCost& a, const KeyCost& b) { return a.bytes > b.bytes; });
  return details;
}

std::string cost_sentence(const KeyDetails& details) {
  if (details.is_section) return {};
  constexpr std::array<std::string_view, 3> words = {" per GPU", " of host memory per rank",
                                                     " on the drive per node"};
  std::string text;
  for (const Place place : {Place::gpu, Place::cpu, Place::nvme}) {
    Bytes sum;
    std::string titles;
    for (const KeyCost& cost : details.costs) {
      if (cost.place != place) continue;
      sum = sum + cost.bytes;
      titles += (titles.empty() ? "" : ", ") + std::string(cost.title);
    }
    if (titles.empty()) continue;
    text += (text.empty() ? "Decides on " : "; ") + format_bytes(sum) +
            std::string(words[static_cast<std::size_t>(place)]) + " (" + titles + ')';
  }
  return text.empty() ? "Costs no memory." : text + '.';
}

}  // namespace zp
