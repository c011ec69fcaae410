// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/best_card.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "core/search/choice_words.h"
#include "core/units/format.h"
#include "ui/inputs/elided_text.h"
#include "ui/inputs/field_frame.h"
#include "ui/model/choice_model.h"
#include "ui/model/text.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double caption_scale = 0.85;
constexpr double reason_scale = 0.92;
constexpr int title_lines = 2;
constexpr int reason_lines = 2;
constexpr int late_milliseconds = 100;  // most searches take less; the card must not flicker

}  // namespace

BestCard::BestCard(ChoiceModel& choice, QWidget* parent)
    : QWidget(parent),
      choice_(choice),
      caption_(new QLabel(tr("Best for this model and cluster"))),
      title_(
          new ElidedText(u"bestCard.title"_s, scaledFont(tabularFont(font()), 1, QFont::Bold), title_lines)),
      reason_(
          new ElidedText(u"bestCard.reason"_s, scaledFont(tabularFont(font()), reason_scale), reason_lines)),
      adopt_(new QPushButton(tr("Adopt"))),
      why_(new QToolButton),
      head_(new QVBoxLayout),
      words_(new QVBoxLayout),
      buttons_(new QVBoxLayout) {
  setObjectName(u"bestCard"_s);
  setAccessibleName(caption_->text());
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  caption_->setFont(scaledFont(font(), caption_scale, QFont::Bold));
  adopt_->setObjectName(u"bestCard.adopt"_s);
  adopt_->setDefault(true);
  why_->setObjectName(u"bestCard.why"_s);
  why_->setText(tr("Why?"));
  why_->setAutoRaise(true);
  why_->setFocusPolicy(Qt::TabFocus);

  head_->setSpacing(1);
  addParts(*head_, {caption_, {title_, 1}});
  words_->setSpacing(2);
  addParts(*words_, {head_, reason_});
  buttons_->setSpacing(4);
  addParts(*buttons_, {adopt_, empty_room, {why_, 0, Qt::AlignRight}});
  addParts(*makeLine(this, 8, {12, 7, 8, 7}), {{words_, 1}, buttons_});

  late_.setSingleShot(true);
  late_.setInterval(late_milliseconds);
  connect(&late_, &QTimer::timeout, this, &BestCard::refresh);
  connect(&choice_, &ChoiceModel::changed, this, &BestCard::follow);
  connect(&choice_, &ChoiceModel::outlookChanged, this, &BestCard::refresh);
  connect(why_, &QToolButton::clicked, this, &BestCard::whyRequested);
  connect(adopt_, &QPushButton::clicked, this, [this] {
    if (choice_.isLong()) return choice_.cancel();
    if (choice_.isCancelled()) return choice_.search();
    const std::optional<Option> best = choice_.choice().best;
    best ? choice_.adopt(*best) : choice_.adoptWayOut();
  });
  recolor();
  refresh();
}

void BestCard::setCompact(bool compact) {
  const auto direction = compact ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
  if (buttons_->direction() == direction) return;
  head_->setDirection(direction);
  head_->setSpacing(compact ? 8 : 1);
  words_->setDirection(direction);
  words_->setSpacing(compact ? 8 : 2);
  buttons_->setDirection(direction);
  is_compact_ = compact;
  caption_->setText(caption());
  shareLines();
  const int above = compact ? 3 : 7;
  layout()->setContentsMargins(12, above, 8, above);
}

void BestCard::follow() {
  const bool is_awaited = !choice_.isCurrent() && !choice_.isLong() && !choice_.isCancelled();
  if (!is_awaited) {
    late_.stop();
    refresh();
  } else {
    refreshButton();
    if (!late_.isActive()) late_.start();
  }
}

/// Returns the caption, which names an objective other than speed: "Best here: least memory".
QString BestCard::caption() const {
  const Objective objective = choice_.requirements().objective;
  if (objective == Objective::throughput)
    return is_compact_ ? tr("Best") : tr("Best for this model and cluster");
  QString title = toQt(row_of(objective).title);
  if (is_compact_) return title;
  title.front() = title.front().toLower();
  return tr("Best here: %1").arg(title);
}

