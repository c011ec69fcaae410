// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/time_tips.h"

#include "core/plan_file/machine_profile.h"
#include "core/speed/explain_time.h"
#include "core/speed/range.h"
#include "core/units/format.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

const auto unknown_text =
    u"A model given as tensors has no known operations, so its step time is unknown. Choose a preset or a "
    u"shape."_s;

QString tableLine(const QString& name, const QString& value, const QString& more = {}) {
  return u"<tr><td>"_s + name.toHtmlEscaped() + u"</td><td align='right'>&nbsp;&nbsp;" +
         value.toHtmlEscaped() + u"</td><td align='right'>&nbsp;&nbsp;" + more.toHtmlEscaped() +
         u"</td></tr>";
}

QString partLines(const StepTime& time) {
  QString lines;
  for (std::size_t i = 0; i < time_part_count; ++i)
    if (time.parts[i] > 0)
      lines += tableLine(nameOf(chartTimeOf(static_cast<TimePart>(i))), toQt(format_seconds(time.parts[i])),
                         percentText(time.parts[i] / time.total));
  return lines;
}

QString table(const QString& lines) {
  return u"<table cellspacing='0' cellpadding='1'>"_s + lines + u"</table>";
}

QString rangeHtml(const Plan& plan, const StepTime& time) {
  if (!time.range.is_known()) return toQt(unknown_range_sentence(time.kind)).toHtmlEscaped();
  return u"Within "_s + rangeText(time) + u" for about 80 % of published runs of this kind (" +
         toQt(name_of(time.kind)).toHtmlEscaped() + u"). "_s +
         toQt(narrowing_sentence(plan, time)).toHtmlEscaped();
}

}  // namespace

bool isTimeCalibrated(const Plan& plan) {
  const MeasuredRuns& runs = plan.cluster.measured.runs;
  return runs.one_node + runs.many_nodes + runs.cpu_offload + runs.nvme_offload > 0;
}

bool isMemoryCalibrated(const Plan& plan) {
  const MeasuredRuns& runs = plan.cluster.measured.runs;
  return runs.driver + runs.reserve > 0;
}

QString calibratedHtml(const PlanResults& results) {
  const QString sentence = toQt(calibrated_on(results.evaluation.document));
  return sentence.isEmpty() ? QString() : u"<p>"_s + sentence.toHtmlEscaped() + u"</p>";
}

QString stepTimeTip(const PlanResults& results) {
  const StepTime& time = results.evaluation.figures.time;
  if (!time.is_known) return unknown_text;
  return u"<b>One optimizer step: "_s + toQt(format_seconds(time.total)) + u"</b>" + table(partLines(time)) +
         u"<p>Busy the longest: " +
         toQt(describe(results.evaluation.document.plan, time.bound_by)).toHtmlEscaped() + u".</p><p>" +
         rangeHtml(results.evaluation.document.plan, time) + u"</p>" + calibratedHtml(results);
}

QString throughputTip(const PlanResults& results) {
  if (!results.evaluation.figures.time.is_known) return unknown_text;
  const Throughput& rate = results.evaluation.figures.throughput;
  const Plan& plan = results.evaluation.document.plan;
  QString lines =
      tableLine(u"All GPUs"_s, toQt(format_per_s(rate.tokens_per_s, "tokens"))) +
      tableLine(u"One GPU"_s, toQt(format_per_s(rate.tokens_per_s_per_gpu, "tokens"))) +
      (plan.training.padding_share > 0
           ? tableLine(u"No padding"_s, toQt(format_per_s(rate.useful_tokens_per_s, "tokens")))
           : QString()) +
      tableLine(u"Model FLOPs of one GPU"_s, toQt(format_flops(rate.tflops_per_gpu * 1e12)),
                percentText(rate.mfu) + u" MFU") +
      tableLine(u"With what checkpointing repeats"_s, toQt(format_flops(rate.hardware_tflops_per_gpu * 1e12)),
                percentText(rate.hfu) + u" HFU") +
      tableLine(u"Global batch"_s, toQt(format_count(train_batch_size(plan))) + u" sequences",
                toQt(format_number(rate.tokens_per_step)) + u" tokens");
  const QString run = runText(plan, whole_run(plan, results.evaluation.figures.time));
  return u"<b>Throughput</b>"_s + table(lines) + u"<p>" +
         (run.isEmpty() ? u"State a token budget under Run for hours, cost and energy."_s
                        : run.toHtmlEscaped()) +
         u"</p>" + calibratedHtml(results);
}

}  // namespace zp
