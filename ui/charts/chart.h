// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

namespace zp {

/// What every chart on screen can do: make a picture of itself, copy it, and ask to save it from its context
/// menu.
class Chart : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// Light theme, title and note: see chart_picture.h.
  [[nodiscard]] QImage toImage(double scale = 1) const { return makeImage(scale); }
  /// PNG, SVG or PDF by suffix; `scale` for PNG. Returns what went wrong in words, empty on success.
  [[nodiscard]] QString exportTo(const QString& path, double scale = 1) const {
    return writePicture(path, scale);
  }
  void copyPicture() const;

 signals:
  /// The context menu wants a file: "png", "svg" or "pdf", and the scale of a PNG. Whoever knows the plan's
  /// name asks for the path and calls exportTo.
  void saveRequested(const QString& suffix, double scale);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  [[nodiscard]] virtual QImage makeImage(double scale) const = 0;
  [[nodiscard]] virtual QString writePicture(const QString& path, double scale) const = 0;
};

}  // namespace zp
