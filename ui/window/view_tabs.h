// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>
#include <functional>
#include <vector>

class QDialog;
class QStackedLayout;

namespace zp {

/// The views as tabs, each created when it is first shown or requested. Any view can be moved to a separate
/// window, so that two are visible at once; its tab then says so, and closing the window moves it back.
class ViewTabs : public QTabWidget {
  Q_OBJECT

 public:
  explicit ViewTabs(QWidget* parent = nullptr);
  ~ViewTabs() override;

  void addView(std::function<QWidget*()> make, const QString& title);
  /// Returns the view at that index, created if necessary.
  [[nodiscard]] QWidget* viewAt(int index);
  /// Returns the view of the current tab, even if it is in a separate window.
  [[nodiscard]] QWidget* view() { return viewAt(currentIndex()); }
  /// Makes the view's tab current and raises its window.
  void bringToFront(const QWidget* view);
  /// Returns true if the view's tab is current.
  [[nodiscard]] bool isInFront(const QWidget* view) { return view == this->view(); }

  [[nodiscard]] bool isApart(int index) const {
    return tabs_[static_cast<std::size_t>(index)].window != nullptr;
  }
  /// Moves a view to a separate window, or back to its tab.
  void setApart(int index, bool apart);

 signals:
  /// A window opened; owners of shortcuts add them to it.
  void windowOpened(QDialog* window);
  /// The current view was moved to a separate window or back, or another view became current.
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
