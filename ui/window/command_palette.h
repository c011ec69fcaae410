// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace zp {

/// One thing the palette can do.
struct PaletteItem {
  QString text;  ///< "Preset Llama-2 7B"
  QString hint;  ///< its shortcut, or ""
  std::function<void()> run;
};

/// The command palette (Ctrl+K): type a few words, press Return. It lies over the top of its parent; Esc, or
/// losing focus, closes it.
class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  explicit CommandPalette(QWidget* parent);

  /// A function that returns items made from the typed words themselves.
  using Offer = std::function<std::vector<PaletteItem>(const QString& typed)>;
  /// Shows these items, the first one selected; the items that `offer` returns stand before them.
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
