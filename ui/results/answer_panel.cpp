// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/answer_panel.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>
#include <algorithm>

#include "core/memory/odds.h"
#include "core/report/host_words.h"
#include "core/report/whole_run_words.h"
#include "core/report/words.h"
#include "core/sharding/roles.h"
#include "core/units/format.h"
#include "ui/inputs/capacity_bar.h"
#include "ui/inputs/fact_label.h"
#include "ui/inputs/field_frame.h"
#include "ui/model/memory_parts.h"
#include "ui/model/plan_results.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/results/time_tips.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double word_scale = 1.55;
constexpr double rate_scale = 1.4;
constexpr double minor_scale = 0.95;
constexpr int gpu_share = 21, step_share = 19, run_share = 11;  // shares of their lines' width
constexpr int place_share = 12,
              open_share = 24;  // share of the line's width; the unstated settings have the longest text

QString gib(Bytes bytes) { return toQt(format_gib(bytes)); }

/// Returns "63.1 of 79.2 GiB", or "6.7 TiB of 79.2 GiB" for a need from a tebibyte on; only the need if the
/// capacity is unknown.
QString amountOf(Bytes used, Bytes capacity) {
  constexpr std::int64_t tebibyte = std::int64_t{1} << 40;
  if (used.value() >= tebibyte) {
    const QString need = toQt(format_bytes(used));
    return capacity.value() > 0 ? need + u" of "_s + toQt(format_bytes(capacity)) : need;
  }
  return capacity.value() > 0 ? toQt(format_gib_value(used)) + u" of "_s + gib(capacity) : gib(used);
}

/// Returns the high end of a GPU's memory, "likely at most 70.4", or what is lacking, "7.9 GiB over".
QString reachOf(const GpuMemory& gpu) {
  if (gpu.capacity.value() > 0 && !gpu.fits) return gib(gpu.peak - gpu.capacity) + u" over"_s;
  if (gpu.is_filled_by_cache()) return AnswerPanel::tr("and PyTorch's cache");
  if (gpu.likely_peak.high <= gpu.peak) return u"on each GPU"_s;
  return u"likely at most "_s + toQt(format_gib_value(gpu.likely_peak.high));
}

/// Returns the GPU memory that remains at the high end of the range: "12.0 GiB are free then."
QString restOf(const GpuMemory& gpu) {
  if (gpu.capacity.value() <= 0) return {};
  if (gpu.is_filled_by_cache())
    return AnswerPanel::tr("The rest is memory that PyTorch caches and releases when it runs short.");
  const Bytes most = std::max(gpu.peak, gpu.likely_peak.high);
  return most <= gpu.capacity ? AnswerPanel::tr("At the most, %1 are free.").arg(gib(gpu.capacity - most))
                              : AnswerPanel::tr("At the most, %1 are missing.").arg(gib(most - gpu.capacity));
}

/// Returns the verdict for the memory of a place; unknown if its capacity is not stated.
Verdict verdictOfPlace(bool fits, Bytes used, Bytes capacity) {
  return capacity.value() > 0 ? verdictOf(fits, used, capacity) : Verdict::unknown;
}

/// A verdict in words: in full, and for narrow windows.
struct FitText {
  QString full, narrow;
};

/// Returns whether the plan fits, with the odds: "Likely fits, 87 %".
FitText fitTextOf(const MemoryEstimate& estimate, Verdict verdict, const FitOdds& odds) {
  if (verdict == Verdict::unknown) return {lackText(estimate), {}};
  const QString percent = u' ' + toQt(odds_percent(odds.both));
  if (!estimate.fits())
    return {AnswerPanel::tr("Does not fit") + u',' + percent, AnswerPanel::tr("Does not fit")};
  switch (fit_word(odds.both)) {
    case FitWord::surely:
      return {AnswerPanel::tr("Surely fits,") + percent, AnswerPanel::tr("Surely fits")};
    case FitWord::likely:
      return {AnswerPanel::tr("Likely fits,") + percent, AnswerPanel::tr("Likely") + percent};
    default:
      return {AnswerPanel::tr("At the edge,") + percent, AnswerPanel::tr("Edge") + percent};
  }
}

