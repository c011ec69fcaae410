// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/open_values.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/deepspeed/schema.h"
#include "core/export/ds_config.h"
#include "core/export/program_file_json.h"
#include "core/plan_file/plan_keys.h"
#include "core/plan_file/program_defaults.h"
#include "core/sharding/sharding.h"
#include "core/text/letters.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

constexpr std::string_view comment_start = "# Yours to fill in:";

/// Returns true if the ds_config of the plan has a value at this path.
bool is_in_config(const PlanDocument& document, std::string_view path) {
  for (const std::string* text : {&document.text.deepspeed_config, &document.text.imported_config}) {
    const text_io::Json config = text_io::object_of(*text);
    const text_io::Json* value = text_io::value_at_path(config, path);
    if (value != nullptr && *value != "auto") return true;
  }
  return false;
}

/// Returns the value at this path of the exported ds_config.json; "" if the plan states it, or Trainer's
/// arguments do.
std::string config_value(const PlanDocument& document, std::string_view path) {
  if (!is_deepspeed(document.plan) || is_in_config(document, path)) return "";
  for (const ConfigLine& line : exported_config(document).lines) {
    if (line.config_path != path || !line.plan_path.empty()) continue;
    std::string value = line.text.substr(line.text.find(": ") + 2);
    if (value.ends_with(',')) value.pop_back();
    return value == auto_value ? "" : value;
  }
  return "";
}

/// Returns the value of one of Trainer's arguments; "" if the plan states it or Trainer does not run.
std::string argument_value(const PlanDocument& document, std::string_view name) {
  const std::string_view path =
      name == "--learning_rate" ? "optimizer.params.lr" : "optimizer.params.weight_decay";
  if (is_in_config(document, path)) return "";
  const std::vector<std::string> words = trainer_words(document);
  const auto found = std::ranges::find(words, name);
  return found == words.end() ? "" : *std::next(found);
}

std::string node_names(const PlanDocument& document, std::string_view /*name*/) {
  const int nodes = document.plan.cluster.nodes;
  return nodes == 1 ? "" : "worker-1 to worker-" + std::to_string(nodes);
}

std::string first_node(const PlanDocument& document, std::string_view /*name*/) {
  return document.plan.cluster.nodes == 1 ? "" : "worker-1";
}

std::string cores(const PlanDocument& document, std::string_view /*name*/) {
  constexpr std::string_view key = "cluster.cpu_cores";
  const Plan& plan = document.plan;
  if (std::ranges::binary_search(document.text.stated_defaults, key) ||
      !has_same_value(key, plan, defaults_for(plan)))
    return "";
  return std::to_string(plan.cluster.cpu_cores);
}

/// A value of a file that a plan may leave open.
struct OpenRow {
  std::string_view file, name;
  std::string (*value)(const PlanDocument&, std::string_view name);  ///< nullptr: the file leaves it out
  std::string_view about;
};

constexpr std::string_view about_rate = "a usual learning rate for what is trained",
                           about_decay = "the optimizer's default",
                           about_drive = "a folder on a local drive of every node",
                           about_cores = "the cores of a node; Slurm refuses more than it has";
constexpr auto open_rows = std::to_array<OpenRow>({
    {"ds_config.json", "optimizer.params.lr", config_value, about_rate},
    {"ds_config.json", "optimizer.params.weight_decay", config_value, about_decay},
    {"ds_config.json", "zero_optimization.offload_optimizer.nvme_path", config_value, about_drive},
    {"ds_config.json", "zero_optimization.offload_param.nvme_path", config_value, about_drive},
    {"hostfile", "names of the nodes", node_names, "one line each"},
    {"accelerate_config.yaml", "main_process_ip", first_node, "the name of the first node"},
    {"launch.sh", "--learning_rate", argument_value, about_rate},
    {"launch.sh", "--weight_decay", argument_value, about_decay},
    {"launch.sh", "--cpus-per-task", cores, about_cores},
    {"job.sbatch", "--partition, --account and --time", nullptr, "as your cluster asks for them"},
    {"job.sbatch", "--cpus-per-task", cores, about_cores},
});

/// Returns the list in the file's comment, without its final period; "" if it has none.
std::string commented_list(const std::string& text) {
  const std::size_t start = text.find(comment_start);
  if (start == std::string::npos) return "";
  std::string list = text.substr(std::min(start + comment_start.size() + 1, text.size()));
  list.resize(std::min(list.find('\n'), list.size()));
  if (list.ends_with('.')) list.pop_back();
  return list;
}

bool has_rows(std::string_view file) {
  return std::ranges::find(open_rows, file, &OpenRow::file) != open_rows.end();
}

}  // namespace

std::vector<OpenValue> open_values(const PlanDocument& document, std::string_view file) {
  std::vector<OpenValue> values;
  for (const OpenRow& row : open_rows) {
    if (row.file != file) continue;
    const std::string value = row.value == nullptr ? "" : row.value(document, row.name);
    if (row.value == nullptr || !value.empty())
      values.push_back({std::string(row.file), std::string(row.name), value, std::string(row.about)});
  }
  return values;
}

std::vector<OpenValue> open_values(const PlanDocument& document, std::span<const ExportFile> files) {
  std::vector<OpenValue> values;
  for (const ExportFile& file : files) {
    std::ranges::move(open_values(document, file.name), std::back_inserter(values));
    if (const std::string list = has_rows(file.name) ? "" : commented_list(file.text); !list.empty())
      values.push_back({file.name, list, "", ""});
  }
  return values;
}

std::string open_values_comment(const PlanDocument& document, std::span<const std::string_view> files) {
  std::string text;
  for (const std::string_view file : files)
    for (const OpenValue& open : open_values(document, file)) {
      text += text.empty() ? std::string(comment_start) + "\n#   " : "\n#   ";
      text += (file == files.back() ? "" : open.file + ", ") + open.name +
              (open.value.empty() ? "" : " " + open.value) + ": " + open.about;
    }
  return text.empty() ? "" : text + '\n';
}

std::string_view launched_program_sentence(const Plan& plan) {
  if (!is_deepspeed(plan) || plan.target.flavour == Flavour::hf_trainer) return "";
  return "train.py is a program with DeepSpeed's own arguments, --deepspeed and --deepspeed_config "
         "(deepspeed.add_config_arguments); a script of Hugging Face Trainer takes the file behind "
         "--deepspeed "
         "alone: export for hf-trainer.";
}

}  // namespace zp
