// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

ThemeStyle::ThemeStyle() : QProxyStyle(QStyleFactory::create(u"Fusion"_s)) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
  QProxyStyle::drawPrimitive(element, option, painter, widget);
  const ThemeColors& c = themeColors();
  const bool is_check = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
  const bool is_line = element == PE_FrameLineEdit && c.dark && !option->state.testFlag(State_HasFocus);
  if (!is_check && !is_line) return;
  painter->save();
  painter->setPen(QPen(option->state.testFlag(State_Enabled) ? c.outline : c.grid, 1));
  painter->setBrush(Qt::NoBrush);
  painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
  painter->restore();
}

}  // namespace zp
