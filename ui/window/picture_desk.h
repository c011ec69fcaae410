// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QImage>
#include <QTemporaryDir>
#include <string>

#include "ui/model/settings.h"

namespace zp {

/// What pictures are taken with: an application without a display, settings that are gone afterwards, and
/// nothing else that differs between two runs.
class PictureDesk {
 public:
  /// `theme` is "light" or "dark", `scale` device pixels per logical pixel.
  PictureDesk(const std::string& theme, double scale, int& argc, char** argv);

  [[nodiscard]] Settings& settings() { return settings_; }
  /// Empty at first, gone afterwards.
  [[nodiscard]] QString folder() const { return folder_.path(); }

 private:
  /// What has to stand before the application does.
  struct Surroundings {
    explicit Surroundings(double scale);
  };
  Surroundings surroundings_;
  QApplication app_;
  QTemporaryDir folder_;
  Settings settings_;
};

/// Until what is shown is laid out and painted, and what comes behind the window has come.
void settle(QWidget& window);
/// The window as it is, no caret blinking in it.
QImage pictureOf(QWidget& window);
std::string pngOf(const QImage& picture);

}  // namespace zp
