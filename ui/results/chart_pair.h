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

/// Two charts beside or above each other; if there is no room for both, one of them and a switch.
class ChartPair : public QWidget {
  Q_OBJECT

 public:
  struct Half {
    QWidget* widget = nullptr;  ///< the chart and what belongs to it
    Chart* chart = nullptr;
    QString name, tool_tip;  ///< of its half of the switch
  };
  /// `name` is the beginning of all object names: "speedView". There is no room for both if a half would be
  /// narrower or lower than `least`; `shares` is how the room is divided at first.
  ChartPair(const QString& name, Qt::Orientation orientation, const Half& first, const Half& second,
            int least = 0, std::array<int, 2> shares = {1, 1});

  /// Returns the switch, which the owner lays out; it is visible only if there is no room for both halves.
  [[nodiscard]] QWidget* switcher();
  /// Returns the chart last clicked or focused, of those shown.
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
