// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "ui/theme/theme.h"

namespace zp {

/// One line with a fact: "31,400 tokens/s". If the full text does not fit, a shorter one is shown instead of
/// cutting it off; the label is never narrower than the shortest. It can be made clickable. New texts cause a
/// new layout only if the width of the shortest one changes.
class FactLabel : public QWidget {
  Q_OBJECT

 public:
  /// `name` is the object's name, `title` the name of the fact.
  FactLabel(const QString& name, const QString& title, const QFont& font, QWidget* parent = nullptr);

  /// Sets the texts. Adds the verdict's icon and colour; for Verdict::none setStrong() decides the colour.
  void setFact(const QString& text, const QString& short_text = {}, Verdict verdict = Verdict::none);
  /// Sets texts of decreasing length with the same meaning; at least one.
  void setForms(const QStringList& forms);
  void setAlignment(Qt::Alignment alignment);
  void setStrong(bool strong);
  /// Greys out the text, because the fact belongs to the last valid plan.
  void setStale(bool stale);
  /// Makes it clickable, by mouse or with Tab and Return.
  void setClickable(bool clickable);
  [[nodiscard]] const QString& fullText() const { return forms_.front(); }
  /// Returns the shown text: the longest that fits.
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
