// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/layouts.h"

#include <QWidget>

namespace zp {
namespace {

template <class Layout>
Layout* makeLayout(QWidget* owner, int spacing, const QMargins& margins) {
  auto* layout = new Layout(owner);
  layout->setSpacing(spacing);
  layout->setContentsMargins(margins);
  return layout;
}

}  // namespace

QVBoxLayout* makeColumn(QWidget* owner, int spacing, const QMargins& margins) {
  return makeLayout<QVBoxLayout>(owner, spacing, margins);
}

QHBoxLayout* makeLine(QWidget* owner, int spacing, const QMargins& margins) {
  return makeLayout<QHBoxLayout>(owner, spacing, margins);
}

void addParts(QBoxLayout& layout, std::initializer_list<LayoutPart> parts) {
  for (const LayoutPart& part : parts) {
    if (part.widget != nullptr)
      layout.addWidget(part.widget, part.stretch, part.alignment);
    else if (part.layout != nullptr)
      layout.addLayout(part.layout, part.stretch);
    else
      layout.addStretch(part.stretch);
  }
}

}  // namespace zp
