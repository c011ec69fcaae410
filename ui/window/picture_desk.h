// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QImage>
#include <QTemporaryDir>
#include <string>

#include "ui/model/settings.h"

namespace zp {

/// The environment for taking pictures: an application without a display, temporary settings, and nothing
/// else that varies between runs.
class PictureDesk {
 public:
  /// `theme` is "light" or "dark", `scale` device pixels per logical pixel.
  PictureDesk(const std::string& theme, double scale, int& argc, char** argv);

  [[nodiscard]] Settings& settings() { return settings_; }
  /// Returns a folder that is empty at first and deleted afterwards.
  [[nodiscard]] QString folder() const { return folder_.path(); }

 private:
  /// The settings that must be made before the application is constructed.
  struct Surroundings {
    explicit Surroundings(double scale);
  };
  Surroundings surroundings_;
  QApplication app_;
  QTemporaryDir folder_;
  Settings settings_;
};

/// Waits until the window is laid out and painted, and the background work is done.
void waitUntilIdle(QWidget& window);
/// Returns a picture of the window as it is, without a blinking caret.
QImage pictureOf(QWidget& window);
std::string pngOf(const QImage& picture);

}  // namespace zp
