// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// Flat, in the accent, as what is chosen elsewhere; Fusion would lighten it until white is hard to read on
/// it.
void paintPrimary(QPainter& painter, const QStyleOptionButton& button) {
  const ThemeColors& c = themeColors();
  const QColor face = button.state.testFlag(QStyle::State_Sunken)      ? c.accent.darker(115)
                      : button.state.testFlag(QStyle::State_MouseOver) ? blend(c.text, c.accent, 0.12)
                                                                       : c.accent;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(face);
  painter.drawRoundedRect(button.rect, 3, 3);
  if (button.state.testFlag(QStyle::State_HasFocus)) {
    painter.setPen(QPen(c.on_accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(button.rect).adjusted(2.5, 2.5, -2.5, -2.5), 2, 2);
  }
  painter.restore();
}

}  // namespace

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

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
  const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
  const bool is_button = element == CE_PushButtonBevel || element == CE_PushButtonLabel;
  if (!is_button || button == nullptr || !button->features.testFlag(QStyleOptionButton::DefaultButton) ||
      !button->state.testFlag(State_Enabled))
    return QProxyStyle::drawControl(element, option, painter, widget);
  if (element == CE_PushButtonBevel) return paintPrimary(*painter, *button);
  QStyleOptionButton primary = *button;
  primary.palette.setColor(QPalette::ButtonText, themeColors().on_accent);
  if (!primary.icon.isNull())
    primary.icon =
        primary.icon.pixmap(primary.iconSize, painter->device()->devicePixelRatioF(), QIcon::Selected);
  QProxyStyle::drawControl(element, &primary, painter, widget);
}

}  // namespace zp
