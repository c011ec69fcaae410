// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>

#include "core/import/job_file.h"
#include "core/shell/shell_words.h"

/// Scripts of PBS Professional, OpenPBS and Torque: the resources of their #PBS lines.
namespace zp::import_io {
namespace {

struct PbsChunks {
  int nodes = 0, gpus = 0, ranks = 0, cpus = 0;
  double memory_gib = 0;
};

constexpr int most_of_a_job = 1'000'000;  // of anything that a job counts

int number_before(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc::result_out_of_range ? most_of_a_job : std::clamp(number, 0, most_of_a_job);
}

/// Returns the GiB of "512gb", "64000mb", "1tb" or bytes; PBS counts in powers of 1024 (pbs_resources).
double pbs_memory(std::string_view text) {
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  constexpr double kibi = 1024;
  const std::size_t at = text.find_first_not_of("0123456789");
  switch (at == std::string_view::npos ? 'b' : text[at]) {
    case 't':
    case 'T':
      return number * kibi;
    case 'g':
    case 'G':
      return number;
    case 'm':
    case 'M':
      return number / kibi;
    case 'k':
    case 'K':
      return number / kibi / kibi;
    default:
      return number / kibi / kibi / kibi;
  }
}

/// Reads the chunks of `select=4:ngpus=8:mpiprocs=8`, joined with +, or of Torque's `nodes=4:ppn=8:gpus=8`.
/// Every chunk counts as a node, where some have GPUs only those; the first with GPUs has those of all.
PbsChunks chunks_of(std::string_view words) {
  PbsChunks all;
  while (!words.empty()) {
    const std::string_view chunk = words.substr(0, words.find('+'));
    words.remove_prefix(std::min(chunk.size() + 1, words.size()));
    PbsChunks one;
    std::string_view rest = chunk;
    for (bool is_first = true; !rest.empty(); is_first = false) {
      const std::string_view part = rest.substr(0, rest.find(':'));
      rest.remove_prefix(std::min(part.size() + 1, rest.size()));
      const std::size_t equals = part.find('=');
      const std::string_view name = part.substr(0, equals);
      const std::string_view value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
      if (is_first && equals == std::string_view::npos) {
        one.nodes = std::max(number_before(part), 1);
        continue;
      }
      one.nodes = std::max(one.nodes, 1);
      if (name == "ngpus" || name == "gpus") one.gpus = number_before(value);
      if (name == "mpiprocs" || name == "ppn") one.ranks = number_before(value);
      if (name == "ncpus") one.cpus = number_before(value);
      if (name == "mem") one.memory_gib = pbs_memory(value);
    }
    if (all.gpus > 0 && one.gpus == 0) continue;
    const int before = all.gpus == 0 && one.gpus > 0 ? 0 : all.nodes;
    if (all.gpus == 0 && (all.nodes == 0 || one.gpus > 0)) all = one;
    all.nodes = std::min(before + one.nodes, most_of_a_job);
  }
  return all;
}

/// Returns the chunks of all #PBS lines; no nodes without such lines.
std::optional<PbsChunks> pbs_chunks(std::string_view text) {
  constexpr std::string_view mark = "#PBS ";
  std::optional<PbsChunks> found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with(mark)) continue;
    if (!found) found.emplace();
    const std::vector<std::string_view> words = raw_shell_words(line.substr(mark.size()));
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::string_view value = words[i] == "-l" && i + 1 < words.size() ? words[i + 1]
                               : words[i].starts_with("-l")             ? words[i].substr(2)
                                                                        : std::string_view();
      if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
          value.back() == value.front())
        value = value.substr(1, value.size() - 2);
      while (!value.empty()) {  // several resources: nodes=2:ppn=4,walltime=1:00:00
        const std::string_view one = value.substr(0, value.find(','));
        value.remove_prefix(std::min(one.size() + 1, value.size()));
        for (const std::string_view name : {"select=", "nodes="})
          if (one.starts_with(name)) *found = chunks_of(one.substr(name.size()));
        if (found->nodes == 0 && (one.starts_with("ngpus=") || one.starts_with("gpus=")))
          *found = chunks_of("1:" + std::string(one));
      }
    }
  }
  return found;
}

}  // namespace

std::optional<JobFile> pbs_script(const std::string& text) {
  const std::optional<PbsChunks> chunks = pbs_chunks(text);
  if (!chunks) return std::nullopt;
  JobFile job;
  job.program = "PBS";
  job.nodes = chunks->nodes;
  job.gpus_per_node = chunks->gpus;
  job.cpus_per_node = chunks->cpus;
  job.memory_gib = chunks->memory_gib;
  ShellVariables variables;
  if (chunks->nodes > 0) {
    const std::int64_t lines = std::int64_t{chunks->nodes} * std::max(chunks->ranks, 1);
    variables["PBS_NUM_NODES"] = std::to_string(chunks->nodes);
    variables["PBS_NP"] = std::to_string(lines);
  }
  return read_script(text, std::move(variables), job) ? std::optional(std::move(job)) : std::nullopt;
}

}  // namespace zp::import_io
