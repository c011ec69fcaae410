// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>

#include "core/import/named_model.h"
#include "core/import/program_keys_json.h"
#include "core/plan/optimizers.h"
#include "core/plan_file/plan_file.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

using Value = std::optional<Json>;

Value count(const TextNode& node) {
  const auto number = python::lax_int(node);
  return number && *number > 0 ? Value(static_cast<std::int64_t>(*number)) : std::nullopt;
}
Value share(const TextNode& node) {
  const auto number = python::lax_float(node);
  return number ? Value(*number) : std::nullopt;
}
Value when(const TextNode& node, bool wanted, const Json& value) {
  const auto flag = python::lax_bool(node);
  return flag && *flag == wanted ? Value(value) : std::nullopt;
}
/// Returns a value for true alone: a program's false may be another key's true.
Value only_true(const TextNode& node) { return when(node, true, true); }

struct Word {
  std::string_view theirs, ours;
};
template <std::size_t n>
Value word(const TextNode& node, const std::array<Word, n>& words) {
  const auto found = std::ranges::find(words, node.text, &Word::theirs);
  return node.is_string() && found != words.end() ? Value(found->ours) : std::nullopt;
}

/// Further names that transformers (OptimizerNames) and Axolotl have for optimizers that already have a name,
/// ours or Trainer's.
constexpr std::array<Word, 7> optimizer_aliases = {{{"adamw_torch", "adamw"},
                                                    {"adamw_torch_fused", "adamw"},
                                                    {"adamw_apex_fused", "adamw"},
                                                    {"adamw_hf", "adamw"},
                                                    {"adamw_8bit", "adamw8bit"},
                                                    {"adamw_torch_8bit", "adamw8bit"},
                                                    {"lion_32bit", "lion"}}};
Value optimizer(const TextNode& node) {
  if (!node.is_string()) return std::nullopt;
  for (const OptimizerRow& row : optimizer_rows())
    if (node.text == name_of(row.optimizer) || (!node.text.empty() && node.text == row.trainer_word))
      return name_of(row.optimizer);
  return word(node, optimizer_aliases);
}

constexpr std::array<Word, 4> kernels = {{{"flash_attention_2", "flash_2"},
                                          {"flash_attention_3", "flash_3"},
                                          {"fa2", "flash_2"},
                                          {"fa3", "flash_3"}}};
constexpr std::array<Word, 3> attentions = {{{"eager", "eager"}, {"disabled", "eager"}, {"sdpa", "sdpa"}}};
/// Methods as named by rl of Axolotl, and by stage and pref_loss of LLaMA-Factory.
constexpr std::array<Word, 9> methods = {{{"sft", "sft"},
                                          {"pt", "pretrain"},
                                          {"rm", "reward"},
                                          {"dpo", "dpo"},
                                          {"ipo", "dpo"},
                                          {"orpo", "orpo"},
                                          {"kto", "kto"},
                                          {"ppo", "ppo"},
                                          {"grpo", "grpo"}}};

