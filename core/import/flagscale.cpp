// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/flagscale.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/text/file_error.h"

namespace zp::import_io {

void name_flagscale_arguments(FileKeys& keys) {
  constexpr auto sections = std::to_array<std::string_view>({"system.", "model.", "data."});
  constexpr std::string_view whole = "train.";  // prefix in a configuration composed by Hydra
  for (FileKey& key : keys) {
    if (key.key.starts_with(whole)) key.key.erase(0, whole.size());
    if (std::ranges::any_of(sections,
                            [&key](std::string_view section) { return key.key.starts_with(section); }))
      key.key.erase(0, key.key.rfind('.') + 1);
  }
}

void read_flagscale(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view kind = "experiment.task.type", model = "model_type";
  const std::string task = word_at(keys, kind), words = word_at(keys, model);
  if (!task.empty() && task != "train")
    throw FileError("experiment.task.type",
                    "This file of FlagScale is for " + task +
                        ", which trains nothing by Megatron-LM. Import its file of the section train.");
  if (words.find("rwkv") != std::string::npos)
    throw FileError("model.model_type",
                    "Its layers are RWKV's; a plan holds the shape of layers with attention.");
  if (is_on(keys, "hetero.enable_hetero"))
    plan.note({Severity::ignored, "stages_differ", "training.pipeline_parallel",
               "FlagScale divides the layers among unlike GPUs (hetero); the plan has equal stages.", ""});
  for (const std::string_view section : {"experiment.envs.", "experiment.cmds.", "hydra.", "hetero."})
    remove_section(keys, section);
  for (const std::string_view name :
       {"defaults", "action", "experiment.task.type", "experiment.task.backend", "experiment.task.entrypoint",
        "experiment.exp_name", "experiment.exp_dir", "experiment.seed"})
    remove_key(keys, name);
}

}  // namespace zp::import_io
