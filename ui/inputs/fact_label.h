// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

namespace zp {

/// One line that tells a fact: "31,400 tokens/s". Where the full text does not fit the short one stands, so
/// that nothing is cut off; it is never narrower than that. It can be pressed, where it leads somewhere.
/// Another fact asks for another layout only where the short text is of another width.
class FactLabel : public QWidget {
  Q_OBJECT

 public:
  /// `name` is the object's, `title` what the fact is called.
  FactLabel(const QString& name, const QString& title, const QFont& font, QWidget* parent = nullptr);

  /// The glyph of the verdict is added, and the colour is its; for Verdict::none `is_strong` decides.
  void setFact(const QString& text, const QString& short_text = {}, Verdict verdict = Verdict::none);
  void setAlignment(Qt::Alignment alignment);
  void setStrong(bool strong);
  /// Greyed: the fact is of the last valid plan.
  void setStale(bool stale);
  /// It can then be pressed, or chosen with Tab and Return.
  void setClickable(bool clickable);
  [[nodiscard]] const QString& fullText() const { return full_; }
  /// What stands there: the full text, or the short one.
  [[nodiscard]] const QString& text() const { return shown_; }

  [[nodiscard]] QSize sizeHint() const override;

 signals:
  void clicked();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void fitText();
  void recolor();
  [[nodiscard]] int widthOf(const QString& text) const;

  QString full_, short_, shown_;
  int full_width_ = 0;
  Qt::Alignment alignment_ = Qt::AlignLeft | Qt::AlignVCenter;
  Verdict verdict_ = Verdict::none;
  bool strong_ = true;
  bool stale_ = false;
  bool clickable_ = false;
};

}  // namespace zp
