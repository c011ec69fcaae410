// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/vision_keys.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/python.h"

namespace zp::import_io {
namespace {

/// Returns a key that the file does not contain but that `from` implies.
FileKey meant_by(const FileKey& from, const char* key, std::string text) {
  FileKey meant = from;
  meant.key = key;
  meant.kind = NodeKind::string;
  meant.text = std::move(text);
  meant.children.clear();
  return meant;
}

}  // namespace

void name_internvl_parts(FileKeys& keys, ProgramKeys& plan) {
  const bool is_internvl =
      find_key(keys, "freeze_mlp") != nullptr || find_key(keys, "use_llm_lora") != nullptr;
  if (!is_internvl) return;
  for (FileKey& key : keys) {
    if (key.key == "freeze_mlp") key.key = "freeze_aligner";
    if (key.key == "freeze_backbone") key.key = "freeze_vit";
  }
  if (is_on(keys, "use_backbone_lora"))
    plan.list_as_unread(*find_key(keys, "use_backbone_lora"),
                        "A plan has adapters only on the language model.");
  std::erase_if(keys, [](const FileKey& key) { return key.key == "use_backbone_lora"; });
  const FileKey* const found = find_key(keys, "use_llm_lora");
  if (found == nullptr) return;
  const FileKey rank = *found;
  std::erase_if(keys, [](const FileKey& key) { return key.key == "use_llm_lora"; });
  if (python::lax_count(&rank) <= 0) return plan.list_as_read(rank, "training.lora.rank");
  keys.push_back(meant_by(rank, "use_lora", "true"));
  keys.push_back(meant_by(rank, "lora_r", rank.text));
  keys.push_back(meant_by(rank, "lora_target_modules", "all-linear"));
}

void read_tunable_parts(FileKeys& keys, ProgramKeys& plan) {
  struct TunablePart {
    std::string_view word;
    const char* plan_key;
  };
  constexpr std::array<TunablePart, 3> parts = {{{"mm_vision_tower", "training.vision.tower"},
                                                 {"mm_mlp_adapter", "training.vision.projector"},
                                                 {"mm_language_model", "training.vision.language_model"}}};
  constexpr std::string_view name = "mm_tunable_parts";
  const FileKey* const found = find_key(keys, name);
  if (found == nullptr || !found->is_string() || found->text.find("mm_") == std::string::npos) return;
  for (const TunablePart& part : parts)
    plan.set(part.plan_key, found->text.find(part.word) != std::string::npos ? "trained" : "frozen", *found);
  std::erase_if(keys, [&](const FileKey& key) { return key.key == name; });
}

std::optional<FileKey> take_tower(FileKeys& keys) {
  for (const std::string_view name : {"vision_tower", "image_tower", "vision_tower_name_or_path",
                                      "mm_vision_tower", "vision_model_name_or_path"}) {
    const FileKey* const found = find_key(keys, name);
    if (found == nullptr || !found->is_string() || found->text.empty()) continue;
    FileKey tower = *found;
    std::erase_if(keys, [&](const FileKey& key) { return key.key == name; });
    return tower;
  }
  return std::nullopt;
}

void note_tower(const FileKey& tower, ProgramKeys& plan) {
  if (plan.document().plan.model.has_vision()) return plan.list_as_unread(tower, std::string(no_plan_key));
  plan.list_as_unread(tower,
                      "It is not part of the plan's model, which is only the language model: the tower's "
                      "weights and activations are not counted.");
}

void note_frozen_model(ProgramKeys& plan) {
  const Plan now = plan.document().plan;
  const bool is_frozen = plan.states_plan_key("training.vision.language_model") &&
                         now.training.vision.language_model == PartTraining::frozen;
  if (!is_frozen || now.model.has_vision() || now.training.lora.rank > 0) return;
  plan.note({Severity::ignored, "model_frozen", "training.vision.language_model",
             "The run trains only parts outside the language model, such as the projector. The plan has only "
             "the language model, and counts all its weights as trained: memory and time are too high.",
             "Choose a model with a vision tower: model.preset."});
}

}  // namespace zp::import_io
