// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/trainer_keys.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "core/catalog/built_on.h"
#include "core/catalog/catalog.h"
#include "core/import/adapter_keys.h"
#include "core/import/named_model.h"
#include "core/import/program_keys_json.h"
#include "core/import/vision_keys.h"
#include "core/plan_file/program_defaults.h"
#include "core/sharding/parallelism.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

template <std::size_t n>
bool is_one_of(const std::array<std::string_view, n>& names, const FileKey& key) {
  return std::ranges::find(names, key.key) != names.end();
}

/// Keys that make a run evaluate: TrainingArguments' strategy under its older and newer name and its switch,
/// and the share of the data that Axolotl sets aside.
constexpr std::array<std::string_view, 2> evaluation_strategies = {"eval_strategy", "evaluation_strategy"};
constexpr std::array<std::string_view, 2> evaluation_switches = {"do_eval", "val_set_size"};

bool says_strategy(const FileKey* key) {
  return key != nullptr && key->is_string() && !key->text.empty() && key->text != "no";
}

/// Returns true for a run of ms-swift that evaluates without an explicit strategy: with rows split off for
/// it, or with val_dataset, it evaluates whenever it saves (swift/arguments/sft_args.py,
/// _init_eval_strategy).
bool divides_off_rows(const FileKeys& keys, const ProgramEntry& program) {
  if (program.id != "ms-swift") return false;
  for (const std::string_view name : {"eval_strategy", "evaluation_strategy", "save_strategy"})
    if (const FileKey* strategy = find_key(keys, name); strategy != nullptr && strategy->text == "no")
      return false;
  const FileKey* const share = find_key(keys, "split_dataset_ratio");
  const auto number = share != nullptr ? python::lax_float(*share) : std::nullopt;
  return (number && *number > 0) || find_key(keys, "val_dataset") != nullptr;
}

/// Removes the evaluation switches from `keys`. Returns the default evaluation batch size: 8
/// (TrainingArguments.per_device_eval_batch_size), or for Axolotl the micro batch (core/builders/base.py); 0
/// if the file states one or does not evaluate. A stated size counts only if the run evaluates.
std::int64_t take_evaluation(FileKeys& keys, ProgramKeys& plan) {
  const ProgramEntry& program = plan.program();
  constexpr std::string_view size = "per_device_eval_batch_size";
  constexpr std::int64_t by_default = 8;
  const bool evaluates =
      divides_off_rows(keys, program) ||
      std::ranges::any_of(evaluation_strategies,
                          [&](std::string_view name) { return says_strategy(find_key(keys, name)); }) ||
      std::ranges::any_of(evaluation_switches, [&](std::string_view name) { return is_on(keys, name); });
  for (const FileKey& key : keys) {
    if (key.is_null()) continue;
    if (is_one_of(evaluation_strategies, key) || is_one_of(evaluation_switches, key))
      plan.list_as_read(key, "training.eval_batch_size");
    else if (!evaluates && key.key == size)
      plan.list_as_unread(key, "The run does not evaluate.");
  }
  std::erase_if(keys, [&](const FileKey& key) {
    return is_one_of(evaluation_strategies, key) || is_one_of(evaluation_switches, key) ||
           (!evaluates && key.key == size);
  });
  if (!evaluates || find_key(keys, size) != nullptr) return 0;
  const FileKey* micro_batch = find_key(keys, "micro_batch_size");
  const bool is_axolotl = program.id == "axolotl" && micro_batch != nullptr && micro_batch->is_integer();
  return is_axolotl ? micro_batch->integer : by_default;
}

/// Keys that only choose between adapters and full fine-tuning: finetuning_type of LLaMA-Factory and
/// ms-swift, adapter of Axolotl, use_peft of TRL, lora_enable of LLaVA, use_lora of Qwen.
constexpr std::array<std::string_view, 5> adapter_switches = {"finetuning_type", "adapter", "use_peft",
                                                              "lora_enable", "use_lora"};
constexpr std::array<std::string_view, 2> lora_types = {"lora", "qlora"};

bool names_lora(const FileKey* key) {
  return key != nullptr && std::ranges::find(lora_types, key->text) != lora_types.end();
}

