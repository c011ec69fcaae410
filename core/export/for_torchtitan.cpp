// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/catalog/torchtitan_models.h"
#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/sharding/pipeline_schedule.h"
#include "core/sharding/roles.h"
#include "core/sharding/sharding.h"
#include "core/text/toml_text_json.h"

/// Export for torchtitan 0.2.2, the last release that reads TOML: torchtitan/config/job_config.py,
/// distributed/parallel_dims.py, train.py. startable.cpp refuses what it cannot train.
namespace zp {
namespace {

constexpr std::string_view last_release_with_toml = "0.2.2";

/// Sections of the file, in the order of torchtitan's own examples.
constexpr std::array<std::string_view, 9> titan_sections = {
    "job",     "model",      "optimizer", "training", "parallelism", "activation_checkpoint",
    "compile", "checkpoint", "validation"};

void set_titan_model(ProgramFile& file) {
  const std::string repository = file.model_name();
  const auto* const preset = file.plan.model.preset ? &*file.plan.model.preset : nullptr;
  const TorchtitanModel* const model = preset != nullptr ? torchtitan_model(preset->id) : nullptr;
  file.keys["model.name"] = model != nullptr ? model->name : "llama3";
  file.keys["model.flavor"] = model != nullptr ? model->flavor : "debugmodel";
  // scripts/download_hf_assets.py downloads to this folder.
  file.keys["model.hf_assets_path"] = "assets/hf/" + repository.substr(repository.rfind('/') + 1);
}

/// Sets the schedule of a pipeline. torchtitan divides a model by blocks, counting embedding and head as one
/// block each (distributed/pipeline_parallel.py, _get_pipeline_metadata). Without a number of blocks it makes
/// two parts per rank, or one if the schedule supports only one.
void set_schedule(ProgramFile& file) {
  const Training& training = file.plan.training;
  const ScheduleRow& row = row_of(training.pipeline_schedule);
  file.keys["parallelism.pipeline_parallel_schedule"] = row.torch_name;
  const std::int64_t chunks = chunks_of(training);
  if (chunks == row.fewest_chunks || !file.plan.model.has_shape()) return;
  const std::int64_t parts = training.pipeline_parallel * chunks;
  const std::int64_t modules = file.plan.model.architecture.layers + 2;
  file.keys["parallelism.pipeline_parallel_layers_per_stage"] = (modules + parts - 1) / parts;
}

/// Sets the parallel degrees, whose product is the number of ranks. Context-parallel ranks also shard the
/// weights (distributed/parallel_dims.py: fsdp = dp_shard * cp).
void set_degrees(ProgramFile& file) {
  const Plan& plan = file.plan;
  const Training& training = plan.training;
  const Sharding sharding = sharding_of(plan);
  const auto set = [&](std::string_view name, int degree) {
    file.keys["parallelism." + std::string(name) + "_degree"] = degree;
  };
  set("data_parallel_replicate", sharding.replicas);
  set("data_parallel_shard", std::max(sharding.ranks / sequence_ranks(training), 1));
  set("context_parallel", training.context_parallel);
  set("tensor_parallel", training.tensor_parallel);
  set("pipeline_parallel", training.pipeline_parallel);
  set("expert_parallel", training.expert_parallel);
  if (training.pipeline_parallel > 1) set_schedule(file);
  if (training.tensor_parallel > 1) file.keys["parallelism.disable_loss_parallel"] = !training.loss_parallel;
  if (fsdp_version_of(plan) > 0) {
    const bool keeps_default = plan.zero.stage == 3 && training.pipeline_parallel == 1;
    file.keys["parallelism.fsdp_reshard_after_forward"] = plan.zero.stage < 3 ? "never"
                                                          : keeps_default     ? "default"
                                                                              : "always";
    file.keys["training.enable_cpu_offload"] = homes_of(plan).weights != Device::none;
  }
  file.state(
      "training.loss_parallel training.context_parallel training.tensor_parallel training.pipeline_parallel "
      "training.expert_parallel training.shard_ranks training.fsdp_version training.pipeline_schedule "
      "training.pipeline_chunks");
}

/// Sets the optimizer's hyperparameters that the plan carries, under torchtitan's names.
void set_titan_optimizer(ProgramFile& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> names = {
      {{"--learning_rate", "optimizer.lr"},
       {"--adam_beta1", "optimizer.beta1"},
       {"--adam_beta2", "optimizer.beta2"},
       {"--adam_epsilon", "optimizer.eps"},
       {"--weight_decay", "optimizer.weight_decay"},
       {"--max_grad_norm", "training.max_norm"}}};
  PlanDocument for_arguments = file.document;
  for_arguments.plan.target.flavour = Flavour::hf_trainer;
  const std::vector<std::string> words = exported_config(for_arguments).trainer_arguments;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2)
    for (const auto& [argument, key] : names)
      if (words[i] == argument)
        file.keys[std::string(key)] = text_io::Json::parse(words[i + 1], nullptr, false);
}

void set_titan_rest(ProgramFile& file) {
  const Plan& plan = file.plan;
  file.leave_out("training.fsdp_wrap", fsdp_version_of(plan) > 0 && plan.training.fsdp_wrap != FsdpWrap::all,
                 "torchtitan wraps embedding and head too");
  const bool has_experts = plan.model.has_shape() && plan.model.architecture.experts > 0;
  file.leave_out("training.experts", has_experts && plan.training.experts == Experts::loop,
                 "torchtitan runs the experts together");
  file.state("training.fsdp_wrap");
  if (has_experts) file.state("training.experts");
  // torchtitan uses a fused kernel by default, as a plan without a stated kernel assumes.
  if (plan.training.optimizer_kernel == OptimizerKernel::automatic) file.state("training.optimizer_kernel");
  if (evaluates(plan)) {
    file.keys["validation.seq_len"] = plan.training.sequence_length;
    constexpr int steps = 100;  // -1 (all of the data) may hang if ranks have unequal parts
    file.keys["validation.steps"] = steps;
  }
}

std::string toml_of(const ProgramFile& file) {
  text_io::Json sections = text_io::Json::object();
  for (const std::string_view name : titan_sections)
    sections[std::string(name)] = text_io::Json::object();
  for (const auto& [key, value] : file.keys.items())
    text_io::set_at_path(sections, key, value);
  return file.heading(
             "training.dataset, optimizer.lr, job.dump_folder, the tokenizer in model.hf_assets_path") +
         '\n' + text_io::toml_text(sections);
}

}  // namespace

ProgramExport write_for_torchtitan(const PlanDocument& source) {
  PlanDocument document = source;
  document.plan.target.flavour = Flavour::plain;  // without Trainer, "auto" would not be filled in
  ProgramFile file("torchtitan", "./run.sh", std::move(document));
  file.use_defaults_of("torchtitan", last_release_with_toml);
  file.keys["job.dump_folder"] = "out";
  file.keys["job.description"] = size_text(file.plan);
  set_titan_model(file);
  file.set_settings(SettingColumn::torchtitan);
  set_titan_optimizer(file);
  file.keys["training.dataset"] = "c4";
  set_degrees(file);
  set_titan_rest(file);
  file.leave_out("training.method", !file.plan.training.method.is_plain(),
                 "torchtitan trains with the loss of the next token");
  file.state("training.method");
  return file.exported({{"torchtitan.toml", toml_of(file), false},
                        run_script(file.plan, "torchtitan",
                                   "exec torchrun " + torchrun_options(file.plan) +
                                       " \\\n      -m torchtitan.train --job.config_file torchtitan.toml "
                                       "\"$@\"")});
}

}  // namespace zp
