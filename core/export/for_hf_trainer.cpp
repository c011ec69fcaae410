// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <string_view>
#include <utility>

#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/sharding/encoder.h"

/// Export for a program with transformers' TrainingArguments; by default one of transformers' examples:
/// run_clm.py for a decoder, run_mlm.py for an encoder (examples/pytorch/language-modeling),
/// run_summarization.py for an encoder-decoder (examples/pytorch/summarization), run_classification.py for
/// classification (examples/pytorch/text-classification).
namespace zp {
namespace {

/// Returns the command that starts the program: torchrun, or accelerate if it must set up FSDP or Ulysses.
std::string launcher(const Plan& plan) {
  if (needs_accelerate(plan))
    return "exec accelerate launch --config_file accelerate_config.yaml " + accelerate_options(plan);
  return "exec torchrun " + torchrun_options(plan);
}

bool classifies(const Plan& plan) { return plan.training.method.method == Method::classification; }

std::string_view example_for(const Plan& plan) {
  if (classifies(plan)) return "run_classification.py";
  if (!plan.model.has_shape() || !plan.model.architecture.has_encoder()) return "run_clm.py";
  return plan.model.architecture.has_cross_attention() ? "run_summarization.py" : "run_mlm.py";
}

/// Replaces arguments that only run_clm.py has by those of the example for this model or task.
void name_lengths(ProgramFile& file) {
  const Plan& plan = file.plan;
  const bool has_encoder = plan.model.has_shape() && plan.model.architecture.has_encoder();
  if (!has_encoder && !classifies(plan)) return;
  for (const char* const of_run_clm : {"block_size", "dtype"})
    file.keys.erase(of_run_clm);
  if (classifies(plan) || !plan.model.architecture.has_cross_attention()) {
    file.keys["max_seq_length"] = plan.training.sequence_length;
    return;
  }
  file.keys["max_source_length"] = encoder_length(plan.training);
  file.keys["max_target_length"] = plan.training.sequence_length;
  file.state("training.encoder_length");
}

/// Returns the model type of transformers whose configuration can have the shape; "" if none of these can.
std::string_view type_of_shape(const Architecture& shape) {
  if (shape.has_experts() || shape.has_latent_attention() || shape.has_encoder() ||
      shape.qk_norm != QkNorm::none || shape.lm_head_bias)
    return "";
  const bool divides_evenly =
      shape.head_dim == 0 || shape.head_dim * shape.attention_heads == shape.hidden_size;
  const bool has_biases = shape.qkv_bias || shape.attention_output_bias || shape.mlp_bias;
  if (!divides_evenly) return "";
  if (!has_biases && shape.is_rotary() && shape.gated_mlp && shape.norm == Norm::rmsnorm &&
      shape.norms_per_layer == 2)
    return "llama";
  const bool is_gpt = shape.block == Block::gpt && shape.learned_positions > 0 && shape.tied_embeddings &&
                      shape.kv_heads == shape.attention_heads;
  return is_gpt && !shape.gated_mlp && shape.norm == Norm::layernorm ? "gpt2" : "";
}

/// Returns the text of --config_overrides, under the names of LlamaConfig or GPT2Config.
std::string overrides_of(const Architecture& shape, std::string_view type) {
  const bool is_llama = type == "llama";
  std::string text;
  const auto add = [&text](std::string_view name, const std::string& value) {
    text += (text.empty() ? "" : ",") + std::string(name) + "=" + value;
  };
  add(is_llama ? "hidden_size" : "n_embd", std::to_string(shape.hidden_size));
  add(is_llama ? "num_hidden_layers" : "n_layer", std::to_string(shape.layers));
  add(is_llama ? "num_attention_heads" : "n_head", std::to_string(shape.attention_heads));
  if (is_llama) add("num_key_value_heads", std::to_string(shape.kv_heads));
  if (is_llama) add("intermediate_size", std::to_string(shape.intermediate_size));
  if (!is_llama && shape.intermediate_size != 4 * shape.hidden_size)
    add("n_inner", std::to_string(shape.intermediate_size));
  add("vocab_size", std::to_string(shape.vocab_size));
  if (is_llama && shape.max_position_embeddings > 0)
    add("max_position_embeddings", std::to_string(shape.max_position_embeddings));
  if (is_llama) add("tie_word_embeddings", shape.tied_embeddings ? "true" : "false");
  if (!is_llama) add("n_positions", std::to_string(shape.learned_positions));
  return text;
}

/// Returns true if a model without a name is trained from new weights.
bool starts_from_scratch(const ProgramFile& file) {
  const Model& model = file.plan.model;
  const bool has_name =
      !file.document.text.repository.empty() || (model.preset && !model.preset->hf_id.empty());
  return file.plan.training.method.method == Method::pretrain && !has_name &&
         example_for(file.plan) == "run_clm.py";
}

/// Names the model, or the configuration of one whose weights are new: run_clm.py takes --config_overrides
/// together with --model_type alone (ModelArguments.__post_init__).
void name_model(ProgramFile& file) {
  if (!starts_from_scratch(file)) {
    file.keys["model_name_or_path"] = file.model_name();
    return;
  }
  const Architecture& shape = file.plan.model.architecture;
  const std::string_view type = file.plan.model.has_shape() ? type_of_shape(shape) : "";
  if (type.empty()) {
    file.keys["config_name"] = "path/to/config";
  } else {
    file.keys["model_type"] = type;
    file.keys["config_overrides"] = overrides_of(shape, type);
  }
  file.keys["tokenizer_name"] = "path/to/tokenizer";
}

}  // namespace

ProgramExport write_for_hf_trainer(const PlanDocument& document) {
  ProgramFile file("Hugging Face Trainer", "hf-trainer", "./run.sh", document);
  const Plan& plan = file.plan;
  name_model(file);
  file.keys["dataset_name"] = "path/to/data";
  file.keys["do_train"] = true;
  file.keys["output_dir"] = "out";
  if (is_deepspeed(plan) && !needs_accelerate(plan)) file.keys["deepspeed"] = "ds_config.json";
  file.set_settings(SettingColumn::run_clm);
  file.note_liger_switch();
  name_lengths(file);
  file.leave_out("training.method", !plan.training.method.is_plain() && !classifies(plan),
                 std::string(example_for(plan)) + " trains with the loss of its task");
  file.state("training.method");
  std::vector<ExportFile> others;
  if (needs_accelerate(plan)) {
    others.push_back({"accelerate_config.yaml", accelerate_yaml(file.document), false});
    file.state(accelerate_plan_keys(plan));
  }
  const std::string command =
      "# Yours to fill in: " + std::string(file.keys.contains("config_name") ? "--config_name, " : "") +
      (starts_from_scratch(file) ? "--tokenizer_name, " : "") +
      "--dataset_name, --output_dir, --learning_rate; arguments given to this script come later and win.\n" +
      (plan.training.method.method == Method::pretrain && file.keys.contains("model_name_or_path")
           ? "# Training goes on from the model's weights; for new ones, write --config_name and "
             "--tokenizer_name in the place of --model_name_or_path.\n"
           : "") +
      "program=" + std::string(example_for(plan)) +
      "\ncase \"${1:-}\" in\n  *.py)\n    program=$1\n    shift\n    "
      ";;\nesac\n" +
      launcher(plan) + " \\\n      \"$program\"" + file.option_lines() + " \"$@\"";
  return file.exported({run_script(plan, "a program with Trainer's arguments", command)}, std::move(others));
}

}  // namespace zp