/// Returns true if the file asks for adapters. They are ms-swift's default (arguments/ base_args:
/// tuner_type).
bool makes_adapters(const FileKeys& keys, const ProgramEntry& program) {
  // LMFlow uses the name of this switch for loading the model in 4 bits.
  const bool is_qlora = std::ranges::any_of(keys, [&](const FileKey& key) {
    return key.spelling == "use_qlora" && key.key == "load_in_4bit" && is_on(keys, "load_in_4bit");
  });
  const bool is_swift = program.id == "ms-swift" && find_key(keys, "finetuning_type") == nullptr;
  const bool is_factory = program.id == "llama-factory" && find_key(keys, "finetuning_type") == nullptr &&
                          find_key(keys, "model_class") == nullptr;
  return is_swift || is_factory || names_lora(find_key(keys, "adapter")) ||
         names_lora(find_key(keys, "finetuning_type")) || is_on(keys, "use_peft") ||
         is_on(keys, "lora_enable") || is_on(keys, "use_lora") || is_on(keys, "use_qlora") || is_qlora ||
         is_on(keys, "lora_dim");
}

/// Renames the arguments of programs derived from MAE's main_finetune.py (LLaMA-Adapter, LLaMA2-Accessory) to
/// the usual ones: batch_size is per GPU, and accum_iter is the gradient accumulation.
void name_accumulated_batches(FileKeys& keys) {
  struct NameOfMae {
    std::string_view theirs, ours;
  };
  constexpr auto names = std::to_array<NameOfMae>({{"batch_size", "micro_batch_size"},
                                                   {"accum_iter", "gradient_accumulation_steps"},
                                                   {"max_words", "max_length"},
                                                   {"checkpointing", "gradient_checkpointing"},
                                                   {"precision", "dtype"}});
  const bool is_theirs = find_key(keys, "accum_iter") != nullptr || find_key(keys, "max_words") != nullptr ||
                         find_key(keys, "blr") != nullptr;
  if (!is_theirs) return;
  for (FileKey& key : keys)
    if (const auto row = std::ranges::find(names, key.key, &NameOfMae::theirs); row != names.end())
      key.key = row->ours;
}

/// Renames train_batch_size in scripts derived from diffusers, where it is the batch per GPU
/// (examples/text_to_image/ train_text_to_image.py, "per device"); such scripts are recognised by how they
/// name their model.
void name_batch_of_diffusers(FileKeys& keys) {
  if (find_key(keys, "pretrained_model_name_or_path") == nullptr ||
      find_key(keys, "micro_batch_size") != nullptr ||
      find_key(keys, "per_device_train_batch_size") != nullptr)
    return;
  for (FileKey& key : keys)
    if (key.key == "train_batch_size" && python::lax_count(&key) > 0) key.key = "micro_batch_size";
}

/// Lists a batch size as not read if no row reads it: some programs count it per GPU, others over all GPUs.
void pass_over_batches(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto names = std::to_array<std::string_view>(
      {"batch_size", "train_batch_size", "train_batchsize", "batch_size_training"});
  const auto is_one = [&](const FileKey& key) {
    const std::string_view last = std::string_view(key.key).substr(key.key.rfind('.') + 1);
    return !key.is_null() && rows_of(plan.program(), key.key).empty() &&
           std::ranges::find(names, last) != names.end();
  };
  if (plan.states_plan_key("training.micro_batch_size")) return;
  for (const FileKey& key : keys)
    if (is_one(key))
      plan.list_as_unread(key,
                          "Some programs count it for one GPU, others for all together. Set "
                          "training.micro_batch_size.");
  std::erase_if(keys, is_one);
}

/// Reads batch_size as the micro batch of an unknown program that states gradient accumulation and no other
/// batch, and adds a note.
void name_plain_batch(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto others =
      std::to_array<std::string_view>({"micro_batch_size", "per_device_train_batch_size",
                                       "micro_train_batch_size", "train_batch_size", "global_batch_size"});
  const bool is_said =
      std::ranges::any_of(others, [&](std::string_view name) { return find_key(keys, name) != nullptr; });
  const auto batch = std::ranges::find(keys, "batch_size", &FileKey::key);
  if (is_said || batch == keys.end() || find_key(keys, "gradient_accumulation_steps") == nullptr ||
      python::lax_count(&*batch) == 0)
    return;
  plan.note(
      {Severity::ignored, "batch_guessed", "training.micro_batch_size",
       batch->spelling + ": " + value_words(*batch) +
           " is given together with the accumulation, and was taken for the micro batch of a GPU (a guess).",
       "Set training.micro_batch_size if it counts for all GPUs or the whole step."});
  batch->key = "micro_batch_size";
}

