// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QTextBrowser>
#include <QTextObjectInterface>

#ifdef Q_MOC_RUN  // zp_moc reads this file alone; the declaration is that of <QTextObjectInterface>
Q_DECLARE_INTERFACE(QTextObjectInterface, "org.qt-project.Qt.QTextObjectInterface")
#endif

namespace zp {

/// Tells a document the size of its pictures and draws them: in their own size, or as wide as the text where
/// that is narrower. The document asks for the size whenever it lays out a line, so a text that becomes wider
/// or narrower needs no filling anew.
class FittedPictures : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)

 public:
  explicit FittedPictures(QTextDocument& document);

  /// In logical pixels; `format` is of a picture.
  QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
  void drawObject(QPainter* painter, const QRectF& place, QTextDocument* document, int position,
                  const QTextFormat& format) override;
  /// Drops the scaled copies, for a document that is filled anew.
  void forget() { scaled_.clear(); }

 private:
  QHash<QString, QImage> scaled_;  ///< by name, in the size last drawn
};

/// Markdown with pictures that are never wider than the text.
class PictureText : public QTextBrowser {
  Q_OBJECT

 public:
  explicit PictureText(QWidget* parent = nullptr);

  /// Pictures are looked for in `folder`.
  void showMarkdown(const QString& markdown, const QString& folder);

 protected:
  QVariant loadResource(int type, const QUrl& name) override;

 private:
  FittedPictures* pictures_;
  QString folder_;
};

}  // namespace zp
