// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/timeline.h"

#include "core/units/index_of.h"

namespace zp {
namespace {

struct Words {
  std::string_view name, title, description;
};

constexpr std::array<Words, moment_count> words = {{
    {"loading", "Loading", "The model is loaded onto the GPU, whole or module by module, and partitioned."},
    {"initialisation", "Initialisation",
     "The engine is being built: master weights are made from the model, and the permanent buckets."},
    {"forward", "End of forward",
     "The forward pass ends: all saved activations exist, and the loss is being computed."},
    {"backward_head", "Backward, loss and head",
     "The backward pass begins with the gradient of loss and head; the activations of all blocks still "
     "exist."},
    {"backward_first", "Backward, last block",
     "The backward pass is in the last block, its first: the activations of all blocks exist, and the first "
     "gradients appear."},
    {"backward_last", "Backward, first block",
     "The backward pass is in the first block, its last: all gradients exist, and the activations of the "
     "other blocks are freed."},
    {"step", "Optimizer step",
     "The optimizer updates the weights, with its workspace; activations are freed."},
    {"save", "Saving", "A 16-bit checkpoint is written, for which stage 3 gathers weights."},
    {"between", "Between steps",
     "Nothing runs: these tensors exist throughout training; gradients are released where possible."},
    {"generate", "Generating",
     "The policy or its engine generates the sequences to train on: the engine's memory, or keys and values "
     "and at stage 3 the whole model."},
    {"score", "Scoring",
     "The policy, the reference and the reward model read the generated sequences, without gradients."},
    {"evaluate", "Evaluation",
     "Sequences are read without gradients between two steps: one block's tensors at a time, and the logits "
     "of a whole batch."},
}};

Moment largest(const Timeline& line, const MemoryEstimate& estimate, Place place) {
  Moment peak = Moment::forward;
  for (const Moment moment : line.moments()) {
    const Bytes here = line.totals[index_of(moment)];
    const Bytes best = line.totals[index_of(peak)];
    const bool is_named = place == Place::gpu && phase_of(moment) == estimate.gpu.peak_phase &&
                          phase_of(peak) != estimate.gpu.peak_phase;
    if (here > best || (here == best && is_named)) peak = moment;
  }
  return peak;
}

}  // namespace

MomentsInOrder Timeline::moments() const {
  MomentsInOrder moments;
  for (const Moment moment : moments_in_order) {
    const bool is_rollout = moment == Moment::generate || moment == Moment::score;
    if (is_rollout ? has_rollout : moment != Moment::evaluate || has_evaluation) moments.add(moment);
  }
  return moments;
}

Timeline timeline(const MemoryEstimate& estimate, Place place) {
  Timeline line;
  line.has_rollout = estimate.gpu.phases[index_of(Phase::generate)].value() > 0;
  line.has_evaluation = estimate.gpu.phases[index_of(Phase::evaluate)].value() > 0;
  Moments present;
  for (const Moment moment : line.moments())
    present = present | Moments::of(moment);
  for (const Entry& entry : estimate.ledger.entries()) {
    if (entry.place != place) continue;
    for (std::size_t moment = 0; moment < moment_count; ++moment) {
      if (!(entry.moments & present).has(static_cast<Moment>(moment))) continue;
      line.components[moment][index_of(entry.component)] += entry.bytes;
      line.totals[moment] += entry.bytes;
    }
  }
  line.peak = largest(line, estimate, place);
  return line;
}

std::string_view name_of(Moment moment) { return words[index_of(moment)].name; }
std::string_view title_of(Moment moment) { return words[index_of(moment)].title; }
std::string_view description_of(Moment moment) { return words[index_of(moment)].description; }

}  // namespace zp
