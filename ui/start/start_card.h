// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "ui/start/start_data.h"

namespace zp {

/// A clickable card: a title, a line below it, and for an example its bar and verdict on the right.
class StartCard : public QAbstractButton {
  Q_OBJECT

 public:
  StartCard(const QString& name, const QString& title, const QString& about, QWidget* parent = nullptr);

  void setBar(const ExampleBar& bar);
  [[nodiscard]] const ExampleBar& bar() const { return bar_; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void paintBar(QPainter& painter, const QRectF& room) const;

  QString title_, about_;
  ExampleBar bar_;
};

}  // namespace zp
