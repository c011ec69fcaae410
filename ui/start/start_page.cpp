// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include <QCheckBox>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>
#include <initializer_list>
#include <utility>

#include "core/plan_file/examples.h"
#include "core/tutorial/tutorial.h"
#include "ui/inputs/elided_text.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/start/ask_line.h"
#include "ui/start/stage_picture.h"
#include "ui/start/start_card.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int button_room = 24;  // horizontal padding of a wide button
constexpr int page_side = 40, page_top = 8, between_columns = 36, between_parts = 10;
constexpr int most_page_width = 1180, most_page_height = 780, most_ask_width = 880, least_hint_width = 560;
constexpr int most_recent = 4, tallest_card = 66, tallest_stages = 400;
constexpr std::size_t tutorials_shown = 5;
constexpr double page_title_scale = 1.7, heading_scale = 1.1;

QLabel* headingOf(const QString& text, const QFont& font) {
  auto* label = new QLabel(text);
  label->setFont(scaledFont(font, heading_scale, QFont::Bold));
  label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  return label;
}

QLabel* mutedText(const QString& text) {
  auto* label = new QLabel(text);
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setWordWrap(true);
  return label;
}

/// Returns a column of parts with the page's spacing.
QWidget* columnOf(std::initializer_list<LayoutPart> parts) {
  auto* column = new QWidget;
  addParts(*makeColumn(column, 4), parts);
  return column;
}

}  // namespace

StartPage::StartPage(Settings& settings, QWidget* parent)
    : QWidget(parent),
      settings_(settings),
      ask_(new AskLine),
      hint_(mutedText({})),
      stages_(new StagePicture),
      stage_words_(mutedText({})),
      recent_(makeLine(nullptr, 10)),
      at_start_(new QCheckBox(tr("Show this at the &start"))) {
  setObjectName(u"welcomePage"_s);
  setAccessibleName(tr("Start"));
  setBackgroundRole(QPalette::Window);
  setAutoFillBackground(true);
  auto* sides = makeLine(nullptr, between_columns);
  addParts(*sides, {{makeStages(), 9}, {makeExamples(), 11}});
  auto* content = new QWidget;
  content->setBackgroundRole(QPalette::Window);
  content->setMaximumWidth(most_page_width);
  auto* lines = makeColumn(content, between_parts, {page_side, page_top, page_side, 8});
  addParts(*lines, {makeAsk(), {sides, 100}, makeTutorials(), makeRecent(), empty_room});
  auto* middle = new QWidget;
  content->setMaximumHeight(most_page_height);
  auto* across = makeLine(nullptr, 0);
  addParts(*across, {empty_room, {content, 100}, empty_room});
  addParts(*makeColumn(middle, 0), {empty_room, {across, 100}, empty_room});
  auto* area = new QScrollArea;
  area->setObjectName(u"welcomePage.area"_s);
  area->setFocusPolicy(Qt::NoFocus);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(middle);
  addParts(*makeColumn(this, 0), {{area, 1}, makeFoot()});
}

QWidget* StartPage::makeAsk() {
  auto* title = new QLabel(tr("What do you want to train, and on what?"));
  title->setFont(scaledFont(font(), page_title_scale, QFont::Bold));
  title->setAlignment(Qt::AlignHCenter);
  ask_->setMaximumWidth(most_ask_width);
  hint_->setObjectName(u"welcome.hint"_s);
  hint_->setAlignment(Qt::AlignHCenter);
  hint_->setTextFormat(Qt::RichText);
  hint_->setMinimumWidth(least_hint_width);  // a narrower label would report a larger height than it needs
  const QString drop =
      tr("or <a href=\"file.open\">open</a> or drop a file: a plan, ds_config.json, an Axolotl, "
         "LLaMA-Factory or "
         "TRL file, a launch script, config.json, a log, an out-of-memory message");
  hint_->setText(drop);
  connect(hint_, &QLabel::linkActivated, this, &StartPage::actionRequested);
  connect(ask_, &AskLine::noted, this, [this, drop](const QString& sentence) {
    hint_->setText(sentence.isEmpty() ? drop : sentence.toHtmlEscaped());
  });
  connect(ask_, &AskLine::planRequested, this, [this] { emit planRequested(planOf(ask_->question())); });
  auto* line = makeLine(nullptr, 0);
  addParts(*line, {empty_room, {ask_, 100}, empty_room});
  return columnOf({title, line, hint_});
}