/// Lists block_length of diffusion language models as not read: it is a part of the generated length, not a
/// sequence length (LLaDA's generate.py: gen_length, block_length).
void pass_over_blocks(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view blocks = "block_size";
  const FileKey* const size = find_key(keys, blocks);
  if (size == nullptr || find_key(keys, "gen_length") == nullptr) return;
  plan.list_as_unread(*size,
                      "Beside gen_length it is the block of a diffusion model, not the length of sequences.");
  remove_key(keys, blocks);
}

/// Reads the arguments of HALOs (ContextualAI/HALOs, launch.py): the batch over all ranks and accumulation
/// steps, and the method, which its loss names.
void read_halos(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const found = find_key(keys, "model.batch_size");
  const FileKey* const loss = find_key(keys, "loss");
  if (loss == nullptr || find_key(keys, "train_datasets") == nullptr) return;
  for (const std::string_view method : {"dpo", "kto", "ppo", "grpo"})
    if (loss->text == method) plan.set("training.method", std::string(method), *loss);
  if (found != nullptr) {
    const std::int64_t batch = python::lax_count(found);
    const std::int64_t steps =
        std::max<std::int64_t>(python::lax_count(find_key(keys, "model.gradient_accumulation_steps")), 1);
    const std::int64_t at_once = steps * std::max<std::int64_t>(data_parallel_world(plan.document().plan), 1);
    if (batch > 0 && batch % at_once == 0) {
      plan.set("training.micro_batch_size", batch / at_once, *found);
      plan.set("training.gradient_accumulation_steps", steps, "model.gradient_accumulation_steps");
    } else {
      plan.list_as_unread(*found, "It counts for all ranks together, and is no multiple of the plan's " +
                                      std::to_string(at_once) + " parts.");
    }
  }
  for (FileKey& key : keys)
    if (key.key == "model.max_length")
      key.key = "max_length";
    else if (key.key == "model.use_peft")
      key.key = "use_peft";
  std::erase_if(keys, [](const FileKey& key) {
    return key.key == "model.batch_size" || key.key == "model.gradient_accumulation_steps" ||
           (key.key == "loss" && key.text != "sft");
  });
}

/// Reads adapter modules that a program finds with a function, from the function's name:
/// find_all_linear_names(model) of LLaVA, QLoRA and many others.
void name_found_modules(FileKeys& keys, ProgramKeys& plan) {
  for (FileKey& key : keys) {
    if (key.key != "lora_target_modules" || key.text.find("find_all_linear") == std::string::npos) continue;
    plan.note({Severity::ignored, "targets_guessed", "training.lora.targets",
               "The program finds the modules of its adapters itself: " +
                   key.text.substr(2, key.text.find('(') - 2) +
                   ", by its name all linear layers; the plan has those (a guess).",
               ""});
    key.text = "all-linear";
  }
}

constexpr std::array<std::string_view, 8> adapter_keys = {"lora_r",
                                                          "lora_dim",
                                                          "lora_dropout",
                                                          "lora_target_modules",
                                                          "lora_target_linear",
                                                          "lora_modules_to_save",
                                                          "use_dora",
                                                          "lora_alpha"};

std::string spelling_and_value(const FileKey& key) { return key.spelling + ": " + value_words(key); }