void BestCard::refresh() {
  caption_->setText(caption());
  setAccessibleName(caption_->text());
  is_shown_current_ = choice_.isCurrent();
  refreshButton();
  recolor();
  if (choice_.isLong())
    return showTexts(tr("Searching every size: %1").arg(toQt(format_percent(choice_.done()))));
  if (choice_.isCancelled()) return showTexts(tr("The search was stopped."));
  if (!is_shown_current_) return;  // the last answer stays, dimmed, until there is a new one
  const PlanChoice& choice = choice_.choice();
  const Plan& plan = choice_.plan();
  if (choice.best) {
    title_->setText(toQt(title_of(*choice.best, choice.present.pick)));
    const QString why = toQt(why_best(choice, plan));
    showTexts(
        toQt(card_summary(choice, plan)) +
            (plan.cluster.measured.is_any() ? u' ' + tr("Calibrated on runs of this machine.") : QString()),
        why);
  } else {
    showNothingRuns();
  }
}

/// Shows why nothing runs, or the smallest change with which something does.
void BestCard::showNothingRuns() {
  const PlanChoice& choice = choice_.choice();
  const QString verdict = toQt(verdict_of(choice, choice_.plan()));
  if (const Sensitivity* change = choice_.wayOut()) {
    const bool is_wrong_tool = choice.kind == VerdictKind::wrong_tool;
    title_->setText((is_wrong_tool ? tr("Better with: %1") : tr("Runs with: %1")).arg(toQt(change->change)));
    QString plan = toQt(change->title);
    if (change->tokens_per_s > 0) plan += u", "_s + toQt(format_per_s(change->tokens_per_s, "tokens"));
    return showTexts(plan, verdict);
  }
  if (choice.kind == VerdictKind::wrong_tool) {
    title_->setText(tr("None: %1 is the wrong tool here").arg(toQt(refusing_framework(choice_.plan()))));
    return showTexts(verdict);
  }
  title_->setText(tr("No plan runs"));
  showTexts(toQt(card_summary(choice, choice_.plan())), toQt(compared_words(choice)));
}

void BestCard::shareLines() {
  if (is_compact_) {
    title_->setLines(1);
    return reason_->setLines(1);
  }
  title_->setLines(std::min(title_->linesOfWhole(), title_lines));
  reason_->setLines(title_lines + reason_lines - title_->lines());
  // A title line is taller than a reason line; without this spacing the card's height would change.
  const int difference = title_->fontMetrics().lineSpacing() - reason_->fontMetrics().lineSpacing();
  head_->setSpacing(1 + (title_lines - title_->lines()) * difference);
}

void BestCard::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  shareLines();
}

void BestCard::showTexts(const QString& gist, const QString& why) {
  reason_->setText(gist);
  shareLines();
  setWrappedTip(*this, {gist, why});  // a compact card does not show the gist
  setWrappedTip(*why_,
                {why, tr("Press to see all plans that were compared, and why the others were ruled out.")});
}

/// Lets the button adopt the plan, cancel a long search, or restart a cancelled one.
void BestCard::refreshButton() {
  const PlanChoice& choice = choice_.choice();
  const bool is_best = choice.keeps_present();
  if (choice_.isLong() || choice_.isCancelled()) {
    adopt_->setText(choice_.isLong() ? tr("Stop") : tr("Search"));
    adopt_->setEnabled(true);
    adopt_->setToolTip(choice_.isLong() ? tr("Stop the search; the last answer stays")
                                        : tr("Search all plans for the best"));
    return;
  }
  adopt_->setText(tr("Adopt"));
  if (const Sensitivity* change = choice_.wayOut(); change != nullptr && change->of_the_program) {
    adopt_->setEnabled(true);
    adopt_->setToolTip(tr("Change that, and make it the plan; undo takes it back"));
    return;
  }
  adopt_->setEnabled(choice_.isCurrent() && choice.best && !is_best);
  adopt_->setToolTip(!choice.best ? tr("There is no plan to recommend")
                     : is_best    ? tr("This plan is the best")
                                  : tr("Make it the plan; undo takes it back"));
}

/// Sets the card's text colours, paler while a new answer is awaited.
void BestCard::recolor() {
  const ThemeColors& c = themeColors();
  const auto paintWith = [](QWidget* widget, const QColor& color) {
    const QPalette::ColorRole role = widget->foregroundRole();
    if (widget->palette().color(role) == color) return;
    QPalette palette = widget->palette();
    palette.setColor(role, color);
    widget->setPalette(palette);
  };
  paintWith(caption_, is_shown_current_ ? c.accent : c.muted);
  paintWith(title_, is_shown_current_ ? c.text : c.muted);
  paintWith(reason_, is_shown_current_ ? c.text : c.muted);
  paintWith(why_, c.accent);
  update();
}

void BestCard::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) recolor();
}

void BestCard::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(blend(c.accent, c.panel, 0.45), 1));
  painter.setBrush(c.rowTint(false));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace zp
