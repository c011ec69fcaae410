// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTextLayout>
#include <utility>
#include <vector>

namespace zp {

/// Plain text over as many lines as it needs, for texts that change while a slider moves: it is laid out once
/// for each width, whereas a QLabel does so for each question of the layouts around it and again to paint.
class WrappedLabel : public QLabel {
 public:
  explicit WrappedLabel(QWidget* parent = nullptr);

  void setWords(const QString& words);
  /// Lets the mouse select the text, while it is over the label and until the words change.
  void setSelectable(bool selectable) { is_selectable_ = selectable; }

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;
  [[nodiscard]] int heightForWidth(int width) const override;

 protected:
  void enterEvent(QEnterEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  const QTextLayout& laidOut(int width) const;

  mutable QTextLayout lines_;
  void forget();

  mutable int width_ = -1;                            ///< width that lines_ are laid out for; -1 for none
  mutable std::vector<std::pair<int, int>> heights_;  ///< heights of the widths asked for so far
  bool is_selectable_ = false;
};

}  // namespace zp