/// Returns the odds of GPU and host separately, and where they come from.
QString oddsTip(const FitOdds& odds) {
  return u"<qt>"_s +
         AnswerPanel::tr(
             "The odds that each GPU has room are %1, those of the host %2. They come from the errors of "
             "published runs of the same kind: Help ▸ How right is this. Odds above %3 are never shown, "
             "because some runs with memory to spare ran out of it for reasons that no plan states.")
             .arg(toQt(odds_percent(odds.gpu)).toHtmlEscaped(), toQt(odds_percent(odds.host)).toHtmlEscaped(),
                  toQt(odds_percent(largest_shown_odds)).toHtmlEscaped()) +
         u"</qt>"_s;
}

/// Returns which phase of a run needs most host memory per node, and the entries that make it up.
QString hostTip(const PlanResults& results) {
  QString html;
  for (const std::string& sentence :
       host_sentences(results.evaluation.document.plan, results.evaluation.figures.estimate))
    html += u"<p>"_s + toQt(sentence).toHtmlEscaped() + u"</p>"_s;
  return u"<qt>"_s + html + u"</qt>"_s;
}

/// Shows the figure of host memory or drives, with glyph and colour only if its verdict is tight or over.
void showPlace(FactLabel& fact, const QString& name, bool fits, Bytes used, Bytes capacity) {
  const Verdict verdict = verdictOfPlace(fits, used, capacity);
  const bool matters = verdict == Verdict::tight || verdict == Verdict::over;
  fact.setFact(name + u' ' + amountOf(used, capacity), name + u' ' + gib(used),
               matters ? verdict : Verdict::none);
}

}  // namespace

AnswerPanel::AnswerPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(u"answerPanel"_s);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  word_ = addFact(u"verdictWord"_s, tr("Verdict"), word_scale, true);
  rate_ = addFact(u"throughputFact"_s, tr("Throughput"), rate_scale, true);
  run_ = addFact(u"runFact"_s, tr("Token budget"), 1, true);
  step_ = addFact(u"stepFact"_s, tr("Step time"), 1, true);
  gpu_ = addFact(u"gpuFact"_s, tr("GPU memory"), 1, true);
  bound_ = addFact(u"boundFact"_s, tr("What binds the step"), minor_scale, false);
  bar_ = new CapacityBar;
  cpu_ = addFact(u"cpuFact"_s, tr("Host memory of a node"), minor_scale, false);
  nvme_ = addFact(u"nvmeFact"_s, tr("Space on the drives of a node"), minor_scale, false);
  calibrated_ = addFact(u"calibratedFact"_s, tr("Calibration"), minor_scale, false);
  unstated_ = addFact(u"unstatedFact"_s, tr("Not stated"), minor_scale, false);
  QFont word = word_->font();
  word.setBold(true);
  word_->setFont(word);
  QFont rate = rate_->font();
  rate.setWeight(QFont::DemiBold);
  rate_->setFont(rate);
  for (FactLabel* fact : {run_, step_, bound_, unstated_})
    fact->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  rate_->setAlignment(Qt::AlignHCenter | Qt::AlignVCenter);
  cpu_->setToolTip(tr("Host memory of one node while training."));
  nvme_->setToolTip(tr("Space on the drives of one node."));

  auto* column = makeColumn(this, 3, {12, 7, 12, 7});
  const auto addLine = [column](std::initializer_list<std::pair<FactLabel*, int>> facts) {
    auto* line = new QHBoxLayout;
    line->setSpacing(10);
    for (const auto& [fact, stretch] : facts)
      line->addWidget(fact, stretch);
    column->addLayout(line);
    return line;
  };
  first_ = addLine({{word_, 20}, {rate_, 15}, {run_, run_share}});
  amounts_ = addLine({{gpu_, gpu_share}, {step_, step_share}, {bound_, 9}});
  column->addWidget(bar_);
  places_ = addLine(
      {{cpu_, place_share}, {nvme_, place_share}, {calibrated_, place_share}, {unstated_, open_share}});

  const std::pair<FactLabel*, Place> places[] = {
      {gpu_, Place::gpu}, {cpu_, Place::cpu}, {nvme_, Place::nvme}};
  for (const auto& place : places) {
    place.first->setClickable(true);
    connect(place.first, &FactLabel::clicked, this,
            [this, asked = place.second] { emit explainRequested(asked); });
  }
  for (FactLabel* fact : {rate_, run_, step_}) {
    fact->setClickable(true);
    connect(fact, &FactLabel::clicked, this, &AnswerPanel::speedRequested);
  }
  unstated_->setClickable(true);
  unstated_->setForms({tr("Looking for what is not stated"), QString()});
  unstated_->setToolTip(tr(
      "Settings that the plan leaves open, and what they may cost. The verdict's odds hold for the assumed "
      "values; the odds here count other values too, except of batch and program. Press to see the settings "
      "and state them."));
  connect(unstated_, &FactLabel::clicked, this, &AnswerPanel::unstatedRequested);
}

