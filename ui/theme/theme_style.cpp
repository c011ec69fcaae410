// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_style.h"

#include <QAbstractButton>
#include <QPainter>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>
#include <algorithm>

#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// Paints a default button flat in the accent colour, like other selected items; Fusion would make it too
/// light for white text.
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

/// Paints a ring around a focused button. Fusion's tint is hardly visible, and appears only after keyboard
/// navigation.
void paintFocusRing(QPainter& painter, const QRect& room) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(themeColors().accent, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(room).adjusted(1, 1, -1, -1), 3, 3);
  painter.restore();
}

/// Returns true for elements that get an outline with high contrast; Fusion's own lines are shades of the
/// window colour.
bool isOutlined(QStyle::PrimitiveElement element, const QStyleOption& option) {
  switch (element) {
    case QStyle::PE_FrameLineEdit:
      return !option.state.testFlag(QStyle::State_HasFocus);
    case QStyle::PE_PanelButtonTool:
      return option.state.testFlag(QStyle::State_On) || option.state.testFlag(QStyle::State_MouseOver) ||
             !option.state.testFlag(QStyle::State_AutoRaise);
    case QStyle::PE_PanelButtonCommand:
    case QStyle::PE_Frame:
    case QStyle::PE_FrameTabWidget:
    case QStyle::PE_FrameGroupBox:
    case QStyle::PE_FrameMenu:
    case QStyle::PE_PanelTipLabel:
      return true;
    default:
      return false;
  }
}

void paintOutline(QPainter& painter, const QStyleOption& option, const QRect& room) {
  const ThemeColors& c = themeColors();
  painter.save();
  painter.setPen(QPen(option.state.testFlag(QStyle::State_Enabled) ? c.outline : c.grid, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(room.adjusted(0, 0, -1, -1));
  painter.restore();
}

/// Paints a scroll bar's handle darker than a light page, or lighter than a dark one; Fusion's handle has the
/// page's colour and looks like the groove.
void paintSlider(QPainter& painter, const QStyleOption& bar, const QRect& room) {
  const ThemeColors& c = themeColors();
  const bool is_held =
      bar.state.testFlag(QStyle::State_MouseOver) || bar.state.testFlag(QStyle::State_Sunken);
  painter.fillRect(room.adjusted(1, 1, -1, -1), blend(c.muted, c.panel, is_held ? 0.85 : 0.65));
}

}  // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStyleFactory::create(u"Fusion"_s)) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
  const auto* push = qobject_cast<const QPushButton*>(widget);
  if (element == PE_FrameFocusRect && qobject_cast<const QAbstractButton*>(widget) != nullptr) {
    if (push == nullptr)
      paintFocusRing(*painter, option->rect);  // drawControl paints the ring of a push button
    return;
  }
  QProxyStyle::drawPrimitive(element, option, painter, widget);
  const ThemeColors& c = themeColors();
  const bool is_check = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
  const bool is_line = element == PE_FrameLineEdit && c.dark && !option->state.testFlag(State_HasFocus);
  if (is_check || is_line || (c.contrast && isOutlined(element, *option)))
    paintOutline(*painter, *option, option->rect);
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const {
  QProxyStyle::drawComplexControl(control, option, painter, widget);
  if (!themeColors().contrast && control == CC_ScrollBar && option->state.testFlag(State_Enabled))
    paintSlider(*painter, *option, subControlRect(control, option, SC_ScrollBarSlider, widget));
  if (themeColors().contrast && control == CC_ScrollBar)
    paintOutline(*painter, *option, subControlRect(control, option, SC_ScrollBarSlider, widget));
  const bool is_field = control == CC_ComboBox || control == CC_SpinBox;
  if (themeColors().contrast && is_field && !option->state.testFlag(State_HasFocus))
    paintOutline(*painter, *option, option->rect);
}

QSize ThemeStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                   const QWidget* widget) const {
  constexpr int beside_words = 16;  // pixels; in Fusion a long text almost touches the frame
  QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
  if (type == CT_PushButton) size.setWidth(std::max(size.width(), contents.width() + beside_words));
  return size;
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const {
  // Icons of dialog buttons come from the desktop or Qt, and may be black on a dark button.
  if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
  return QProxyStyle::styleHint(hint, option, widget, data);
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
  if (element == CE_TabBarTabShape && themeColors().contrast) {
    constexpr int chosen_line = 3;
    QProxyStyle::drawControl(element, option, painter, widget);
    if (option->state.testFlag(State_Selected))
      painter->fillRect(QRect(option->rect.topLeft(), QSize(option->rect.width(), chosen_line)),
                        themeColors().accent);
    return paintOutline(*painter, *option, option->rect);
  }
  const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
  if (element == CE_PushButton && button != nullptr) {
    QProxyStyle::drawControl(element, option, painter, widget);
    const bool is_default = button->features.testFlag(QStyleOptionButton::DefaultButton);
    if (button->state.testFlag(State_HasFocus) && !is_default)
      paintFocusRing(*painter, option->rect);  // paintPrimary shows it on a default button
    return;
  }
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
