// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson.h"

#include <QObject>
#include <algorithm>

#include "core/memory/timeline.h"
#include "core/sharding/framework.h"
#include "core/sharding/strategy.h"
#include "core/units/format.h"
#include "ui/model/memory_parts.h"
#include "ui/model/plan_results.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// The moment shown, at which all three states exist.
constexpr Moment moment_of_states = Moment::backward_last;
constexpr std::array states = {ChartComponent::parameters, ChartComponent::gradients,
                               ChartComponent::optimizer_states};

/// Returns the bytes of a state, without temporarily gathered parameters.
Bytes bytesOf(const MemoryEstimate& estimate, Place place, ChartComponent state) {
  const ComponentBytes all = timeline(estimate, place).components[static_cast<std::size_t>(moment_of_states)];
  Bytes sum;
  for (std::size_t c = 0; c < component_count; ++c) {
    const auto component = static_cast<Component>(c);
    if (component != Component::gathered_parameters && chartComponentOf(component) == state) sum += all[c];
  }
  return sum;
}

HeldState heldState(ChartComponent state, bool is_divided, const PlanResults& results,
                    const MemoryEstimate& whole) {
  const Plan& plan = results.evaluation.document.plan;
  HeldState held{state, is_divided, Place::gpu, bytesOf(whole, Place::gpu, state), {}};
  const Bytes gpu = bytesOf(results.evaluation.figures.estimate, Place::gpu, state),
              host = bytesOf(results.evaluation.figures.estimate, Place::cpu, state),
              drive = bytesOf(results.evaluation.figures.estimate, Place::nvme, state);
  if (drive > Bytes(0)) {
    held.place = Place::nvme;  // per node, as in the ledger
    held.held = bytes_of(static_cast<double>(drive.value()) / plan.cluster.gpus_per_node);
  } else if (host > gpu) {
    held.place = Place::cpu;
    held.held = host;
  } else {
    held.held = gpu;
  }
  return held;
}

QString translated(const char* text) { return QObject::tr(text); }

QString ofStage(int stage) {
  switch (stage) {
    case 0:
      return translated(
          "Stage 0 is plain data parallelism: every GPU keeps all of the model, its gradients and its "
          "optimizer states. After the backward pass the gradients are summed over all GPUs, and each does "
          "the same step.");
    case 1:
      return translated(
          "Stage 1 divides the optimizer states: each GPU keeps those of its own part of the parameters and "
          "steps that part alone. Afterwards every GPU gets the new weights of the others. The network "
          "carries no more than without ZeRO.");
    case 2:
      return translated(
          "Stage 2 divides the gradients too: each is sent to the GPU whose part it is, which keeps the sum; "
          "the others free it. The network carries no more than without ZeRO.");
    default:
      return translated(
          "Stage 3 divides the parameters too: no GPU keeps the whole model. Each layer is gathered just "
          "before it is used, in the forward pass and again in the backward pass, and freed after use. The "
          "network carries one and a half times as much.");
  }
}

/// Returns sentences about the effect of the offload; none if nothing is offloaded.
QStringList ofOffload(const Strategy& strategy) {
  QStringList sentences;
  if (strategy.optimizer == Device::cpu)
    sentences << translated(
        "The optimizer states are kept in host memory and stepped by the CPU: gradients go there and new "
        "weights come back in each step.");
  if (strategy.optimizer == Device::nvme)
    sentences << translated(
        "The optimizer states are kept on drives: each step reads them into host memory, the CPU steps them, "
        "and writes them back.");
  if (strategy.parameters == Device::cpu)
    sentences << translated(
        "The parameters are kept in host memory; each layer is copied over the host link before use.");
  if (strategy.parameters == Device::nvme)
    sentences << translated("The parameters are kept on drives; each layer is read before use.");
  return sentences;
}

QString ofMemory(const Lesson& lesson) {
  Bytes whole;
  for (const HeldState& state : lesson.states)
    whole += state.whole;
  return QObject::tr("One GPU holds %2 of %1 of model states; activations, buffers and CUDA come on top.")
      .arg(toQt(format_bytes(whole)), toQt(format_bytes(lesson.onGpu())));
}

/// Returns a sentence on what the GPU keeps beside its equal share; "" if that is nothing.
QString ofExtra(const PlanResults& results, const MemoryEstimate& whole) {
  const BesideShare beside = besideShare(results.evaluation.document.plan,
                                         results.evaluation.figures.estimate, whole, moment_of_states);
  if (beside.titles.isEmpty()) return {};
  return QObject::tr("%1 of it is more than an equal share, which the ZeRO paper does not count: %2.")
      .arg(toQt(format_bytes(beside.bytes)), beside.titles.join(u", "_s));
}

QString ofTime(const StepTime& time) {
  if (!time.is_known) return {};
  QString sentence = QObject::tr("A step takes %1").arg(toQt(format_seconds(time.total)));
  if (time.exposed_communication > 0)
    sentence += QObject::tr(", %1 of it waiting for other GPUs")
                    .arg(toQt(format_seconds(time.exposed_communication)));
  if (time.offload > 0)
    sentence += QObject::tr(", %1 for host memory or drives").arg(toQt(format_seconds(time.offload)));
  return sentence + u'.';
}

}  // namespace

Bytes Lesson::onGpu() const {
  Bytes sum;
  for (const HeldState& state : states)
    if (state.place == Place::gpu) sum += state.held;
  return sum;
}

bool Lesson::uses(Place place) const {
  return std::ranges::any_of(states, [place](const HeldState& state) { return state.place == place; });
}

Lesson lessonOf(const PlanResults& results) {
  const Plan& plan = results.evaluation.document.plan;
  const FrameworkTraits traits = traits_of(plan);
  const MemoryEstimate whole = estimate_memory(with_strategy(plan, {0, Device::none, Device::none}));
  const std::array divided = {traits.partitions_weights, traits.partitions_gradients,
                              traits.partitions_states};
  const Strategy strategy = strategy_of(plan);
  Lesson lesson;
  lesson.gpus = plan.cluster.gpus_per_node * plan.cluster.nodes;
  for (std::size_t i = 0; i < states.size(); ++i)
    lesson.states[i] = heldState(states[i], divided[i], results, whole);
  lesson.title = toQt(label_of(strategy));
  lesson.sentences << ofStage(strategy.stage) << ofOffload(strategy) << ofMemory(lesson)
                   << ofExtra(results, whole) << ofTime(results.evaluation.figures.time);
  lesson.sentences.removeAll(QString());
  return lesson;
}

}  // namespace zp