/// Reads the kind of tuning. A rank counts only if there are adapters; full fine-tuning sets rank 0; other
/// kinds (LLaMA-Factory's freeze and oft) are listed as not read.
void read_switches(FileKeys& keys, ProgramKeys& plan) {
  const bool has_adapters = makes_adapters(keys, plan.program());
  add_adapters_of_llava(keys, plan);
  for (const FileKey& key : keys) {
    if (key.is_null() || !is_one_of(adapter_switches, key)) continue;
    if (key.is_string() && is_left_open(key.text)) {
      plan.list_as_unread(
          key, spelling_and_value(key) + (has_adapters ? " is not decided by the file; other keys ask "
                                                         "for adapters, which the plan has."
                                                       : " is not decided by the file; all weights "
                                                         "count as trained."));
      continue;
    }
    const bool is_word = key.is_string() && !python::lax_bool(key) && !key.text.empty();
    const bool is_full = (is_word && key.text == "full") || (!is_word && !is_on(keys, key.key));
    if (is_word && !names_lora(&key) && !is_full)
      plan.list_as_unread(
          key, key.spelling + ": " + key.text +
                   " is a kind of tuning that a plan does not have; all weights count as trained.");
    else if (is_full && !has_adapters)
      plan.set("training.lora.rank", 0, key);
    else
      plan.list_as_read(key, "training.lora.rank");
  }
  for (const FileKey& key : keys)
    if (!has_adapters && !key.is_null() && is_one_of(adapter_keys, key))
      plan.list_as_unread(key, "The run trains no adapters.");
  const FileKey* adapter = find_key(keys, "adapter");
  if (adapter == nullptr) adapter = find_key(keys, "finetuning_type");
  if (adapter != nullptr && adapter->text == "qlora")
    if (find_key(keys, "load_in_4bit") == nullptr && find_key(keys, "load_in_8bit") == nullptr)
      plan.set("training.frozen_precision", "nf4", *adapter);
  std::erase_if(keys, [&](const FileKey& key) {
    return is_one_of(adapter_switches, key) || (!has_adapters && is_one_of(adapter_keys, key));
  });
  const bool has_rank = find_key(keys, "lora_r") != nullptr || find_key(keys, "lora_dim") != nullptr;
  if (has_adapters && !has_rank && !plan.states_plan_key("training.lora.rank")) {
    const std::int64_t usual = program_rank(plan.document().plan);
    constexpr std::int64_t of_peft = 8;
    plan.set("training.lora.rank", usual > 0 ? usual : of_peft,
             std::string("adapters without a rank, which is ") + std::to_string(usual > 0 ? usual : of_peft) +
                 " then");
  }
}

/// Removes save_steps if save_strategy saves only at the end of an epoch or for the best model; Trainer then
/// ignores it (transformers/trainer_callback.py, DefaultFlowCallback.on_step_end).
void take_saving(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const strategy = find_key(keys, "save_strategy");
  if (strategy == nullptr || (strategy->text != "epoch" && strategy->text != "best")) return;
  const std::string evidence = strategy->spelling + ": " + strategy->text;
  for (const FileKey& key : keys)
    if (key.key == "save_steps" && !key.is_null()) plan.list_as_unread(key, evidence + " leaves it out.");
  remove_key(keys, "save_steps");
}

/// Removes the number type that the model is loaded in if bf16 or fp16 states the same for training.
void settle_types(FileKeys& keys, ProgramKeys& plan) {
  const std::string trained = is_on(keys, "bf16") ? "bf16" : is_on(keys, "fp16") ? "fp16" : "";
  // transformers, training_args.py, __post_init__: the switch overrides accelerate's mixed_precision
  const FileKey* const mixed = find_key(keys, "mixed_precision");
  if (!trained.empty() && mixed != nullptr && mixed->text != trained && mixed->text != "fp8" &&
      is_built_on(plan.program(), "hf-trainer")) {
    plan.list_as_unread(*mixed, "The program's own switch, " + trained + ", takes precedence.");
    remove_key(keys, "mixed_precision");
  }
  const FileKey* bf16 = find_key(keys, "bf16");
  const bool is_stated = !trained.empty() || (bf16 != nullptr && bf16->text == "auto");
  if (!is_stated) return;
  for (const FileKey& key : keys)
    if (key.key == "dtype" && key.is_string() && (key.text.ends_with("32") || key.text == "float"))
      plan.set("training.types.weights", "fp32", key);
    else if (key.key == "dtype" && !key.is_null())
      plan.list_as_read(key, "training.precision");
  std::erase_if(keys, [](const FileKey& key) { return key.key == "dtype"; });
}

