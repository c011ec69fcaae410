// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <map>

#include "core/import/job_file.h"

namespace zp::import_io {
namespace {

using Words = std::vector<std::string>;
using Variables = std::map<std::string, std::string, std::less<>>;

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// $NAME and ${NAME}, ${NAME:-default}, of what the script itself sets; others stay as they are.
std::string filled_in(const std::string& word, const Variables& variables) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '$' || i + 1 == word.size()) {
      text += word[i];
      continue;
    }
    const bool has_braces = word[i + 1] == '{';
    const std::size_t begin = i + (has_braces ? 2 : 1);
    std::size_t end = begin;
    while (end < word.size() && is_name(word[end]))
      ++end;
    const std::size_t close = has_braces ? word.find('}', end) : end;
    const auto known = variables.find(std::string_view(word).substr(begin, end - begin));
    const bool is_whole = end > begin && close != std::string::npos;
    if (is_whole && known != variables.end()) {
      text += known->second;
      i = has_braces ? close : close - 1;
    } else if (is_whole && has_braces && word.compare(end, 2, ":-") == 0) {
      text += word.substr(end + 2, close - end - 2);
      i = close;
    } else {
      text += word[i];
    }
  }
  return text;
}

/// The commands of a script as words: quotes are taken off, lines that end with \ go on.
std::vector<Words> commands_of(std::string_view script) {
  std::vector<Words> commands(1);
  std::string word;
  bool has_word = false;
  char quote = 0;
  const auto end_word = [&] {
    if (has_word) commands.back().push_back(word);
    word.clear();
    has_word = false;
  };
  for (std::size_t i = 0; i < script.size(); ++i) {
    const char c = script[i];
    const bool is_escape = c == '\\' && i + 1 < script.size() && quote != '\'';
    if (is_escape && script[i + 1] == '\n') {
      ++i;
      if (quote == 0) end_word();
    } else if (is_escape) {
      word += script[++i];
      has_word = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c == '\n' ? ' ' : c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      has_word = true;
    } else if (c == '#' && !has_word) {
      i = std::min(script.find('\n', i), script.size()) - 1;
    } else if (c == '\n' || c == ';' || c == '&' || c == '|') {
      end_word();
      if (!commands.back().empty()) commands.emplace_back();
    } else if (is_blank(c)) {
      end_word();
    } else {
      word += c;
      has_word = true;
    }
  }
  end_word();
  return commands;
}

Words split(const std::string& text) {
  Words words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
    if (begin == std::string::npos) break;
    at = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

/// NAME=value at the begin of a command, behind export or not; the value's own variables are filled in.
bool sets_variable(const Words& command, Variables& variables) {
  const std::size_t first = command.front() == "export" || command.front() == "declare" ? 1 : 0;
  if (first >= command.size()) return false;
  const std::string& word = command[first];
  const auto equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || !std::ranges::all_of(word.substr(0, equals), is_name))
    return false;
  if (word.find("$(") == std::string::npos && word.find('`') == std::string::npos)
    variables[word.substr(0, equals)] = filled_in(word.substr(equals + 1), variables);
  return first == 1 || command.size() == 1;
}

/// The number at the end of "gpu:a100:4", "a100:4" or "4"; what stands before it is the kind.
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

/// "512G", "64000M", "1T", "64000" (of megabytes) as GiB.
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

struct Short {
  char letter;
  std::string_view name;
};
constexpr std::array<Short, 4> short_forms = {
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

/// "--nodes=2", "--nodes 2", "-N 2", "-N2".
void read_directive(const Words& words, JobFile& job, Options& options) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.front() == '#') return;  // a comment behind it
    const std::string next = i + 1 < words.size() ? words[i + 1] : "";
    if (word.starts_with("--")) {
      const auto equals = word.find('=');
      const bool is_whole = equals != std::string::npos;
      read_option(std::string_view(word).substr(2, is_whole ? equals - 2 : equals),
                  is_whole ? std::string_view(word).substr(equals + 1) : std::string_view(next), job,
                  options);
    } else if (word.size() > 1 && word.front() == '-') {
      const auto* const row = std::ranges::find(short_forms, word[1], &Short::letter);
      if (row != short_forms.end())
        read_option(row->name, word.size() > 2 ? std::string_view(word).substr(2) : std::string_view(next),
                    job, options);
    }
  }
}

/// The #SBATCH lines; false without any.
bool read_directives(const std::string& text, JobFile& job, Options& options) {
  constexpr std::string_view mark = "#SBATCH";
  bool has_directive = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(mark) || line.size() == mark.size() || !is_blank(line[mark.size()])) continue;
    has_directive = true;
    read_directive(split(line.substr(mark.size())), job, options);
  }
  return has_directive;
}

/// What Slurm works out of the options together.
void settle(JobFile& job, const Options& options) {
  if (job.nodes == 0 && options.tasks > 0 && options.gpus_per_task > 0)
    job.nodes = std::max(options.tasks / options.tasks_per_node, 1);
  if (job.gpus_per_node == 0 && options.gpus > 0)
    job.gpus_per_node = std::max(options.gpus / std::max(job.nodes, 1), 1);
  if (job.gpus_per_node == 0) job.gpus_per_node = options.gpus_per_task * options.tasks_per_node;
  job.cpus_per_node = options.cpus_per_task * options.tasks_per_node;
}

void read_commands(const std::string& text, JobFile& job) {
  const std::string nodes = std::to_string(std::max(job.nodes, 1));
  Variables variables = {{"SLURM_NNODES", nodes}, {"SLURM_JOB_NUM_NODES", nodes}};
  if (job.gpus_per_node > 0) variables["SLURM_GPUS_PER_NODE"] = std::to_string(job.gpus_per_node);
  for (const Words& command : commands_of(text)) {
    if (command.empty() || sets_variable(command, variables)) continue;
    Words words;
    for (const std::string& word : command)
      std::ranges::move(split(filled_in(word, variables)), std::back_inserter(words));
    read_command(words, job);
  }
}

}  // namespace

std::optional<JobFile> slurm_script(const std::string& text) {
  JobFile job;
  job.program = "Slurm";
  Options options;
  if (!read_directives(text, job, options)) return std::nullopt;
  settle(job, options);
  read_commands(text, job);
  return job;
}

}  // namespace zp::import_io
