// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace CLI {
class App;
}

/// One function per command. It adds the command and its options to `app`; if this command is given, it sets
/// `run` to the function to call after the whole command line is parsed. `run` returns the exit status and
/// may throw InputError.
namespace zp::app {

/// The exit status of the program. An InputError results in unusable_input.
enum ExitStatus : int {
  done = 0,
  answer_is_no = 1,    ///< the plan does not fit, or nothing was found
  unusable_input = 2,  ///< the message on standard error names file, line or field, and the fix
};

using Run = std::function<int()>;

void add_estimate(CLI::App& app, Run& run);
void add_compare(CLI::App& app, Run& run);
void add_diff(CLI::App& app, Run& run);
void add_sweep(CLI::App& app, Run& run);
void add_measure(CLI::App& app, Run& run);
void add_calibrate(CLI::App& app, Run& run);
void add_probe(CLI::App& app, Run& run);
void add_check(CLI::App& app, Run& run);
void add_fix(CLI::App& app, Run& run);
void add_hardware(CLI::App& app, Run& run);
void add_recommend(CLI::App& app, Run& run);
void add_solve(CLI::App& app, Run& run);
void add_reference(CLI::App& app, Run& run);
void add_export(CLI::App& app, Run& run);
void add_import(CLI::App& app, Run& run);
void add_presets(CLI::App& app, Run& run);
/// These two also take the program's own arguments, which Qt needs.
void add_screenshot(CLI::App& app, Run& run, int& argc, char** argv);
void add_tutorial(CLI::App& app, Run& run, int& argc, char** argv);

}  // namespace zp::app
