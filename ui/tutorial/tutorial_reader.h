// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QDialog;
class QListWidget;
class QUrl;

namespace zp {

class PictureText;
class TutorialMaker;

/// Help ▸ Tutorials: the list, and the current tutorial, with pictures as wide as the text. Below each
/// picture are three links: perform its step in the window, open the plan it shows, and show the picture at
/// its own size.
class TutorialReader : public QWidget {
  Q_OBJECT

 public:
  /// `program` makes the tutorials, see TutorialMaker.
  explicit TutorialReader(const QString& program, QWidget* parent = nullptr);

  /// Shows the tutorial of that name, or the first if there is none.
  void read(const QString& tutorial);
  [[nodiscard]] QString current() const;
  /// Returns the plan file of a step of the current tutorial; it exists once the pictures do.
  [[nodiscard]] QString planFile(const QString& step) const;

 signals:
  void planRequested(const QString& tutorial, const QString& step);
  void stepRequested(const QString& tutorial, const QString& step);

 private:
  void begin();
  void showMade(const QString& name);
  void showSentence(const QString& sentence);
  void follow(const QUrl& link);
  void doStep(const QString& step);
  void showPicture(const QString& step);
  void closePicture();
  [[nodiscard]] QString stepTitle(const QString& step) const;

  TutorialMaker* maker_;
  QListWidget* list_;
  PictureText* text_;
  QPointer<QDialog> picture_;  ///< the enlarged picture, if it is open
};

}  // namespace zp
