// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/notice.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/rules/check_plan.h"
#include "core/units/format.h"
#include "core/plan/edits.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int most_doublings = 10;
constexpr std::int64_t small_sub_group = 100'000'000;  // what core's advice names

QString numbered(const QString& name, std::int64_t value) { return name + u' ' + toQt(format_count(value)); }

/// The hidden size nearest to the one there is that its heads divide.
std::int64_t nearestWholeHeads(const Architecture& shape) {
  const std::int64_t head_dim =
      std::llround(static_cast<double>(shape.hidden_size) / static_cast<double>(shape.attention_heads));
  return std::max<std::int64_t>(1, head_dim) * shape.attention_heads;
}

/// Changes worth trying for an issue at `path`, the least drastic first.
std::vector<Cure> candidateCures(const std::string& path, const Plan& plan) {
  std::vector<Cure> cures;
  const auto on = [&path](std::string_view key) { return path == key; };
  const auto add = [&](const QString& name, auto change) {
    Plan next = plan;
    change(next);
    cures.push_back({std::move(next), name});
  };
  const Architecture& shape = plan.model.architecture;
  if (on("model.architecture.attention_heads") && shape.attention_heads > 0) {
    const std::int64_t hidden = nearestWholeHeads(shape);
    cures.push_back({edits::set_hidden_size(plan, hidden), numbered(u"Hidden size"_s, hidden)});
  }
  if (on("zero.offload_param")) {
    add(u"Stage 3"_s, [](Plan& p) { p.zero.stage = 3; });
    add(u"Parameters on GPU"_s, [](Plan& p) { p.zero.offload_param.device = Device::none; });
  }
  if (on("zero.offload_optimizer")) {
    add(u"Optimizer in CPU memory"_s, [](Plan& p) { p.zero.offload_optimizer.device = Device::cpu; });
    add(u"Optimizer on GPU"_s, [](Plan& p) { p.zero.offload_optimizer.device = Device::none; });
  }
  if (on("zero.offload_param.buffer_size"))
    for (int doublings = 1; doublings <= most_doublings; ++doublings)
      add(u"Parameter buffers of %1 elements"_s.arg(
              toQt(format_count(plan.zero.offload_param.buffer_size << doublings))),
          [&](Plan& p) { p.zero.offload_param.buffer_size <<= doublings; });
  if (on("zero.sub_group_size"))
    add(numbered(u"Sub-group size"_s, small_sub_group),
        [](Plan& p) { p.zero.sub_group_size = small_sub_group; });
  if (on("zero.overlap_comm")) add(u"Overlap by default"_s, [](Plan& p) { p.zero.overlap_comm.reset(); });
  if (on("training.sequence_parallel") || on("training.tensor_parallel")) {
    add(u"Sequence parallel 1"_s, [](Plan& p) { p.training.sequence_parallel = 1; });
    add(u"Tensor parallel 1"_s, [](Plan& p) { p.training.tensor_parallel = 1; });
  }
  if (on("training.sequence_length") && shape.max_position_embeddings > 0)
    add(numbered(u"Seq. length"_s, shape.max_position_embeddings),
        [&](Plan& p) { p.training.sequence_length = shape.max_position_embeddings; });
  if (on("training.precision")) {
    add(u"Precision fp16"_s, [](Plan& p) { p.training.precision = Precision::fp16; });
    add(u"Precision fp32"_s, [](Plan& p) { p.training.precision = Precision::fp32; });
  }
  if (on("training.gradient_accumulation_dtype"))
    add(u"Accumulate in the weights' type"_s,
        [](Plan& p) { p.training.gradient_accumulation_dtype = AccumulationDtype::automatic; });
  if (on("training.checkpoints_on_host")) {
    add(u"Full checkpointing"_s, [](Plan& p) { p.training.activation_checkpointing = Checkpointing::full; });
    add(u"Checkpoints on GPU"_s, [](Plan& p) { p.training.checkpoints_on_host = false; });
  }
  if (on("zero.zero_hpz_partition_size"))
    add(u"hpZ partition 1"_s, [](Plan& p) { p.zero.zero_hpz_partition_size = 1; });
  if (on("training.optimizer")) add(u"AdamW"_s, [](Plan& p) { p.training.optimizer = Optimizer::adamw; });
  return cures;
}

bool settles(const Finding& issue, const Plan& before, const Plan& after) {
  const std::vector<Finding> left = check(after);
  const auto same = [](const Finding& a) {
    return [&a](const Finding& b) { return a.code == b.code && a.path == b.path; };
  };
  if (std::any_of(left.begin(), left.end(), same(issue))) return false;
  const std::vector<Finding> had = check(before);
  if (std::ranges::none_of(had, same(issue))) return false;
  return std::all_of(left.begin(), left.end(),
                     [&](const Finding& i) { return std::any_of(had.begin(), had.end(), same(i)); });
}

}  // namespace

NoticeLevel levelOf(Severity severity) {
  switch (severity) {
    case Severity::refused:
    case Severity::fails_later:
      return NoticeLevel::error;
    case Severity::ignored:
    case Severity::slow:
    case Severity::wasteful:
      return NoticeLevel::warning;
    case Severity::style:
      break;
  }
  return NoticeLevel::info;
}

Notice noticeOf(const Finding& finding, const Plan& plan) {
  Notice notice{levelOf(finding.severity), toQt(finding.message), toQt(finding.fix), finding.path};
  notice.invalid = finding.severity == Severity::refused;
  notice.source = toQt(finding.source);
  if (finding.remedy) {
    notice.cure = Cure{finding.remedy->plan, toQt(finding.remedy->label)};
    return notice;
  }
  std::vector<Cure> cures = candidateCures(finding.path, plan);
  const auto found = std::find_if(cures.begin(), cures.end(),
                                  [&](const Cure& cure) { return settles(finding, plan, cure.plan); });
  if (found != cures.end()) notice.cure = std::move(*found);
  return notice;
}

}  // namespace zp