/// Reads a list, or names separated by commas; "all" and "all-linear" mean every module that a plan has.
Value modules(const TextNode& node) {
  Json names = Json::array();
  const auto add = [&](std::string_view name) {
    const bool is_all = name == "all" || name == "all-linear";
    for (const LoraTargetName& row : lora_target_names())
      if (is_all || row.name == name) names.push_back(row.name);
  };
  for (const TextNode& child : node.children)
    add(child.text);
  for (std::string_view rest = node.text; !rest.empty();) {
    const auto comma = rest.find(',');
    add(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return names.empty() ? std::nullopt : Value(names);
}

constexpr std::array<Word, 5> precisions = {
    {{"bf16", "bf16"}, {"bfloat16", "bf16"}, {"fp16", "fp16"}, {"float16", "fp16"}, {"fp32", "fp32"}}};
constexpr std::array<Word, 3> devices = {{{"none", "none"}, {"cpu", "cpu"}, {"nvme", "nvme"}}};

Value stage(const TextNode& node) {
  const auto number = python::lax_int(node);
  return number && *number >= 0 && *number <= 3 ? Value(static_cast<std::int64_t>(*number)) : std::nullopt;
}

/// Reads a switch that freezes a part of a model, and one that trains it.
Value frozen_if(const TextNode& node, bool value) {
  if (!node.is_boolean()) return std::nullopt;
  return Value(node.boolean == value ? "frozen" : "trained");
}
Value freezes(const TextNode& node) { return frozen_if(node, true); }
Value trains(const TextNode& node) { return frozen_if(node, false); }

struct Row {
  std::string_view key;
  const char* plan_key;
  Value (*value)(const TextNode&);
};

/// The table of keys, in the order in which two keys for one value are read: the later wins.
constexpr auto rows = std::to_array<Row>({
    {"micro_batch_size", "training.micro_batch_size", count},
    {"per_device_train_batch_size", "training.micro_batch_size", count},
    {"gradient_accumulation_steps", "training.gradient_accumulation_steps", count},
    {"eval_batch_size", "training.eval_batch_size", count},  // Axolotl
    {"per_device_eval_batch_size", "training.eval_batch_size", count},
    {"sequence_len", "training.sequence_length", count},
    {"cutoff_len", "training.sequence_length", count},
    {"max_length", "training.sequence_length", count},
    {"max_seq_length", "training.sequence_length", count},
    {"model_max_length", "training.sequence_length", count},
    {"block_size", "training.sequence_length", count},
    {"max_seq_len", "training.sequence_length", count},          // DeepSpeed-Chat
    {"max_len", "training.sequence_length", count},              // OpenRLHF
    {"micro_train_batch_size", "training.micro_batch_size", count},
    {"freeze_vision_tower", "training.vision.tower", freezes},  // LLaMA-Factory
    {"freeze_multi_modal_projector", "training.vision.projector", freezes},
    {"freeze_language_model", "training.vision.language_model", freezes},
    {"freeze_vit", "training.vision.tower", freezes},  // ms-swift
    {"freeze_aligner", "training.vision.projector", freezes},
    {"freeze_llm", "training.vision.language_model", freezes},
    {"tune_mm_vision", "training.vision.tower", trains},  // qwen-vl-finetune
    {"tune_mm_mlp", "training.vision.projector", trains},
    {"tune_mm_llm", "training.vision.language_model", trains},
    {"dtype", "training.precision", [](const TextNode& node) { return word(node, precisions); }},
    {"param_dtype", "training.precision", [](const TextNode& node) { return word(node, precisions); }},
    {"mixed_precision", "training.precision", [](const TextNode& node) { return word(node, precisions); }},
    {"zero_stage", "zero.stage", stage},
    {"offload_optimizer_device", "zero.offload_optimizer",
     [](const TextNode& node) { return word(node, devices); }},
    {"offload_param_device", "zero.offload_param", [](const TextNode& node) { return word(node, devices); }},
    {"offload", "zero.offload_optimizer", [](const TextNode& node) { return when(node, true, "cpu"); }},
    {"adam_offload", "zero.offload_optimizer", [](const TextNode& node) { return when(node, true, "cpu"); }},
    {"bf16", "training.precision",
     [](const TextNode& node) { return node.is_auto() ? Value("bf16") : when(node, true, "bf16"); }},
    {"fp16", "training.precision", [](const TextNode& node) { return when(node, true, "fp16"); }},
    {"optimizer", "training.optimizer", optimizer},
    {"optim", "training.optimizer", optimizer},
    {"gradient_checkpointing", "training.activation_checkpointing",
     [](const TextNode& node) {
       const Value on = when(node, true, "full");
       return on ? on : when(node, false, "none");
     }},
    {"disable_gradient_checkpointing", "training.activation_checkpointing",
     [](const TextNode& node) {
       const Value off = when(node, true, "none");
       return off ? off : when(node, false, "full");
     }},
    {"attn_implementation", "training.attention_kernel",
     [](const TextNode& node) { return word(node, kernels); }},
    {"attn_implementation", "training.attention",
     [](const TextNode& node) { return word(node, attentions); }},
    {"flash_attn", "training.attention_kernel", [](const TextNode& node) { return word(node, kernels); }},
    {"flash_attn", "training.attention", [](const TextNode& node) { return word(node, attentions); }},
    {"flash_attention", "training.attention_kernel",
     [](const TextNode& node) { return when(node, true, "flash_2"); }},
    {"flash_attn", "training.attention_kernel",
     [](const TextNode& node) { return when(node, true, "flash_2"); }},
    {"lora_r", "training.lora.rank", count},
    {"lora_dim", "training.lora.rank", count},
    {"lora_rank", "training.lora.rank", count},
    {"lora_dropout", "training.lora.dropout", share},
    {"lora_target_modules", "training.lora.targets", modules},
    {"lora_target", "training.lora.targets", modules},
    {"lora_target_linear", "training.lora.targets",
     [](const TextNode& node) {
       TextNode all;
       all.text = "all";
       return only_true(node) ? modules(all) : std::nullopt;
     }},
    {"load_in_8bit", "training.frozen_precision",
     [](const TextNode& node) { return when(node, true, "int8"); }},
    {"load_in_4bit", "training.frozen_precision",
     [](const TextNode& node) { return when(node, true, "nf4"); }},
    {"quantization_bit", "training.frozen_precision",
     [](const TextNode& node) {
       const auto bits = python::lax_int(node);
       return bits == 4 ? Value("nf4") : bits == 8 ? Value("int8") : std::nullopt;
     }},
    {"activation_offloading", "training.checkpoints_on_host",
     [](const TextNode& node) { return node.text == "legacy" ? Value(true) : only_true(node); }},
    {"tiled_mlp", "training.tiled_mlp", only_true},
    {"liger_rms_norm", "training.fused_norm", only_true},
    {"liger_fused_linear_cross_entropy", "training.fused_loss",
     [](const TextNode& node) { return when(node, true, "fused"); }},
    {"chunked_cross_entropy", "training.fused_loss",
     [](const TextNode& node) { return when(node, true, "chunked"); }},
    {"enable_liger_kernel", "training.fused_loss",
     [](const TextNode& node) { return when(node, true, "fused"); }},
    {"enable_liger_kernel", "training.fused_norm", only_true},
    {"use_liger_kernel", "training.fused_loss",
     [](const TextNode& node) { return when(node, true, "fused"); }},
    {"use_liger_kernel", "training.fused_norm", only_true},
    {"dataloader_num_workers", "training.data_workers",
     [](const TextNode& node) {
       const auto number = python::lax_int(node);
       return number && *number >= 0 ? Value(static_cast<std::int64_t>(*number)) : std::nullopt;
     }},
    {"stage", "training.method", [](const TextNode& node) { return word(node, methods); }},
    {"pref_loss", "training.method",
     [](const TextNode& node) { return node.text == "orpo" ? Value("orpo") : std::nullopt; }},
    {"rl", "training.method", [](const TextNode& node) { return word(node, methods); }},
    {"reward_model", "training.method",
     [](const TextNode& node) { return node.is_boolean() ? when(node, true, "reward") : std::nullopt; }},
});

std::string said_of(const TextNode& node) {
  return node.key + (node.is_string() || node.is_number() || node.is_boolean()
                         ? ": " + (node.is_string() ? node.text : text_io::json_of(node).dump())
                         : std::string());
}

}  // namespace

ProgramKeys::ProgramKeys(const PlanDocument& base, ModelOrigin model, const std::string& text,
                         const Catalog& presets)
    : plan_(Json::parse(write_plan(base))),
      base_(base.plan),
      model_of_(model),
      text_(text),
      presets_(presets) {}

void ProgramKeys::set(const char* plan_key, const Json& value, const std::string& said) {
  Json next = plan_;
  text_io::set_at_path(next, plan_key, value);
  try {
    (void)read_plan(text_io::one_line(next), presets_);
  } catch (const FileError& error) {
    refused_.push_back(
        {Severity::ignored, "not_read", plan_key, said + " was not read: " + error.what(), ""});
    return;
  }
  plan_ = std::move(next);
  read_.push_back(said + " (" + plan_key + ")");
  said_.insert(plan_key);
}

void ProgramKeys::read_model(const TextNode& node) {
  const auto keep = [&](const std::string& why) {
    refused_.push_back(
        {Severity::ignored, "model_not_known", "model", why + "; the plan's model was kept.", ""});
  };
  if (is_left_open(node.text)) return keep(node.key + " is " + node.text + ", which the file does not set");
  if (model_of_ == ModelOrigin::base) return keep(node.key + " names " + node.text);
  const auto id = model_id_of(node.text, base_, presets_);
  if (!id) refuse_model(node, text_, presets_);
  plan_["model"] = {{"preset", *id}};
  read_.push_back(said_of(node) + " (model)");
  said_.insert("model");
}

void ProgramKeys::read(const TextNode& node) {
  if (node.is_null()) return;
  if (names_model(node)) return read_model(node);
  bool is_known = false;
  for (const Row& row : rows) {
    if (row.key != node.key) continue;
    is_known = true;
    if (const Value value = row.value(node)) set(row.plan_key, *value, said_of(node));
  }
  if (!is_known) unread_.push_back(node.key);
}

PlanDocument ProgramKeys::document() const { return read_plan(text_io::one_line(plan_), presets_); }

void ProgramKeys::note_in(Imported& imported, std::string_view program) const {
  std::erase_if(imported.notes, [this](const Finding& finding) {
    return finding.code == "not_in_file" && said_.contains(finding.path);
  });
  std::vector<Finding> notes;
  if (!read_.empty())
    notes.push_back({Severity::style, "read", "",
                     "Read from the file of " + std::string(program) + ": " + with_commas(read_) + '.', ""});
  if (!unread_.empty())
    notes.push_back(
        {Severity::style, "not_read", "", "Keys that no plan can hold: " + with_commas(unread_) + '.', ""});
  imported.stated.insert(said_.begin(), said_.end());
  notes.insert(notes.end(), refused_.begin(), refused_.end());
  imported.notes.insert(imported.notes.begin(), notes.begin(), notes.end());
}

}  // namespace zp::import_io
