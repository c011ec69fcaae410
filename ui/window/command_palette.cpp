// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_palette.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QTreeWidget>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int palette_width = 520;
constexpr int palette_height = 360;
constexpr int from_top = 48;
constexpr int line_height = 26;

}  // namespace

CommandPalette::CommandPalette(QWidget* parent)
    : QFrame(parent), typed_(new QLineEdit(this)), list_(new QTreeWidget(this)) {
  setObjectName(u"commandPalette"_s);
  setAccessibleName(tr("Command palette"));
  typed_->setObjectName(u"commandPalette.text"_s);
  typed_->setAccessibleName(tr("Command"));
  typed_->setPlaceholderText(tr("A command, a model, a GPU, or a setting: micro batch 8"));
  typed_->addAction(themeIcon(IconName::search), QLineEdit::LeadingPosition);
  typed_->findChild<QAbstractButton*>()->setAccessibleName(tr("Find"));  // an icon without text
  typed_->installEventFilter(this);
  list_->setObjectName(u"commandPalette.list"_s);
  list_->setAccessibleName(tr("Commands"));
  list_->setColumnCount(2);
  list_->setHeaderHidden(true);
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setFrameShape(QFrame::NoFrame);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  addParts(*makeColumn(this, 8, {8, 8, 8, 8}), {typed_, {list_, 1}});
  hide();
  connect(typed_, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(list_, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::open(std::vector<PaletteItem> items, Offer offer) {
  items_ = std::move(items);
  offer_ = std::move(offer);
  typed_->clear();
  filter({});
  const int width = std::min(palette_width, parentWidget()->width() - 2 * from_top);
  const int height = std::min(palette_height, parentWidget()->height() - 2 * from_top);
  setGeometry((parentWidget()->width() - width) / 2, from_top, width, height);
  show();
  raise();
  typed_->setFocus();
}

void CommandPalette::filter(const QString& typed) {
  const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
  list_->clear();
  shown_.clear();
  if (offer_ && !words.isEmpty())
    for (const PaletteItem& item : offer_(typed))
      add(item);
  for (const PaletteItem& item : items_)
    if (std::ranges::all_of(
            words, [&](const QString& word) { return item.text.contains(word, Qt::CaseInsensitive); }))
      add(item);
  list_->setCurrentItem(list_->topLevelItem(0));
}

void CommandPalette::add(const PaletteItem& item) {
  auto* line = new QTreeWidgetItem(list_, {item.text, item.hint});
  line->setForeground(1, themeColors().muted);
  line->setSizeHint(0, QSize(0, line_height));
  shown_.push_back(item);
}

void CommandPalette::runCurrent() {
  const int line = list_->indexOfTopLevelItem(list_->currentItem());
  if (line < 0) return;
  const auto run = shown_[static_cast<std::size_t>(line)].run;
  close();
  run();
}

void CommandPalette::close() {
  hide();
  parentWidget()->setFocus();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == typed_ && event->type() == QEvent::FocusOut && isVisible()) hide();
  if (watched != typed_ || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
      close();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      runCurrent();
      return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      QCoreApplication::sendEvent(list_, event);
      return true;
    default:
      return QFrame::eventFilter(watched, event);
  }
}

void CommandPalette::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(colors.outline);
  painter.setBrush(colors.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

}  // namespace zp
