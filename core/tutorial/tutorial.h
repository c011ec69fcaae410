// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/text/file_error.h"
#include "core/text/words.h"

/// Tutorials as data: resources/tutorials/NAME.tutorial.json holds the actions, NAME.md holds the text.
namespace zp {

/// A mouse or keyboard action on a control of the window.
enum class Gesture : std::uint8_t {
  choose,  ///< chooses the entry with that id in a list or a row of segments
  type,    ///< types into a field, then presses Return
  drag,    ///< drags a slider to a value
  click,   ///< clicks the middle of the control
  press,   ///< presses keys, "Ctrl+B", while the control has the focus
  drop,    ///< drops a file of the tutorial onto the window
  trigger  ///< triggers the menu command whose id is `control`
};
template <>
inline constexpr auto words_of<Gesture> = word_list("choose", "type", "drag", "click", "press", "drop",
                                                    "trigger");

struct TutorialAction {
  Gesture gesture{};
  std::string control;  ///< the control's object name, see ui/tutorial/controls.h
  std::string value;    ///< "" for click and trigger
};

/// A frame around a control. With a sentence it also has a number, and the sentence is shown below the
/// picture.
struct TutorialMark {
  std::string control;
  std::string sentence = {};
};

struct TutorialStep {
  std::string id;     ///< its picture is NAME-ID.png
  std::string title;  ///< in the imperative: "Choose the model"
  std::vector<TutorialAction> actions = {};
  int width = 1280, height = 800;      ///< size of the window, in logical pixels
  std::string window = {};             ///< object name of the frontmost window, "" for the main window
  std::vector<std::string> crop = {};  ///< controls that the picture shows; empty for the whole window
  std::vector<TutorialMark> marks = {};
};

/// A file that the reader is assumed to have.
struct TutorialFile {
  std::string name;
  std::string text;
};

struct Tutorial {
  std::string name;  ///< "first-plan"
  std::string title;
  std::string about;       ///< one sentence, shown in lists
  PlanDocument plan = {};  ///< the plan at the start
  std::vector<TutorialFile> files = {};
  std::vector<TutorialStep> steps = {};
  std::string text = {};  ///< Markdown with {{expressions}}, see fill_text.h
};

/// Returns all tutorials, in the order to read them.
std::span<const Tutorial> tutorials();
/// Returns the names of all tutorials without parsing any of them.
std::vector<std::string> tutorial_names();
/// Returns the tutorial of that name; nullptr if there is none.
const Tutorial* find_tutorial(std::string_view name);

/// Parses a script and its text into a tutorial. Throws FileError naming the wrong key.
Tutorial read_tutorial(std::string name, std::string_view script, std::string_view text);

}  // namespace zp