QLabel* StartPage::makeLink(const QString& name, const QString& action, const QString& text) {
  auto* link = new QLabel(u"<a href=\""_s + action + u"\">"_s + text.toHtmlEscaped() + u"</a>"_s);
  link->setObjectName(name);
  link->setAccessibleName(text);
  link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  connect(link, &QLabel::linkActivated, this, &StartPage::actionRequested);
  return link;
}

QWidget* StartPage::makeStages() {
  stages_->setMaximumHeight(tallest_stages);
  const QString about = tr("Bytes of each parameter on one of eight GPUs. Point at a stage.");
  stage_words_->setText(about);
  stage_words_->setObjectName(u"welcome.stageWords"_s);
  stage_words_->setWordWrap(false);  // one line, so that pointing moves nothing
  stage_words_->setMinimumWidth(1);
  stage_words_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(stages_, &StagePicture::stagePointed, this, [this, about](int stage, const QString& words) {
    stage_words_->setText(stage < 0 ? about : words);
  });
  connect(stages_, &StagePicture::stageChosen, this, [this] { emit actionRequested(u"help.lesson"_s); });
  auto* legend = makeLine(nullptr, 14);
  for (const auto& [component, name] : {std::pair{ChartComponent::parameters, tr("weights")},
                                        {ChartComponent::gradients, tr("gradients")},
                                        {ChartComponent::optimizer_states, tr("optimizer")}}) {
    legend_.push_back({new QLabel, component, name});
    legend->addWidget(legend_.back().label);
  }
  colorLegend();
  legend->addStretch(1);
  legend->addWidget(makeLink(u"welcome.lesson"_s, u"help.lesson"_s, tr("Move the stages yourself")));
  return columnOf(
      {headingOf(tr("ZeRO in a picture"), font()), stage_words_, {stages_, 100}, legend, empty_room});
}

void StartPage::colorLegend() {
  for (const LegendEntry& entry : legend_)
    entry.label->setText(u"<span style=\"color:"_s + themeColors().component(entry.component).name() +
                         u"\">■</span> "_s + entry.name.toHtmlEscaped());
}

void StartPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) colorLegend();
}

QWidget* StartPage::makeExamples() {
  auto* examples = new QWidget;
  auto* lines = makeColumn(examples, 6);
  lines->addWidget(headingOf(tr("Start from an example"), font()));
  for (int i = 0; const ExamplePlan& example : example_plans()) {
    auto* card = new StartCard(u"welcome.example.%1"_s.arg(i), toQt(example.title), toQt(example.about));
    connect(card, &StartCard::clicked, this, [this, i] { emit exampleRequested(i); });
    card->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    card->setMaximumHeight(tallest_card);
    lines->addWidget(card, 100);
    examples_.push_back(card);
    ++i;
  }
  lines->addStretch(1);
  return examples;
}

QWidget* StartPage::makeTutorials() {
  auto* head = makeLine(nullptr, 10);
  addParts(*head, {headingOf(tr("Learn by doing"), font()), empty_room,
                   makeLink(u"welcome.help.tutorials"_s, u"help.tutorials"_s, tr("All tutorials"))});
  auto* cards = makeLine(nullptr, 8);
  for (const Tutorial& tutorial : tutorials().first(std::min(tutorials().size(), tutorials_shown))) {
    auto* card = new StartCard(u"welcome.tutorial."_s + toQt(tutorial.name), toQt(tutorial.title),
                               tr("%1 steps").arg(tutorial.steps.size()));
    card->setToolTip(toQt(tutorial.about));
    card->setAccessibleDescription(toQt(tutorial.about));
    connect(card, &StartCard::clicked, this,
            [this, name = toQt(tutorial.name)] { emit tutorialRequested(name); });
    cards->addWidget(card);
  }
  return columnOf({head, cards});
}

