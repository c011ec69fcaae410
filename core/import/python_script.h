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

struct PythonScript {
  /// The arguments of those calls under the names that transformers' and TRL's command lines have for them:
  /// "per_device_train_batch_size", "lora_r", "model_name_or_path"; a ds_config is an object under
  /// "deepspeed".
  TextNode root;
  const ProgramEntry* program = nullptr;  ///< nullptr if the program has a loop of its own
  std::string method;                     ///< word of the trainer's class: "dpo"; "" if none names one
  /// Keys of the tree that have the default of an option, a field or a parameter: whatever starts the program
  /// may set others.
  std::vector<OptionDefault> defaults;
  /// Keys of the tree that are computed from options which the command gives, once for each of these.
  std::vector<OptionDefault> computed;
  /// Condition under which the program makes adapters, if only running it would tell; the tree has them.
  std::string adapters_if;
  std::vector<TextNode> replaced;  ///< values of keys that a later call states otherwise
};

/// Returns true for a Jupyter notebook, whose code cells are a Python program.
bool is_notebook(std::string_view text);

/// Returns what a Python program or a notebook says of its run; nothing for a text that is no Python, and for
/// a program that neither trains with one of these nor has a ds_config. `command` has the options of the
/// command that starts it, if that is known: their values are left open, "${args.batch_size}", and all others
/// have their defaults.
std::optional<PythonScript> python_script(const std::string& text, const PythonOptions* command = nullptr);

}  // namespace zp::import_io
