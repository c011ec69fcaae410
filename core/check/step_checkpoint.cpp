// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <span>

#include "core/check/parser_steps.h"

namespace zp::config_check {
namespace {

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

/// Refuses a value that is not one of `words`; case is ignored.
void check_word(ConfigWalk& walk, const TextNode& node, std::string_view path,
                std::span<const std::string_view> words, std::string_view parser_code,
                std::string_view listed) {
  if (node.is_string() && std::ranges::find(words, upper(node.text)) != words.end()) return;
  IssueText issue{
      "not_allowed",
      std::string(path) + " must be " + std::string(listed) + ", not " + spelling(walk, node) + '.',
      "Write one of these, or remove the key."};
  if (!node.is_string()) {
    issue.deepspeed_message = "'" + std::string(python_type(node)) + "' object has no attribute 'upper'";
    return walk.refuse(&node, path, "AttributeError", std::move(issue));
  }
  if (parser_code == "DeepSpeedConfigError")
    issue.deepspeed_message = "Checkpoint config contains invalid tag_validation value of " +
                              upper(node.text) + ", expecting one of ['WARN', 'IGNORE', 'FAIL']";
  walk.refuse(&node, path, parser_code, std::move(issue));
}

void tag_validation(ConfigWalk& walk, const TextNode& checkpoint) {
  constexpr std::array<std::string_view, 3> words = {"WARN", "IGNORE", "FAIL"};
  if (const TextNode* tag = checkpoint.child("tag_validation"))
    check_word(walk, *tag, "checkpoint.tag_validation", words, "DeepSpeedConfigError",
               "Ignore, Warn or Fail");
}

/// Checks get_checkpoint_parallel_write_pipeline.
void parallel_write(ConfigWalk& walk, const TextNode& checkpoint) {
  walk.next_step();
  const TextNode* section = checkpoint.child("parallel_write");
  if (!section || refuse_attribute(walk, *section, "checkpoint.parallel_write", "get")) return;
  const TextNode* stage = section->child("pipeline_stage");
  if (!stage) return;
  const auto number = python_number(*stage);
  if (number && (number->value() == 0 || number->value() == 1)) return;
  walk.refuse(
      stage, "checkpoint.parallel_write.pipeline_stage", "DeepSpeedConfigError",
      {"not_boolean",
       "checkpoint.parallel_write.pipeline_stage must be true or false, not " + spelling(walk, *stage) + '.',
       "Write true or false.",
       "checkpoint::parallel_write::pipeline_stage value of '" +
           (stage->is_string() ? stage->text : python_repr(*stage)) +
           "' is invalid, expecting: true or false"});
}

}  // namespace

void checkpoint_and_files(ConfigWalk& walk) {
  const TextNode* checkpoint = plain_section(walk, "checkpoint");
  if (checkpoint) tag_validation(walk, *checkpoint);
  plain_section(walk, "data_types");
  if (checkpoint) parallel_write(walk, *checkpoint);
  walk.next_step();
  if (const TextNode* aio = walk.find("aio"); aio && !aio->is_null())
    refuse_attribute(walk, *aio, "aio", "get");
  plain_section(walk, "nebula");
}

/// Checks get_checkpoint_writer_config.
void checkpoint_writer(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* section = walk.find("checkpoint.writer");
  if (!section || section->is_null() || refuse_attribute(walk, *section, "checkpoint.writer", "get")) return;
  constexpr std::array<std::string_view, 3> types = {"MOCK", "PYTHON", "FAST"};
  constexpr std::array<std::string_view, 3> units = {"REPLICA", "SOCKET", "MACHINE"};
  if (const TextNode* type = section->child("type"); type && !type->is_null())
    check_word(walk, *type, "checkpoint.writer.type", types, "AssertionError", "mock, python or fast");
  if (const TextNode* unit = section->child("data_parallel"); unit && !unit->is_null())
    check_word(walk, *unit, "checkpoint.writer.data_parallel", units, "AssertionError",
               "replica, socket or machine");
}

}  // namespace zp::config_check
