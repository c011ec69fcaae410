// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>
#include <functional>
#include <vector>

class QDialog;
class QStackedLayout;

namespace zp {

/// The views as tabs, each created when it is first in front or asked for. Any of them can stand in a window
/// of its own, so that two are visible at once; its tab then says so, and closing that window brings it back.
class ViewTabs : public QTabWidget {
  Q_OBJECT

 public:
  explicit ViewTabs(QWidget* parent = nullptr);
  ~ViewTabs() override;

  void addView(std::function<QWidget*()> make, const QString& title);
  /// Returns the view at that index, created if necessary.
  [[nodiscard]] QWidget* viewAt(int index);
  /// Returns the view of the tab in front, also if it stands in a window of its own.
  [[nodiscard]] QWidget* view() { return viewAt(currentIndex()); }
  /// Brings the view's tab to the front, and the window it stands in.
  void bringToFront(const QWidget* view);
  /// Returns true if the view's tab is in front.
  [[nodiscard]] bool isInFront(const QWidget* view) { return view == this->view(); }

  [[nodiscard]] bool isApart(int index) const {
    return tabs_[static_cast<std::size_t>(index)].window != nullptr;
  }
  /// Moves a view to a window of its own, or back into its tab.
  void setApart(int index, bool apart);

 signals:
  /// A window opens: owners of shortcuts add them to it.
  void windowOpened(QDialog* window);
  /// The view in front has moved to a window of its own, or back, or another one is in front.
  void placeChanged();

 private:
  struct Tab {
    std::function<QWidget*()> make;
    QWidget* view;  ///< null until it is created
    QStackedLayout* page;
    QDialog* window;
  };
  [[nodiscard]] QWidget* makeAbsence(int index);
  void takeBack(int index);

  std::vector<Tab> tabs_;
};

}  // namespace zp
