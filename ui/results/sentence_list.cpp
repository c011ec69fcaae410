// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/sentence_list.h"

#include <QScrollBar>
#include <QVBoxLayout>
#include <utility>

#include "ui/results/sentence_row.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

SentenceList::SentenceList(const SentenceStyle& style, QWidget* parent) : QScrollArea(parent), style_(style) {
  setObjectName(style.name);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  auto* content = new QWidget;
  content->setObjectName(style.name + u".content"_s);
  content->setBackgroundRole(QPalette::Base);
  content->setAutoFillBackground(true);
  lines_ = new QVBoxLayout(content);
  lines_->setContentsMargins(0, 4, 0, 4);
  lines_->setSpacing(2);
  lines_->addStretch(1);
  setWidget(content);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &SentenceList::showWholeRows);
}

void SentenceList::setSentences(const std::vector<Sentence>& sentences) {
  if (sentences == shown_) return;
  while (rows_.size() < sentences.size()) {
    const std::size_t number = rows_.size();
    auto* row = new SentenceRow(style_, number);
    lines_->insertWidget(static_cast<int>(number), row);
    connect(row, &SentenceRow::goRequested, this, [this, number] { emit goRequested(number); });
    connect(row, &SentenceRow::fixRequested, this, [this, number] { emit fixRequested(number); });
    rows_.push_back(row);
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i]->setVisible(i < sentences.size());
    if (i >= sentences.size() || (i < shown_.size() && sentences[i] == shown_[i])) continue;
    rows_[i]->setSentence(sentences[i]);
  }
  const bool is_same_first = !sentences.empty() && !shown_.empty() && sentences.front() == shown_.front();
  if (!is_same_first) verticalScrollBar()->setValue(0);  // the worst sentence comes first and must be visible
  shown_ = sentences;
  showWholeRows();
}

void SentenceList::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  // Lines break elsewhere in another width, so that the place scrolled to means nothing any more.
  if (std::exchange(width_, width()) != width()) verticalScrollBar()->setValue(0);
  showWholeRows();
}

void SentenceList::showEvent(QShowEvent* event) {
  QScrollArea::showEvent(event);
  showWholeRows();
}

/// Returns the space below the last whole sentence; 0 if all fit, or none does.
int SentenceList::roomLeft() const {
  const int room = contentsRect().height();
  int below = lines_->contentsMargins().top();
  int end = 0;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    below += rows_[i]->heightForWidth(viewport()->width());  // the layout is updated only later
    if (below <= room) end = below;
    below += lines_->spacing();
  }
  const bool is_cut = below - lines_->spacing() > room;
  return is_cut && end > 0 ? room - end : 0;
}

/// While unscrolled, shows only whole sentences: the space below the last one that fits stays empty. Other
/// margins may show or hide the scroll bar, which changes where lines break, so a second pass follows; more
/// could go on without end.
void SentenceList::showWholeRows() {
  constexpr int passes = 2;
  if (!isVisible() || is_fitting_) return;
  is_fitting_ = true;  // setting margins resizes the viewport, which calls this again
  for (int pass = 0; pass < passes; ++pass) {
    // Once scrolled, rows are cut at the top in any case.
    const QMargins margins(0, 0, 0, verticalScrollBar()->value() > 0 ? 0 : roomLeft());
    if (margins == viewportMargins()) break;
    setViewportMargins(margins);
  }
  is_fitting_ = false;
}

}  // namespace zp
