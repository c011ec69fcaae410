// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/picture_text.h"

#include <QImage>
#include <QScrollBar>
#include <algorithm>

namespace zp {
namespace {

constexpr int picture_margin = 12;

}  // namespace

PictureText::PictureText(QWidget* parent) : QTextBrowser(parent) {
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
}

void PictureText::showMarkdown(const QString& markdown, const QString& folder) {
  markdown_ = markdown;
  folder_ = folder;
  fill();
}

void PictureText::fill() {
  const int at = verticalScrollBar()->value();
  document()->clear();  // pictures too, which have another size now
  setMarkdown(markdown_);
  document()->setDocumentMargin(picture_margin);
  verticalScrollBar()->setValue(at);
}

QVariant PictureText::loadResource(int type, const QUrl& name) {
  if (type != QTextDocument::ImageResource) return QTextBrowser::loadResource(type, name);
  QImage picture(folder_ + u'/' + name.toString());
  const double ratio = devicePixelRatioF();
  const int width = static_cast<int>((viewport()->width() - 2 * picture_margin) * ratio);
  if (picture.width() > width) picture = picture.scaledToWidth(std::max(width, 1), Qt::SmoothTransformation);
  picture.setDevicePixelRatio(ratio);
  return picture;
}

void PictureText::resizeEvent(QResizeEvent* event) {
  QTextBrowser::resizeEvent(event);
  if (!markdown_.isEmpty()) fill();
}

}  // namespace zp
