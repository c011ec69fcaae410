// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QEvent;

/// Look and behaviour shared by all fields of the input panel: outline, Undo keys, tool tips, and fields that
/// do not apply.
namespace zp {

inline constexpr int field_height = 26;  ///< least height of a control, logical pixels
inline constexpr int row_gap = 2;        ///< between two rows

/// Draws an outline over a spin or combo box: 2 px accent colour for focus, 2 px red for an invalid value,
/// and in the dark theme, where Fusion's own frame is invisible, a plain one.
void paintFieldOutline(QWidget& field, bool invalid);

/// Returns true for a ShortcutOverride of Undo or Redo. A focused line edit would accept it, but the plan's
/// undo must get it unless typed text can be undone.
bool isUndoRedoOverride(const QEvent& event);

/// Returns paragraphs of plain text as a wrapping tool tip; skips empty ones.
QString wrappedTip(const QStringList& paragraphs);

/// Sets such a tool tip, and the plain text for screen readers, which would otherwise get the markup.
void setWrappedTip(QWidget& widget, const QStringList& paragraphs);

/// A disabled field with a reason, such as "needs stage 3". Replaces the control without moving anything.
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
