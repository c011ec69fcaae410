// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// What came of making tutorials.
namespace zp {

/// A control that a picture points at: where in it, in logical pixels, and what it reads.
struct MadeMark {
  std::string on, text;
  int number = 0;  ///< 0: a frame alone
  int x = 0, y = 0, width = 0, height = 0;
};

struct MadePicture {
  std::string file, step;
  std::string plan;  ///< the file of the plan it shows
  int width = 0, height = 0;
  std::vector<MadeMark> marks = {};
};

struct MadeTutorial {
  std::string name, title;
  std::string file;  ///< its text
  std::vector<MadePicture> pictures = {};
  std::vector<std::string> problems = {};  ///< what in it is not true, or could not be done
};

/// Format "zero-tutorial/1".
std::string made_json(const std::vector<MadeTutorial>& made);
/// The files, one a line.
std::string made_text(const std::vector<MadeTutorial>& made);

}  // namespace zp
