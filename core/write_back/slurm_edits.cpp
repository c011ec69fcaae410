// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/write_back/slurm_edits.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "core/import/job_file.h"

namespace zp::write_back_io {
namespace {

/// The number at the end of an option's value: 4 in "gpu:a100:4"; 1 for "gpu".
struct SlurmCount {
  std::string_view name;
  TextSpan span;  ///< span of the digits; empty after "gpu"
  std::int64_t number = 0;
};

std::optional<SlurmCount> count_of(std::string_view script, const import_io::SlurmOption& option) {
  constexpr std::array<std::string_view, 7> counted = {
      "nodes", "gpus-per-node", "gres", "gpus", "gpus-per-task", "ntasks", "ntasks-per-node"};
  const bool is_of_gpus = option.name != "gres" || option.value.starts_with("gpu");
  if (std::ranges::find(counted, option.name) == counted.end() || !is_of_gpus) return std::nullopt;
  std::size_t digits = option.value.size();
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(option.value[digits - 1])) != 0)
    --digits;
  const auto begin = static_cast<std::size_t>(option.value.data() - script.data());
  SlurmCount count{option.name, {begin + digits, begin + option.value.size()}, 1};
  if (option.value == "gpu") return count;
  const bool is_plain = digits < option.value.size() && (digits == 0 || option.value[digits - 1] == ':');
  const char* const end = option.value.data() + option.value.size();
  if (!is_plain || std::from_chars(option.value.data() + digits, end, count.number).ec != std::errc())
    return std::nullopt;
  return count;
}

/// Nodes and GPUs per node, before and after.
struct Change {
  Change(std::string_view path, const Plan& before, const Plan& plan)
      : is_of_nodes(path == "cluster.nodes"),
        nodes(before.cluster.nodes),
        gpus(before.cluster.gpus_per_node),
        from(is_of_nodes ? nodes : gpus),
        to(is_of_nodes ? plan.cluster.nodes : plan.cluster.gpus_per_node) {}

  /// Returns the new value of the option; nullopt if the change does not determine it.
  [[nodiscard]] std::optional<std::int64_t> value_of(const SlurmCount& count) const {
    const bool is_direct = is_of_nodes
                               ? count.name == "nodes"
                               : count.name == "gpus-per-node" || count.name == "gres" ||
                                     ((count.name == "ntasks-per-node" || count.name == "gpus-per-task") &&
                                      count.number == gpus && gpus > 1);
    if (is_direct) return to;
    const bool is_total =
        count.name == "gpus" ||
        (count.name == "ntasks" && (is_of_nodes || (count.number == nodes * gpus && gpus > 1)));
    if (!is_total || from == 0 || count.number * to % from != 0) return std::nullopt;
    return count.number * to / from;
  }

  bool is_of_nodes;
  std::int64_t nodes, gpus, from, to;
};

}  // namespace

FileEdits slurm_edits(std::string_view script, std::string_view path, const Plan& before, const Plan& plan) {
  if (path != "cluster.nodes" && path != "cluster.gpus_per_node") return {};
  const std::optional<std::vector<import_io::SlurmOption>> options = import_io::slurm_options(script);
  if (!options) return {};
  const Change change(path, before, plan);
  FileEdits edits;
  for (const import_io::SlurmOption& option : *options) {
    const std::optional<SlurmCount> count = count_of(script, option);
    const auto value = count ? change.value_of(*count) : std::nullopt;
    if (!value) continue;
    FileEdit edit;
    edit.part = ImportPart::file;
    edit.span = count->span;
    edit.before = std::string(script.substr(count->span.begin, count->span.size()));
    edit.after = std::to_string(*value);
    edit.replacement = (edit.span.size() == 0 ? ":" : "") + edit.after;
    edit.path = path;
    edit.key = "#SBATCH --" + std::string(count->name);
    if (edit.before != edit.after) edits.push_back(std::move(edit));
  }
  return edits;
}

}  // namespace zp::write_back_io