/// Returns the context of the engine that generates in the same process, which bounds prompt and completion
/// of TRL's GRPO together (trl, trainer/grpo_config.py, vllm_max_model_length); nullptr if none is stated, or
/// a server generates.
const FileKey* bound_of_engine(const FileKeys& keys) {
  const FileKey* const mode = find_key(keys, "vllm_mode");
  if ((mode != nullptr && mode->text == "server") || find_key(keys, "max_prompt_length") != nullptr)
    return nullptr;
  for (const char* const name : {"vllm_max_model_length", "vllm_max_model_len"})
    if (const FileKey* const key = find_key(keys, name); key != nullptr && python::lax_count(key) > 0)
      return key;
  return nullptr;
}

/// Reads the device of the engine that older releases of TRL start in the first training process: "cuda:3",
/// or "auto", the one after the last that trains, or the only one (trl before 0.16, trainer/grpo_config.py,
/// vllm_device; trainer/grpo_trainer.py, __init__). A device behind those that train is a GPU of its own.
void take_engine_device(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view name = "vllm_device", before = "cuda:";
  const FileKey* const device = find_key(keys, name);
  if (device == nullptr || !device->is_string() || !is_on(keys, "use_vllm")) return;
  const int trained = plan.document().plan.cluster.gpus_per_node;
  const std::string_view number =
      device->text.starts_with(before) ? std::string_view(device->text).substr(before.size()) : "";
  int index = -1;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), index);
  const bool is_auto = device->text == "auto";
  if (!is_auto && (number.empty() || error != std::errc() || end != number.data() + number.size())) return;
  if (is_auto && trained == 1 && plan.states_plan_key("cluster.gpus_per_node")) {
    plan.list_as_unread(*device,
                        "One process trains: the engine shares its GPU if that is the only one, as in the "
                        "plan, and has the next one otherwise. Set training.generation and "
                        "training.rl.engine_gpus.");
  } else if (is_auto || index >= trained) {
    plan.set("training.generation", "server", *device);
    plan.set("training.rl.engine_gpus", 1, *device);
    plan.list_as_read(*find_key(keys, "use_vllm"), "training.generation");
    remove_key(keys, "use_vllm");
  } else {
    plan.list_as_read(*device, "training.generation");
  }
  remove_key(keys, name);
}

/// Sets the sequence length of methods that generate: prompt plus completion (trl, trainer/grpo_config.py:
/// prompts of at most 512 tokens by default in older releases).
void take_generated_length(FileKeys& keys, ProgramKeys& plan) {
  const Method method = plan.document().plan.training.method.method;
  const FileKey* const completion = find_key(keys, "max_completion_length");
  double answer =
      completion != nullptr ? python::lax_int(*completion).value_or(0) : 0;  // 0: no usable value is stated
  const bool is_usual = completion == nullptr && plan.program().id == "trl" && method == Method::grpo &&
                        python::lax_count(find_key(keys, "max_prompt_length")) > 0;
  constexpr double usual_answer = 256;
  if (is_usual) {
    answer = usual_answer;
    plan.set("training.completion_length", 256, "no max_completion_length, whose default is 256");
  }
  if ((method != Method::grpo && method != Method::ppo) || answer <= 0) return;
  if (const FileKey* const bound = bound_of_engine(keys);
      bound != nullptr && static_cast<double>(python::lax_count(bound)) >= answer) {
    plan.set("training.sequence_length", python::lax_count(bound), *bound);
    std::erase_if(keys, [name = bound->key](const FileKey& key) {
      return key.key == name || key.key == "max_length" || key.key == "max_seq_length";
    });
    return;
  }
  const FileKey* const prompt = find_key(keys, "max_prompt_length");
  const auto stated = prompt != nullptr ? python::lax_int(*prompt) : std::nullopt;
  constexpr double usual_prompt = 512;
  const auto tokens = static_cast<std::int64_t>(answer + (stated && *stated > 0 ? *stated : usual_prompt));
  plan.set("training.sequence_length", tokens,
           is_usual ? std::string("max_prompt_length and completions of 256 tokens")
           : stated ? std::string("max_prompt_length and max_completion_length")
                    : "max_completion_length and prompts of 512 tokens");
  if (stated) plan.list_as_read(*prompt, "training.sequence_length");
  std::erase_if(keys, [&](const FileKey& key) {
    return (stated && key.key == "max_prompt_length") || key.key == "max_length" ||
           key.key == "max_seq_length";
  });
}

