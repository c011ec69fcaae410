// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <array>

namespace zp {

/// A label that wraps its text and caches recent heights: a layout asks for the height at several widths,
/// repeatedly at each change, and QLabel would lay the text out each time. A label with a minimum width
/// reports that width and one line as its size hint, so that no text layout is needed; its parent layout
/// gives it the available width.
class WrappedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit WrappedLabel(QWidget* parent = nullptr);
  explicit WrappedLabel(const QString& text, QWidget* parent = nullptr);

  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Height {
    int width = -1;
    int height = 0;
  };

  mutable QString measured_;  ///< the text that the cached heights belong to
  mutable std::array<Height, 4> heights_;
  mutable std::size_t next_ = 0;  ///< index of the cached height to replace next
};

}  // namespace zp
