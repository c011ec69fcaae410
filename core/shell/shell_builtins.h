// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/shell/shell_script.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_syntax.h"

/// Shell builtins, and the few other commands whose effect the script determines. Internal to shell/.
namespace zp {

/// Returns true for "$1": a script is read as if it was started without arguments.
bool is_script_argument(std::string_view text);

/// Returns the file that a command writes: a here-document of cat or tee, or the text of echo; nullopt if the
/// command writes no file.
std::optional<ShellFile> written_file(const ShellCommandTree& command, const std::vector<ShellWord>& words,
                                      ShellState& state);

/// Executes `read NAME <<EOF`; returns false for any other command.
bool reads_document(const ShellCommandTree& command, const std::vector<ShellWord>& words, ShellState& state);

/// Returns the script given to `bash -c`, also at the end of another command (`srun … bash -c`), to eval, or
/// to a command that runs it elsewhere: tmux, ssh and sbatch --wrap; nullopt for other commands.
std::optional<std::string> inner_script(const std::vector<ShellWord>& words);

/// Returns the output of expr, echo and basename; nullopt for other commands. Precondition: all words are
/// known.
std::optional<std::string> printed_by(const std::vector<ShellWord>& words, ShellState& state);

/// Returns the here-document that sbatch, ssh or a shell runs as a script; nullopt for other commands.
std::optional<std::string> document_script(const ShellCommandTree& command,
                                           const std::vector<ShellWord>& words, ShellState& state);

/// Returns the text of the file that a command runs as a script, `sbatch job.sh`, if one of `files` has its
/// name; nullopt for other commands.
std::optional<std::string> written_script(const std::vector<ShellWord>& words,
                                          const std::vector<ShellFile>& files);

/// Returns the number of GPUs, nodes or processes that a pipe counts, `nvidia-smi -L | wc -l`, `scontrol show
/// hostnames | wc -l` or `sort -u $PBS_NODEFILE | wc -l`, if the variables of Slurm or PBS state it; nullopt
/// for other commands.
std::optional<std::string> counted_by_scheduler(const ShellCommandList& pipe, const ShellState& state);

/// Returns the number of parts of a line, as `awk -F, '{print NF}'` prints it; nullopt for other commands.
std::optional<std::string> counted_by(const std::vector<ShellWord>& words, std::string_view line);

}  // namespace zp
