// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/welcome_page.h"

#include <QCheckBox>
#include <QCommandLinkButton>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/plan_file/examples.h"
#include "ui/inputs/elided_text.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int page_margin = 24, between_columns = 32, between_lines = 6;
constexpr double page_title_scale = 1.6;

QLabel* headingOf(const QString& text, const QFont& font) {
  auto* label = new QLabel(text);
  label->setFont(scaledFont(font, 1.1, QFont::Bold));
  return label;
}

/// Returns a whole line one can press: a title, and below it a sentence.
QCommandLinkButton* lineButton(const QString& name, const QString& title, const QString& about) {
  auto* button = new QCommandLinkButton(QString(title).replace(u'&', u"&&"_s), about);
  button->setObjectName(name);
  button->setAccessibleName(title);
  button->setAccessibleDescription(about);
  button->setIcon({});
  button->setToolTip(title);
  return button;
}

}  // namespace

WelcomePage::WelcomePage(Settings& settings, QWidget* parent)
    : QWidget(parent),
      settings_(settings),
      recent_(new QVBoxLayout),
      at_start_(new QCheckBox(tr("Show this at the &start"))) {
  setObjectName(u"welcomePage"_s);
  setAccessibleName(tr("Welcome"));
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  auto* title = new QLabel(tr("What a ZeRO training run will need, and what to choose"));
  title->setFont(scaledFont(font(), page_title_scale, QFont::DemiBold));
  title->setWordWrap(true);
  auto* sides = new QHBoxLayout;
  sides->setSpacing(between_columns);
  addParts(*sides, {{makeStart(), 1}, {makeExamples(), 1}});
  auto* content = new QWidget;
  content->setBackgroundRole(QPalette::Base);
  auto* lines = makeColumn(content, -1, {page_margin, page_margin, page_margin, between_lines});
  lines->addWidget(title);
  lines->addSpacing(between_lines);
  addParts(*lines, {sides, empty_room});
  auto* area = new QScrollArea;
  area->setObjectName(u"welcomePage.area"_s);
  area->setFocusPolicy(Qt::NoFocus);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setWidget(content);
  addParts(*makeColumn(this, -1), {{area, 1}, makeFoot()});
}

QWidget* WelcomePage::makeStart() {
  auto* start = new QWidget;
  auto* lines = makeColumn(start, between_lines);
  lines->addWidget(headingOf(tr("Start"), font()));
  const auto offer = [&](const QString& id, const QString& text, const QString& about) {
    QCommandLinkButton* button = lineButton(u"welcome."_s + id, text, about);
    connect(button, &QCommandLinkButton::clicked, this, [this, id] { emit actionRequested(id); });
    lines->addWidget(button);
  };
  offer(u"file.open"_s, tr("Open a file…"),
        tr("A plan, a ds_config.json, an accelerate, Axolotl or LLaMA-Factory file, a config.json; dropped "
           "here too"));
  offer(u"help.tutorials"_s, tr("Follow a tutorial…"), tr("From a first plan to a run that is measured"));
  offer(u"help.lesson"_s, tr("ZeRO explained…"), tr("Who keeps which part of a model at each stage"));
  lines->addSpacing(between_lines);
  lines->addWidget(headingOf(tr("Recent files"), font()));
  recent_->setSpacing(2);
  addParts(*lines, {recent_, empty_room});
  return start;
}

QWidget* WelcomePage::makeExamples() {
  auto* examples = new QWidget;
  auto* lines = makeColumn(examples, between_lines);
  lines->addWidget(headingOf(tr("Examples"), font()));
  for (int i = 0; const ExamplePlan& example : example_plans()) {
    QCommandLinkButton* button =
        lineButton(u"welcome.example.%1"_s.arg(i), toQt(example.title), toQt(example.about));
    connect(button, &QCommandLinkButton::clicked, this, [this, i] { emit exampleRequested(i); });
    lines->addWidget(button);
    ++i;
  }
  lines->addStretch(1);
  return examples;
}

QWidget* WelcomePage::makeFoot() {
  at_start_->setObjectName(u"welcome.atStart"_s);
  at_start_->setChecked(settings_.welcomeAtStart());
  connect(at_start_, &QCheckBox::toggled, this, [this](bool shown) { settings_.setWelcomeAtStart(shown); });
  auto* close = new QPushButton(tr("Go on with the plan as it is"));
  close->setObjectName(u"welcome.close"_s);
  connect(close, &QPushButton::clicked, this, &WelcomePage::closeRequested);
  auto* foot = new QWidget;
  addParts(*makeLine(foot, -1, {page_margin, between_lines, page_margin, page_margin / 2}),
           {at_start_, empty_room, close});
  return foot;
}

void WelcomePage::refresh() {
  while (QLayoutItem* item = recent_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const QStringList files = settings_.recentFiles();
  if (files.isEmpty()) recent_->addWidget(new QLabel(tr("None yet.")));
  for (int i = 0; const QString& path : files)
    addRecent(path, i++);
}

void WelcomePage::addRecent(const QString& path, int index) {
  const QFileInfo file(path);
  auto* row = new QWidget;
  auto* line = makeLine(row, -1);
  if (file.exists()) {
    QCommandLinkButton* open = lineButton(u"welcome.recent.%1"_s.arg(index), file.fileName(),
                                          QDir::toNativeSeparators(file.absolutePath()));
    open->setToolTip(QDir::toNativeSeparators(path));
    connect(open, &QCommandLinkButton::clicked, this, [this, path] { emit fileRequested(path); });
    line->addWidget(open, 1);
  } else {
    auto* gone = new ElidedText(u"welcome.gone.%1"_s.arg(index), font(), 1);
    gone->setText(tr("%1 (gone)").arg(QDir::toNativeSeparators(path)));
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
    line->addSpacing(12);
    addParts(*line, {{gone, 1}, forget});
  }
  recent_->addWidget(row);
}

void WelcomePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return emit closeRequested();
  if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up) {
    focusNextPrevChild(event->key() == Qt::Key_Down);
    return;
  }
  QWidget::keyPressEvent(event);
}

/// Moves the focus to the first line one can press: the page itself would not show that it has the focus.
void WelcomePage::focusInEvent(QFocusEvent* event) {
  findChild<QCommandLinkButton*>()->setFocus(event->reason());
}

void WelcomePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

}  // namespace zp
