// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/lora_targets.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/import/module_pattern.h"
#include "core/plan/training.h"

namespace zp::import_io {
namespace {

constexpr unsigned all_of_attention = lora_q | lora_k | lora_v;
constexpr unsigned all_targets = all_of_attention | lora_o | lora_gate | lora_up | lora_down;

struct OtherName {
  std::string_view name;
  unsigned targets;
};
/// Module names of models that do not use Llama's names; T5's wo is the last matrix of its MLP. Sources:
/// transformers' modeling files of BLOOM, Falcon, GPT-2, GPT-NeoX, Phi-3, MPT, Qwen, Baichuan, InternLM2,
/// Mixtral, T5, BERT; torchtune; LitGPT; diffusers (models/attention_processor.py, whose to_out is a list).
constexpr auto other_names = std::to_array<OtherName>({{"query_key_value", all_of_attention},
                                                       {"to_q", lora_q},
                                                       {"to_k", lora_k},
                                                       {"to_v", lora_v},
                                                       {"to_out", lora_o},
                                                       {"to_out.0", lora_o},
                                                       {"Wqkv", all_of_attention},
                                                       {"c_attn", all_of_attention},
                                                       {"qkv_proj", all_of_attention},
                                                       {"qkv", all_of_attention},
                                                       {"W_pack", all_of_attention},
                                                       {"wqkv", all_of_attention},
                                                       {"linear_qkv", all_of_attention},
                                                       {"q_a_proj", lora_q},
                                                       {"q_b_proj", lora_q},
                                                       {"q", lora_q},
                                                       {"k", lora_k},
                                                       {"v", lora_v},
                                                       {"o", lora_o},
                                                       {"wi", lora_up},
                                                       {"wi_0", lora_gate},
                                                       {"wi_1", lora_up},
                                                       {"query", lora_q},
                                                       {"key", lora_k},
                                                       {"value", lora_v},
                                                       {"wq", lora_q},
                                                       {"wk", lora_k},
                                                       {"wv", lora_v},
                                                       {"wo", lora_o},
                                                       {"output_proj", lora_o},
                                                       {"out_proj", lora_o},
                                                       {"linear_proj", lora_o},
                                                       {"dense", lora_o},
                                                       {"c_proj", lora_o | lora_down},
                                                       {"gate_up_proj", lora_gate | lora_up},
                                                       {"w1", lora_gate},
                                                       {"w3", lora_up},
                                                       {"w2", lora_down},
                                                       {"c_fc", lora_up},
                                                       {"fc1", lora_up},
                                                       {"fc2", lora_down},
                                                       {"dense_h_to_4h", lora_up},
                                                       {"dense_4h_to_h", lora_down},
                                                       {"linear_fc1", lora_gate | lora_up},
                                                       {"linear_fc2", lora_down}});

constexpr bool is_separator(char c) {
  return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '[' || c == ']' || c == '\'' || c == '"';
}

/// Returns the targets that a name stands for, as bits; 0 if a plan has no such module.
unsigned targets_of(std::string_view name) {
  if (name == "all" || name == "all-linear" || name == "all_linear") return all_targets;
  const bool is_in_list = name.ends_with(".0");
  const std::string_view whole = is_in_list ? name.substr(0, name.size() - 2) : name;
  const std::string_view last = name.substr(whole.rfind('.') + 1);
  for (const LoraTargetName& row : lora_target_names())
    if (row.name == last) return row.target;
  const auto* const other = std::ranges::find(other_names, last, &OtherName::name);
  return other != other_names.end() ? other->targets : 0;
}

/// Returns the targets whose full module names match the pattern, as bits; nullopt for an unreadable pattern.
std::optional<unsigned> matched(std::string_view pattern) {
  unsigned targets = 0;
  for (const LoraTargetName& row : lora_target_names()) {
    const bool is_of_attention = (row.target & (all_of_attention | lora_o)) != 0;
    for (const std::string_view model : {"model.", "model.language_model.", "language_model.model."}) {
      const std::string name = std::string(model) + "layers.10." + (is_of_attention ? "self_attn." : "mlp.") +
                               std::string(row.name);
      const auto does_match = matches_whole(pattern, name);
      if (!does_match) return std::nullopt;
      if (*does_match) targets |= row.target;
    }
  }
  return targets;
}

}  // namespace

std::vector<std::string> names_in(const TextNode& node) {
  std::vector<std::string> names;
  for (const TextNode& child : node.children)
    if (child.is_string()) names.push_back(child.text);
  std::string name;
  const auto end_name = [&] {
    if (!name.empty()) names.push_back(std::move(name));
    name.clear();
  };
  for (const char c : node.is_string() ? std::string_view(node.text) : std::string_view()) {
    if (is_separator(c))
      end_name();
    else
      name += c;
  }
  end_name();
  return names;
}

LoraTargets lora_targets(const TextNode& node) {
  LoraTargets found;
  unsigned targets = 0;
  const bool is_one_text = node.is_string() && !node.text.empty();
  const bool is_list = is_one_text && node.text.front() == '[';
  if (is_one_text && !is_list && is_pattern(node.text)) {
    if (const auto of_pattern = matched(node.text)) targets = *of_pattern;
    if (targets == 0) found.unmatched.push_back(node.text);
  } else {
    const std::vector<std::string> names = names_in(node);
    const bool is_t5 =
        std::ranges::any_of(names, [](const std::string& name) { return name.starts_with("wi"); });
    for (const std::string& name : names) {
      const unsigned of_name = is_t5 && name == "wo" ? unsigned{lora_down} : targets_of(name);
      targets |= of_name;
      if (of_name == 0) found.unmatched.push_back(name);
    }
  }
  for (const LoraTargetName& row : lora_target_names())
    if ((row.target & targets) != 0) found.names.push_back(row.name);
  return found;
}

}  // namespace zp::import_io
