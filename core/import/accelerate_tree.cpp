// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/accelerate_tree.h"

#include <string_view>
#include <utility>

#include "core/text/reader.h"

namespace zp::import_io {
namespace {

/// Returns `value` under another key, at its own place.
TextNode renamed(TextNode value, std::string_view key) {
  value.key = key;
  return value;
}

/// Returns a node without a place in the YAML; messages about it show the key of `near`.
TextNode made(NodeKind kind, std::string_view key, const TextNode& near) {
  TextNode node;
  node.kind = kind;
  node.key = key;
  node.key_span = near.key_span;
  node.span = near.key_span;
  return node;
}

TextNode flag(bool on, std::string_view key, const TextNode& near) {
  TextNode node = made(NodeKind::boolean, key, near);
  node.boolean = on;
  return node;
}

/// Returns the value under the key; nullptr if it is absent, null or the text "none".
const TextNode* stated(const TextNode& section, std::string_view key) {
  const TextNode* node = section.child(key);
  return node == nullptr || node->is_null() || (node->is_string() && node->text == "none") ? nullptr : node;
}

bool is_on(const TextNode* node) {
  return node && ((node->is_boolean() && node->boolean) || (node->is_string() && node->text == "true"));
}

void add_offload(TextNode& zero, const TextNode& section, std::string_view name) {
  const std::string key(name);
  const TextNode* device = stated(section, key + "_device");
  if (device == nullptr) return;
  TextNode offload = made(NodeKind::object, name, *device);
  offload.children.push_back(renamed(*device, "device"));
  if (const TextNode* path = stated(section, key + "_nvme_path"))
    offload.children.push_back(renamed(*path, "nvme_path"));
  zero.children.push_back(std::move(offload));
}

TextNode zero_section(const TextNode& section) {
  TextNode zero = made(NodeKind::object, "zero_optimization", section);
  if (const TextNode* stage = stated(section, "zero_stage")) {
    zero.children.push_back(renamed(*stage, "stage"));
  } else {
    TextNode usual = made(NodeKind::integer, "stage", section);
    text_io::set_number(usual, "2", true);
    zero.children.push_back(std::move(usual));
  }
  add_offload(zero, section, "offload_optimizer");
  add_offload(zero, section, "offload_param");
  if (const TextNode* save = stated(section, "zero3_save_16bit_model"); is_on(save))
    zero.children.push_back(flag(true, "stage3_gather_16bit_weights_on_model_save", *save));
  return zero;
}

}  // namespace

TextNode accelerate_tree(const TextNode& section, const TextNode& root) {
  TextNode config;
  config.kind = NodeKind::object;
  config.span = section.span;
  config.children.push_back(zero_section(section));
  if (const TextNode* steps = stated(section, "gradient_accumulation_steps"); steps && !steps->is_auto())
    config.children.push_back(renamed(*steps, "gradient_accumulation_steps"));
  if (const TextNode* clipping = stated(section, "gradient_clipping"); clipping && !clipping->is_auto())
    config.children.push_back(renamed(*clipping, "gradient_clipping"));
  const TextNode* precision = root.child("mixed_precision");
  const TextNode& near = precision ? *precision : section;
  for (const std::string_view name : {"bf16", "fp16"}) {
    TextNode part = made(NodeKind::object, name, near);
    // With fp8 matrix products, everything else is bf16 (accelerate utils/dataclasses.py,
    // deepspeed_config_process).
    const bool is_around_fp8 = precision && precision->text == "fp8" && name == "bf16";
    part.children.push_back(flag((precision && precision->text == name) || is_around_fp8, "enabled", near));
    config.children.push_back(std::move(part));
  }
  return config;
}

}  // namespace zp::import_io
