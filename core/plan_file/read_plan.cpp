// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/catalog/gpu_names.h"
#include "core/catalog/tensors.h"
#include "core/plan/adapters.h"
#include "core/plan/method_program.h"
#include "core/plan_file/carried_presets_json.h"
#include "core/plan_file/plan_reading.h"
#include "core/plan_file/program_defaults.h"
#include "core/plan_file/scenarios.h"
#include "core/sharding/sharding.h"

namespace zp {

using namespace plan_io;

namespace {

constexpr std::string_view format_name = "zero-plan/1";
constexpr std::string_view format_family = "zero-plan/";

void check_format(const Json& root) {
  const Json* format = member(&root, "format");
  if (format == nullptr) return;
  const std::string text = read_text(*format, "format");
  if (text == format_name) return;
  if (text.starts_with(format_family))
    fail("format", "is \"" + text + "\", which a newer version of ZeRO Planner wrote; update, or write \"" +
                       std::string(format_name) + "\".");
  fail("format",
       "is \"" + text + "\", which is no plan file; a plan has \"" + std::string(format_name) + "\" there.");
}

/// Returns the keys below `object` that are unknown here, with their nesting. Throws FileError if a section
/// is not an object.
Json unknown_below(const Json& object, const std::string& path) {
  Json unknown = Json::object();
  for (const auto& [key, value] : object.get_ref<const Json::object_t&>()) {
    const std::string key_path = joined(path, key);
    constexpr std::array keeping = {"zero", "deepspeed_config", "imported_config"};
    if (path.empty() && std::ranges::find(keeping, key) != keeping.end()) continue;
    if (is_known_member(path, key)) continue;
    if (key.find('.') == std::string::npos && is_key_section(key_path)) {
      Json below = unknown_below(as_object(value, key_path), key_path);
      if (!below.empty()) unknown[key] = std::move(below);
    } else {
      unknown[key] = value;
    }
  }
  return unknown;
}

void read_target(const Json& root, Target& target) {
  if (const Json* version = value_at_path(root, "target.deepspeed_version")) {
    const auto parsed =
        version->is_string() ? parse_version(version->get_ref<const std::string&>()) : std::nullopt;
    if (!parsed)
      fail("target.deepspeed_version", "must be a release of DeepSpeed, found " + found(*version) +
                                           R"(; write it in quotes, as in "0.19" or "0.19.5".)");
    target.deepspeed_version = *parsed;
  }
}

/// Reads a plain key early because others depend on it.
void read_early(const Json& root, std::string_view path, Plan& plan) {
  const PlanKey& key = *find_plan_key(path);
  if (const Json* value = value_at_path(root, path)) key.set(plan, read_key(*value, path, key));
}

/// Returns the presets that a name without its board means ("A100 80GB"), first the one that is assumed; none
/// for any other name.
std::vector<SharedGpuPreset> meant_presets(const PlanSource& source, const std::string& name) {
  const std::string id = preset_id(name);
  if (brought_preset(source.root, PresetKind::gpu, id) || find_preset(source.presets, PresetKind::gpu, name))
    return {};
  return gpus_of_any_board(name, source.presets.gpus);
}

/// Reads cluster.gpu. Without a preset, single figures override those of the default GPU; all of them
/// together describe a custom GPU.
void read_gpu(const PlanSource& source, PlanDocument& document) {
  Gpu& gpu = document.plan.cluster.gpu;
  constexpr std::string_view path = "cluster.gpu.preset";
  if (const Json* preset = value_at_path(source.root, path)) {
    const std::string name = read_text(*preset, path);
    const std::vector<SharedGpuPreset> meant = meant_presets(source, name);
    if (!meant.empty()) {
      gpu = gpu_from_preset(meant.front());
      if (meant.size() > 1) document.text.gpu_name = name;
    } else {
      gpu = gpu_from_preset(*read_preset(source, path, *preset, PresetKind::gpu).gpu());
    }
    return;
  }
  const Json* section = value_at_path(source.root, "cluster.gpu");
  if (section != nullptr && states_all_figures(*section)) gpu.preset = {};
}

void read_link(const PlanSource& source, std::string_view path, Link& link) {
  const std::string preset_path = joined(path, "preset");
  const Json* preset = value_at_path(source.root, preset_path);
  if (preset == nullptr) return;
  link.preset = *read_preset(source, preset_path, *preset, PresetKind::link).link();
  if (link.preset->kind == LinkKind::nvme)
    fail(preset_path,
         "is " + preset->dump() + ", which is a drive; name a link, or put its speed in cluster.nvme.");
}

/// Reads the program and its release, on which defaults depend.
void read_program(const Json& root, Plan& plan) {
  read_early(root, "training.program", plan);
  constexpr std::string_view path = "training.program_version";
  const Json* value = value_at_path(root, path);
  if (value == nullptr) return;
  const std::string text = read_text(*value, path);
  const auto releases = parse_releases(text, plan.training.program);
  if (!releases)
    fail(path, "is " + found(*value) +
                   R"(; write the program's release, "0.27", those of libraries, "transformers 4.46", or )"
                   R"(both: "0.27, accelerate 1.13".)");
  plan.training.releases = *releases;
}

/// Reads the presets, and sets the defaults that follow from them.
void read_presets(const PlanSource& source, PlanDocument& document) {
  Plan& plan = document.plan;
  Cluster& cluster = plan.cluster;
  read_early(source.root, "cluster.gpus_per_node", plan);
  read_program(source.root, plan);
  plan.training.framework = default_framework(plan.training.program);
  read_early(source.root, "training.framework", plan);
  read_gpu(source, document);
  read_other_gpus(source, cluster);
  read_link(source, "cluster.intra_node", cluster.intra_node);
  read_link(source, "cluster.inter_node", cluster.inter_node);
  read_link(source, "cluster.host_link", cluster.host_link);
  const Program program = plan.training.program;
  const ProgramReleases releases = plan.training.releases;
  const Plan defaults =
      defaults_without_program(plan);  // the program's defaults are set after everything else is read
  plan.cluster = defaults.cluster;
  plan.training = defaults.training;
  plan.zero = defaults.zero;
  plan.training.program = program;
  plan.training.releases = releases;
}

/// Returns the targets that the model's linear layers have, as bits; all of them if it has no shape.
unsigned targets_of_linear_layers(const Plan& plan) {
  unsigned all = 0, present = 0;
  for (const LoraTargetName& row : lora_target_names())
    all |= row.target;
  const Architecture& shape = plan.model.architecture;
  if (!plan.model.has_shape()) return all;
  const TensorList tensors = tensors_of(shape);
  for (const TensorKind& kind : tensors.kinds())
    present |= lora_targets_of(kind.role, stacks_experts(plan.training, shape));
  return present & all;
}

/// Reads the names of modules. "all-linear" is PEFT's word for every linear layer but the head
/// (tuners/tuners_utils.py, _maybe_include_all_linear_layers).
void read_lora_targets(const Json& root, Plan& plan) {
  constexpr std::string_view path = lora_targets_path, all_linear = "all-linear";
  const Json* list = value_at_path(root, path);
  if (list == nullptr) return;
  Lora& lora = plan.training.lora;
  if (*list == all_linear || *list == Json::array({all_linear})) {
    lora.targets = static_cast<std::uint8_t>(targets_of_linear_layers(plan));
    return;
  }
  if (!list->is_array())
    fail(path, "must be a list, found " + found(*list) + R"(; write ["q_proj", "v_proj"], for example.)");
  std::vector<std::string_view> words;
  for (const LoraTargetName& row : lora_target_names())
    words.push_back(row.name);
  unsigned targets = 0;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string_view name = read_word((*list)[i], joined(path, std::to_string(i)), words);
    for (const LoraTargetName& row : lora_target_names())
      if (row.name == name) targets |= row.target;
  }
  lora.targets = static_cast<std::uint8_t>(targets);
}

/// Reads training.sharding, which states zero.stage for frameworks other than DeepSpeed.
void read_sharding(const Json& root, Plan& plan) {
  constexpr std::string_view path = "training.sharding";
  const Json* value = value_at_path(root, path);
  if (value == nullptr) return;
  const std::string_view word = read_word(*value, path, words_of<Sharded>);
  const int stage = static_cast<int>(index_of(enum_of<Sharded>(word).value()));
  if (plan.training.framework == Framework::deepspeed)
    fail(path, "is for frameworks other than DeepSpeed; write zero.stage " + std::to_string(stage) +
                   ", or set training.framework.");
  if (value_at_path(root, "zero.stage") != nullptr && plan.zero.stage != stage)
    fail(path, "is " + std::string(word) + ", but zero.stage says " + std::to_string(plan.zero.stage) +
                   "; make them equal or keep one of the two.");
  plan.zero.stage = stage;
}

/// The keys that a file states, in any form.
class StatedKeys {
 public:
  StatedKeys(const Json& root, const ZeroSection& zero) : root_(root), zero_(zero) {}

