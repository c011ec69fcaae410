// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/results/sentence.h"

class QVBoxLayout;

namespace zp {

class SentenceRow;

/// What there is to say about a plan or a file, worst first: a sign, a sentence, and where there is a way,
/// buttons that lead to the place it speaks of and that settle it.
class SentenceList : public QScrollArea {
  Q_OBJECT

 public:
  explicit SentenceList(const SentenceStyle& style, QWidget* parent = nullptr);

  void setSentences(const std::vector<Sentence>& sentences);

 signals:
  void goRequested(std::size_t sentence);
  void settleRequested(std::size_t sentence);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void showWholeRows();

  const SentenceStyle style_;
  QVBoxLayout* lines_;
  std::vector<SentenceRow*> rows_;  ///< made once, shown as many as there are sentences
  std::vector<Sentence> shown_;     ///< what they say
};

}  // namespace zp
