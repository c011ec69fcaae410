// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/export/accelerate_json.h"
#include "core/export/config_draft.h"
#include "core/export/ds_config.h"
#include "core/export/launch_parts.h"
#include "core/export/method_arguments.h"
#include "core/export/program_file_json.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/sharding/roles.h"
#include "core/text/letters.h"
#include "core/text/quoting.h"
#include "core/text/yaml_text_json.h"

namespace zp {

namespace {

PlanDocument for_trainer(PlanDocument document) {
  document.plan.target.flavour = Flavour::hf_trainer;
  return document;
}

Plan without_reference(Plan plan) {
  plan.training.method.reference = Reference::automatic;
  return plan;
}

/// Returns the names of the adapted modules: "q_proj", "v_proj".
std::vector<std::string> adapted_modules(const Lora& lora) {
  std::vector<std::string> modules;
  for (const LoraTargetName& row : lora_target_names())
    if ((lora.targets & row.target) != 0) modules.emplace_back(row.name);
  return modules;
}

/// Keys about the data, the training loop, loading or saving. Program files do not state them; a run started
/// from the files behaves as they say in any case.
constexpr auto facts_of_the_run = std::to_array<std::string_view>(
    {"training.batch_lengths", "training.padding_share", "training.example_length", "training.keeps_outputs",
     "training.loading", "training.saving", "training.program", "training.framework",
     "training.rl.prompt_tokens", "training.rl.response_tokens", "training.rl.response_tokens_max",
     "training.rl.reward_s"});

/// Returns true if another setting makes this one ineffective.
bool is_idle(const Plan& plan, std::string_view path) {
  const Training& training = plan.training;
  const auto is_below = [&](std::string_view start) { return path.starts_with(start); };
  if (is_below("training.lora.") || path == "training.frozen_precision") return !training.has_adapters();
  if (path == "training.quantize_experts")
    return !training.quantizes_frozen() || !plan.model.architecture.has_experts();
  if (path == "training.double_quantization") return training.frozen_precision != FrozenPrecision::nf4;
  if (path == "training.reference") return reference_of(plan) == reference_of(without_reference(plan));
  if (is_below("training.engine_") || path == "training.completion_length" || path == "training.generation" ||
      path == "training.rl.scored_batch")
    return !row_of(training.method.method).generates;
  if (path == "training.attention_kernel") return training.attention == Attention::eager;
  if (path == "training.fused_loss_chunk") return training.fused_loss != FusedLoss::chunked;
  if (path == "training.checkpoints_on_host") return training.activation_checkpointing == Checkpointing::none;
  if (path == "training.memory_budget")
    return training.activation_checkpointing != Checkpointing::memory_budget;
  if (path == "training.recompute" || path == "training.checkpoint_unit" ||
      path == "training.blocks_per_checkpoint")
    return training.activation_checkpointing == Checkpointing::none;
  if (is_below("training.pipeline_partition") || is_below("training.pipeline_schedule") ||
      is_below("training.pipeline_chunks"))
    return training.pipeline_parallel == 1;
  if (path == "training.eval_kept_batches") return !evaluates(plan);
  const bool by_deepspeed = is_deepspeed(plan);
  if (is_below("training.fsdp_") || path == "training.shard_ranks") return by_deepspeed;
  if (path == "training.optimizer_kernel") return by_deepspeed;
  if (path == "training.zero_init") return !by_deepspeed || plan.zero.stage < 3;
  return false;
}

/// Returns the plan with the defaults of the program that the files are for.
Plan defaults_of(Plan plan, std::string_view program) {
  if (!program.empty()) plan.training.program = program_named(program);
  return defaults_for(plan);
}

/// Returns true if the plan's value differs from the program's default and has an effect.
bool is_left_out(const Plan& plan, const Plan& defaults, std::string_view path) {
  if (std::ranges::find(facts_of_the_run, path) != facts_of_the_run.end() || is_idle(plan, path))
    return false;
  const PlanKey* key = find_plan_key(path);
  if (key == nullptr || !key->is_plain()) return false;
  const KeyValue value = key->value(plan);
  const bool is_auto = value == KeyValue(std::string_view("auto"));  // whatever the program does
  return !is_auto && value != key->value(defaults);
}

std::vector<std::string> saved_modules(const Lora& lora) {
  std::vector<std::string> modules;
  if (lora.saves_embedding()) modules.emplace_back("embed_tokens");
  if (lora.saves_head()) modules.emplace_back("lm_head");
  return modules;
}

}  // namespace

ProgramFile::ProgramFile(std::string_view title, std::string_view start, PlanDocument source)
    : document(std::move(source)),
      plan(document.plan),
      title_(title),
      start_(start),
      defaults_(defaults_of(plan, "")),
      config_(exported_config(document)) {
  for (const ConfigLine& line : config_.lines)
    if (is_deepspeed(plan)) stated_.insert(line.plan_path);
}

ProgramFile::ProgramFile(std::string_view title, std::string_view program, std::string_view start,
                         PlanDocument source)
    : ProgramFile(title, start, for_trainer(std::move(source))) {
  defaults_ = defaults_of(plan, program);
  settled_ = {"trainer_arguments", "adapters_in_program", "quantization_in_program"};
}

void ProgramFile::use_defaults_of(std::string_view program, std::string_view release) {
  Plan there = plan;
  there.training.program = program_named(program);
  there.training.releases = parse_releases(release, there.training.program).value_or(ProgramReleases());
  defaults_ = defaults_for(there);
}

void ProgramFile::set_stated(const std::string& key, const text_io::Json& value) {
  if (!value.is_null()) keys[key] = value;
}

void ProgramFile::make_no_config(std::string_view zero_keys) {
  has_config_ = false;
  stated_.clear();
  state(zero_keys);
  for (const PlanKey& key : plan_keys())
    leave_out(key.path, key.path.starts_with("zero.") && key.is_plain() && !stated_.contains(key.path) &&
                            is_left_out(plan, defaults_, key.path));
}

void ProgramFile::leave_out(std::string_view plan_key, bool is_used) { leave_out(plan_key, is_used, {}); }

void ProgramFile::leave_out(std::string_view plan_key, bool is_used, std::string_view instead) {
  if (!is_used) return;
  state(plan_key);
  const PlanKey* row = find_plan_key(plan_key);
  const std::string value = row != nullptr && row->is_plain() ? value_text(row->value(plan)) : "";
  left_out_.push_back({std::string(plan_key), value, std::string(instead)});
  findings_.push_back({Severity::ignored, "not_in_program", std::string(plan_key),
                       "The files for " + title_ + " do not say " + std::string(plan_key) +
                           (value.empty() ? "" : " (" + value + ")") + "; " +
                           (instead.empty() ? "the estimate is of a run that has it" : std::string(instead)) +
                           '.',
                       "Set it in the program, or change the plan to what will run."});
}

void ProgramFile::state_arguments() {
  state(accelerate_plan_keys(plan));
  if (plan.target.flavour != Flavour::hf_trainer) return;
  ProgramFile arguments(title_, start_, document);
  arguments.set_settings(SettingColumn::arguments);
  stated_.merge(arguments.stated_);
}

void ProgramFile::state(std::string_view plan_keys) {
  each_plan_key(plan_keys, [this](std::string_view key) { stated_.emplace(key); });
}

void ProgramFile::set_settings(SettingColumn column) {
  for (const SettingRow& row : setting_rows()) {
    const SettingCell& cell = cell_of(row, column);
    if (cell.key == no_setting_key) continue;
    const text_io::Json value = (cell.value != nullptr ? cell.value : row.value)(plan);
    if (value.is_null()) continue;
    keys[std::string(cell.key)] = value;
    if (row.is_exact == nullptr || row.is_exact(plan)) state(row.plan_keys);
  }
  const std::vector<std::string>& words = config_.trainer_arguments;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const std::string key(key_of_argument(std::string_view(words[i]).substr(2), column));
    if (key == no_setting_key || keys.contains(key)) continue;
    const text_io::Json value = text_io::Json::parse(words[i + 1], nullptr, false);
    keys[key] = words[i + 1] == "True" ? text_io::Json(true)
                : value.is_number()    ? value
                                       : text_io::Json(words[i + 1]);
  }
  // Describe the program's own behaviour for settings without a key.
  for (const SettingRow& row : setting_rows())
    if (const SettingCell& cell = cell_of(row, column); !cell.instead.empty())
      each_plan_key(row.plan_keys, [&](std::string_view key) {
        leave_out(key, is_left_out(plan, defaults_, key) && !stated_.contains(key), cell.instead);
      });
}

