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

/// Tutorials as data: resources/tutorials/NAME.tutorial.json holds the actions, NAME.md the text.
namespace zp {

/// An action of a hand on a control of the window.
enum class Gesture : std::uint8_t {
  choose,  ///< chooses the entry with that id in a list or segments
  type,    ///< types into a field, then presses Return
  drag,    ///< drags a slider to a value
  click,   ///< clicks the middle of the control
  press,   ///< presses keys, "Ctrl+B", while the control has the focus
  drop,    ///< drops a file of the tutorial onto the window
  trigger  ///< triggers a command of the menus by its id, which is `on`
};
template <>
inline constexpr auto words_of<Gesture> = word_list("choose", "type", "drag", "click", "press", "drop",
                                                    "trigger");

struct TutorialAction {
  Gesture gesture{};
  std::string on;     ///< the control's object name, see ui/tutorial/controls.h
  std::string value;  ///< "" for click and trigger
};

/// A frame around a control; with `say` also a number, and the sentence below the picture.
struct TutorialMark {
  std::string on;
  std::string say = {};
};

struct TutorialStep {
  std::string id;     ///< its picture is NAME-ID.png
  std::string title;  ///< an order: "Choose the model"
  std::vector<TutorialAction> actions = {};
  int width = 1280, height = 800;      ///< size of the window, in logical pixels
  std::string window = {};             ///< object name of the window in front, "" for the main one
  std::vector<std::string> crop = {};  ///< controls that the picture shows; if empty, all of the window
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
  std::string about;       ///< one sentence for lists
  PlanDocument plan = {};  ///< the plan at its beginning
  std::vector<TutorialFile> files = {};
  std::vector<TutorialStep> steps = {};
  std::string text = {};  ///< Markdown with {{expressions}}, see fill_text.h
};

/// Returns all tutorials, in the order to read them.
std::span<const Tutorial> tutorials();
/// Returns the names of all tutorials, without reading one.
std::vector<std::string> tutorial_names();
/// Returns the tutorial of that name; nullptr if there is none.
const Tutorial* find_tutorial(std::string_view name);

/// Returns the tutorial of a script and a text. Throws FileError naming the key that is wrong.
Tutorial read_tutorial(std::string name, std::string_view script, std::string_view text);

}  // namespace zp
