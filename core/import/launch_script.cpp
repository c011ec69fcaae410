// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/import/job_file.h"
#include "core/import/openrlhf.h"
#include "core/import/shell_commands.h"

namespace zp::import_io {
namespace {

constexpr std::array<std::string_view, 7> launchers = {
    "deepspeed",        "torchrun", "accelerate", "torch.distributed.launch", "torch.distributed.run",
    "llamafactory-cli", "axolotl"};
/// Number of first words among which the launcher is looked for: few may stand before it (env, nohup, python
/// -m, settings of variables).
constexpr std::size_t farthest_launcher = 12;

std::string_view file_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// Returns true if the command has a launcher among its first words, and options.
bool starts_run(const ShellWords& command) {
  const auto end = command.begin() + static_cast<std::ptrdiff_t>(std::min(command.size(), farthest_launcher));
  const auto launcher = std::find_if(command.begin(), end, [](const std::string& word) {
    return std::ranges::find(launchers, file_of(word)) != launchers.end();
  });
  const bool starts = launcher != end || std::ranges::any_of(command, is_openrlhf);  // Ray launches it
  return starts && std::any_of(command.begin(), command.end(), [](const std::string& word) {
           return word.size() > 2 && word.starts_with("--");
         });
}

bool is_of_deepspeed(const ShellWords& command) {
  return std::ranges::any_of(command, [](const std::string& word) {
    return file_of(word) == "deepspeed" || is_openrlhf(word) || word.starts_with("--deepspeed") ||
           word.starts_with("--use_deepspeed") || word.starts_with("--zero_stage") ||
           word.starts_with("--zero-stage");
  });
}

}  // namespace

std::optional<JobFile> launch_script(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (begin == std::string::npos || text[begin] == '{' || text.find("--") == std::string::npos)
    return std::nullopt;
  for (const ShellWords& command : shell_commands(text, {}))
    if (starts_run(command) && is_of_deepspeed(command)) {
      JobFile job;
      job.program = "The launch script";
      read_command(command, job);
      return job;
    }
  return std::nullopt;
}

}  // namespace zp::import_io
