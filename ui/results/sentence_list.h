// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/results/sentence.h"

class QVBoxLayout;

namespace zp {

class SentenceRow;

/// The list of findings about a plan or a file, worst first: each with an icon, a sentence, and buttons that
/// go to its place and apply its fix, if any.
class SentenceList : public QScrollArea {
  Q_OBJECT

 public:
  explicit SentenceList(const SentenceStyle& style, QWidget* parent = nullptr);

  void setSentences(const std::vector<Sentence>& sentences);

 signals:
  void goRequested(std::size_t sentence);
  void fixRequested(std::size_t sentence);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  [[nodiscard]] int roomLeft() const;
  void showWholeRows();

  const SentenceStyle style_;
  QVBoxLayout* lines_;
  std::vector<SentenceRow*> rows_;  ///< reused; as many are visible as there are sentences
  std::vector<Sentence> shown_;     ///< the sentences they show
  int width_ = 0;                   ///< of the list when it was last laid out
  bool is_fitting_ = false;         ///< showWholeRows() is setting margins
};

}  // namespace zp