void ProgramFile::note_liger_switch() {
  const Training& training = plan.training;
  if (training.fused_loss != FusedLoss::fused || training.is_compiled()) return;
  constexpr std::string_view instead = "Liger's one switch fuses it too, which needs less memory";
  leave_out("training.fused_norm", !training.fused_norm, instead);
  leave_out("training.fused_mlp", !training.fuses_mlp(), instead);
}

void ProgramFile::leave_out_the_rest() {
  for (const PlanKey& key : plan_keys())
    leave_out(key.path, key.path.starts_with("training.") && key.is_plain() && !stated_.contains(key.path) &&
                            is_left_out(plan, defaults_, key.path));
}

void ProgramFile::set_modules(std::string_view key, const std::vector<std::string>& modules, bool has_lists) {
  text_io::Json& value = keys[std::string(key)];
  if (has_lists)
    value = modules;
  else
    value = with_commas(modules, ",");
}

void ProgramFile::set_adapters(const AdapterKeys& names) {
  const Lora& lora = plan.training.lora;
  keys[std::string(names.rank)] = lora.rank;
  keys["lora_alpha"] = 2 * lora.rank;
  keys["lora_dropout"] = lora.dropout;
  set_modules(names.targets, adapted_modules(lora), names.has_lists);
  if (const auto saved = saved_modules(lora); !saved.empty())
    set_modules(names.saved, saved, names.has_lists);
  if (lora.dora) keys[std::string(names.dora)] = true;
  state(
      "training.lora.rank training.lora.dropout training.lora.dora training.lora.modules_to_save "
      "training.frozen_precision");
}

