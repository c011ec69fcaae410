// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

#include "ui/inputs/quantity_spec.h"

namespace zp {

/// The spin box of a QuantityRow. Reads what users type ("7b", "6.74 B", "4k", "2*8"), applied on Return, Tab
/// or loss of focus; Esc restores. Text that is not a number gets a red outline and is never applied. The
/// wheel works only while focused; Undo and Redo are left to the window.
class NumberSpin : public QDoubleSpinBox {
  Q_OBJECT

 public:
  explicit NumberSpin(QuantitySpec spec, QWidget* parent = nullptr);

  /// Shows a red outline for a value that is in range but invalid in this plan.
  void setInvalid(bool invalid);
  /// Applies a value as if it had been typed.
  void applyValue(double value);
  [[nodiscard]] bool isInvalid() const { return invalid_; }
  /// Returns true if something was typed and not yet applied.
  [[nodiscard]] bool hasPendingText() const;
  /// Returns true if the text is a number of this field, or becomes one where it is inserted.
  [[nodiscard]] bool canTake(const QString& text) const;

  [[nodiscard]] QString textFromValue(double value) const override;
  [[nodiscard]] double valueFromText(const QString& text) const override;
  [[nodiscard]] QValidator::State validate(QString& text, int& pos) const override;
  void fixup(QString& text) const override;
  void stepBy(int steps) override;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void typing();  ///< the user has changed the text
  /// Typed text is about to be applied, as a separate gesture.
  void applyingText();
  /// Explains how typed text was read, if the number does not show it: "8k is 8,192 tok here.", with another
  /// number that may have been meant and its text; or, with the text "", why it was not taken.
  void noted(const QString& sentence, double other, const QString& other_text);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool applyText();
  void restoreText();
  [[nodiscard]] QString complaint() const;
  [[nodiscard]] int widthFor(const QString& text) const;

  QuantitySpec spec_;
  bool invalid_ = false;
};

}  // namespace zp
