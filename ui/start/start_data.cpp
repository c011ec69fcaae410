// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_data.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "core/estimate/ours.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/program_defaults.h"
#include "core/units/format.h"
#include "ui/fields/fields.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int most_per_node = 8;
constexpr std::array stage_names = {QT_TRANSLATE_NOOP("StartData", "DDP"), "ZeRO-1", "ZeRO-2", "ZeRO-3"};
constexpr std::array stage_words = {
    QT_TRANSLATE_NOOP("StartData", "Without ZeRO each GPU keeps all of it."),
    QT_TRANSLATE_NOOP("StartData", "Stage 1 divides the optimizer's states, the largest part."),
    QT_TRANSLATE_NOOP("StartData", "Stage 2 divides the gradients too."),
    QT_TRANSLATE_NOOP("StartData", "Stage 3 divides the weights too, gathered when they are used.")};

QString startWords(const char* words) { return QCoreApplication::translate("StartData", words); }

double ratioOf(Bytes part, Bytes whole) {
  return whole > Bytes(0) ? static_cast<double>(part.value()) / static_cast<double>(whole.value()) : 0;
}

const ChoiceField& choiceOf(const char* path) { return std::get<ChoiceField>(*fieldOf(path)); }

/// Returns the most GPUs per node that divide the count evenly.
int gpusOfNode(int gpus) {
  int of_node = std::min(gpus, most_per_node);
  while (gpus % of_node != 0)
    --of_node;
  return of_node;
}

}  // namespace

ExampleBar exampleBar(const PlanDocument& document) {
  const MemoryEstimate estimate = estimate_memory(document.plan);
  const GpuMemory& gpu = estimate.gpu;
  ExampleBar bar;
  const ChartBytes parts = chartBytesOf(gpu.components);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] > Bytes(0))
      bar.parts.push_back({static_cast<ChartComponent>(i), ratioOf(parts[i], gpu.capacity)});
  bar.verdict = verdictOf(estimate);
  bar.text = startWords("%1 of %2").arg(toQt(format_gib_value(gpu.needed())), toQt(format_gib(gpu.capacity)));
  if (const QString lack = lackText(estimate); !lack.isEmpty() && gpu.fits)
    bar.text = bar.verdict == Verdict::over ? lack + u" GiB"_s : lack;
  return bar;
}

std::array<StageShares, chart_stage_count> stageShares() {
  std::array<StageShares, chart_stage_count> all;
  Plan plan = example_plan().plan;
  Bytes whole;
  MemoryEstimate first;
  for (std::size_t stage = 0; stage < all.size(); ++stage) {
    plan.zero.stage = static_cast<int>(stage);
    const MemoryEstimate estimate = estimate_memory(plan);
    const OurFigures ours = our_figures(plan, estimate);
    if (stage == 0) whole = ours.model_states_gpu_bytes;
    StageShares& shares = all[stage];
    shares.name = startWords(stage_names[stage]);
    shares.words = startWords(stage_words[stage]);
    shares.held = {ratioOf(ours.parameters_gpu_bytes, whole), ratioOf(ours.gradients_gpu_bytes, whole),
                   ratioOf(ours.optimizer_states_gpu_bytes, whole)};
    const double bytes = static_cast<double>(ours.model_states_gpu_bytes.value()) /
                         static_cast<double>(estimate.model.parameters.value());
    shares.bytes = startWords("%1 bytes").arg(toQt(format_number(bytes, 3)));
    if (stage == 0) first = estimate;
    const BesideShare beside = besideShare(plan, estimate, first, Moment::backward_last);
    if (const double more = ratioOf(beside.bytes, Bytes(estimate.model.parameters.value())); more > 0)
      shares.words += u' ' + startWords("%1 bytes of it are more than an equal share: %2.")
                                 .arg(toQt(format_number(more, 2)), beside.titles.join(u", "_s));
  }
  return all;
}

PlanDocument planOf(const StartQuestion& question) {
  PlanDocument document = example_plan();
  Plan& plan = document.plan;
  for (const auto& [path, id] : {std::pair{"model.preset", question.model},
                                 {"training.lora.rank", question.trains},
                                 {"cluster.gpu.preset", question.gpu}})
    if (!id.isEmpty()) plan = choiceOf(path).set(plan, id);
  const int gpus = std::max(1, question.gpus), of_node = gpusOfNode(gpus);
  plan.cluster.gpus_per_node = of_node;
  plan.cluster.nodes = gpus / of_node;
  plan = with_program_defaults(example_plan(), plan);
  return document;
}

StartQuestion questionOf(const Plan& plan) {
  return {choiceOf("model.preset").value(plan), choiceOf("training.lora.rank").value(plan),
          choiceOf("cluster.gpu.preset").value(plan), plan.cluster.ranks()};
}

}  // namespace zp
