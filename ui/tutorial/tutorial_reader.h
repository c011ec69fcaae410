// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QListWidget;
class QUrl;

namespace zp {

class PictureText;
class TutorialMaker;

/// Help ▸ Tutorials, beside the window: the list, and the tutorial that is read, with its pictures as wide as
/// the text. Below each picture stand three links: to have its step performed in the window, to the plan it
/// shows, and to the picture in its own size.
class TutorialReader : public QWidget {
  Q_OBJECT

 public:
  /// `program` makes the tutorials, see TutorialMaker.
  explicit TutorialReader(const QString& program, QWidget* parent = nullptr);

  /// Shows the tutorial of that name, or the first if there is none.
  void read(const QString& tutorial);
  [[nodiscard]] QString current() const;
  /// Returns the plan file of a step of the tutorial that is read; it exists once the pictures do.
  [[nodiscard]] QString planFile(const QString& step) const;

 signals:
  void planRequested(const QString& tutorial, const QString& step);
  void stepRequested(const QString& tutorial, const QString& step);

 private:
  void begin();
  void showMade(const QString& name);
  void showTold(const QString& sentence);
  void follow(const QUrl& link);
  void showPicture(const QString& step);

  TutorialMaker* maker_;
  QListWidget* list_;
  PictureText* text_;
};

}  // namespace zp
