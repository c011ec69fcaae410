// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/check/model_fields.h"
#include "core/check/parser_steps.h"
#include "core/text/json_text.h"

namespace zp::config_check {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

/// Checks get_communication_data_type.
void data_type(ConfigWalk& walk, std::string_view key) {
  walk.next_step();
  const TextNode* value = walk.find(key);
  if (!value || value->is_null()) return;
  std::string words, printed;
  for (const std::string& allowed : as_of(*schema_key(key), walk.version()).allowed)
    if (const auto word = string_in(allowed)) {
      if (value->is_string() && lower(value->text) == *word) return;
      words += (words.empty() ? "" : ", ") + *word;
      printed += (printed.empty() ? "'" : ", '") + *word + "'";
    }
  IssueText issue{"not_allowed",
                  std::string(key) + " must be one of " + words + ", not " + spelling(walk, *value) + '.',
                  "Write one of these, or remove the key."};
  if (!value->is_string()) {
    issue.deepspeed_message = "'" + std::string(python_type(*value)) + "' object has no attribute 'lower'";
    return walk.refuse(value, key, "AttributeError", std::move(issue));
  }
  issue.deepspeed_message =
      "Invalid communication_data_type. Supported data types: [" + printed + "]. Got: " + lower(value->text);
  walk.refuse(value, key, "ValueError", std::move(issue));
}

}  // namespace

void communication(ConfigWalk& walk) {
  for (const std::string_view key :
       {"communication_data_type", "seq_parallel_comm_data_type", "seq_parallel_communication_data_type"})
    if (known_to(*schema_key(key), walk.version())) data_type(walk, key);
}

void allreduce(ConfigWalk& walk) {
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
