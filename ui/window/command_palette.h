// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace zp {

/// One command of the palette.
struct PaletteItem {
  QString text;  ///< "Preset Llama-2 7B"
  QString hint;  ///< its shortcut, or ""
  std::function<void()> run;
};

/// The command palette (Ctrl+K): type a few words, press Return. It covers the top of its parent; Esc or loss
/// of focus closes it.
class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  explicit CommandPalette(QWidget* parent);

  /// Returns additional items for the typed words.
  using Offer = std::function<std::vector<PaletteItem>(const QString& typed)>;
  /// Shows these items with the first selected; the items that `offer` returns come first.
  void open(std::vector<PaletteItem> items, Offer offer = {});

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void filter(const QString& typed);
  void add(const PaletteItem& item);
  void runCurrent();
  void close();

  std::vector<PaletteItem> items_;
  std::vector<PaletteItem> shown_;  ///< items in the order of the list's lines
  Offer offer_;
  QLineEdit* typed_;
  QTreeWidget* list_;
};

}  // namespace zp
