// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/base_plan.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/settings/changed_keys.h"
#include "core/sharding/plan_words.h"
#include "core/text/json_text.h"
#include "core/text/letters.h"
#include "core/text/ordered_json.h"

namespace zp::import_io {
namespace {

/// Sections and keys of a plan file that describe the training run, not model or machines.
constexpr std::array<std::string_view, 5> of_the_run = {"training", "zero", "deepspeed_config",
                                                        "imported_config", "target.flavour"};

/// Keys that plan_from_config() sets by its own rule if a ds_config omits them.
constexpr std::array<std::string_view, 4> with_own_rule = {"training.precision", "training.optimizer",
                                                           "training.micro_batch_size",
                                                           "training.gradient_accumulation_steps"};

template <std::size_t n>
bool is_among(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns true if a ds_config can state this key of `training`; false for keys that only the training
/// program reads.
bool is_in_configs(const PlanKey& key) {
  return key.path.starts_with("training.") && key.value != nullptr && !key.deepspeed_key.empty() &&
         key.written != Written::never && !is_among(with_own_rule, key.path);
}

/// Returns true if the file states the key, a key below it, or a section that contains it.
bool is_stated(const Imported& imported, const std::string& path) {
  const auto& stated = imported.stated;
  if (stated.contains(path)) return true;
  // A file that states FSDP or DDP sharding thereby states the stage.
  if (path == "zero.stage" && stated.contains("training.sharding")) return true;
  const std::string below = path + '.';
  const auto next = stated.lower_bound(below);
  return next != stated.end() && next->starts_with(below);
}

void note_model(std::vector<Finding>& notes, const Imported& imported) {
  if (imported.kind == ImportKind::hugging_face || imported.stated.contains("model")) return;
  notes.push_back({Severity::style, "of_the_plan", "model",
                   "The model is not the file's but the plan's: " + model_name(imported.document.plan) + '.',
                   ""});
}

void note_cluster(std::vector<Finding>& notes, const Imported& imported) {
  std::vector<std::string> stated;
  for (const std::string& path : imported.stated)
    if (path.starts_with("cluster.")) stated.push_back(path);
  const Cluster& cluster = imported.document.plan.cluster;
  const bool is_default = stated.empty() && cluster == default_cluster();
  std::string message = stated.empty() ? "The cluster is not the file's but the plan's"
                                       : "The cluster is the plan's, but for " + with_commas(stated);
  if (is_default) message = "The cluster is not the file's but the one a plan has by default";
  notes.push_back(
      {Severity::style, "of_the_plan", "cluster", message + ": " + gpus_words(cluster) + '.', ""});
}

/// Describes a changed value: "training.lora.rank is 0 (was 16)".
std::string change_words(const DifferingKey& key) {
  const auto shown = [](const std::string& text) {
    const auto word = string_in(text);
    return word ? *word : text == "null" ? std::string("not set") : text;
  };
  return key.path + " is " + shown(key.after) + " (was " + shown(key.before) + ')';
}

/// Names the source of the values that a file omits: "Axolotl's or the plan file's".
std::string whose_defaults(const Imported& imported) {
  if (!is_of_program(imported.kind)) return "DeepSpeed's";
  const Program program = imported.document.plan.training.program;
  return (program == Program::none ? std::string() : entry_of(program).name + "'s or ") + "the plan file's";
}

void note_defaults(std::vector<Finding>& notes, const Imported& imported, const PlanDocument& open) {
  std::vector<std::string> changes;
  for (const DifferingKey& key : differing_keys(open, imported.document)) {
    const std::string section = key.path.substr(0, key.path.find('.'));
    const bool is_of_run = is_among(of_the_run, section) || is_among(of_the_run, key.path);
    if (is_of_run && !is_stated(imported, key.path)) changes.push_back(change_words(key));
  }
  if (changes.empty()) return;
  notes.push_back({Severity::style, "back_to_default", "",
                   "The file does not state these, so that they have " + whose_defaults(imported) +
                       " defaults, not what the plan had: " + with_commas(changes) + '.',
                   ""});
}

/// Adds a note that names the plan's values which a ds_config or a config.json cannot state and so left
/// unchanged.
void note_kept(std::vector<Finding>& notes, ImportKind kind) {
  if (kind == ImportKind::hugging_face)
    notes.push_back({Severity::style, "of_the_plan", "",
                     "Only the model is the file's; cluster, training and ZeRO are the plan's.", ""});
  if (kind == ImportKind::ds_config)
    notes.push_back({Severity::style, "of_the_plan", "",
                     "A ds_config states no model, cluster, sequence length, recomputation of activations, "
                     "adapters or kernels; the plan's were kept.",
                     ""});
}

}  // namespace

bool is_of_program(ImportKind kind) {
  return kind != ImportKind::ds_config && kind != ImportKind::hugging_face;
}

PlanDocument base_for_program(const PlanDocument& open, const Catalog& presets) {
  text_io::Json plan = text_io::parse_json(write_plan(open));
  for (const std::string_view path : of_the_run)
    text_io::erase_at_path(plan, path);
  return read_plan(text_io::one_line(plan), presets);
}

PlanDocument base_for_config(const PlanDocument& open, const TextNode& config) {
  PlanDocument base = open;
  const Plan defaults = defaults_for(open.plan);
  for (const PlanKey& key : plan_keys()) {
    if (!is_in_configs(key)) continue;
    const TextNode* stated = config.find(key.deepspeed_key);
    if (stated == nullptr || !stated->is_auto()) key.set(base.plan, key.value(defaults));
  }
  return base;
}

void note_origins(Imported& imported, const PlanDocument& open) {
  std::vector<Finding> notes;
  if (is_of_program(imported.kind)) {
    note_model(notes, imported);
    note_cluster(notes, imported);
  } else {
    note_kept(notes, imported.kind);
  }
  if (imported.kind != ImportKind::hugging_face) note_defaults(notes, imported, open);
  const auto read = std::ranges::find(imported.notes, "read", &Finding::code);
  const auto behind = read == imported.notes.end() ? imported.notes.begin() : std::next(read);
  imported.notes.insert(behind, notes.begin(), notes.end());
}

}  // namespace zp::import_io
