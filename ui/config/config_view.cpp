// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/config_view.h"

#include <QPushButton>
#include <QSplitter>
#include <QTextBrowser>
#include <algorithm>
#include <utility>

#include "core/units/format.h"
#include "ui/config/config_text.h"
#include "ui/config/entry_bar.h"
#include "ui/inputs/elided_text.h"
#include "ui/inputs/input_row.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/config_lines.h"
#include "ui/theme/icons.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int text_share = 7;  // share of the height; the rest is for a line's details
constexpr int details_share = 3;
constexpr double details_margin = 10;  // aligned with the text above

}  // namespace

ConfigView::ConfigView(PlanModel& model, QWidget* parent)
    : PlanView(model, u"configView"_s, parent),
      bar_words_(new ElidedText(u"configBar.words"_s, font(), 1)),
      bar_(new EntryBar),
      text_(new ConfigText(this)),
      details_(new QTextBrowser(this)) {
  text_->setObjectName(u"configText"_s);
  text_->setAccessibleName(tr("ds_config.json"));
  auto* head = makeLine(nullptr, 0, {0, 8, 8, 8});
  for (const Field& field : targetFields()) {
    target_.push_back(bindField(field, model_));
    head->addWidget(target_.back().row);
  }
  head->addStretch(1);
  auto* copy = new QPushButton(themeIcon(IconName::copy), tr("Copy"));
  copy->setObjectName(u"configCopy"_s);
  auto* save = new QPushButton(themeIcon(IconName::export_file), tr("Export…"));
  save->setObjectName(u"configExport"_s);
  head->addWidget(copy);
  head->addSpacing(8);
  head->addWidget(save);
  auto* column = makeColumn(this, 0);
  column->addLayout(head);
  auto* above =
      makeColumn(nullptr, 2, {static_cast<int>(details_margin), 0, static_cast<int>(details_margin), 4});
  addParts(*above, {bar_words_, bar_});
  column->addLayout(above);
  details_->setObjectName(u"configDetails"_s);
  details_->setAccessibleName(tr("About this line"));
  details_->setFrameShape(QFrame::NoFrame);
  details_->document()->setDocumentMargin(details_margin);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setObjectName(u"configView.parts"_s);
  parts->setChildrenCollapsible(false);
  parts->addWidget(text_);
  parts->addWidget(details_);
  parts->setStretchFactor(0, text_share);
  parts->setStretchFactor(1, details_share);
  parts->setSizes({1000 * text_share, 1000 * details_share});  // otherwise size hints would decide
  column->addWidget(parts, 1);

  connect(copy, &QPushButton::clicked, this, &ConfigView::copyRequested);
  connect(save, &QPushButton::clicked, this, &ConfigView::exportRequested);
  connect(text_, &ConfigText::settingRequested, this, &ConfigView::settingRequested);
  connect(text_, &ConfigText::currentLineChanged, this, &ConfigView::showLine);
  connect(bar_, &EntryBar::pointed, this, [this](int entry) {
    PointedItem pointed;
    if (entry >= 0) pointed.entries = {bar_->entries()[static_cast<std::size_t>(entry)].id};
    model_.pointing().point(pointed);
  });
  connect(bar_, &EntryBar::chosen, this, [this](int entry) {
    const EntryId id = bar_->entries()[static_cast<std::size_t>(entry)].id;
    const std::vector<GoverningLine> lines = governingLines(model_.results(), {&id, 1});
    if (!lines.empty()) text_->goToLine(lines.front().number - 1);
  });
  connect(&model_.pointing(), &PointedItemSignal::changed, this, &ConfigView::showPointed);
}

void ConfigView::fill() {
  for (const BoundRow& row : target_)
    row.refresh();
  const PlanResults& results = model_.results();
  words_.reset();
  if (results.has_numbers || !results.evaluation.config.lines.empty())
    words_.emplace(results.evaluation.document.plan, results.evaluation.figures.estimate.ledger);
  text_->setLines(results, words_, model_.savedConfig());
  showPointed();
}

/// Shows the bar at the best moment for these entries, and highlights them in it.
void ConfigView::light(const std::vector<EntryId>& lit) {
  const PlanResults& results = model_.results();
  std::vector<BarEntry> entries;
  if (results.has_numbers && words_) {
    const std::vector<GoverningLine> lines = governingLines(results);
    const Moment moment = momentFor(results, lit);
    for (std::size_t i = 0; i < chart_component_count; ++i)
      for (const EntryId id : entriesOf(results, static_cast<ChartComponent>(i), moment)) {
        QStringList names;
        for (const GoverningLine& line : lines)
          if (line.governs({&id, 1})) names << line.name();
        const Bytes bytes = results.evaluation.figures.estimate.ledger.bytes(id);
        entries.push_back({id, static_cast<ChartComponent>(i), bytes,
                           toQt(words_->of(id).title) + u": "_s + toQt(format_bytes(bytes)),
                           names.join(u", "_s)});
      }
  }
  bar_->setEntries(std::move(entries), results.evaluation.figures.estimate.gpu.capacity);
  bar_->setLit(lit);
}

void ConfigView::showKey(const QString& config_path) {
  text_->goToLine(lineOf(config_path));
  text_->setFocus(Qt::OtherFocusReason);
}

int ConfigView::lineOf(const QString& config_path) const {
  const std::vector<ConfigLine>& lines = model_.results().evaluation.config.lines;
  const auto found = std::ranges::find(lines, toStd(config_path), &ConfigLine::config_path);
  return found == lines.end() ? -1 : static_cast<int>(found - lines.begin());
}

/// Shows what the current line affects: details below, its bytes highlighted above and, while the line is
/// pointed at, in all other views. A hidden view keeps the lines of an earlier plan until it becomes visible.
void ConfigView::showLine() {
  if (isVisible()) {
    showDetails();
    bar_words_->setText(barWords(text_->currentLine(), model_.results()));
    light(lineEntries());
  }
  if (!text_->isPointing() && !line_points_) return;
  line_points_ = text_->isPointing();
  tells_ = true;
  model_.pointing().point({{}, {}, {}, line_points_ ? lineEntries() : std::vector<EntryId>()});
  tells_ = false;
}

std::vector<EntryId> ConfigView::lineEntries() const {
  std::vector<EntryId> entries;
  for (const KeyCost& cost : text_->currentLine().details.costs)
    entries.push_back(cost.id);
  return entries;
}

/// Marks the lines that affect the bytes pointed at elsewhere.
void ConfigView::showPointed() {
  if (!isVisible()) return;
  const std::vector<EntryId>& entries = model_.pointing().entries();
  const bool by_others = !(tells_ && line_points_) && !entries.empty();
  text_->markLinesOf(by_others ? entries : std::vector<EntryId>());
  if (by_others && bar_->isPointing())
    return bar_->setLit(entries);  // the bar under the mouse keeps its moment
  light(by_others ? entries : lineEntries());
}

void ConfigView::showDetails() {
  const ConfigLineState& line = text_->currentLine();
  details_->setHtml(detailsHtml(line));
  text_->setAccessibleDescription(sentencesOf(line).join(u' '));
}

}  // namespace zp
