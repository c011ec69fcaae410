// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QVBoxLayout;

namespace zp {

class Settings;

/// The page with which a session begins: examples, the files opened last (those that are gone say so), and
/// the ways to a plan of one's own. Escape, or its last button, goes on with the plan as it is.
class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(Settings& settings, QWidget* parent = nullptr);

  /// Updates the recent files.
  void refresh();

 signals:
  void exampleRequested(int index);
  void fileRequested(const QString& path);
  /// The id of an action of the window: "file.open".
  void actionRequested(const QString& id);
  void closeRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  [[nodiscard]] QWidget* makeExamples();
  [[nodiscard]] QWidget* makeStart();
  [[nodiscard]] QWidget* makeFoot();
  void addRecent(const QString& path, int index);

  Settings& settings_;
  QVBoxLayout* recent_;
  QCheckBox* at_start_;
};

}  // namespace zp