void ProgramFile::set_evaluated_share(std::string_view key) {
  constexpr double share = 0.05;
  if (evaluates(plan)) keys[std::string(key)] = share;
}

StatedOptimizer ProgramFile::stated_optimizer() const {
  const ConfigDraft draft(document);
  const bool has_optimizer = find_node(draft.carried, "optimizer.params") != nullptr;
  const bool has_clipping = find_node(draft.carried, "gradient_clipping") != nullptr;
  PlanDocument for_arguments = document;
  for_arguments.plan.target.flavour = Flavour::hf_trainer;
  const std::vector<std::string> words = exported_config(for_arguments).trainer_arguments;
  StatedOptimizer stated;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const Json value = Json::parse(words[i + 1], nullptr, false);
    if (has_clipping && words[i] == "--max_grad_norm") stated.max_norm = value;
    if (!has_optimizer) continue;
    if (words[i] == "--learning_rate") stated.learning_rate = value;
    if (words[i] == "--weight_decay") stated.weight_decay = value;
    if (words[i] == "--adam_epsilon") stated.epsilon = value;
    if (words[i] == "--adam_beta1" || words[i] == "--adam_beta2") stated.betas.push_back(value);
  }
  return stated;
}

bool ProgramFile::set_generation() {
  const MethodSettings& method = plan.training.method;
  state(
      "training.generation training.completion_length training.engine_share training.engine_ranks "
      "training.engine_sleeps training.reference training.rl.samples");
  keys["max_completion_length"] = method.completion_length;
  if (const std::int64_t samples = samples_of_prompt(plan); samples != usual_samples)
    keys["num_generations"] = samples;
  const Generation generation = generation_of(plan);
  if (generation == Generation::training) return false;
  keys["use_vllm"] = true;
  keys["vllm_mode"] = generation == Generation::server ? "server" : "colocate";
  if (generation == Generation::server) return false;
  keys["vllm_gpu_memory_utilization"] = method.engine_share;
  keys["vllm_tensor_parallel_size"] = method.engine_ranks;
  return true;
}

