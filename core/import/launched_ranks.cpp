// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "core/import/job_file.h"

/// The processes that a command starts, against the nodes and GPUs for which its job asks.
namespace zp::import_io {
namespace {

constexpr auto mpi_starters =
    std::to_array<std::string_view>({"mpirun", "mpiexec", "mpiexec.hydra", "orterun", "prterun", "aprun"});
constexpr auto rank_launchers = std::to_array<std::string_view>({"deepspeed", "torchrun", "accelerate"});

std::string_view last_of_path(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_mpi_starter(std::string_view word) {
  return std::ranges::find(mpi_starters, last_of_path(word)) != mpi_starters.end();
}

bool starts_ranks(const ShellWord& word) {
  return std::ranges::find(rank_launchers, last_of_path(word.text)) != rank_launchers.end() ||
         is_launcher_module(word.text);
}

/// Returns a count of processes or hosts; 0 for another text.
int whole_count(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::max(number, 0) : 0;
}

/// Returns the processes of a node in Open MPI's --map-by, "ppr:4:node"; 0 for another mapping.
int mapped_to_node(std::string_view value) {
  constexpr std::string_view begin = "ppr:", end = ":node";
  const std::size_t behind = value.find(end);
  return value.starts_with(begin) && behind != std::string_view::npos
             ? whole_count(value.substr(begin.size(), behind - begin.size()))
             : 0;
}

constexpr auto all_names = std::to_array<std::string_view>({"np", "n", "c"});
constexpr auto node_names = std::to_array<std::string_view>({"ppn", "perhost", "npernode", "N"});
constexpr auto host_names = std::to_array<std::string_view>({"H", "host", "hosts"});
constexpr auto file_names =
    std::to_array<std::string_view>({"hostfile", "machinefile", "f", "default_hostfile"});
/// Options without a value (Open MPI, MPICH and aprun); those with two are in two_values.
constexpr auto flag_names = std::to_array<std::string_view>({"allow-run-as-root",
                                                             "oversubscribe",
                                                             "nooversubscribe",
                                                             "report-bindings",
                                                             "tag-output",
                                                             "timestamp-output",
                                                             "merge-stderr-to-stdout",
                                                             "display-map",
                                                             "display-allocation",
                                                             "bynode",
                                                             "byslot",
                                                             "nolocal",
                                                             "use-hwthread-cpus",
                                                             "verbose",
                                                             "v",
                                                             "q",
                                                             "l",
                                                             "prepend-rank",
                                                             "genvall",
                                                             "genvnone",
                                                             "envall",
                                                             "envnone",
                                                             "line-buffer"});
constexpr auto two_values = std::to_array<std::string_view>({"mca", "gmca", "genv", "env"});

template <std::size_t n>
bool is_name_in(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns the number of different hosts of "a:4,b:4"; a repeated name is another slot of its host.
int hosts_in(std::string_view list) {
  std::set<std::string_view> hosts;
  while (!list.empty()) {
    const std::string_view host = list.substr(0, list.find(','));
    list.remove_prefix(std::min(host.size() + 1, list.size()));
    if (!host.empty()) hosts.insert(host.substr(0, host.find(':')));
  }
  return static_cast<int>(hosts.size());
}

/// Returns true for "python3" and "/usr/bin/python", not for "PYTHONPATH=/opt/python".
bool is_python(std::string_view word) {
  return word.find('=') == std::string_view::npos && last_of_path(word).starts_with("python");
}

/// The options of mpirun that count processes.
struct MpiCounts {
  int all = 0, of_node = 0, hosts = 0;
  bool has_file = false;  ///< a file names the hosts
};

/// Reads one option, and lists those that count as arguments of the launcher.
void read_mpi_option(std::string_view name, const ShellWord& word, const ShellWord& value, JobFile& job,
                     MpiCounts& counts) {
  int mapped = 0;
  if (name == "map-by") mapped = mapped_to_node(value.text);
  const bool is_all = is_name_in(name, all_names), is_node = is_name_in(name, node_names) || mapped > 0;
  if (is_all) counts.all = whole_count(value.text);
  if (is_node) counts.of_node = mapped > 0 ? mapped : whole_count(value.text);
  if (is_name_in(name, host_names) && value.is_known) counts.hosts = hosts_in(value.text);
  counts.has_file = counts.has_file || is_name_in(name, file_names);
  if (!is_all && !is_node) return;
  FileKey key;
  key.key = is_all ? "np" : "ppn";
  key.spelling = name;
  key.kind = NodeKind::string;
  key.text = value.text;
  key.key_span = {word.place, word.place + 1};
  key.span = {value.place, value.place + std::max<std::size_t>(value.text.size(), 1)};
  job.launcher_arguments.push_back(std::move(key));
}

/// Takes a count of the command that the job's own contradicts off the list of those that are read.
void list_as_refused(JobFile& job, std::string_view name, const std::string& reason) {
  std::erase_if(job.launcher_arguments, [&](const FileKey& key) {
    if (key.key != name) return false;
    job.open.push_back({key.spelling + ' ' + key.text, key.key_span.begin, reason});
    return true;
  });
}

}  // namespace

std::size_t starter_words(const std::vector<ShellWord>& words) {
  if (words.empty() || (last_of_path(words.front().text) != "srun" && !is_mpi_starter(words.front().text)))
    return 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    if (word.ends_with(".py") || is_python(word) || starts_ranks(words[i])) return i;
  }
  return 0;
}

void read_mpi(const ShellCommand& command, JobFile& job) {
  const std::vector<ShellWord>& words = command.starter.empty() ? command.words : command.starter;
  const auto begin =
      std::ranges::find_if(words, [](const ShellWord& word) { return is_mpi_starter(word.text); });
  if (begin == words.end()) return;
  MpiCounts counts;
  for (auto word = begin + 1; word != words.end(); ++word) {
    const std::string_view text = word->text;
    const bool is_option = text.size() > 1 && text.front() == '-';
    if (!is_option && (!word->is_known || text.empty() || text.front() == '$')) continue;  // options, perhaps
    if (!is_option) break;  // the program, before which numactl, nice or env may stand
    const std::size_t equals = text.find('=');
    const std::size_t dashes = text.starts_with("--") ? 2 : 1;
    const std::string_view name = text.substr(dashes, std::min(equals, text.size()) - dashes);
    if (equals != std::string_view::npos) {
      const ShellWord value{std::string(text.substr(equals + 1)), word->place, word->is_known};
      read_mpi_option(name, *word, value, job, counts);
      continue;
    }
    if (is_name_in(name, flag_names) || word + 1 == words.end()) continue;
    read_mpi_option(name, *word, *(word + 1), job, counts);
    ++word;
    if (is_name_in(name, two_values) && word + 1 != words.end() && word->text.find('=') == std::string::npos)
      ++word;
  }
  const bool starts_launchers = std::ranges::any_of(command.words, starts_ranks);
  const int nodes = counts.hosts > 0                       ? counts.hosts
                    : counts.of_node > 0 && counts.all > 0 ? (counts.all - 1) / counts.of_node + 1
                    : starts_launchers                     ? counts.all
                                                           : 0;
  if (job.nodes == 0) job.nodes = nodes;
  if (starts_launchers) return;  // whose own options count the processes of a node
  job.ranks = counts.all;
  if (job.gpus_per_node == 0)
    job.gpus_per_node = counts.all > 0 ? std::min(counts.of_node, counts.all) : counts.of_node;
  if (counts.all > 0 && job.nodes == 0 && counts.has_file)
    job.open.push_back({begin->text, begin->place,
                        "A file that is not here names the hosts; unless the job asks for nodes, all " +
                            std::to_string(counts.all) + " processes count as those of one."});
}

void join_counts(const ShellCommand& command, int asked_nodes, int asked_gpus, JobFile& job) {
  const std::vector<ShellWord>& first = command.starter.empty() ? command.words : command.starter;
  const bool has_srun = !first.empty() && last_of_path(first.front().text) == "srun";
  const int tasks = has_srun ? job.tasks_per_node : 1;  // each a launcher of its own
  const int stated = job.nodes;
  const bool is_count_of_tasks = tasks > 1 && stated == std::int64_t{asked_nodes} * tasks;
  // A step of a job whose other nodes serve or evaluate: srun --nodes=4 in a job of 5.
  const bool is_step = has_srun && std::ranges::any_of(first, [](const ShellWord& word) {
                         return word.text == "-N" || word.text.starts_with("--nodes");
                       });
  if (stated == 0 || is_count_of_tasks) {
    job.nodes = asked_nodes;
  } else if (asked_nodes > 0 && stated != asked_nodes && (stated > asked_nodes || is_step)) {
    for (const char* const name : {"nnodes", "num_nodes", "num_machines"})
      list_as_refused(job, name,
                      "The job asks for " + std::to_string(asked_nodes) + " nodes, which the plan has.");
    job.nodes = asked_nodes;
  } else if (stated < asked_nodes) {
    job.open.push_back({"nodes", command.words.front().place,
                        "The job asks for " + std::to_string(asked_nodes) + " nodes and the command starts " +
                            std::to_string(stated) + ", which the plan has; the others train nothing."});
  }
  constexpr std::int64_t most = 1'000'000;
  int gpus = static_cast<int>(std::min(std::int64_t{job.gpus_per_node} * tasks, most));
  const int of_ranks = stated > 0 && !is_count_of_tasks ? stated : std::max(job.nodes, 1);
  const bool counts_all = stated > 0 || asked_nodes <= 1 || asked_gpus == 0;
  if (gpus == 0 && counts_all && job.ranks > 0) gpus = std::max(job.ranks / of_ranks, 1);
  job.gpus_per_node = gpus > 0 ? gpus : asked_gpus;
  const std::int64_t planned = std::int64_t{std::max(job.nodes, 1)} * job.gpus_per_node;
  if (job.ranks > 0 && job.gpus_per_node > 0 && job.ranks != planned)
    job.open.push_back({"processes", command.words.front().place,
                        "The command starts " + std::to_string(job.ranks) + ", and the plan has " +
                            std::to_string(planned) + " GPUs (" + std::to_string(std::max(job.nodes, 1)) +
                            " × " + std::to_string(job.gpus_per_node) + ")."});
  if (asked_gpus == 0 || gpus == 0 || gpus == asked_gpus) return;
  const std::string start = "The command starts " + std::to_string(gpus) +
                            (gpus == 1 ? " process" : " processes") +
                            " on a node, which the plan has; the job asks for " + std::to_string(asked_gpus) +
                            (asked_gpus == 1 ? " GPU" : " GPUs");
  job.open.push_back(
      {"GPUs of a node", command.words.front().place,
       start + (gpus < asked_gpus ? ", of which the others train nothing." : ", too few for them.")});
}

}  // namespace zp::import_io
