// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "core/memory/ledger.h"
#include "ui/theme/theme.h"

namespace zp {

/// One ledger entry as a segment of the bar.
struct BarEntry {
  EntryId id{};
  ChartComponent component{};
  Bytes bytes;
  QString text;      ///< "Reduce bucket: 0.93 GiB"
  QString governed;  ///< "reduce_bucket_size (line 12), …"; "" if no line affects it
};

/// A GPU's memory at one moment as one bar of ledger entries, in the colours of their components. Some can be
/// highlighted; the others are then dimmed. The mouse, or ← and →, points at an entry; a click or Return
/// chooses it.
class EntryBar : public QWidget {
  Q_OBJECT

 public:
  explicit EntryBar(QWidget* parent = nullptr);

  /// Sets the entries. `capacity`: the GPU's, marked on the bar; 0 if unknown.
  void setEntries(std::vector<BarEntry> entries, Bytes capacity);
  [[nodiscard]] const std::vector<BarEntry>& entries() const { return entries_; }
  void setLit(const std::vector<EntryId>& lit);
  [[nodiscard]] bool isLit(int entry) const;
  [[nodiscard]] QRectF entryRect(int entry) const;
  /// Returns true if the mouse or the keyboard points at one of its entries.
  [[nodiscard]] bool isPointing() const { return pointed_ >= 0; }
  /// Returns the tool tip of an entry.
  [[nodiscard]] QString tipOf(int entry) const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// The user points at an entry; −1 for none.
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
  int at_ = -1;       ///< entry that has the keyboard focus
  int pointed_ = -1;  ///< entry for which pointed() was last emitted
};

}  // namespace zp
