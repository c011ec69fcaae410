// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advice/rules.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

constexpr std::int64_t standard_bucket = 500'000'000;  // elements, zero/config.py

double weight_bytes(const Plan& plan) { return plan.training.precision == Precision::fp32 ? 4 : 2; }

bool is_several_nodes(const Plan& plan) { return plan.cluster.nodes > 1; }

/// Returns the payload in MiB at which a collective reaches half of its best rate, fitted on published tables
/// of bus bandwidth by message size (stas00/ml-engineering, network; SimAI nic_ratio.csv).
double half_rate_mib(const Plan& plan) {
  if (!is_several_nodes(plan)) return 13.5;
  return 15 + 12.0 * plan.cluster.nodes;
}

}  // namespace

void about_buckets(const Plan& plan, List& list) {
  const std::int64_t bucket = plan.zero.reduce_bucket_size;
  if (plan.zero.stage == 0 || zero_world(plan) < 2 || bucket >= standard_bucket) return;
  const double bytes = static_cast<double>(bucket) * weight_bytes(plan);
  const double half = half_rate_mib(plan) * static_cast<double>(bytes_per_mib);
  if (bytes >= half) return;
  Plan larger = plan;
  larger.zero.reduce_bucket_size = standard_bucket;
  // The last bucket of a step hides behind nothing: a small one can be the faster of the two.
  if (estimate_speed(larger).total > estimate_speed(plan).total) return;
  Finding finding{Severity::slow,
                  "small_bucket",
                  "zero.reduce_bucket_size",
                  "A reduce bucket of " + format_bytes(bytes_of(bytes)) +
                      " is too small a message: collectives reach half of their rate at " +
                      format_bytes(bytes_of(half)) + " here.",
                  "Raise it towards the default of " + format_count(standard_bucket) + " elements.",
                  "bus bandwidth by message size: stas00/ml-engineering network; SimAI nic_ratio.csv"};
  if (estimate_memory(larger).fits()) {
    finding.remedy = {"Reduce bucket " + format_count(standard_bucket), larger};
  }
  list.push_back(std::move(finding));
}

}  // namespace zp::advice_rules
