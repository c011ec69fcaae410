// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "core/memory/ledger.h"
#include "ui/theme/theme.h"

namespace zp {

/// One entry of the ledger as a piece of the bar.
struct BarEntry {
  EntryId id{};
  ChartComponent component{};
  Bytes bytes;
  QString text;      ///< "Reduce bucket: 0.93 GiB"
  QString governed;  ///< "reduce_bucket_size (line 12), …"; "" where no line decides on it
};

/// What a GPU holds at one moment as one bar of the ledger's entries, in the colours of their components;
/// some of them can be lit, the rest is dimmed then. The mouse, or ← and →, point at an entry, a click or
/// Return chooses it.
class EntryBar : public QWidget {
  Q_OBJECT

 public:
  explicit EntryBar(QWidget* parent = nullptr);

  /// `capacity`: of the GPU, marked; 0 for unknown.
  void setEntries(std::vector<BarEntry> entries, Bytes capacity);
  [[nodiscard]] const std::vector<BarEntry>& entries() const { return entries_; }
  void setLit(const std::vector<EntryId>& lit);
  [[nodiscard]] bool isLit(int entry) const;
  [[nodiscard]] QRectF entryRect(int entry) const;
  /// One of its entries is pointed at here.
  [[nodiscard]] bool isPointing() const { return pointed_ >= 0; }
  /// What a tool tip says of it.
  [[nodiscard]] QString tipOf(int entry) const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// −1 for none.
  void pointed(int entry);
  void chosen(int entry);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] int entryAt(QPointF pos) const;
  [[nodiscard]] double xOf(Bytes bytes) const;
  [[nodiscard]] Bytes whole() const;
  void point(int entry);
  void moveTo(int entry);
  void describe();

  std::vector<BarEntry> entries_;
  std::vector<EntryId> lit_;
  Bytes capacity_;
  int at_ = -1;       ///< where the keyboard is
  int pointed_ = -1;  ///< what was told of last
};

}  // namespace zp
