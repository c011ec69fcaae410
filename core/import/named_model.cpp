// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/named_model.h"

#include <algorithm>
#include <array>

#include "core/catalog/own_presets.h"
#include "core/import/import.h"
#include "core/text/config_text.h"
#include "core/text/letters.h"
#include "core/units/format.h"

namespace zp::import_io {
namespace {

constexpr std::array<std::string_view, 7> model_keys = {
    "base_model", "model_name_or_path",       "pretrained_model_name_or_path",
    "pretrain",   "actor.model_name_or_path", "model.model_name_or_path",
    "model_path"};

/// Returns the last part of a path: "Llama-3-8B" for "somebody/Llama-3-8B" and for "/models/Llama-3-8B/".
std::string_view last_part(std::string_view name) {
  while (name.ends_with('/'))
    name.remove_suffix(1);
  return name.substr(name.rfind('/') + 1);
}

std::vector<std::string> similar_models(std::string_view name, const Catalog& presets) {
  const std::vector<std::string> known = preset_ids(presets, PresetKind::model);
  const std::string wanted = preset_id(last_part(name));
  std::vector<std::string> found = similar_ids(wanted, known);
  if (!found.empty()) return found;
  // A fine-tuned model's name mostly begins with that of its base: "llama-3.1-8b-mine".
  for (const std::string& id : known)
    if (wanted.starts_with(id + '-')) found.push_back(id);
  std::ranges::sort(found, std::ranges::greater(), &std::string::size);
  constexpr std::size_t most = 3;
  if (found.size() > most) found.resize(most);
  return found;
}

/// Returns the place of the name in the file. Arguments of a command have no place of their own; for them it
/// is the first line that contains the text and is not a comment.
TextPosition place_of(const TextNode& node, const std::string& text) {
  const LineIndex lines(text);
  if (node.span.size() > 0 && node.span.end <= text.size()) return lines.position(node.span.begin);
  for (std::size_t at = text.find(node.text); at != std::string::npos; at = text.find(node.text, at + 1)) {
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
    const std::size_t first = text.find_first_not_of(" \t", begin);
    if (text[first] != '#') return lines.position(at);
  }
  return {0, 0};
}

}  // namespace

bool names_model(const TextNode& node) {
  return node.is_string() && !node.text.empty() &&
         std::ranges::find(model_keys, node.key) != model_keys.end();
}

const FileKey* naming_model(const FileKeys& keys) {
  const auto found = std::ranges::find_if(keys, names_model);
  return found == keys.end() ? nullptr : &*found;
}

bool is_left_open(std::string_view name) { return name.find('$') != std::string_view::npos; }

std::optional<std::string> model_id_of(std::string_view name, const Plan& plan, const Catalog& presets) {
  if (const SharedModelPreset known = presets.find_model(name)) return known->id;
  const bool is_path = name.find('/') != std::string_view::npos && std::ranges::count(name, '/') != 1;
  if (is_path)
    if (const SharedModelPreset known = presets.find_model(last_part(name))) return known->id;
  if (!plan.model.preset) return std::nullopt;
  const ModelPreset& own = *plan.model.preset;
  const bool is_own = own.id == preset_id(name) || (!own.hf_id.empty() && own.hf_id == name);
  return is_own ? std::optional(own.id) : std::nullopt;
}

void refuse_model(const FileKey& node, const std::string& text, const Catalog& presets) {
  const TextPosition place = place_of(node, text);
  const std::vector<std::string> similar = similar_models(node.text, presets);
  std::string sentence = place.line > 0 ? "Line " + format_count(place.line) + ": " : std::string();
  sentence += node.said + " names the model " + node.text + ", which is not in the catalog";
  sentence += similar.empty() ? "; nothing there has a similar name."
                              : "; similar there: " + with_commas(similar) + '.';
  throw UnknownModel(node.said, node.text, similar, sentence, place);
}

}  // namespace zp::import_io
