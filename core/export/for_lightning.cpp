// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/accelerate_json.h"
#include "core/export/ds_config.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/text/yaml_text_json.h"

/// Export for Lightning 2.6: pytorch/trainer/trainer.py,
/// strategies/deepspeed.py, plugins/precision/deepspeed.py.
namespace zp {
namespace {

/// Returns the ds_config without two batch sizes: Lightning sets the batch itself and fails if the file
/// states gradient_accumulation_steps (DeepSpeedStrategy._format_batch_size_and_grad_accum_config).
std::string config_for_lightning(const PlanDocument& document) {
  text_io::Json config = text_io::Json::parse(ds_config(document));
  config.erase("gradient_accumulation_steps");
  config.erase("train_batch_size");
  constexpr int step = 2;
  return config.dump(step) + '\n';
}

/// Returns the strategy: DeepSpeed's with its config file, or DDP.
text_io::Json strategy(const Plan& plan) {
  if (is_deepspeed(plan))
    return {{"class_path", "lightning.pytorch.strategies.DeepSpeedStrategy"},
            {"init_args", {{"config", "ds_config.json"}}}};
  return {{"class_path", "lightning.pytorch.strategies.DDPStrategy"}};
}

}  // namespace

ProgramExport write_for_lightning(const PlanDocument& source) {
  PlanDocument document = source;
  document.plan.target.flavour = Flavour::plain;  // Lightning does not support "auto"
  ProgramFile file("Lightning", "./run.sh train.py", std::move(document));
  const Plan& plan = file.plan;
  file.set_settings(SettingColumn::lightning);
  text_io::Json trainer = {
      {"accelerator", "gpu"}, {"devices", plan.cluster.gpus_per_node}, {"num_nodes", plan.cluster.nodes}};
  trainer.update(file.keys);
  trainer["strategy"] = strategy(plan);
  file.keys = {{"trainer", trainer}};
  ProgramExport made = file.exported(
      {{"lightning.yaml",
        file.text("train.py, a program that calls LightningCLI, and the keys of your model and your data"),
        false},
       run_script(plan, "Lightning",
                  "program=${1:-train.py}\nif [ $# -gt 0 ]; then shift; fi\nexec torchrun " +
                      torchrun_options(plan) +
                      " \\\n      \"$program\" fit --config lightning.yaml \"$@\"")});
  for (ExportFile& exported : made.files)
    if (exported.name == "ds_config.json") exported.text = config_for_lightning(file.document);
  return made;
}

}  // namespace zp