/// Reads GRPO's KL weight; without a KL term no reference is needed, and with adapters the reference is the
/// model with adapters off (trl trainer/grpo_trainer.py, ref_model; ms-swift arguments/rlhf_args.py, beta).
void take_kl_term(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const beta = find_key(keys, "beta");
  const auto weight = beta != nullptr ? python::lax_float(*beta) : std::nullopt;
  const FileKey* const type = find_key(keys, "rlhf_type");  // ms-swift's key for the method
  const bool is_grpo =
      type != nullptr ? type->text == "grpo" : plan.document().plan.training.method.method == Method::grpo;
  if (!weight || !is_grpo) return;
  plan.set("training.reference",
           *weight == 0                           ? "none"
           : makes_adapters(keys, plan.program()) ? "adapter"
                                                  : "model",
           *beta);
  std::erase_if(keys, [](const FileKey& key) { return key.key == "beta"; });
}

/// Returns true if the model that the keys name, or else the plan's model, is an encoder-decoder.
bool has_two_stacks(const FileKeys& keys, const ProgramKeys& plan) {
  const auto named = std::ranges::find_if(keys, [](const FileKey& key) { return names_model(key); });
  if (named == keys.end()) return plan.document().plan.model.architecture.has_cross_attention();
  const SharedModelPreset model = catalog().find_model(named->text);
  return model && model->architecture.has_cross_attention();
}

/// Reads the lengths of an encoder-decoder: source for the encoder, target for the decoder (transformers
/// examples/pytorch/summarization/run_summarization.py and translation/run_translation.py).
void take_lengths_of_two_stacks(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto lengths = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"max_source_length", "training.encoder_length"}, {"max_target_length", "training.sequence_length"}});
  for (const auto& [name, path] : lengths) {
    const FileKey* const key = find_key(keys, name);
    const auto number = key != nullptr ? python::lax_int(*key) : std::nullopt;
    if (!number || *number <= 0) continue;
    plan.set(path, static_cast<std::int64_t>(*number), *key);
    std::erase_if(keys, [n = name](const FileKey& one) { return one.key == n; });
  }
}

/// Sets the sequence length of ChatGLM's programs to source plus target (ptuning/main.py), and adds a note on
/// the prefixes that they train, which plans do not have.
void take_source_and_target(FileKeys& keys, ProgramKeys& plan) {
  if (has_two_stacks(keys, plan)) return take_lengths_of_two_stacks(keys, plan);
  // QLoRA's program (artidoro/qlora, qlora.py) uses shorter names; its tokenizer truncates source and target.
  const bool is_qlora =
      find_key(keys, "source_max_len") != nullptr && find_key(keys, "target_max_len") != nullptr;
  const auto lengths = is_qlora ? std::to_array<std::string_view>({"source_max_len", "target_max_len"})
                                : std::to_array<std::string_view>({"max_source_length", "max_target_length"});
  if (is_qlora) std::erase_if(keys, [](const FileKey& key) { return key.key == "max_length"; });
  constexpr auto others =
      std::to_array<std::string_view>({"max_length", "max_seq_length", "model_max_length", "cutoff_len"});
  const auto stated = [&](std::string_view name) -> std::int64_t {
    const FileKey* const key = find_key(keys, name);
    const auto number = key != nullptr ? python::lax_int(*key) : std::nullopt;
    return number && *number > 0 && *number < 1e9 ? static_cast<std::int64_t>(*number) : 0;
  };
  const std::int64_t source = stated(lengths[0]), target = stated(lengths[1]);
  const bool is_said_otherwise =
      std::ranges::any_of(others, [&](std::string_view name) { return find_key(keys, name) != nullptr; }) ||
      !rows_of(plan.program(), lengths[0]).empty();
  if (source > 0 && target > 0 && !is_said_otherwise) {
    plan.set("training.sequence_length", source + target,
             std::string(lengths[0]) + " and " + std::string(lengths[1]));
    for (const std::string_view name : lengths)
      plan.list_as_read(*find_key(keys, name), "training.sequence_length");
    std::erase_if(keys, [&](const FileKey& key) { return is_one_of(lengths, key); });
  }
  if (stated("pre_seq_len") == 0) return;
  plan.list_as_unread(
      *find_key(keys, "pre_seq_len"),
      "A plan has no prefixes (P-tuning), the only trained part here; all weights count as trained.");
  std::erase_if(keys, [](const FileKey& key) { return key.key == "pre_seq_len"; });
}

