// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/row_columns.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>

namespace zp::test {
namespace {

std::string text_of_stage(int stage, const CsvRow& row) {
  std::string text = "stage " + std::to_string(stage);
  if (device_of(row.text("offload_opt")) != "none")
    text += ", optimizer on " + device_of(row.text("offload_opt"));
  if (device_of(row.text("offload_param")) != "none")
    text += ", parameters on " + device_of(row.text("offload_param"));
  return text;
}

}  // namespace

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool says(const std::string& text, std::string_view word) {
  return lower(text).find(lower(std::string(word))) != std::string::npos;
}

bool is_deepspeed(const CsvRow& row) {
  const std::string framework = lower(row.text("framework"));
  return framework.find("deepspeed") != std::string::npos || framework.find("zero") != std::string::npos;
}

int stage_of(const CsvRow& row) {
  const std::string& zero = row.text("zero");
  const auto any = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return says(zero, word); });
  };
  if (any({"shard_grad_op", "stage2"})) return 2;
  if (any({"stage3", "stage 3", "zero-3", "fsdp", "hsdp"})) return 3;
  return any({"stage1"}) ? 1 : 0;
}

std::string device_of(const std::string& text) {
  for (const char* device : {"nvme", "cpu"})
    if (lower(text).rfind(device, 0) == 0) return device;
  return "none";
}

std::string configuration_of(const CsvRow& row) {
  std::string text = row.text("model").empty() ? "any model" : row.text("model");
  text += ", " + (row.text("framework").empty() ? std::string() : row.text("framework") + ", ") +
          text_of_stage(stage_of(row), row);
  if (row.has("n_gpus")) text += ", " + row.text("n_gpus") + " ×";
  text += row.has("gpu") ? " " + row.text("gpu") : std::string(row.has("n_gpus") ? " GPU" : "");
  if (row.has("gpu_mem_gb")) text += " of " + row.text("gpu_mem_gb") + " GB";
  const auto add = [&](const char* what, const char* column) {
    if (row.has(column)) text += std::string(", ") + what + " " + row.text(column);
  };
  add("tensor parallel", "tp");
  add("micro batch", "micro_batch");
  add("sequence", "seq");
  add("checkpointing", "act_ckpt");
  std::string notes = row.text("notes");
  while (!notes.empty() && (notes.back() == ' ' || notes.back() == ';'))
    notes.pop_back();
  if (!notes.empty()) text += " (" + notes + ")";
  return text;
}

}  // namespace zp::test
