// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/programs.h"
#include "core/text/python_program.h"
#include "core/text/text_node.h"

/// Python programs that call transformers' Trainer, TRL, Unsloth or deepspeed.initialize. Internal to this
/// folder.
namespace zp::import_io {

/// The key under which the class stands that loads a Python program's model, and the word for a class that
/// loads a vision tower with it, Gemma3ForConditionalGeneration.
inline constexpr const char* loaded_class_key = "loaded_class";
inline constexpr std::string_view class_with_tower = "ConditionalGeneration";

struct PythonScript {
  /// Arguments of those calls under the names of transformers' and TRL's command lines:
  /// "per_device_train_batch_size", "lora_r", "model_name_or_path". A ds_config is an object under
  /// "deepspeed".
  TextNode root;
  const ProgramEntry* program = nullptr;  ///< nullptr if the program has its own training loop
  std::string method;                     ///< method in the trainer's class name: "dpo"; "" if there is none
  /// Keys of the tree whose value is the default of an option, field or parameter, which the command that
  /// starts the program may override.
  std::vector<OptionDefault> defaults;
  /// Keys of the tree that are computed from options set by the command; one entry per key and option.
  std::vector<OptionDefault> computed;
  /// Condition under which the program creates adapters, if only running it would show; the tree contains
  /// them.
  std::string adapters_if;
  std::vector<TextNode> unused;    ///< keywords of objects that no call takes
  std::vector<TextNode> replaced;  ///< values that a later call replaced
  std::vector<TextNode> spread;    ///< `**x` in calls that configure a run, with unknown members
};

/// Returns true for a Jupyter notebook, whose code cells are a Python program.
bool is_notebook(std::string_view text);

/// Returns the settings of a run in a Python program or notebook; nullopt for text that is not Python, and
/// for a program that uses none of these libraries and has no ds_config. `command` has the options of the
/// command that starts it, if known: their values are left open ("${args.batch_size}") and all other options
/// get their defaults.
std::optional<PythonScript> python_script(const std::string& text, const PythonOptions* command = nullptr);

}  // namespace zp::import_io
