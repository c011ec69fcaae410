// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "ui/start/start_data.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace zp {

class SearchCombo;

/// One line with inputs for model, method, GPU and count. Return in any of them, or the button, creates the
/// plan.
class AskLine : public QFrame {
  Q_OBJECT

 public:
  explicit AskLine(QWidget* parent = nullptr);

  /// Fills the lists, which is slow, and sets the inputs from a plan.
  void fill(const Plan& plan);
  [[nodiscard]] StartQuestion question() const;

 signals:
  void planRequested();
  /// Reports how a typed name was interpreted, or that there is none; "" once it is resolved.
  void noted(const QString& sentence);

 protected:
  void focusInEvent(QFocusEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  SearchCombo* addList(QHBoxLayout& line, const QString& name, const QString& label, bool searchable,
                       int share);
  void watchTyping(SearchCombo& list, const QString& kind);

  SearchCombo* model_;
  SearchCombo* trains_;
  SearchCombo* gpu_;
  QSpinBox* count_;
};

}  // namespace zp
