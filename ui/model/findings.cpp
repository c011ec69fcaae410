// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/findings.h"

#include <algorithm>

#include "core/plan/validate.h"
#include "core/units/format.h"
#include "ui/model/text.h"
#include "ui/window/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString gib(Bytes bytes) { return toQt(format_gib(bytes)); }
QString count(std::int64_t n) { return toQt(format_count(n)); }

const Candidate* bestThatFits(const std::vector<Candidate>& candidates) {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : candidates)
    if (candidate.estimate.fits() && (best == nullptr || candidate.rank < best->rank)) best = &candidate;
  return best;
}

/// What to change, in growing order of cost, until some strategy fits.
struct Relief {
  QString name;
  Plan plan;
};
std::vector<Relief> reliefs(const Plan& plan) {
  Plan checkpointed = plan;
  checkpointed.training.activation_checkpointing = Checkpointing::full;
  Plan smallest = checkpointed;
  smallest.training.micro_batch_size = 1;
  Plan single = plan;
  single.training.micro_batch_size = 1;
  return {{u"full checkpointing"_s, checkpointed},
          {u"micro batch 1"_s, single},
          {u"full checkpointing and micro batch 1"_s, smallest}};
}

/// Names the cheapest way out of a plan that does not fit, and carries it as the cure.
void addWayOut(Notice& notice, const Plan& plan, const std::vector<Candidate>& candidates) {
  const auto offer = [&notice](const Candidate& candidate, const QString& with) {
    const QString label = toQt(label_of(candidate.strategy));
    const QString name = with.isEmpty() ? label : label + u" with " + with;
    notice.fix = name + u" fits (" + gib(candidate.estimate.gpu.peak) + u" per GPU).";
    notice.cure = Cure{candidate.plan, name};
  };
  if (const Candidate* best = bestThatFits(candidates)) return offer(*best, {});
  for (const Relief& relief : reliefs(plan)) {
    if (relief.plan == plan) continue;
    const std::vector<Candidate> eased = compare(relief.plan);
    if (const Candidate* best = bestThatFits(eased)) return offer(*best, relief.name);
  }
  notice.fix = u"No stage or offload fits, even with full checkpointing and micro batch 1: it takes more GPUs, more memory or a smaller model."_s;
}

Notice shortage(const QString& what, Bytes need, Bytes capacity, std::string path) {
  return {NoticeLevel::error,
          what + u" does not fit: " + gib(need) + u" of " + gib(capacity) + u", " + gib(need - capacity) + u" too much.",
          {},
          std::move(path)};
}

void addShortages(std::vector<Notice>& notices, const Plan& plan, const MemoryEstimate& estimate,
                  const std::vector<Candidate>& candidates) {
  const std::size_t before = notices.size();
  if (!estimate.gpu.fits)
    notices.push_back(shortage(u"GPU memory"_s, estimate.gpu.peak, estimate.gpu.capacity, "cluster.gpu"));
  if (!estimate.cpu.fits)
    notices.push_back(shortage(u"CPU memory of a node"_s, estimate.cpu.per_node, estimate.cpu.capacity_per_node,
                               "cluster.cpu_memory_gib"));
  if (!estimate.nvme.fits)
    notices.push_back(shortage(u"NVMe space of a node"_s, estimate.nvme.per_node, estimate.nvme.capacity_per_node,
                               "cluster.nvme.capacity_gib"));
  if (notices.size() > before) addWayOut(notices[before], plan, candidates);
}

void addTight(std::vector<Notice>& notices, const MemoryEstimate& estimate) {
  const GpuMemory& gpu = estimate.gpu;
  if (!gpu.fits || ratio(gpu.peak, gpu.capacity) < tight_share) return;
  QString sentence = u"Tight: " + gib(gpu.peak) + u" is " + toQt(format_percent(ratio(gpu.peak, gpu.capacity))) +
                     u" of the GPU's usable memory";
  if (gpu.peak_range.high > gpu.capacity) sentence += u", and the estimate reaches up to " + gib(gpu.peak_range.high);
  notices.push_back({NoticeLevel::warning, sentence + u'.', {}, "cluster.gpu"});
}

void addLoading(std::vector<Notice>& notices, const Plan& plan, const HostMemory& host) {
  if (host.loading_per_node <= host.capacity_per_node) return;
  Notice notice{NoticeLevel::warning,
                u"While the ranks of a node load the model they need " + gib(host.loading_per_node) + u" of its " +
                    gib(host.capacity_per_node) + u" CPU memory.",
                u"Load rank by rank, or build the model partitioned."_s, "training.zero_init"};
  if (!plan.training.zero_init && plan.zero.stage == 3) {
    Plan next = plan;
    next.training.zero_init = true;
    notice.cure = Cure{std::move(next), u"zero.Init"_s};
  }
  notices.push_back(std::move(notice));
}

/// The largest power of two times the micro batch that fits, with as much less accumulation where that divides.
void addSpare(std::vector<Notice>& notices, const Plan& plan, const MemoryEstimate& estimate, std::int64_t largest) {
  std::int64_t factor = 1;
  while (plan.training.micro_batch_size * factor * 2 <= largest)
    factor *= 2;
  if (factor == 1 || !estimate.fits()) return;
  Plan next = plan;
  next.training.micro_batch_size *= factor;
  const bool keeps_batch = next.training.gradient_accumulation_steps % factor == 0;
  if (keeps_batch) next.training.gradient_accumulation_steps /= factor;
  if (!is_usable(check(next))) return;
  const QString larger = u"micro batch " + count(next.training.micro_batch_size);
  QString sentence = gib(estimate.gpu.headroom) + u" are free: " + larger + u" also fits (" +
                     gib(estimate_memory(next).gpu.peak) + u')';
  if (keeps_batch)
    sentence += u"; with accumulation " + count(next.training.gradient_accumulation_steps) + u" the global batch stays " +
                count(train_batch_size(next));
  notices.push_back({NoticeLevel::info, sentence + u'.', {}, "training.micro_batch_size",
                     Cure{std::move(next), larger}});
}

void addBatch(std::vector<Notice>& notices, const Plan& plan) {
  const Training& training = plan.training;
  const std::int64_t sequences = train_batch_size(plan);
  notices.push_back({NoticeLevel::info,
                     u"Global batch: " + count(training.micro_batch_size) + u" × " +
                         count(training.gradient_accumulation_steps) + u" × " + count(data_parallel_world(plan)) + u" = " +
                         count(sequences) + u" sequences, " + count(sequences * training.sequence_length) +
                         u" tokens per optimizer step.",
                     {},
                     "training.gradient_accumulation_steps"});
}

}  // namespace

std::vector<Notice> findings(const Plan& plan, const MemoryEstimate& estimate, const std::vector<Candidate>& candidates,
                             std::int64_t largest_micro_batch) {
  std::vector<Notice> notices;
  addShortages(notices, plan, estimate, candidates);
  addTight(notices, estimate);
  addLoading(notices, plan, estimate.cpu);
  addSpare(notices, plan, estimate, largest_micro_batch);
  addBatch(notices, plan);
  return notices;
}

}  // namespace zp
