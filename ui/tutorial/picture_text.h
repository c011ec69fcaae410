// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace zp {

/// Markdown with pictures that are never wider than the text.
class PictureText : public QTextBrowser {
  Q_OBJECT

 public:
  explicit PictureText(QWidget* parent = nullptr);

  /// Pictures are looked for in `folder`.
  void showMarkdown(const QString& markdown, const QString& folder);

 protected:
  QVariant loadResource(int type, const QUrl& name) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fill();

  QString markdown_, folder_;
};

}  // namespace zp
