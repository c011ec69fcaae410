// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// The output of generating tutorials.
namespace zp {

/// A control marked in a picture: its position in the picture, in logical pixels, and its text.
struct PictureMark {
  std::string control, text;
  int number = 0;  ///< 0 for a frame without a number
  int x = 0, y = 0, width = 0, height = 0;
};

struct TutorialPicture {
  std::string file, step;
  std::string plan;  ///< file name of the plan in the picture
  int width = 0, height = 0;
  std::vector<PictureMark> marks = {};
};

struct TutorialOutput {
  std::string name, title;
  std::string file;  ///< file name of the text
  std::vector<TutorialPicture> pictures = {};
  std::vector<std::string> problems = {};  ///< false statements, and steps that failed
};

/// Returns a document of format "zero-tutorial/1".
std::string made_json(const std::vector<TutorialOutput>& made);
/// Returns the file names, one per line.
std::string made_text(const std::vector<TutorialOutput>& made);

}  // namespace zp