void AnswerPanel::setCompact(bool compact) {
  if (compact == bound_->isHidden()) return;
  bound_->setVisible(!compact);
  // The line of the step is needed for the places.
  (compact ? amounts_ : first_)->removeWidget(step_);
  if (compact)
    first_->addWidget(step_, step_share);
  else
    amounts_->insertWidget(1, step_, step_share);
  int index = 0;
  for (FactLabel* place : {cpu_, nvme_, calibrated_, unstated_}) {
    (compact ? places_ : amounts_)->removeWidget(place);
    (compact ? amounts_ : places_)
        ->insertWidget(compact ? ++index : index++, place, place == unstated_ ? open_share : place_share);
  }
  const int above = compact ? 4 : 7;
  layout()->setContentsMargins(12, above, 12, above);
}

FactLabel* AnswerPanel::addFact(const QString& name, const QString& title, double scale, bool strong) {
  auto* fact = new FactLabel(name, title, scaledFont(tabularFont(font()), scale), this);
  fact->setStrong(strong);
  return fact;
}

std::array<FactLabel*, 9> AnswerPanel::facts() const {
  return {word_, rate_, run_, step_, gpu_, bound_, cpu_, nvme_, calibrated_};
}

void AnswerPanel::setResults(const PlanResults& results) {
  nvme_->setVisible(results.evaluation.figures.estimate.nvme.per_node.value() > 0);
  calibrated_->setVisible(results.evaluation.document.plan.cluster.measured.is_any());
  if (results.has_numbers) {
    showWord(results);
    showMemory(results);
    showSpeed(results);
    showRun(results);
    showCalibration(results);
  } else {
    showNothing();
  }
  for (FactLabel* fact : facts())
    fact->setStale(results.stale);
}

void AnswerPanel::showNothing() {
  for (FactLabel* fact : facts())
    fact->setFact(u"–"_s);
  word_->setFact(tr("no estimate"), {}, Verdict::unknown);
  bar_->setAmounts(0, 0, Verdict::unknown);
  bar_->setRange(0, 0);
}

void AnswerPanel::showWord(const PlanResults& results) {
  const QString before = word_->fullText();
  if (const Finding* stop = results.evaluation.stop()) {
    word_->setFact(stop->severity == Severity::refused ? tr("Refused") : tr("Stops later"), {},
                   Verdict::over);
    word_->setToolTip(u"<qt>"_s + toQt(sentence_of(*stop)).toHtmlEscaped() + u"</qt>"_s);
  } else {
    const MemoryEstimate& estimate = results.evaluation.figures.estimate;
    const Verdict verdict = verdictOf(estimate);
    const FitOdds odds = fit_odds(results.evaluation.document.plan, estimate);
    const FitText text = fitTextOf(estimate, verdict, odds);
    word_->setFact(text.full, text.narrow, verdict);
    word_->setToolTip(verdict == Verdict::unknown
                          ? tr("GPU and host have room; the space on the drives is not stated")
                          : oddsTip(odds));
  }
  if (word_->fullText() != before) announce(word_->fullText());
}

