// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// The results of making tutorials.
namespace zp {

/// A control that a picture points at: its place in the picture, in logical pixels, and its text.
struct PictureMark {
  std::string on, text;
  int number = 0;  ///< 0 for a frame alone
  int x = 0, y = 0, width = 0, height = 0;
};

struct TutorialPicture {
  std::string file, step;
  std::string plan;  ///< the file of the plan in the picture
  int width = 0, height = 0;
  std::vector<PictureMark> marks = {};
};

struct TutorialOutput {
  std::string name, title;
  std::string file;  ///< the file of its text
  std::vector<TutorialPicture> pictures = {};
  std::vector<std::string> problems = {};  ///< statements that are not true, and steps that could not be done
};

/// Returns a document of format "zero-tutorial/1".
std::string made_json(const std::vector<TutorialOutput>& made);
/// Returns the files, one a line.
std::string made_text(const std::vector<TutorialOutput>& made);

}  // namespace zp