  /// Returns callbacks that add the keys stated in deepspeed_config.
  [[nodiscard]] KeyReactions adding() {
    return {strictly().refused,
            [this](std::string_view key, const std::string&) { in_config_.emplace(key); }};
  }

  [[nodiscard]] bool has(std::string_view path) const {
    constexpr std::string_view below = "zero.";
    if (path == "zero.stage" && value_at_path(root_, "training.sharding") != nullptr) return true;
    if (value_at_path(root_, path) != nullptr || in_config_.contains(path)) return true;
    return path.starts_with(below) && value_at_path(zero_.keys, path.substr(below.size())) != nullptr;
  }

  /// Returns the plain keys that the file states itself with the same value as `defaults`.
  [[nodiscard]] std::vector<std::string> equal_to(const Plan& defaults, const Plan& plan) const {
    std::vector<std::string> paths;
    for (const PlanKey& key : plan_keys())
      if (key.is_plain() && has(key.path) && !in_config_.contains(key.path) &&
          key.value(plan) == key.value(defaults))
        paths.push_back(key.path);
    for (const std::string_view path : {lora_targets_path, overlap_comm_path})
      if (has(path) && has_same_value(path, plan, defaults)) paths.emplace_back(path);
    std::ranges::sort(paths);
    return paths;
  }