void AnswerPanel::announce(const QString& word) {
  word_->setAccessibleDescription(word);
  QAccessibleEvent alert(word_, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void AnswerPanel::showMemory(const PlanResults& results) {
  const MemoryEstimate& estimate = results.evaluation.figures.estimate;
  const GpuMemory& gpu = estimate.gpu;
  const QString amount = amountOf(gpu.needed(), gpu.capacity);
  gpu_->setFact(amount + u", "_s + reachOf(gpu), amount);
  gpu_->setToolTip(
      u"<qt>The largest amount one GPU holds at any moment of a step, with CUDA context and libraries, of "
      u"what it can use; the frame on the bar holds about 80 % of published runs of this kind%1. %2%3</qt>"_s
          .arg(names_program(memory_kind_of(results.evaluation.document.plan))
                   ? QString()
                   : tr(" whose plan names no program. Training program, under Advanced, narrows it"),
               restOf(gpu),
               isMemoryCalibrated(results.evaluation.document.plan) ? calibratedHtml(results) : QString()));
  bar_->setAmounts(to_gib(gpu.peak), to_gib(gpu.capacity),
                   verdictOfPlace(gpu.fits, gpu.fits ? gpu.peak_without_cache : gpu.peak, gpu.capacity));
  bar_->setRange(to_gib(gpu.likely_peak.low), to_gib(gpu.likely_peak.high));
  showPlace(*cpu_, tr("Host"), estimate.cpu.fits, estimate.cpu.needed_per_node(),
            estimate.cpu.capacity_per_node);
  cpu_->setToolTip(hostTip(results));
  showPlace(*nvme_, tr("NVMe"), estimate.nvme.fits, estimate.nvme.per_node, estimate.nvme.capacity_per_node);
}

void AnswerPanel::showSpeed(const PlanResults& results) {
  step_->setToolTip(stepTimeTip(results));
  rate_->setToolTip(throughputTip(results));
  bound_->setToolTip(stepTimeTip(results));
  if (!results.evaluation.figures.time.is_known) {
    rate_->setFact(u"–"_s);
    step_->setFact(u"–"_s);
    bound_->setFact(tr("needs a shape, not tensors"), tr("needs a shape"));
    return;
  }
  const QString step = toQt(format_seconds(results.evaluation.figures.time.total));
  rate_->setFact(toQt(format_per_s(results.evaluation.figures.throughput.tokens_per_s, "tokens")),
                 tokenRateText(results.evaluation.figures.throughput.tokens_per_s));
  const StepTime& time = results.evaluation.figures.time;
  const QString likely = time.range.is_known() ? u" a step, likely "_s : u" a step, "_s;
  if (time.is_without_generation)
    step_->setForms({step + u" a step, training part only"_s, step + u", training only"_s});
  else
    step_->setForms(
        {step + likely + rangeText(time), step + u" a step, "_s + rangeText(time), step + u" a step"_s});
  const QString bound = boundText(results.evaluation.figures.time.bound_by);
  bound_->setFact(bound + u", "_s + percentText(results.evaluation.figures.throughput.mfu) + u" MFU"_s,
                  bound);
}

/// Shows the wall time for the token budget, including saves and failures, and its cost if a price is stated.
void AnswerPanel::showRun(const PlanResults& results) {
  const Plan& plan = results.evaluation.document.plan;
  const WholeRun run = whole_run(plan, results.evaluation.figures.time);
  run_->setVisible(run.hours > 0);
  if (!(run.hours > 0)) return;
  const QString tokens = shortCountText(plan.training.tokens);
  if (!run.progresses()) {
    run_->setForms({tr("%1 tokens: hardly progresses").arg(tokens), tr("hardly progresses")});
  } else {
    const QString hours = toQt(format_seconds(run.wall_hours * seconds_per_hour));
    const QString price = run.cost > 0 ? tr(" for %1 USD").arg(toQt(format_number(run.cost))) : QString();
    run_->setForms({tr("%1 tokens in %2").arg(tokens, hours + price), hours + price, hours});
  }
  QStringList sentences = {toQt(budget_sentence(plan, run))};
  for (const std::string& sentence : course_sentences(plan, run))
    sentences << toQt(sentence);
  setWrappedTip(*run_, sentences);
}

/// Shows which figures are calibrated on this machine; the others use published constants.
void AnswerPanel::showCalibration(const PlanResults& results) {
  const Plan& plan = results.evaluation.document.plan;
  const bool of_time = isTimeCalibrated(plan), of_memory = isMemoryCalibrated(plan);
  calibrated_->setFact(of_time && of_memory ? tr("◆ calibrated")
                       : of_time            ? tr("◆ times calibrated")
                                            : tr("◆ memory calibrated"),
                       tr("◆ calibrated"));
  calibrated_->setToolTip(u"<qt>"_s + calibratedHtml(results) + u"</qt>"_s);
}

void AnswerPanel::setUnstated(const QStringList& forms) { unstated_->setForms(forms); }

void AnswerPanel::setUnstatedStale(bool stale) { unstated_->setStale(stale); }

void AnswerPanel::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(blend(c.outline, c.grid, 0.25), 1));
  painter.setBrush(c.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace zp
