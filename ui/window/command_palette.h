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

/// Ctrl+K: type a few words, press Return. Lies over the top of its parent; Esc, or losing focus, closes it.
class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  explicit CommandPalette(QWidget* parent);

  /// What the typed words themselves say, beside the items.
  using Offer = std::function<std::vector<PaletteItem>(const QString& typed)>;
  /// Shows these, the first one chosen; what is offered for the words stands before them.
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
  std::vector<PaletteItem> shown_;  ///< line by line
  Offer offer_;
  QLineEdit* typed_;
  QTreeWidget* list_;
};

}  // namespace zp
