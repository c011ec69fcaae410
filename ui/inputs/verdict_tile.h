// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "ui/theme/theme.h"

class QLabel;

namespace zp {

class CapacityBar;

/// One big number with its caption, bar and verdict in words. It is never narrower than its shortest texts
/// and cuts nothing off: where the full caption, value or status does not fit, the short one stands; a long
/// value gets smaller first.
class VerdictTile : public QFrame {
  Q_OBJECT

 public:
  explicit VerdictTile(const QString& name, const QString& caption, QWidget* parent = nullptr);

  /// For narrow windows: "Step time" for "Step time (estimate)".
  void setShortCaption(const QString& caption);
  /// "40.9 / 79.2 GiB", and "40.9 GiB" where there is no room for that.
  void setValue(const QString& text, const QString& short_text = {});
  /// Shows the bar; a tile without a capacity has none.
  void setAmounts(double used, double capacity);
  /// "Fits, 38.3 GiB free"; the glyph is added, and the colour is the verdict's.
  void setStatus(Verdict verdict, const QString& text, const QString& short_text = {});
  /// Greyed: the numbers belong to the last valid plan.
  void setStale(bool stale);
  /// The tile can then be pressed, or chosen with Tab and Return.
  void setClickable(bool clickable);

  [[nodiscard]] QSize minimumSizeHint() const override;
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
  struct Text {
    QString full, shorter;
    [[nodiscard]] const QString& fitting(const QLabel& label, int width) const;
    [[nodiscard]] int leastWidth(const QLabel& label) const;
  };
  void fitTexts();
  void recolor();
  void describe();
  [[nodiscard]] int sideMargins() const;

  Text caption_;
  Text value_;
  Text status_;
  Verdict verdict_ = Verdict::none;
  double used_ = 0;
  double capacity_ = 0;
  bool stale_ = false;
  bool clickable_ = false;
  QFont wide_font_;
  QFont narrow_font_;
  QLabel* caption_label_;
  QLabel* value_label_;
  CapacityBar* bar_;
  QLabel* status_label_;
};

}  // namespace zp
