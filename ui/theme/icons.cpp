// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString fileOf(IconName name) {
  switch (name) {
    case IconName::new_plan:
      return u"new"_s;
    case IconName::open:
      return u"open"_s;
    case IconName::save:
      return u"save"_s;
    case IconName::undo:
      return u"undo"_s;
    case IconName::redo:
      return u"redo"_s;
    case IconName::copy:
      return u"copy"_s;
    case IconName::export_file:
      return u"export"_s;
    case IconName::search:
      return u"search"_s;
    case IconName::reset:
      return u"reset"_s;
    case IconName::info:
      return u"info"_s;
    case IconName::warning:
      return u"warning"_s;
    case IconName::error:
      return u"error"_s;
    case IconName::fits:
      return u"fits"_s;
  }
  return {};
}

QColor colorOf(IconName name, QIcon::Mode mode) {
  const ThemeColors& c = themeColors();
  if (mode == QIcon::Selected) return c.on_accent;
  switch (name) {
    case IconName::info:
      return c.accent;
    case IconName::warning:
      return c.tight;
    case IconName::error:
      return c.over;
    case IconName::fits:
      return c.fits;
    default:
      return mode == QIcon::Disabled ? blend(c.muted, c.window, 0.6) : c.text;
  }
}

class TintedIcon : public QIconEngine {
 public:
  explicit TintedIcon(IconName name) : name_(name) {
    QFile file(u":/zp/icons/"_s + fileOf(name) + u".svg"_s);
    if (file.open(QIODevice::ReadOnly)) svg_ = file.readAll();
  }

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const double ratio = painter->device()->devicePixelRatio();
    QPixmap picture = pixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state);
    picture.setDevicePixelRatio(ratio);
    painter->drawPixmap(rect, picture);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State /*state*/) override {
    const QString color = colorOf(name_, mode).name();
    const QString key = u"zp/%1/%2/%3x%4"_s.arg(fileOf(name_), color).arg(size.width()).arg(size.height());
    QPixmap picture;
    if (QPixmapCache::find(key, &picture)) return picture;
    picture = QPixmap(size);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    QByteArray tinted = svg_;
    tinted.replace("currentColor", color.toLatin1());
    QSvgRenderer renderer(tinted);
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    renderer.render(&painter, picture.rect());
    painter.end();
    QPixmapCache::insert(key, picture);
    return picture;
  }

  [[nodiscard]] QIconEngine* clone() const override { return new TintedIcon(*this); }
  bool isNull() override { return svg_.isEmpty(); }

 private:
  IconName name_;
  QByteArray svg_;
};

}  // namespace

QIcon themeIcon(IconName name) { return QIcon(new TintedIcon(name)); }

QPixmap themePixmap(IconName name, int logical_size, qreal device_pixel_ratio) {
  return themeIcon(name).pixmap(QSize(logical_size, logical_size), device_pixel_ratio);
}

QIcon appIcon() { return QIcon(u":/zp/icons/zero-planner.svg"_s); }

}  // namespace zp