/// Reads torch_compile, which fuses norms, MLP and loss unless another library's kernels are selected.
/// Axolotl's "auto" compiles only with the newest torch and therefore states nothing.
void read_compiled(const FileKey& key, ProgramKeys& plan) {
  const auto is_on = python::lax_bool(key);
  if (!is_on)
    return plan.list_as_unread(key,
                               key.spelling + ": " + value_words(key) + " is decided when the run starts.");
  if (!*is_on) return plan.list_as_read(key, "training.fused_norm");
  plan.list_as_read(key, "training.fused_norm");
  const auto set = [&](const char* path, const Json& value) {
    if (!plan.states_plan_key(path)) plan.set(path, value, key);
  };
  set("training.fused_norm", true);
  set("training.fused_mlp", "fused");
  set("training.fused_loss", "compiled");
}

/// Adds a note if quantised weights are combined with training other than adapters (FasterDecoding/Medusa:
/// heads): plans have quantised weights only with adapters.
void note_quantised_without_adapters(ProgramKeys& plan) {
  const std::int64_t rank = plan.document().plan.training.lora.rank;
  if (!plan.states_plan_key("training.frozen_precision") || plan.states_plan_key("training.lora.rank") ||
      rank == 0)
    return;
  const std::string reason =
      "The weights are quantised and no key asks for adapters, without which a plan cannot train such a "
      "model; rank " +
      std::to_string(rank) + " is a guess.";
  plan.note({Severity::ignored, "adapters_guessed", "training.lora", reason,
             "Set training.lora to what the program trains in addition to the quantised weights."});
  plan.list_as_unread({"no adapters with quantised weights", "", 0, reason});
  plan.leave_open("training.lora.targets");
  plan.leave_open("training.lora.dropout");
}

}  // namespace

void read_trainer_keys(FileKeys keys, ProgramKeys& plan) {
  if (plan.program().id == "hf-trainer") name_accumulated_batches(keys);
  read_halos(keys, plan);
  if (plan.program().id == "hf-trainer") {
    name_batch_of_diffusers(keys);
    name_plain_batch(keys, plan);
    pass_over_blocks(keys, plan);
  }
  name_internvl_parts(keys, plan);
  name_found_modules(keys, plan);
  read_tunable_parts(keys, plan);
  const std::optional<FileKey> tower = take_tower(keys);
  constexpr std::string_view method = "critic_type";  // key of Oat; later lengths depend on it
  if (const FileKey* const key = find_key(keys, method)) plan.read(*key);
  std::erase_if(keys, [method](const FileKey& key) { return key.key == method; });
  take_engine_device(keys, plan);
  take_generated_length(keys, plan);
  take_kl_term(keys, plan);
  take_source_and_target(keys, plan);
  read_switches(keys, plan);
  settle_types(keys, plan);
  take_saving(keys, plan);
  const std::int64_t evaluated = take_evaluation(keys, plan);
  const bool has_micro_batch = std::ranges::any_of(keys, [&plan](const FileKey& key) {
    const auto rows = rows_of(plan.program(), key.key);
    return !key.is_null() && !rows.empty() && rows.front()->path == "training.micro_batch_size";
  });
  if (plan.program().id == "hf-trainer" && !has_micro_batch) pass_over_batches(keys, plan);
  constexpr std::string_view compile = "torch_compile";
  const FileKey* const found = find_key(keys, compile);
  const std::optional<FileKey> compiled = found != nullptr ? std::optional(*found) : std::nullopt;
  std::erase_if(keys, [&](const FileKey& key) { return compiled && key.key == compile; });
  for (const FileKey& key : keys)
    if (key.key == "deepspeed" && key.is_string() && !key.text.empty())
      plan.list_as_read(key, "zero.stage");
    else if (key.key != "deepspeed")
      plan.read(key);
  if (compiled) read_compiled(*compiled, plan);
  note_quantised_without_adapters(plan);
  if (tower) note_tower(*tower, plan);
  note_frozen_model(plan);
  if (evaluated > 0)
    plan.set("training.eval_batch_size", evaluated,
             "evaluation without a batch size, which is " + std::to_string(evaluated) + " then");
}

}  // namespace zp::import_io
