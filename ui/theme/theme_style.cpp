// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_style.h"

#include <QAbstractButton>
#include <QPainter>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>

#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// Paints a default button flat, in the accent, like other chosen things; Fusion would lighten it until white
/// is hard to read on it.
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

/// Paints a ring around a button that has the focus, however it got it; Fusion's tint is hardly visible, and
/// appears only once a key has moved the focus.
void paintFocusRing(QPainter& painter, const QRect& room) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(themeColors().accent, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(room).adjusted(1, 1, -1, -1), 3, 3);
  painter.restore();
}

/// Returns true for an item of one line of text and nothing else, as most cells of tables are.
bool isPlain(const QStyleOptionViewItem& item) {
  return item.features == QStyleOptionViewItem::HasDisplay && item.textElideMode == Qt::ElideRight &&
         !item.state.testFlag(QStyle::State_Editing) && !item.text.contains(u'\n') &&
         !item.text.contains(QChar::LineSeparator);
}

QPalette::ColorGroup groupOf(QStyle::State state) {
  if (!state.testFlag(QStyle::State_Enabled)) return QPalette::Disabled;
  return state.testFlag(QStyle::State_Active) ? QPalette::Normal : QPalette::Inactive;
}

/// Paints one line of text. Qt would lay it out four times: to size, to elide, to place and to paint it.
void paintPlainText(QPainter& painter, const QStyleOptionViewItem& item, int margin) {
  const QRect room = item.rect.adjusted(margin, 0, -margin, 0);
  const QString text = elidedText(item.font, item.text, room.width());
  const int width = std::min(textWidth(item.font, text), room.width());
  const QRect place = QStyle::alignedRect(item.direction, item.displayAlignment,
                                          QSize(width, item.fontMetrics.height()), room);
  const bool is_selected = item.state.testFlag(QStyle::State_Selected);
  painter.setPen(
      item.palette.color(groupOf(item.state), is_selected ? QPalette::HighlightedText : QPalette::Text));
  painter.setFont(item.font);
  painter.drawText(place.left(), place.top() + item.fontMetrics.ascent(), text);
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
  if (!is_check && !is_line) return;
  painter->save();
  painter->setPen(QPen(option->state.testFlag(State_Enabled) ? c.outline : c.grid, 1));
  painter->setBrush(Qt::NoBrush);
  painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
  painter->restore();
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
  const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
  if (element == CE_ItemViewItem && item != nullptr && isPlain(*item))
    return drawPlainItem(*item, *painter, widget);
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

QSize ThemeStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                   const QWidget* widget) const {
  const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
  if (type != CT_ItemViewItem || item == nullptr || !isPlain(*item))
    return QProxyStyle::sizeFromContents(type, option, contents, widget);
  return {textWidth(item->font, item->text) + 2 * textMargin(*item, widget), item->fontMetrics.height()};
}

int ThemeStyle::textMargin(const QStyleOptionViewItem& item, const QWidget* widget) const {
  return pixelMetric(PM_FocusFrameHMargin, &item, widget) + 1;
}

void ThemeStyle::drawPlainItem(const QStyleOptionViewItem& item, QPainter& painter,
                               const QWidget* widget) const {
  painter.save();
  painter.setClipRect(item.rect);
  drawPrimitive(PE_PanelItemViewItem, &item, &painter, widget);
  paintPlainText(painter, item, textMargin(item, widget));
  if (item.state.testFlag(State_HasFocus)) {
    QStyleOptionFocusRect focus;
    focus.QStyleOption::operator=(item);
    focus.rect = subElementRect(SE_ItemViewItemFocusRect, &item, widget);
    focus.state |= State_KeyboardFocusChange | State_Item;
    focus.backgroundColor = item.palette.color(
        groupOf(item.state), item.state.testFlag(State_Selected) ? QPalette::Highlight : QPalette::Window);
    drawPrimitive(PE_FrameFocusRect, &focus, &painter, widget);
  }
  painter.restore();
}

}  // namespace zp
