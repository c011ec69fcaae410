// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "ui/theme/theme.h"

namespace zp {

/// One line that states a fact: "31,400 tokens/s". If the full text does not fit, a shorter one is shown, so
/// that nothing is cut off; the label is never narrower than the shortest. It can be pressed if it leads
/// somewhere. Another fact causes another layout only if the width of the short text changes.
class FactLabel : public QWidget {
  Q_OBJECT

 public:
  /// `name` is the object's name, `title` the name of the fact.
  FactLabel(const QString& name, const QString& title, const QFont& font, QWidget* parent = nullptr);

  /// Sets the texts. The glyph and colour of the verdict are added; for Verdict::none setStrong()
  /// decides the colour.
  void setFact(const QString& text, const QString& short_text = {}, Verdict verdict = Verdict::none);
  /// Sets texts that say the same, the longest first. There is at least one.
  void setForms(const QStringList& forms);
  void setAlignment(Qt::Alignment alignment);
  void setStrong(bool strong);
  /// Greys the text: the fact is of the last valid plan.
  void setStale(bool stale);
  /// Lets the user press it, or choose it with Tab and Return.
  void setClickable(bool clickable);
  [[nodiscard]] const QString& fullText() const { return forms_.front(); }
  /// Returns the text that is shown: the longest for which there is room.
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

  QStringList forms_ = {QString()};  ///< the longest first
  QString shown_;
  int full_width_ = 0;
  Qt::Alignment alignment_ = Qt::AlignLeft | Qt::AlignVCenter;
  Verdict verdict_ = Verdict::none;
  bool strong_ = true;
  bool stale_ = false;
  bool clickable_ = false;
};

}  // namespace zp
