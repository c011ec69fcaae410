// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/time_parts.h"

#include <QRegularExpression>
#include <QStringList>
#include <cmath>

#include "core/report/whole_run_words.h"
#include "core/speed/throughput.h"
#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

static_assert(chart_time_count == time_part_count);

constexpr double slow_tokens = 100;  // per second: below it, decimals are shown
constexpr double as_fast = 0.0005;   // distance from 1 that is shown as ×1

}  // namespace

ChartTime chartTimeOf(TimePart part) {
  switch (part) {
    case TimePart::compute:
      return ChartTime::compute;
    case TimePart::communication:
      return ChartTime::communication;
    case TimePart::host:
      return ChartTime::host;
    case TimePart::optimizer:
      break;
  }
  return ChartTime::optimizer;
}

QString boundText(Resource resource) {
  switch (resource) {
    case Resource::matrix_units:
      return u"compute-bound"_s;
    case Resource::gpu_memory:
      return u"memory-bound"_s;
    case Resource::launches:
      return u"launch-bound"_s;
    case Resource::node_link:
      return u"link-bound"_s;
    case Resource::network:
      return u"network-bound"_s;
    case Resource::host_link:
      return u"PCIe-bound"_s;
    case Resource::host_memory:
      return u"CPU-bound"_s;
    case Resource::drive:
      return u"drive-bound"_s;
  }
  return {};
}

QString percentText(double fraction) {
  const double steps = fraction < 0.1 ? 1000 : 100;
  return toQt(format_percent(std::round(fraction * steps) / steps));
}

QString spreadText(const StepTime& time) {
  if (!(time.total > 0 && time.range.is_known())) return {};
  const double below = 1 - time.range.low / time.total;
  const double above = time.range.high / time.total - 1;
  if (std::abs(below - above) < 0.055) return u'±' + percentText((below + above) / 2);
  return u'−' + toQt(format_number(std::round(below * 100))) + u"/+" + percentText(above);
}

QString rangeText(const StepTime& time) {
  if (!time.range.is_known()) return u"range not known"_s;
  return toQt(format_seconds(time.range.low)) + u" – " + toQt(format_seconds(time.range.high));
}

QString slowdownText(double slowdown) {
  if (!(slowdown > 0)) return {};
  return std::abs(slowdown - 1) < as_fast ? u"fastest"_s : u'×' + toQt(format_number(slowdown, 3));
}

QString shortCountText(double count) {
  static const QRegularExpression no_fraction(u"\\.0+(?=\\D|$)"_s);
  return toQt(format_params(Params(std::llround(count)))).replace(no_fraction, QString());
}

QString tokenRateText(double tokens_per_s) {
  const std::string number = tokens_per_s < slow_tokens ? format_number(tokens_per_s, 3)
                                                        : format_params(Params(std::llround(tokens_per_s)));
  return toQt(number) + u" tok/s";
}

QString runText(const Plan& plan, const WholeRun& run) {
  if (!(run.hours > 0)) return {};
  if (!run.progresses()) return shortCountText(plan.training.tokens) + u" tokens: hardly progresses"_s;
  QStringList parts = {toQt(format_seconds(run.wall_hours * seconds_per_hour)),
                       toQt(format_number(run.gpu_hours)) + u" GPU hours",
                       toQt(goodput_text(run)) + u" of it training"_s};
  if (run.cost > 0) parts << u"price "_s + toQt(format_number(run.cost));
  if (run.energy_kwh > 0) parts << toQt(format_number(run.energy_kwh)) + u" kWh";
  for (QString& part : parts)
    part.replace(u' ', QChar::Nbsp);  // a narrow window breaks the line between parts
  return shortCountText(plan.training.tokens) + u" tokens: " + parts.join(u", "_s);
}

}  // namespace zp
