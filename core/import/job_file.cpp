// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/job_file.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/import/openrlhf.h"

namespace zp::import_io {
namespace {

/// Returns the count in an option of deepspeed, torchrun or accelerate; 0 for anything but a positive number.
int number_of(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0 ? number : 0;
}

struct LauncherOption {
  std::string_view name;
  int JobFile::*member;
};
constexpr std::array<LauncherOption, 6> launcher_options = {{{"nproc_per_node", &JobFile::gpus_per_node},
                                                             {"num_gpus", &JobFile::gpus_per_node},
                                                             {"nnodes", &JobFile::nodes},
                                                             {"num_nodes", &JobFile::nodes},
                                                             {"num_machines", &JobFile::nodes},
                                                             {"num_processes", &JobFile::ranks}}};

bool is_program(std::string_view word) {
  return word.ends_with(".py") || word == "llamafactory-cli" || word == "axolotl" || is_openrlhf(word);
}

/// Options that accelerate launch takes itself, before the program (accelerate, commands/launch.py).
constexpr std::array<std::string_view, 5> accelerate_options = {"zero_stage", "offload_optimizer_device",
                                                                "offload_param_device", "mixed_precision",
                                                                "gradient_accumulation_steps"};
bool is_accelerate_option(std::string_view key) {
  return std::ranges::find(accelerate_options, key) != accelerate_options.end();
}

bool names_config(std::string_view key) {
  return key == "deepspeed" || key == "deepspeed_config" || key == "deepspeed_config_file";
}

FileKey argument(std::string key, std::string text) {
  FileKey node;
  node.said = key;
  node.key = std::move(key);
  node.kind = NodeKind::string;
  node.text = std::move(text);
  return node;
}

}  // namespace

const ProgramEntry* program_of(const JobFile& job) {
  if (const ProgramEntry* started = program_started_by(job.program_word)) return started;
  return program_with(job.arguments);
}

void read_command(const std::vector<std::string>& words, JobFile& job) {
  bool is_behind_program = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!is_behind_program && is_program(word)) job.program_word = word;
    is_behind_program = is_behind_program || is_program(word);
    if (!word.starts_with("--") || word.size() < 3) continue;
    const auto equals = word.find('=');
    std::string key = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    std::ranges::replace(key, '-', '_');
    std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (equals == std::string::npos && i + 1 < words.size() && !words[i + 1].starts_with("--"))
      value = words[i + 1];
    if (names_config(key)) {
      if (value.ends_with(".json") || (!value.empty() && key != "deepspeed" && value.front() != '$'))
        job.config_name = value;
      continue;
    }
    const auto* const option = std::ranges::find(launcher_options, key, &LauncherOption::name);
    if (!is_behind_program && option != launcher_options.end()) {
      if (const int number = number_of(value); number > 0 && job.*(option->member) == 0)
        job.*(option->member) = number;
    } else if (is_behind_program || is_accelerate_option(key)) {
      job.arguments.push_back(argument(std::move(key), value.empty() ? "true" : value));
    }
  }
  if (job.gpus_per_node == 0) job.gpus_per_node = job.ranks / std::max(job.nodes, 1);
}

std::optional<JobFile> job_file(const std::string& text) {
  if (auto script = slurm_script(text)) return script;
  if (auto job = train_job(text)) return job;
  return launch_script(text);
}

}  // namespace zp::import_io
