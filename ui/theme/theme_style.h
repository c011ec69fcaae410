// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QStyleOptionViewItem;

namespace zp {

/// Fusion, but in the theme's own lines where Fusion's are almost invisible on a dark background (the boxes
/// of checks, the frames of line edits), and with default buttons in the accent. Items of views that are one
/// line of text are laid out once.
class ThemeStyle : public QProxyStyle {
  Q_OBJECT

 public:
  ThemeStyle();
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                         const QWidget* widget) const override;

 private:
  int textMargin(const QStyleOptionViewItem& item, const QWidget* widget) const;
  void drawPlainItem(const QStyleOptionViewItem& item, QPainter& painter, const QWidget* widget) const;
};

}  // namespace zp
