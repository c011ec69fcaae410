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

/// Tutorials as data: resources/tutorials/NAME.tutorial.json is what is done, NAME.md what is said.
namespace zp {

/// What a hand does to a control of the window.
enum class Gesture : std::uint8_t {
  choose,  ///< the entry of a list or segments that has that id
  type,    ///< into a field, then Return
  drag,    ///< a slider to a value
  click,   ///< the middle of the control
  press,   ///< keys, "Ctrl+B", while the control has the focus
  drop,    ///< a file of the tutorial onto the window
  trigger  ///< a command of the menus by its id, which is `on`
};
template <>
inline constexpr auto words_of<Gesture> = word_list("choose", "type", "drag", "click", "press", "drop",
                                                    "trigger");

struct TutorialAction {
  Gesture gesture{};
  std::string on;     ///< the control's object name, see ui/tutorial/controls.h
  std::string value;  ///< "" of click and trigger
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
  int width = 1280, height = 800;      ///< of the window, logical pixels
  std::string window = {};             ///< object name of the window in front, "" for the main one
  std::vector<std::string> crop = {};  ///< controls the picture is about; none: all of the window
  std::vector<TutorialMark> marks = {};
};

/// A file that the reader is supposed to have.
struct TutorialFile {
  std::string name;
  std::string text;
};

struct Tutorial {
  std::string name;  ///< "first-plan"
  std::string title;
  std::string about;       ///< one sentence for lists
  PlanDocument plan = {};  ///< what it begins with
  std::vector<TutorialFile> files = {};
  std::vector<TutorialStep> steps = {};
  std::string text = {};  ///< Markdown with {{expressions}}, see fill_text.h
};

/// All of them, in the order to read them.
std::span<const Tutorial> tutorials();
/// Their names, for which none has to be read.
std::vector<std::string> tutorial_names();
/// Nullptr where there is none of that name.
const Tutorial* find_tutorial(std::string_view name);

/// Throws FileError naming the key that is no good.
Tutorial read_tutorial(std::string name, std::string_view script, std::string_view text);

}  // namespace zp
