// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/export/ds_config.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/plan_file/plan_file.h"
#include "core/sharding/roles.h"
#include "core/text/letters.h"
#include "core/text/yaml_text_json.h"

namespace zp {

namespace {

PlanDocument for_trainer(PlanDocument document) {
  document.plan.target.flavour = Flavour::hf_trainer;
  return document;
}

/// Returns module names: "q_proj", "v_proj".
std::vector<std::string> adapted_modules(const Lora& lora) {
  std::vector<std::string> modules;
  for (const LoraTargetName& row : lora_target_names())
    if ((lora.targets & row.target) != 0) modules.emplace_back(row.name);
  return modules;
}

std::vector<std::string> saved_modules(const Lora& lora) {
  std::vector<std::string> modules;
  if (lora.saves_embedding()) modules.emplace_back("embed_tokens");
  if (lora.saves_head()) modules.emplace_back("lm_head");
  return modules;
}

}  // namespace

ProgramFile::ProgramFile(std::string_view title, std::string_view start, PlanDocument source)
    : document(std::move(source)), plan(document.plan), title_(title), start_(start) {}

ProgramFile::ProgramFile(std::string_view title, PlanDocument source)
    : ProgramFile(title, "./run.sh", for_trainer(std::move(source))) {
  settled_ = {"trainer_arguments", "adapters_in_program", "quantization_in_program"};
}

void ProgramFile::leave_out(std::string_view plan_key, bool is_used) {
  leave_out(plan_key, is_used, "the estimate is of a run that has it");
}

void ProgramFile::leave_out(std::string_view plan_key, bool is_used, std::string_view instead) {
  if (!is_used) return;
  findings_.push_back(
      {Severity::ignored, "not_in_program", std::string(plan_key),
       "The files for " + title_ + " do not say " + std::string(plan_key) + "; " + std::string(instead) + '.',
       "Set it in the program, or change the plan to what will run."});
}

void ProgramFile::set_arguments(std::initializer_list<Rename> names) {
  const std::vector<std::string> words = exported_config(document).trainer_arguments;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const std::string_view argument = std::string_view(words[i]).substr(2);
    const auto* const row = std::ranges::find(names, argument, &Rename::argument);
    const std::string key(row == names.end() ? argument : row->key);
    const text_io::Json value = text_io::Json::parse(words[i + 1], nullptr, false);
    if (words[i + 1] == "True")
      keys[key] = true;
    else
      keys[key] = value.is_number() ? value : text_io::Json(words[i + 1]);
  }
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
}

bool ProgramFile::recomputes() {
  const Checkpointing checkpointing = plan.training.activation_checkpointing;
  leave_out("training.activation_checkpointing", checkpointing == Checkpointing::selective,
            "nothing is recomputed");
  return checkpointing == Checkpointing::full;
}

void ProgramFile::set_evaluated_share(std::string_view key) {
  constexpr double share = 0.05;
  if (evaluates(plan)) keys[std::string(key)] = share;
}

std::string ProgramFile::model_name() {
  if (plan.model.preset && !plan.model.preset->hf_id.empty()) return plan.model.preset->hf_id;
  findings_.push_back({Severity::style, "model_to_fill_in", "model",
                       "The plan does not say which model of Hugging Face it is.",
                       "Write its name or its folder in place of path/to/model."});
  return "path/to/model";
}

std::string ProgramFile::attention(std::string_view eager, std::string_view sdpa, std::string_view flash_2,
                                   std::string_view flash_3) {
  const Training& training = plan.training;
  if (training.attention == Attention::eager) return std::string(eager);
  leave_out("training.attention_kernel", training.attention_kernel == AttentionKernel::flash_1,
            "PyTorch's own is used");
  return std::string(training.attention_kernel == AttentionKernel::flash_2   ? flash_2
                     : training.attention_kernel == AttentionKernel::flash_3 ? flash_3
                                                                             : sdpa);
}

std::string ProgramFile::text(std::string_view yours) const {
  return "# " + title_ + " with the plan in this folder: " + size_text(plan) + ".\n# Start it with " +
         start_ + "\n# Yours to fill in: " + std::string(yours) + ".\n" + text_io::yaml_text(keys);
}

ProgramExport ProgramFile::exported(std::vector<ExportFile> first, std::vector<ExportFile> others) {
  ProgramExport made{document, std::move(first), start_, std::move(findings_), std::move(settled_)};
  made.files.push_back({"ds_config.json", ds_config(document), false});
  std::ranges::move(others, std::back_inserter(made.files));
  made.files.push_back({std::string(plan_file), write_plan(document), false});
  return made;
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