 private:
  const Json& root_;
  const ZeroSection& zero_;
  std::set<std::string, std::less<>> in_config_;
};

/// Sets the rank of adapters that the file mentions without a rank. Throws FileError if the adapters' section
/// is empty and the program has no default rank.
void read_program_rank(const Json& root, Plan& plan) {
  if (value_at_path(root, "training.lora.rank") != nullptr) return;
  const Json* const section = value_at_path(root, "training.lora");
  if (section != nullptr || plan.training.frozen_precision != FrozenPrecision())
    plan.training.lora.rank = program_rank(plan);
  if (section != nullptr && section->empty() && plan.training.lora.rank == 0)
    fail("training.lora",
         "is empty, so the size of the adapters is not known. State training.lora.rank, or leave the section "
         "out to train every weight.");
}

/// Reads all plain keys except those of zero, which may be elsewhere in the file (take_zero).
void read_plain_keys(const Json& root, Plan& plan) {
  for (const PlanKey& key : plan_keys()) {
    if (!key.is_plain() || key.path.starts_with("zero.")) continue;
    if (const Json* value = value_at_path(root, key.path)) key.set(plan, read_key(*value, key.path, key));
  }
}

/// Returns the section as an object without zero_optimization, which is read elsewhere; {} if there is none.
Json deepspeed_config_of(const Json& root) {
  const Json* config = member(&root, "deepspeed_config");
  if (config == nullptr) return Json::object();
  Json rest = as_object(*config, "deepspeed_config");
  rest.erase("zero_optimization");
  return rest;
}

}  // namespace

PlanDocument read_plan(std::string_view json_text, const Catalog& presets) {
  return read_tree(parse_json(json_text), presets);
}

PlanDocument plan_io::read_tree(Json root, const Catalog& presets) {
  if (!root.is_object()) fail("", "must be an object in braces, found " + found(root) + ".");
  check_format(root);
  rename_architecture_keys(root);
  check_carried_presets(root);
  PlanDocument document;
  Plan& plan = document.plan;
  Json unknown = unknown_below(root, "");
  const Json config = deepspeed_config_of(root);
  read_target(root, plan.target);
  read_early(root, "target.flavour", plan);
  const PlanSource source{root, presets};
  read_model(source, document, unknown);
  read_presets(source, document);
  const ZeroSection zero = read_zero_section(root, plan, strictly());
  StatedKeys stated(root, zero);
  read_plain_keys(root, plan);
  take_zero(zero, plan, strictly());
  read_sharding(root, plan);
  read_lora_targets(root, plan);
  read_roles(source, plan);
  adopt_deepspeed_config(config, &root, plan, stated.adding());
  read_program_rank(root, plan);
  if (!stated.has("zero.stage")) plan.zero.stage = defaults_without_program(plan).zero.stage;
  const Precision stated_precision = plan.training.precision;
  fill_in_program(plan, [&stated](std::string_view path) { return stated.has(path); });
  if (plan.training.precision != stated_precision) adopt_low_precision(config, strictly(), plan.training);
  document.text.stated_defaults = stated.equal_to(defaults_for(plan), plan);
  mark_stated_rates(document.text.stated_defaults, plan.cluster);
  check_stated_types(plan.training);
  for (const TextKey& key : text_keys)
    if (const Json* text = value_at_path(root, key.path))
      document.text.*key.text = read_text(*text, key.path);
  document.text.zero_extra = text_of(in_contract_order(zero_extra(zero.keys), "zero"));
  document.text.deepspeed_config = text_of(config);
  if (const Json* imported = member(&root, "imported_config"))
    document.text.imported_config = text_of(as_object(*imported, "imported_config"));
  if (const Json* saved = member(&root, "saved_with")) (void)as_object(*saved, "saved_with");
  if (const Json* scenarios = member(&root, "scenarios")) unknown["scenarios"] = *scenarios;  // scenarios.h
  document.text.unknown = text_of(in_contract_order(unknown, ""));
  (void)scenarios_of(document, presets);  // throws for scenarios that could not be switched to
  return document;
}

}  // namespace zp
