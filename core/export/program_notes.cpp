// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/autotuning.h"
#include "core/export/method_arguments.h"
#include "core/export/sections.h"
#include "core/text/quoting.h"
#include "core/units/format.h"

namespace zp {
namespace {

void report_autotuner(ConfigDraft& draft) {
  if (!is_autotuned(draft.document)) return;
  const std::vector<AutotunerRun> runs = autotuner_runs(draft.document);
  std::string sizes;
  for (const AutotunerRun& run : runs)
    sizes +=
        (sizes.empty() ? "" : ", ") + format_count(run.micro_batch) + " × " + format_count(run.accumulation);
  draft.report(
      Severity::style, "autotuner_runs", "deepspeed_config.autotuning",
      "DeepSpeed's autotuner will profile the model and try about " +
          format_count(static_cast<std::int64_t>(runs.size())) +
          " of its settings, micro batch × accumulation " + sizes + ", each for a few steps.",
      "launch.sh tunes and then trains with the best; with AUTOTUNING=tune in the environment it only "
      "tunes. The best file is autotuning_results/ds_config_optimal.json.");
}

/// Adds a finding with the program's command and non-default arguments, because a ds_config has no key for
/// the method.
void report_method(ConfigDraft& draft) {
  const Training& training = draft.plan.training;
  if (training.method.is_plain()) return;
  std::string arguments;
  for (const std::string& argument : method_arguments(draft.plan))
    arguments += (arguments.empty() ? ", with " : ", ") + argument;
  draft.report(Severity::style, "method_in_program", "training.method",
               "A ds_config.json has no key for the method: the program trains by it.",
               "With " + method_command(draft.plan) + arguments + '.');
}

/// Adds a finding that the program must make the model a PipelineModule: a ds_config has pipeline keys only
/// for checkpoints.
void report_pipeline(ConfigDraft& draft) {
  const Training& training = draft.plan.training;
  if (training.pipeline_parallel <= 1) return;
  if (draft.for_trainer())
    draft.report(Severity::fails_later, "pipeline_with_trainer", "training.pipeline_parallel",
                 "Trainer hands DeepSpeed the whole model: it cannot run a pipeline.",
                 "Set target.flavour to plain, or go without the pipeline.");
  const std::string stages = std::to_string(training.pipeline_parallel);
  const std::string layout = training.tensor_parallel > 1
                                 ? "topology=PipeModelDataParallelTopology(num_pp=" + stages +
                                       ", num_mp=" + std::to_string(training.tensor_parallel) +
                                       ", num_dp=" + std::to_string(data_parallel_world(draft.plan)) + ')'
                                 : "num_stages=" + stages;
  const std::string method = training.pipeline_partition == PipelinePartition::blocks
                                 ? "type:CLASS\", CLASS being a block's"
                                 : std::string(name_of(training.pipeline_partition)) + '"';
  draft.report(Severity::style, "pipeline_in_program", "training.pipeline_parallel",
               "A ds_config.json has no key for a pipeline: the program hands DeepSpeed the model as a list "
               "of layers" +
                   std::string(training.tensor_parallel > 1
                                   ? ", which divide themselves among the tensor-parallel ranks."
                                   : "."),
               "PipelineModule(layers=[LayerSpec(…), …], loss_fn=…, " + layout + ", partition_method=\"" +
                   method + "), and engine.train_batch(data_iter) in place of forward, backward and step.");
}

/// Adds a finding that the program creates the adapters and their base model, for which a ds_config has no
/// key.
void report_adapters(ConfigDraft& draft) {
  const Training& training = draft.plan.training;
  if (!training.has_adapters()) return;
  const Lora& lora = training.lora;
  std::string modules, saved;
  for (const LoraTargetName& row : lora_target_names())
    if ((lora.targets & row.target) != 0) modules += (modules.empty() ? "" : ", ") + python_string(row.name);
  if (lora.saves_embedding()) saved += python_string("embed_tokens");
  if (lora.saves_head()) saved += (saved.empty() ? "" : ", ") + python_string("lm_head");
  draft.report(Severity::style, "adapters_in_program", "training.lora.rank",
               "A ds_config.json has no key for adapters: the program makes them.",
               "With PEFT: LoraConfig(r=" + std::to_string(lora.rank) + ", target_modules=[" + modules + ']' +
                   (lora.dropout > 0 ? ", lora_dropout=" + format_number(lora.dropout) : "") +
                   (lora.dora ? ", use_dora=True" : "") +
                   (saved.empty() ? "" : ", modules_to_save=[" + saved + ']') + ").");
  if (!training.quantizes_frozen()) return;
  const std::string type = "torch." + std::string(training.precision == Precision::bf16   ? "bfloat16"
                                                  : training.precision == Precision::fp16 ? "float16"
                                                                                          : "float32");
  draft.report(Severity::style, "quantization_in_program", "training.frozen_precision",
               "A ds_config.json has no key for a quantised base: the program loads it.",
               training.frozen_precision == FrozenPrecision::int8
                   ? "With transformers: BitsAndBytesConfig(load_in_8bit=True)."
                   : "With transformers: BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type=\"nf4\", "
                     "bnb_4bit_use_double_quant=" +
                         std::string(training.double_quantization ? "True" : "False") +
                         ", bnb_4bit_compute_dtype=" + type + ", bnb_4bit_quant_storage=" + type +
                         "), and dtype=" + type + '.');
}

}  // namespace

void report_program(ConfigDraft& draft) {
  report_autotuner(draft);
  report_method(draft);
  report_adapters(draft);
  report_pipeline(draft);
  const Training& training = draft.plan.training;
  const bool by_engine =
      training.pipeline_parallel > 1 && training.activation_checkpointing == Checkpointing::full;
  if (training.activation_checkpointing != Checkpointing::none && !draft.for_trainer() && !by_engine)
    draft.report(Severity::style, "checkpointing_in_program", "training.activation_checkpointing",
                 find_node(draft.out, "activation_checkpointing")
                     ? "DeepSpeed's engine does not act on the file's activation_checkpointing section."
                     : "ds_config.json has no activation_checkpointing section: DeepSpeed's engine does not "
                       "act on one.",
                 "Switch checkpointing on in the program, for Hugging Face models with "
                 "model.gradient_checkpointing_enable().");
}

}  // namespace zp
