// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

class QRadioButton;
class QSplitter;

namespace zp {

class Chart;
class SegmentPair;

/// Two charts next to or above each other; if there is not enough space, one of them and a switch.
class ChartPair : public QWidget {
  Q_OBJECT

 public:
  struct Half {
    QWidget* widget = nullptr;  ///< the chart and its controls
    Chart* chart = nullptr;
    QString name, tool_tip;  ///< texts of its part of the switch
  };
  /// `name` is the prefix of all object names: "speedView". Only one half is shown if otherwise one would be
  /// narrower or lower than `least`; `shares` is the initial division of space.
  ChartPair(const QString& name, Qt::Orientation orientation, const Half& first, const Half& second,
            int least = 0, std::array<int, 2> shares = {1, 1});

  /// Returns the switch, which the owner must add to a layout; visible only while one half is hidden for lack
  /// of space.
  [[nodiscard]] QWidget* switcher();
  /// Returns the visible chart that was last clicked or focused.
  [[nodiscard]] Chart& current();
  /// Hides the second half if it has nothing to show.
  void setSecondAvailable(bool available);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void saveRequested(const QString& suffix, double scale);

 protected:
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void arrange();
  [[nodiscard]] bool hasRoom() const;

  std::array<Half, 2> halves_;
  std::array<QRadioButton*, 2> choices_{};
  QSplitter* splitter_;
  SegmentPair* switcher_;
  int least_;
  std::array<int, 2> shares_;
  std::size_t current_ = 0;
  bool both_ = true;
  bool second_available_ = true;
};

}  // namespace zp
