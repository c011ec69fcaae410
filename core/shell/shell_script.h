// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Reader of shell scripts: the commands that bash would start, with every word expanded as far as the script
/// decides it. Nothing is run.
namespace zp {

using ShellVariables = std::map<std::string, std::string, std::less<>>;

/// A word of a command as the command gets it.
struct ShellWord {
  std::string text;       ///< what the script does not decide stays as it is written: "$1", "$(hostname)"
  std::size_t place = 0;  ///< offset in the script, of the assignment if the word comes from a variable
  bool is_known = true;
};

struct ShellCommand {
  std::vector<ShellWord> words;
  ShellVariables environment;  ///< variables that the script sets for it
  /// False inside a branch of which the script does not decide whether it is taken.
  bool is_certain = true;
};

/// A file that the script writes: a here-document, or text that echo sends there.
struct ShellFile {
  std::string name, text;
  std::size_t place = 0;  ///< offset of the text in the script
};

/// A decision that the script leaves to what it does not state.
struct ShellOpenChoice {
  std::string source;  ///< the test or the name, as it is written
  std::size_t place = 0;
  std::string reason;  ///< a sentence
};

struct ShellScript {
  std::vector<ShellCommand> commands;
  std::vector<ShellFile> files;
  std::vector<ShellOpenChoice> open;
};

/// Returns the commands of a script that is started without arguments, with these variables in its
/// environment and no others that it asks for. Read are assignments, `export`, `readonly`, `declare`,
/// `local`, arrays, `${NAME…}` with bash's signs, `$((…))`, `$(expr …)`, `$(echo …)`, `if`, `case`, `for`,
/// functions, here-documents, and scripts behind `bash -c` and `eval`. A branch whose test depends on
/// anything else is named in `open`: a variable that its branches set differently is not known behind it, and
/// its commands are not certain. A name that the script uses and nobody sets is named there too if a default
/// or a test depends on it; `open_tests` leaves those tests undecided. Texts are cut off at most_filled_in
/// characters in all.
ShellScript read_shell_script(std::string_view script, ShellVariables variables = {},
                              bool open_tests = false);

}  // namespace zp
