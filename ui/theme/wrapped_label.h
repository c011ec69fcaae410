// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <array>

namespace zp {

/// A label that wraps its text. It keeps the last heights it was asked for: a layout asks for the height at
/// several widths, several times at each change, and QLabel lays the text out anew each time.
/// A label with a least width of its own wants no more than that width and one line, so that no text has to
/// be laid out to find a size; its layout gives it the width that is there.
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

  mutable QString measured_;  ///< the text with these heights
  mutable std::array<Height, 4> heights_;
  mutable std::size_t next_ = 0;  ///< the height that the next one replaces
};

}  // namespace zp
