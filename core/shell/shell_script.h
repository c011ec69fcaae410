// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Reader of shell scripts. Returns the commands that bash would start, with every word expanded as far as
/// the script determines its value. No command is run.
namespace zp {

using ShellVariables = std::map<std::string, std::string, std::less<>>;

/// A word of a command, after expansion.
struct ShellWord {
  std::string text;       ///< undetermined parts stay in their written form: "$1", "$(hostname)"
  std::size_t place = 0;  ///< offset in the script; that of the assignment if the word comes from a variable
  bool is_known = true;
};

struct ShellCommand {
  std::vector<ShellWord> words;
  ShellVariables environment;  ///< variables that the script sets for this command
  /// False inside a branch that may not be taken.
  bool is_certain = true;
  std::vector<std::string> open_environment = {};  ///< variables that it sets to values that it does not know
  /// Words of the command that starts a shell for this one: `mpirun -np 4` of `mpirun -np 4 bash -c "…"`.
  std::vector<ShellWord> starter = {};
};

/// A file that the script writes: a here-document, or text redirected from echo.
struct ShellFile {
  std::string name, text;
  std::size_t place = 0;  ///< offset of the text in the script
};

/// A decision that depends on something outside the script.
struct ShellOpenChoice {
  std::string source;  ///< the test or the name in its written form
  std::size_t place = 0;
  std::string reason;  ///< a sentence
};

struct ShellScript {
  std::vector<ShellCommand> commands;
  std::vector<ShellFile> files;
  std::vector<ShellOpenChoice> open;
};

/// Returns the commands of a script that is started without arguments and with only these variables in its
/// environment. The reader understands assignments, `export`, `readonly`, `declare`, `local`, arrays (also
/// associative ones),
/// `${NAME…}` with bash's operators, `$((…))`, `$(expr …)`, `$(echo …)`, `if`, `case`, `for`, functions,
/// here-documents, and scripts given to `bash -c`, `eval`, tmux, ssh and sbatch. A branch whose test depends
/// on anything else is listed in `open`: a variable that its branches set differently is unknown after it,
/// and its commands are not certain. A name that is used but never set is listed there too if a default or a
/// test depends on it; `open_tests` leaves such tests undecided. Texts are cut after most_filled_in
/// characters in all.
ShellScript read_shell_script(std::string_view script, ShellVariables variables = {},
                              bool open_tests = false);

}  // namespace zp
