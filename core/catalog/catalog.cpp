// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include <embedded/catalog.h>

#include <algorithm>
#include <array>

#include "core/catalog/aliases.h"
#include "core/catalog/catalog_entries.h"

namespace zp {
namespace {

template <class Preset>
SharedPreset<Preset> find_id(const std::vector<SharedPreset<Preset>>& presets, std::string_view id) {
  const auto found =
      std::ranges::find_if(presets, [id](const SharedPreset<Preset>& preset) { return preset->id == id; });
  return found == presets.end() ? SharedPreset<Preset>() : *found;
}

/// Returns the same presets for sharing without a count; they have to last as long as the program.
template <class Preset>
std::vector<SharedPreset<Preset>> uncounted(const std::vector<SharedPreset<Preset>>& presets) {
  std::vector<SharedPreset<Preset>> shared;
  shared.reserve(presets.size());
  for (const SharedPreset<Preset>& preset : presets)
    shared.push_back(SharedPreset<Preset>::of_program(*preset));
  return shared;
}

/// Returns a repository name such as "https://huggingface.co/meta-llama/Llama-3.1-8B" without the site.
std::string_view without_site(std::string_view name) {
  for (const std::string_view site : {"https://", "huggingface.co/", "hf.co/"})
    if (name.starts_with(site)) name.remove_prefix(site.size());
  while (name.ends_with('/'))
    name.remove_suffix(1);
  return name;
}

/// Words of a repository's name that say how a model was trained or is stored, and nothing about its shape.
constexpr std::array<std::string_view, 21> words_beside_shape = {
    "meta", "instruct", "chat", "it",   "hf",  "base", "pt",   "sft",  "dpo",     "bnb",     "4bit",
    "8bit", "int4",     "int8", "gptq", "awq", "gguf", "bf16", "fp16", "unsloth", "thinking"};

/// Returns true for the month or day of a release: "2507", "0324".
bool is_date(std::string_view word) {
  return word.size() == 4 && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns "llama-3-8b" for "NousResearch/Meta-Llama-3-8B-Instruct".
std::string shape_id(std::string_view repository) {
  std::string shape;
  for (std::string rest = preset_id(repository.substr(repository.rfind('/') + 1)); !rest.empty();) {
    const std::size_t end = std::min(rest.find('-'), rest.size());
    const std::string word = rest.substr(0, end);
    rest.erase(0, end + 1);
    if (!is_date(word) && std::ranges::find(words_beside_shape, word) == words_beside_shape.end())
      shape += (shape.empty() ? "" : "-") + word;
  }
  return shape;
}

}  // namespace

/// Finds a model by our id; else by its repository on Hugging Face, with or without the owner, in any case;
/// else by an alias; else by the repository of another version of the same shape.
SharedModelPreset Catalog::find_model(std::string_view id) const {
  const std::string wanted = preset_id(without_site(id));
  if (const SharedModelPreset ours = find_id(models, wanted)) return ours;
  for (const bool with_owner : {true, false})
    for (const SharedModelPreset& model : models) {
      const std::string& repository = model->hf_id;
      const std::size_t owner = with_owner ? 0 : repository.find('/') + 1;
      if (!repository.empty() && preset_id(std::string_view(repository).substr(owner)) == wanted)
        return model;
    }
  const std::string_view repository = without_site(id);
  const std::string name = preset_id(repository.substr(repository.rfind('/') + 1));
  for (const std::string& known : {name, shape_id(repository)})
    if (const std::string_view model = model_of_alias(known); !model.empty()) return find_id(models, model);
  const std::string shape = shape_id(repository);
  for (const SharedModelPreset& model : models)
    if (!shape.empty() && (model->id == shape || shape_id(model->hf_id) == shape)) return model;
  return {};
}

SharedGpuPreset Catalog::find_gpu(std::string_view id) const { return find_id(gpus, id); }
SharedLinkPreset Catalog::find_link(std::string_view id) const { return find_id(links, id); }

const Catalog& catalog() {
  static const Catalog read = read_catalog(embedded::models_json, embedded::gpus_json, embedded::links_json);
  static const Catalog shipped = {uncounted(read.models), uncounted(read.gpus), uncounted(read.links),
                                  read.sustained};
  return shipped;
}

}  // namespace zp
