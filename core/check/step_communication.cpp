// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/check/parser_steps.h"

namespace zp::config_check {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

/// get_communication_data_type
void data_type(Walk& walk, std::string_view key) {
  walk.next_step();
  const TextNode* value = walk.find(key);
  if (!value || value->is_null()) return;
  constexpr std::array<std::string_view, 3> types = {"fp16", "bf16", "fp32"};
  Said said{"not_allowed",
            std::string(key) + " must be fp16, bf16 or fp32, not " + spelling(walk, *value) + '.',
            "Write \"fp16\", \"bf16\" or \"fp32\", or remove the key."};
  if (!value->is_string()) {
    said.deepspeed_message = "'" + std::string(python_type(*value)) + "' object has no attribute 'lower'";
    return walk.refuse(value, key, "AttributeError", std::move(said));
  }
  const std::string name = lower(value->text);
  if (std::ranges::find(types, name) != types.end()) return;
  said.deepspeed_message =
      "Invalid communication_data_type. Supported data types: ['fp16', 'bf16', 'fp32']. Got: " + name;
  walk.refuse(value, key, "ValueError", std::move(said));
}

}  // namespace

void communication(Walk& walk) {
  data_type(walk, "communication_data_type");
  data_type(walk, "seq_parallel_communication_data_type");
  walk.next_step();
  constexpr std::string_view key = "gradient_allreduce_op";
  const TextNode* value = walk.find(key);
  if (!value) return;
  const std::string name = value->is_string() ? lower(value->text) : std::string();
  if (name == "mean" || name == "sum") return;
  walk.refuse(
      value, key, "ValueError",
      {"not_allowed", "gradient_allreduce_op must be mean or sum, not " + spelling(walk, *value) + '.',
       "Write \"mean\" or \"sum\", or remove the key.",
       "Invalid gradient_allreduce_op. Supported operations: ['mean', 'sum']. Got: " +
           (value->is_string() ? "'" + name + "'" : python_repr(*value))});
}

}  // namespace zp::config_check
