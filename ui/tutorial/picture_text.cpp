// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/picture_text.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextDocument>

namespace zp {
namespace {

constexpr int picture_margin = 12;

QString nameOf(const QTextFormat& format) { return format.toImageFormat().name(); }

/// Returns the picture at its original size, from the document's cache.
QImage pictureOf(const QTextDocument& document, const QTextFormat& format) {
  return document.resource(QTextDocument::ImageResource, QUrl(nameOf(format))).value<QImage>();
}

}  // namespace

FittedPictures::FittedPictures(QTextDocument& document) : QObject(document.documentLayout()) {
  document.documentLayout()->registerHandler(QTextFormat::ImageObject, this);
}

QSizeF FittedPictures::intrinsicSize(QTextDocument* document, int /*position*/, const QTextFormat& format) {
  const QSizeF size = pictureOf(*document, format).deviceIndependentSize();
  const double widest = document->textWidth() - 2 * document->documentMargin();
  if (widest < 1 || size.width() <= widest) return size;
  return size * (widest / size.width());
}

void FittedPictures::drawObject(QPainter* painter, const QRectF& place, QTextDocument* document,
                                int /*position*/, const QTextFormat& format) {
  const QSize pixels = (place.size() * painter->device()->devicePixelRatioF()).toSize();
  QImage& scaled = scaled_[nameOf(format)];
  if (scaled.size() != pixels) {
    scaled = pictureOf(*document, format);
    if (!scaled.isNull() && scaled.size() != pixels)
      scaled = scaled.scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  }
  painter->drawImage(place, scaled);
}

PictureText::PictureText(QWidget* parent) : QTextBrowser(parent), pictures_(new FittedPictures(*document())) {
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  document()->setDocumentMargin(picture_margin);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
}

void PictureText::showMarkdown(const QString& markdown, const QString& folder) {
  folder_ = folder;
  pictures_->forget();
  setMarkdown(markdown);
}

QVariant PictureText::loadResource(int type, const QUrl& name) {
  if (type != QTextDocument::ImageResource) return QTextBrowser::loadResource(type, name);
  QImage picture(folder_ + u'/' + name.toString());
  picture.setDevicePixelRatio(devicePixelRatioF());
  return picture;
}

}  // namespace zp
