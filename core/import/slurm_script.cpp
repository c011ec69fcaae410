// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "core/import/job_file.h"
#include "core/shell/shell_words.h"
#include "core/text/file_error.h"

namespace zp::import_io {
namespace {

/// Returns the number in "gpu:a100:4", "a100:4" or "4"; `kind` becomes the word before it.
int gpus_in(std::string_view text, std::string& kind) {
  if (text.starts_with("gpu:")) text.remove_prefix(4);
  if (text == "gpu") return 1;
  const auto colon = text.rfind(':');
  if (colon != std::string_view::npos) kind = std::string(text.substr(0, colon));
  const std::string_view digits = colon == std::string_view::npos ? text : text.substr(colon + 1);
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

/// Returns the memory of "512G", "64000M", "1T" or "64000" (megabytes) in GiB; 0 if it is not a number.
double memory_in(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return 0;
  const char unit = end == text.data() + text.size() ? 'M' : static_cast<char>(std::toupper(*end));
  constexpr double kibi = 1024;
  return unit == 'T'   ? number * kibi
         : unit == 'G' ? number
         : unit == 'K' ? number / kibi / kibi
                       : number / kibi;
}

int count_in(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

struct Options {
  int gpus = 0, gpus_per_task = 0, tasks = 0, tasks_per_node = 1, cpus_per_task = 0;
};

struct ShortOption {
  char letter;
  std::string_view name;
};
constexpr std::array<ShortOption, 4> short_forms = {
    {{'N', "nodes"}, {'G', "gpus"}, {'n', "ntasks"}, {'c', "cpus-per-task"}}};

void read_option(std::string_view name, std::string_view value, JobFile& job, Options& options) {
  if (name == "nodes") job.nodes = count_in(value);
  if (name == "gpus-per-node" || (name == "gres" && value.starts_with("gpu")))
    job.gpus_per_node = gpus_in(value, job.gpu);
  if (name == "gpus") options.gpus = gpus_in(value, job.gpu);
  if (name == "gpus-per-task") options.gpus_per_task = gpus_in(value, job.gpu);
  if (name == "ntasks") options.tasks = count_in(value);
  if (name == "ntasks-per-node") options.tasks_per_node = std::max(count_in(value), 1);
  if (name == "cpus-per-task") options.cpus_per_task = count_in(value);
  if (name == "mem") job.memory_gib = memory_in(value);
}

/// Adds the options of one directive: "--nodes=2", "--nodes 2", "-N 2", "-N2".
void add_options(const std::vector<std::string_view>& words, std::vector<SlurmOption>& options) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::string_view next = i + 1 < words.size() ? words[i + 1] : word.substr(word.size());
    if (word.starts_with("--")) {
      const auto equals = word.find('=');
      const bool is_whole = equals != std::string::npos;
      options.push_back(
          {word.substr(2, is_whole ? equals - 2 : equals), is_whole ? word.substr(equals + 1) : next});
    } else if (word.size() > 1 && word.front() == '-') {
      const auto* const row = std::ranges::find(short_forms, word[1], &ShortOption::letter);
      if (row != short_forms.end()) options.push_back({row->name, word.size() > 2 ? word.substr(2) : next});
    }
  }
}

/// Derives the counts that Slurm computes from several options.
void settle(JobFile& job, const Options& options) {
  if (job.nodes == 0 && options.tasks > 0 && options.gpus_per_task > 0)
    job.nodes = std::max(options.tasks / options.tasks_per_node, 1);
  if (job.gpus_per_node == 0 && options.gpus > 0)
    job.gpus_per_node = std::max(options.gpus / std::max(job.nodes, 1), 1);
  if (job.gpus_per_node == 0) job.gpus_per_node = options.gpus_per_task * options.tasks_per_node;
  job.cpus_per_node = options.cpus_per_task * options.tasks_per_node;
  job.tasks_per_node = options.tasks_per_node;
}

}  // namespace

std::optional<std::vector<SlurmOption>> slurm_options(std::string_view text) {
  constexpr std::string_view mark = "#SBATCH";
  std::optional<std::vector<SlurmOption>> options;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(mark) || line.size() == mark.size() || !is_shell_blank(line[mark.size()])) continue;
    if (!options) options.emplace();
    add_options(raw_shell_words(line.substr(mark.size())), *options);
  }
  return options;
}

void read_slurm_options(const std::vector<std::string_view>& words, JobFile& job) {
  std::vector<SlurmOption> stated;
  add_options(words, stated);
  JobFile asked;
  Options options;
  for (const SlurmOption& option : stated)
    read_option(option.name, option.value, asked, options);
  const int nodes = std::max(asked.nodes > 0 ? asked.nodes : job.nodes, 1);
  settle(asked, options);
  if (job.nodes == 0) job.nodes = asked.nodes;
  if (job.gpus_per_node == 0) job.gpus_per_node = asked.gpus_per_node;
  // The tasks of a step replace those of the job's lines.
  if (std::ranges::find(stated, "ntasks-per-node", &SlurmOption::name) != stated.end())
    job.tasks_per_node = asked.tasks_per_node;
  else if (options.tasks > 0)
    job.tasks_per_node = std::max(options.tasks / nodes, 1);
}

std::optional<JobFile> slurm_script(const std::string& text) {
  JobFile job;
  job.program = "Slurm";
  Options options;
  const std::optional<std::vector<SlurmOption>> stated = slurm_options(text);
  if (!stated) return std::nullopt;
  for (const SlurmOption& option : *stated)
    read_option(option.name, option.value, job, options);
  settle(job, options);
  const std::string nodes = std::to_string(std::max(job.nodes, 1));
  ShellVariables variables = {{"SLURM_NNODES", nodes}, {"SLURM_JOB_NUM_NODES", nodes}};
  if (job.gpus_per_node > 0)
    for (const char* const name : {"SLURM_GPUS_PER_NODE", "SLURM_GPUS_ON_NODE"})
      variables[name] = std::to_string(job.gpus_per_node);
  if (!read_script(text, std::move(variables), job))
    throw FileError(
        "",
        "This #SBATCH script has no command that starts training: a launcher, a training program or a Python "
        "program that does not serve, generate or evaluate. Import the script that trains.");
  return job;
}

}  // namespace zp::import_io
