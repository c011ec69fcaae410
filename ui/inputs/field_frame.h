// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QEvent;

/// The look and behaviour that all fields of the input panel share: outline, Undo keys, tool tips, and the
/// field that does not apply.
namespace zp {

inline constexpr int field_height = 26;  ///< least height of a control, logical pixels
inline constexpr int row_gap = 2;        ///< between two rows

/// Draws the outline of a spin or combo box over the finished control: 2 px accent for focus, 2 px red for an
/// invalid value, and in the dark theme, where Fusion's own frame is lost, a plain one.
void paintFieldOutline(QWidget& field, bool invalid);

/// Returns true for a ShortcutOverride of Undo or Redo. A focused line edit would claim it; the plan's undo
/// must get it if nothing was typed that the line edit could take back.
bool isUndoRedoOverride(const QEvent& event);

/// Returns paragraphs of plain text as a tool tip that wraps; empty ones are left out.
QString wrappedTip(const QStringList& paragraphs);

/// Sets such a tool tip, and the plain text for screen readers, to which Qt would otherwise pass the markup.
void setWrappedTip(QWidget& widget, const QStringList& paragraphs);

/// A disabled field that says why: "needs stage 3". It takes the place of the control, so that nothing moves.
class ReasonField : public QWidget {
 public:
  explicit ReasonField(QWidget* parent = nullptr);
  void setReason(const QString& reason);
  [[nodiscard]] QString reason() const { return reason_; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString reason_;
};

}  // namespace zp
