// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <initializer_list>

class QWidget;

namespace zp {

/// Return a layout with parts below or next to each other, owned by `owner` if there is one: `spacing` pixels
/// apart (−1 for the style's default), with margins around them.
QVBoxLayout* makeColumn(QWidget* owner, int spacing, const QMargins& margins = {});
QHBoxLayout* makeLine(QWidget* owner, int spacing, const QMargins& margins = {});

/// A widget or a layout as a part of a layout; a stretch if it is neither.
struct LayoutPart {
  LayoutPart(QWidget* shown, int share = 0, Qt::Alignment at = {})  // NOLINT(google-explicit-constructor)
      : widget(shown), stretch(share), alignment(at) {}
  LayoutPart(QLayout* inner, int share = 0)  // NOLINT(google-explicit-constructor)
      : layout(inner), stretch(share) {}
  QWidget* widget = nullptr;
  QLayout* layout = nullptr;
  int stretch = 0;
  Qt::Alignment alignment;
};
inline const LayoutPart empty_room(static_cast<QWidget*>(nullptr), 1);

void addParts(QBoxLayout& layout, std::initializer_list<LayoutPart> parts);

}  // namespace zp
