// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/reasons.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/speed/explain_time.h"
#include "core/units/format.h"

namespace zp {
namespace {

const Entry* largest_entry(const MemoryEstimate& estimate) {
  const Entry* largest = nullptr;
  for (const Entry& entry : estimate.ledger.entries())
    if (entry.place == Place::gpu && entry.counts_in(estimate.gpu.peak_phase) &&
        (largest == nullptr || entry.bytes > largest->bytes))
      largest = &entry;
  return largest;
}

constexpr std::size_t a_sentence = 256;  // characters reserved for a reason, to avoid reallocation

void append(std::string& text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    text += word;
}

/// Appends "gather_forward 301 ms, reduce_gradients 109 ms": the exposed time of a part's entries, longest
/// first.
void append_exposed(std::string& text, const StepTime& time, TimePart part) {
  std::vector<std::pair<TimeId, double>> exposed;
  for (const TimeEntry& entry : time.ledger.entries()) {
    if (entry.part == part && entry.exposed() > 0) exposed.emplace_back(entry.id, entry.exposed());
  }
  std::ranges::stable_sort(exposed, std::greater<>(), &std::pair<TimeId, double>::second);
  std::string_view before;
  for (const auto& [id, seconds] : exposed)
    append(text, {std::exchange(before, ", "), name_of(id), " ", format_seconds(seconds)});
}

}  // namespace

std::string gpu_reason(const MemoryEstimate& estimate) {
  const GpuMemory& gpu = estimate.gpu;
  std::string text;
  text.reserve(a_sentence);
  append(text, {gpu.fits ? "fits the GPU: " : "does not fit the GPU: ", format_bytes(gpu.peak), " of ",
                format_bytes(gpu.capacity), " in the ", name_of(gpu.peak_phase), " phase"});
  if (!gpu.fits) append(text, {", short by ", format_bytes(Bytes(-gpu.headroom.value()))});
  if (const Entry* largest = largest_entry(estimate))
    append(text, {"; largest: ", name_of(largest->id), " ", format_bytes(largest->bytes), " (",
                  format_exact_bytes(largest->bytes), ")"});
  return text;
}

std::string speed_reason(const Candidate& candidate) {
  const StepTime& time = candidate.time;
  if (!time.is_known)
    return "no step time, because the FLOPs of a list of tensors are not known: stages are ranked by their "
           "moving parts";
  std::string text;
  text.reserve(2 * a_sentence);
  append(text, {"step ", format_seconds(time.total)});
  if (time.range.is_known())
    append(text, {" (", format_seconds(time.range.low), " to ", format_seconds(time.range.high), ")"});
  append(text, {": compute ", format_seconds(time.parts[static_cast<std::size_t>(TimePart::compute)])});
  const auto add = [&](std::string_view what, TimePart part) {
    const double seconds = time.parts[static_cast<std::size_t>(part)];
    if (seconds <= 0) return;
    append(text, {", ", what, " ", format_seconds(seconds), " ("});
    append_exposed(text, time, part);
    text += ')';
  };
  add("exposed communication", TimePart::communication);
  add("exposed host transfers", TimePart::host);
  add("optimizer", TimePart::optimizer);
  append(text, {"; ", format_per_s(candidate.throughput.tokens_per_s, "tokens"), ", MFU ",
                format_percent(candidate.throughput.mfu), ", waits longest for ",
                describe(candidate.plan, time.bound_by)});
  return text;
}

std::vector<std::string> reasons_of(const Candidate& candidate) {
  const MemoryEstimate& estimate = candidate.estimate;
  std::vector<std::string> reasons = {gpu_reason(estimate)};
  if (!estimate.cpu.fits)
    reasons.push_back("host memory is short: " + format_bytes(estimate.cpu.needed_per_node()) + " of " +
                      format_bytes(estimate.cpu.capacity_per_node) + " per node while " +
                      std::string(name_of(estimate.cpu.binding)));
  if (!estimate.nvme.fits)
    reasons.push_back("the drive is short: " + format_bytes(estimate.nvme.per_node) + " of " +
                      format_bytes(estimate.nvme.capacity_per_node) + " per node");
  reasons.push_back(speed_reason(candidate));
  if (candidate.largest_micro_batch > 0)
    reasons.push_back("largest micro batch that fits: " + format_count(candidate.largest_micro_batch));
  return reasons;
}

}  // namespace zp