std::string ProgramFile::model_name() {
  if (!document.text.repository.empty()) return document.text.repository;
  if (plan.model.preset && !plan.model.preset->hf_id.empty()) return plan.model.preset->hf_id;
  findings_.push_back({Severity::style, "model_to_fill_in", "model",
                       "The plan does not say which model of Hugging Face it is.",
                       "Write its name or its folder in place of path/to/model."});
  return "path/to/model";
}

std::vector<std::string> ProgramFile::words() const {
  std::vector<std::string> words;
  for (const auto& [key, value] : keys.items()) {
    words.push_back("--" + key);
    const auto add = [&](const Json& item) {
      words.push_back(item.is_boolean()  ? (item.get<bool>() ? "True" : "False")
                      : item.is_string() ? item.get<std::string>()
                                         : item.dump());
    };
    if (value.is_array())
      std::ranges::for_each(value, add);
    else
      add(value);
  }
  return words;
}

std::string ProgramFile::option_lines() const {
  std::string lines;
  for (const std::string& word : words())
    lines += (word.starts_with("--") ? " \\\n      " : " ") + bash_words(std::vector{word});
  return lines;
}

std::string ProgramFile::heading(std::string_view yours) const {
  return "# " + title_ + " with the plan in this folder: " + size_text(plan) + ".\n# Start it with " +
         start_ + "\n# Yours to fill in: " + std::string(yours) + ".\n";
}

std::string ProgramFile::text(std::string_view yours) const {
  return heading(yours) + text_io::yaml_text(keys);
}

ProgramExport ProgramFile::exported(std::vector<ExportFile> first, std::vector<ExportFile> others) {
  leave_out_the_rest();
  ProgramExport made{document,           std::move(first), start_, std::move(findings_), std::move(left_out_),
                     std::move(settled_)};
  made.has_config = has_config_;
  if (is_deepspeed(plan) && has_config_) made.files.push_back({"ds_config.json", text_of(config_), false});
  std::ranges::move(others, std::back_inserter(made.files));
  made.files.push_back({std::string(plan_file), write_plan(document), false});
  return made;
}

std::vector<std::string> trainer_words(const PlanDocument& document) {
  if (document.plan.target.flavour != Flavour::hf_trainer) return {};
  ProgramFile file("Trainer", "", document);
  file.set_settings(SettingColumn::arguments);
  return file.words();
}

ExportFile run_script(const Plan& plan, std::string_view title, const std::string& command,
                      bool on_every_node) {
  const bool many = plan.cluster.nodes > 1;
  std::string text = "#!/usr/bin/env bash\n# Starts " + std::string(title) + " on " + size_text(plan) + ".\n";
  if (many && on_every_node)
    text +=
        "# On every node, with NODE_RANK=0, 1, ... and the first one's name as MASTER_ADDR in the "
        "environment.\n";
  if (many && !on_every_node) text += "# Put the names of the nodes into hostfile.\n";
  text += "set -euo pipefail\n\ncd -- \"$(dirname -- \"${BASH_SOURCE[0]}\")\"\nport=${MASTER_PORT:-29500}\n";
  if (many && on_every_node)
    text += rank_lines("run.sh", "") + "master=${MASTER_ADDR:?set it to the name of the first node}\n";
  if (many && !on_every_node)
    text += "master=${MASTER_ADDR:-$(awk '!/^#/ && NF { print $1; exit }' hostfile)}\n";
  return {"run.sh", text + threads_line(plan) + '\n' + command + '\n', true};
}

}  // namespace zp
