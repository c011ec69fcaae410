// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QTextBrowser>
#include <QTextObjectInterface>

#ifdef Q_MOC_RUN  // zp_moc reads only this file; declared in <QTextObjectInterface>
Q_DECLARE_INTERFACE(QTextObjectInterface, "org.qt-project.Qt.QTextObjectInterface")
#endif

namespace zp {

/// Draws the pictures of a document at their own size, or as wide as the text if that is narrower. The
/// document asks for sizes whenever it lays out a line, so a changed width needs no refill.
class FittedPictures : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)

 public:
  explicit FittedPictures(QTextDocument& document);

  /// Returns the size in logical pixels; `format` is that of a picture.
  QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
  void drawObject(QPainter* painter, const QRectF& place, QTextDocument* document, int position,
                  const QTextFormat& format) override;
  /// Clears the scaled copies, for a document that is refilled.
  void forget() { scaled_.clear(); }

 private:
  QHash<QString, QImage> scaled_;  ///< pictures by name, in the size last drawn
};

/// Shows Markdown with pictures that are never wider than the text.
class PictureText : public QTextBrowser {
  Q_OBJECT

 public:
  explicit PictureText(QWidget* parent = nullptr);

  /// Shows the text, with pictures from `folder`.
  void showMarkdown(const QString& markdown, const QString& folder);

 protected:
  QVariant loadResource(int type, const QUrl& name) override;

 private:
  FittedPictures* pictures_;
  QString folder_;
};

}  // namespace zp