QWidget* StartPage::makeRecent() {
  auto* recent = new QWidget;
  auto* line = makeLine(recent, 12);
  addParts(*line, {headingOf(tr("Recent files"), font()), {recent_, 1}});
  return recent;
}

QWidget* StartPage::makeFoot() {
  at_start_->setObjectName(u"welcome.atStart"_s);
  at_start_->setChecked(settings_.welcomeAtStart());
  connect(at_start_, &QCheckBox::toggled, this, [this](bool shown) { settings_.setWelcomeAtStart(shown); });
  auto* close = new QPushButton(tr("Go on with the plan as it is"));
  close->setObjectName(u"welcome.close"_s);
  close->setMinimumWidth(close->sizeHint().width() + button_room);
  connect(close, &QPushButton::clicked, this, &StartPage::closeRequested);
  auto* foot = new QWidget;
  addParts(*makeLine(foot, -1, {page_side, 4, page_side, 8}), {at_start_, empty_room, close});
  return foot;
}

void StartPage::fill(const Plan& plan) {
  ask_->fill(plan);
  stages_->setStages(stageShares());
  for (std::size_t i = 0; i < examples_.size(); ++i)
    examples_[i]->setBar(exampleBar(example_plans()[i].document));
}

void StartPage::refresh() {
  while (QLayoutItem* item = recent_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const QStringList files = settings_.recentFiles();
  if (files.isEmpty()) recent_->addWidget(mutedText(tr("None yet.")));
  for (int i = 0; const QString& path : files.first(std::min<qsizetype>(files.size(), most_recent)))
    addRecent(path, i++);
  recent_->addStretch(1);
}

void StartPage::addRecent(const QString& path, int index) {
  const QFileInfo file(path);
  if (file.exists()) {
    auto* open = new QToolButton;
    open->setObjectName(u"welcome.recent.%1"_s.arg(index));
    open->setText(QString(file.fileName()).replace(u'&', u"&&"_s));
    open->setAccessibleName(file.fileName());
    open->setToolTip(QDir::toNativeSeparators(path));
    open->setAutoRaise(true);
    connect(open, &QToolButton::clicked, this, [this, path] { emit fileRequested(path); });
    recent_->addWidget(open);
    return;
  }
  auto* gone = new ElidedText(u"welcome.gone.%1"_s.arg(index), font(), 1);
  gone->setText(tr("%1 (gone)").arg(file.fileName()));
  gone->setToolTip(QDir::toNativeSeparators(path));
  gone->setForegroundRole(QPalette::PlaceholderText);
  auto* forget = new QToolButton;
  forget->setObjectName(u"welcome.forget.%1"_s.arg(index));
  forget->setText(tr("Remove"));
  forget->setAccessibleName(tr("Remove %1 from the list").arg(file.fileName()));
  forget->setToolTip(forget->accessibleName());
  forget->setAutoRaise(true);
  connect(
      forget, &QToolButton::clicked, this,
      [this, path] {
        settings_.removeRecentFile(path);
        refresh();
      },
      Qt::QueuedConnection);
  recent_->addWidget(gone);
  recent_->addWidget(forget);
}

void StartPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return emit closeRequested();
  if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up) {
    focusNextPrevChild(event->key() == Qt::Key_Down);
    return;
  }
  QWidget::keyPressEvent(event);
}

/// Moves the focus to the input line, because the page itself shows no focus.
void StartPage::focusInEvent(QFocusEvent* event) { ask_->setFocus(event->reason()); }

void StartPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void StartPage::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  if (!std::exchange(is_painted_, true)) emit painted();
}

}  // namespace zp
