// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include <embedded/catalog.h>

#include <algorithm>
#include <array>
#include <span>

#include "core/catalog/aliases.h"
#include "core/catalog/catalog_entries.h"
#include "core/catalog/gpu_names.h"

namespace zp {
namespace {

template <class Preset>
SharedPreset<Preset> find_id(const std::vector<SharedPreset<Preset>>& presets, std::string_view id) {
  const auto found =
      std::ranges::find_if(presets, [id](const SharedPreset<Preset>& preset) { return preset->id == id; });
  return found == presets.end() ? SharedPreset<Preset>() : *found;
}

/// Returns the same presets as shared pointers without reference counts; the presets must never be destroyed.
template <class Preset>
std::vector<SharedPreset<Preset>> uncounted(const std::vector<SharedPreset<Preset>>& presets) {
  std::vector<SharedPreset<Preset>> shared;
  shared.reserve(presets.size());
  for (const SharedPreset<Preset>& preset : presets)
    shared.push_back(SharedPreset<Preset>::of_program(*preset));
  return shared;
}

/// Returns a repository name such as "https://huggingface.co/meta-llama/Llama-3.1-8B" without the host.
std::string_view without_site(std::string_view name) {
  for (const std::string_view site : {"https://", "huggingface.co/", "hf.co/"})
    if (name.starts_with(site)) name.remove_prefix(site.size());
  while (name.ends_with('/'))
    name.remove_suffix(1);
  return name;
}

/// Words of a repository's name that describe the training or the storage of a model, but not its shape.
constexpr std::array<std::string_view, 32> words_beside_shape = {
    "meta", "instruct", "chat",    "it",       "hf",      "base",       "pt",    "sft",
    "dpo",  "mpo",      "rl",      "think",    "bnb",     "4bit",       "8bit",  "int4",
    "int8", "gptq",     "awq",     "gguf",     "fp8",     "nf4",        "nvfp4", "bf16",
    "fp16", "fp32",     "unsloth", "thinking", "deduped", "pretrained", "merge", "merged"};

/// Returns true for the month or day of a release: "2507", "0324".
bool is_date(std::string_view word) {
  return word.size() == 4 && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_beside_shape(std::string_view word) {
  return std::ranges::find(words_beside_shape, word) != words_beside_shape.end();
}

/// Returns the id without the words for which `is_left_out` is true.
template <class Condition>
std::string without_words(std::string rest, const Condition& is_left_out) {
  std::string left;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('-'), rest.size());
    const std::string word = rest.substr(0, end);
    rest.erase(0, end + 1);
    if (!is_left_out(word)) left += (left.empty() ? "" : "-") + word;
  }
  return left;
}

/// Returns the id with a hyphen between each letter and a following digit: "llama-2-7b" for "llama2-7b".
std::string with_hyphens(std::string_view id) {
  std::string spelt;
  for (const char c : id) {
    const bool after_letter = !spelt.empty() && spelt.back() >= 'a' && spelt.back() <= 'z';
    if (after_letter && c >= '0' && c <= '9') spelt += '-';
    spelt += c;
  }
  return spelt;
}

/// Returns true if `id` is `known` with hyphens instead of dots, or without a hyphen before a digit:
/// "qwen2-5-7b" and "qwen-2.5-7b" for "qwen2.5-7b". A dot of `id` must be a dot of `known`: 2.7b is not 2-7b.
bool is_spelling_of(std::string_view known, std::string_view id) {
  return std::ranges::equal(with_hyphens(id), with_hyphens(known), [](char written, char meant) {
    return written == meant || (written == '-' && meant == '.');
  });
}

/// Returns the model whose id, repository or alias has another spelling in `ids`.
SharedModelPreset find_spelling(const std::vector<SharedModelPreset>& models,
                                std::span<const std::string> ids) {
  const auto is_meant = [ids](std::string_view known) {
    return std::ranges::any_of(ids, [known](const std::string& id) { return is_spelling_of(known, id); });
  };
  for (const SharedModelPreset& model : models)
    if (is_meant(model->id) || is_meant(shape_id(model->hf_id))) return model;
  for (const ModelAlias& alias : model_aliases())
    if (is_meant(alias.name)) return find_id(models, alias.model);
  return {};
}

}  // namespace

std::string shape_id(std::string_view repository) {
  return without_words(preset_id(repository.substr(repository.rfind('/') + 1)),
                       [](std::string_view word) { return is_beside_shape(word) || is_date(word); });
}

/// Finds a model by our id; else by its repository on Hugging Face, with or without the owner, ignoring case;
/// else by an alias; else by the repository of another version of the same shape; else by another spelling of
/// one of these names.
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
  // The date of a release distinguishes some models: "Magistral-Small-2507-unsloth-bnb-4bit".
  const std::array<std::string, 3> ids = {name, without_words(name, is_beside_shape), shape_id(repository)};
  for (const std::string& known : ids)
    if (const std::string_view model = model_of_alias(known); !model.empty()) return find_id(models, model);
  const std::string& shape = ids.back();
  if (shape.empty()) return {};
  for (const SharedModelPreset& model : models)
    if (model->id == shape || shape_id(model->hf_id) == shape) return model;
  return find_spelling(models, ids);
}

SharedGpuPreset Catalog::find_gpu(std::string_view id) const {
  const SharedGpuPreset ours = find_id(gpus, id);
  return ours ? ours : gpu_named(id, gpus);
}
SharedLinkPreset Catalog::find_link(std::string_view id) const { return find_id(links, id); }

const Catalog& catalog() {
  static const Catalog read = read_catalog(embedded::models_json, embedded::gpus_json, embedded::links_json);
  static const Catalog shipped = {uncounted(read.models), uncounted(read.gpus), uncounted(read.links),
                                  read.sustained};
  return shipped;
}

}  // namespace zp
