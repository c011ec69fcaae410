// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/named_model.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/catalog/other_models.h"
#include "core/catalog/own_presets.h"
#include "core/import/import.h"
#include "core/import/python_script.h"
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

/// Returns "owner/name" for a path in the Hub's cache (".../models--owner--name/snapshots/..."); "" for
/// another path.
std::string cached_repository(std::string_view path) {
  constexpr std::string_view mark = "models--";
  const std::size_t at = path.find(mark);
  if (at == std::string_view::npos) return {};
  path.remove_prefix(at + mark.size());
  std::string repository(path.substr(0, path.find('/')));
  if (const std::size_t dashes = repository.find("--"); dashes != std::string::npos)
    repository.replace(dashes, 2, "/");
  return repository;
}

/// Returns true for a folder name that states a size but no model family: "7b", "1.5b-chat".
bool is_size(std::string_view name) {
  const std::string shape = shape_id(name);
  const bool has_unit = shape.ends_with('b') || shape.ends_with('m');
  return has_unit && shape.find_first_not_of("0123456789.") == shape.size() - 1 && shape.size() > 1;
}

/// Returns the name to compare with catalog ids: the last part, with the folder above it if the last part is
/// only a size: "llama-7b" for "/share/llama_hf/7B".
std::string wanted_id(std::string_view name) {
  const std::string_view last = last_part(name);
  if (!is_size(last)) return preset_id(last);
  const std::size_t end = name.rfind(last);
  const std::string family = shape_id(last_part(name.substr(0, end)));
  return family.empty() ? preset_id(last) : family + '-' + shape_id(last);
}

/// Returns a path of Windows with slashes, "D:/models/Qwen2-7B" for "D:\\models\\Qwen2-7B"; another name
/// unchanged.
std::string with_slashes(std::string_view name) {
  std::string path(name);
  const bool has_drive = path.size() > 2 && std::isalpha(static_cast<unsigned char>(path[0])) != 0 &&
                         path[1] == ':' && (path[2] == '\\' || path[2] == '/');
  const bool is_path = has_drive || path.starts_with(".\\") || path.starts_with("..\\");
  if (is_path) std::ranges::replace(path, '\\', '/');
  return path;
}

/// Returns the words of a name in the form of preset_id.
std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  std::string rest = preset_id(name);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('-'), rest.size());
    words.push_back(rest.substr(0, end));
    rest.erase(0, end + 1);
  }
  return words;
}

/// Returns true for a word that counts parameters: "7b", "0.5b", "360m".
bool is_count_of_parameters(std::string_view word) {
  const std::size_t end = word.find_first_not_of("0123456789.");
  return end != std::string_view::npos && end > 0 && end + 1 == word.size() &&
         (word[end] == 'b' || word[end] == 'm');
}

/// Returns true for a word of a model with parts or layers that its family's decoder does not have: "vl",
/// "clip2", "24l", "x8", "16layers".
bool is_of_other_shape(std::string_view word) {
  constexpr auto words = std::to_array<std::string_view>(
      {"vl",    "vlm",      "v",       "vit",         "mm",          "omni",    "ocr",     "moe",  "draft",
       "eagle", "pruned",   "prune",   "depth",       "width",       "sliced",  "reduced", "bge",  "embed",
       "vae",   "upscaled", "adapter", "lora",        "onnx",        "coconut", "layers",  "half", "random",
       "tiny",  "mini",     "small",   "student",     "teacher",     "franken", "merge",   "mtp",  "hybrid",
       "ssm",   "sae",      "image",   "passthrough", "dense2sparse"});
  constexpr auto parts = std::to_array<std::string_view>(
      {"siglip", "llava", "vision", "multimodal", "audio", "speech", "mixtral", "mamba", "medusa", "minitron",
       "clip", "rwkv", "smolvlm", "internvl", "minicpm", "bunny", "embedding", "reranker"});
  if (std::ranges::find(words, word) != words.end()) return true;
  if (std::ranges::any_of(parts, [&](std::string_view part) { return word.find(part) != word.npos; }))
    return true;
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const std::string_view rest = word.substr(digits);
  if (digits > 0 && (rest == "l" || rest == "x" || rest == "layer" || rest == "layers")) return true;
  return word.size() > 1 && word.front() == 'x' &&
         word.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// Returns the ids with the family, the first word, and the size of a name: "deepseek-llm-7b" for
/// "deepseek-7b-ft"; the shortest first.
std::vector<std::string> models_of_family_and_size(const std::string& name,
                                                   const std::vector<std::string>& ids) {
  constexpr std::size_t least = 3;
  const std::vector<std::string> words = words_of_name(name);
  const auto size = std::ranges::find_if(words, is_count_of_parameters);
  const std::size_t end = words.empty() ? 0 : words.front().find_first_of("0123456789.");
  const std::string family = words.empty() ? std::string() : words.front().substr(0, end);
  std::vector<std::string> found;
  if (size == words.end() || family.size() < least) return found;
  for (const std::string& id : ids) {
    const std::vector<std::string> parts = words_of_name(id);
    if (parts.front().starts_with(family) && std::ranges::find(parts, *size) != parts.end())
      found.push_back(id);
  }
  std::ranges::stable_sort(found, std::ranges::less(), &std::string::size);
  return found;
}

std::vector<std::string> similar_models(std::string_view name, const Catalog& presets) {
  const std::vector<std::string> known = preset_ids(presets, PresetKind::model);
  const std::string wanted = wanted_id(name);
  std::vector<std::string> found = similar_ids(wanted, known);
  if (!found.empty()) return found;
  // The name of a fine-tuned model usually begins with its base model's name: "llama-3.1-8b-mine".
  for (const std::string& id : known)
    if (wanted.starts_with(id + '-')) found.push_back(id);
  std::ranges::sort(found, std::ranges::greater(), &std::string::size);
  if (found.empty()) found = models_of_family_and_size(wanted, known);
  constexpr std::size_t most = 3;
  if (found.size() > most) found.resize(most);
  return found;
}

/// Returns the position of the name in the file. Command arguments have no position; for them it is the first
/// line that contains the text and is not a comment.
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

/// Returns true for a key that names a model other than the one being trained.
bool is_of_other_model(std::string_view key) {
  constexpr auto others = std::to_array<std::string_view>(
      {"token", "encoder", "vision", "teacher", "reward", "critic", "ref", "draft", "judge", "embed", "vae",
       "output", "save", "score", "hub_model", "rollout", "eval"});
  return std::ranges::any_of(
      others, [key](std::string_view word) { return key.find(word) != std::string_view::npos; });
}

/// Returns true for a key in a section with which unknown programs name the model: "model_config.llm_path".
bool may_name_model_in_section(std::string_view key) {
  constexpr auto names = std::to_array<std::string_view>({"model_name", "model_path", "llm_name", "llm_path",
                                                          "llm", "model_name_or_path",
                                                          "pretrained_model_name_or_path", "name_or_path"});
  const std::size_t dot = key.rfind('.');
  const bool is_name = std::ranges::find(names, key.substr(dot + 1)) != names.end();
  return dot != std::string_view::npos && is_name && !is_of_other_model(key);
}

/// Returns the Hub repository at the start of a value, "AIDC-AI/Ovis2.5-9B" for "AIDC-AI/Ovis2.5-9B:*.pt"; ""
/// for a path or another text.
std::string_view repository_in(std::string_view value) {
  const std::string_view name = value.substr(0, value.find_first_of(":,"));
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == name.size() ||
      name.find('/', slash + 1) != std::string_view::npos)
    return {};
  const bool is_plain = std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.' || c == '/';
  });
  constexpr auto folders =
      std::to_array<std::string_view>({".", "..", "data", "models", "model", "checkpoints", "checkpoint",
                                       "ckpt", "ckpts", "output", "outputs", "exp", "conf", "config",
                                       "configs", "scripts", "weights", "pretrained", "pretrained_models"});
  const bool is_folder = std::ranges::find(folders, name.substr(0, slash)) != folders.end();
  constexpr auto ends = std::to_array<std::string_view>(
      {".json", ".yaml", ".yml", ".pt", ".pth", ".bin", ".safetensors", ".py", ".sh", ".txt", ".ckpt"});
  const bool is_file =
      std::ranges::any_of(ends, [name](std::string_view end) { return name.ends_with(end); });
  return is_plain && !is_folder && !is_file ? name : std::string_view();
}

/// Returns true if a text contains a shell variable or command, or an expression: "$MODEL", "${args.x}". A $
/// at the end, or before `|` or `)`, belongs to a regular expression.
bool names_variable(std::string_view text) {
  for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : ')';
    if (next != ')' && next != '|') return true;
  }
  return false;
}

/// Returns the catalog's model that a builder of torchtune makes, "llama-3.2-3b" for
/// "torchtune.models.llama3_2.lora_llama3_2_3b"; "" if none has its name. Underscores stand for points too,
/// so that each place is tried as the end of the version (torchtune/models/*/__init__.py).
std::string model_of_builder(std::string_view component, const Catalog& presets) {
  std::string_view name = component.substr(component.rfind('.') + 1);
  for (const std::string_view before : {"qlora_", "lora_"})
    if (name.starts_with(before)) name.remove_prefix(before.size());
  for (const std::string_view end : {"_instruct", "_base"})
    if (name.ends_with(end)) name.remove_suffix(end.size());
  const std::size_t digits = std::min(name.find_first_of("0123456789_"), name.size());
  const std::string family(name.substr(0, digits));
  for (std::size_t at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
    std::string version(name.substr(digits, at - digits)), size(name.substr(at + 1));
    std::ranges::replace(version, '_', '.');
    std::ranges::replace(size, '_', '.');
    for (const char* const between : {"", "-"})
      if (const SharedModelPreset known = presets.find_model(
              version.empty() ? family + '-' + size : family + between + version + '-' + size))
        return known->id;
  }
  return "";
}

/// Names the model of torchtune's file after its builder if the folder of the checkpoint does not tell it.
void name_model_of_builder(FileKeys& keys, const Catalog& presets) {
  const FileKey* const builder = find_key(keys, "model._component_");
  if (builder == nullptr) return;
  FileKey named = *builder;
  named.text = model_of_builder(builder->text, presets);
  const auto folder = std::ranges::find(keys, "model_name_or_path", &FileKey::key);
  if (named.text.empty() || (folder != keys.end() && model_id_of(folder->text, Plan(), presets))) return;
  if (folder != keys.end()) folder->key = "checkpointer's folder";
  named.key = "model_name_or_path";
  keys.push_back(std::move(named));
}

}  // namespace

bool names_model(const TextNode& node) {
  // An option without a value, or with an empty variable as its value, is read as true.
  return node.is_string() && !node.text.empty() && node.text != "true" &&
         std::ranges::find(model_keys, node.key) != model_keys.end();
}

const FileKey* naming_model(const FileKeys& keys) {
  const auto found = std::ranges::find_if(keys, names_model);
  return found == keys.end() ? nullptr : &*found;
}

bool is_left_open(std::string_view name) {
  const std::size_t bracket = name.find('<');
  const bool is_in_brackets =
      bracket != std::string_view::npos && name.find('>', bracket) != std::string_view::npos;
  const std::string words = lower_case(name);
  constexpr auto to_fill_in =
      std::to_array<std::string_view>({"path/to/", "path_to_", "path-to-", "/your_", "/your-", "your_path",
                                       "your-path", "your_model", "xxx", "default_path"});
  const bool is_to_fill_in = words.starts_with("your_") || words.starts_with("your-") ||
                             words == "model_path" || words.starts_with('{') ||
                             std::ranges::any_of(to_fill_in, [&](std::string_view mark) {
                               return words.find(mark) != std::string::npos;
                             });
  return is_in_brackets || is_to_fill_in || names_variable(name);
}

/// Returns the name inside a placeholder, "Qwen2-VL-2B-Instruct" for "<PATH-TO-Qwen2-VL-2B-Instruct>"; "" for
/// another text.
std::string_view name_in_blank(std::string_view text) {
  if (text.size() < 3 || text.front() != '<' || text.back() != '>') return {};
  text = text.substr(1, text.size() - 2);
  constexpr auto words = std::to_array<std::string_view>({"path", "to", "your", "the", "local"});
  const auto is_sign = [](char c) { return c == '-' || c == '_' || c == '/' || c == ' '; };
  while (true) {
    const auto* const end = std::ranges::find_if(text, is_sign);
    const std::string word = lower_case(std::string_view(text.begin(), end));
    if (end == text.end() || std::ranges::find(words, word) == words.end()) return text;
    text.remove_prefix(word.size() + 1);
  }
}

void name_model_otherwise(FileKeys& keys, const ProgramEntry& program, const Catalog& presets) {
  constexpr auto weaker = std::to_array<std::string_view>({"model_name",
                                                           "model",
                                                           "model_id",
                                                           "model_name_or_dir",
                                                           "base_model_name",
                                                           "llm",
                                                           "base_model_path",
                                                           "base_model_name_or_path",
                                                           "pretrained_model",
                                                           "pretrained_model_path",
                                                           "llm_path",
                                                           "llm_model",
                                                           "language_model",
                                                           "lm_path",
                                                           "model_dir",
                                                           "from_pretrained",
                                                           "config_name",
                                                           "llama_model",
                                                           "model.name_or_path",
                                                           "checkpoint.pretrained_checkpoint",
                                                           "model.model_name",
                                                           "model.name",
                                                           "model.pretrained_model_name_or_path",
                                                           "model.path",
                                                           "model.id",
                                                           "model_args.model_name_or_path",
                                                           "model_config.model_name_or_path"});
  if (program.id == "torchtune") name_model_of_builder(keys, presets);
  if (naming_model(keys) != nullptr) return;
  for (const std::string_view name : weaker)
    for (FileKey& key : keys) {
      if (key.key != name || !key.is_string() || is_left_open(key.text) || !rows_of(program, name).empty())
        continue;
      if (!model_id_of(key.text, Plan(), presets)) continue;
      key.key = "model_name_or_path";
      return;
    }
  for (FileKey& key : keys) {
    if (!may_name_model_in_section(key.key) || !key.is_string() || is_left_open(key.text) ||
        !rows_of(program, key.key).empty() || !model_id_of(key.text, Plan(), presets))
      continue;
    key.key = "model_name_or_path";
    return;
  }
}

std::string possible_model(const FileKeys& keys) {
  const auto is_one = [](const FileKey& key) {
    constexpr auto words =
        std::to_array<std::string_view>({"model", "pretrain", "llm", "backbone", "checkpoint"});
    const auto has = [&key](std::string_view word) { return key.key.find(word) != std::string::npos; };
    return std::ranges::any_of(words, has) && !is_of_other_model(key.key) && key.is_string() &&
           !repository_in(key.text).empty();
  };
  const auto found = std::ranges::find_if(keys, is_one);
  return found == keys.end() ? "" : found->spelling + ": " + std::string(repository_in(found->text));
}

bool leaves_model_open(std::string_view name, const Catalog& presets) {
  if (!is_left_open(name)) return false;
  if (presets.find_model(name_in_blank(name))) return false;
  const std::string_view last = last_part(name);
  return is_left_open(last) || !presets.find_model(last);
}

std::optional<std::string> assumed_model(std::string_view name, const Catalog& presets) {
  const std::string path = with_slashes(name);
  if (is_left_open(last_part(path)) || !kind_of_other_model(path).empty()) return std::nullopt;
  const std::vector<std::string> words = words_of_name(last_part(path));
  if (std::ranges::count_if(words, is_count_of_parameters) != 1) return std::nullopt;
  const auto size = std::ranges::find_if(words, is_count_of_parameters);
  const auto joined = [&](auto begin, auto end) {
    std::string id;
    for (; begin != end; ++begin)
      id += *begin + '-';
    return id + *size;
  };
  // The family stands before the size, perhaps with words of the owner between them. The longest family of a
  // known model counts: "qwen2.5-math" and not "qwen2.5".
  std::optional<std::string> found;
  std::vector<std::string> family;
  std::ptrdiff_t longest = 0;
  for (auto begin = words.begin(); begin != size; ++begin)
    for (auto end = size; end != begin; --end) {
      const SharedModelPreset known = presets.find_model(joined(begin, end));
      if (!known || end - begin < longest) continue;
      if (end - begin == longest && known->id != found) return std::nullopt;
      found = known->id;
      family.assign(begin, end);
      longest = end - begin;
    }
  const auto is_foreign = [&family](const std::string& word) {
    return is_of_other_shape(word) && std::ranges::find(family, word) == family.end();
  };
  // "qwen" alone has several generations.
  const bool has_no_version = family.size() == 1 && family.front() == "qwen";
  return has_no_version || std::ranges::any_of(words, is_foreign) ? std::nullopt : found;
}

std::optional<std::string> model_id_of(std::string_view stated, const Plan& plan, const Catalog& presets) {
  const std::string with_folders = with_slashes(stated);
  const std::string_view name = with_folders;
  if (const SharedModelPreset known = presets.find_model(name)) return known->id;
  if (const SharedModelPreset known = presets.find_model(cached_repository(name))) return known->id;
  if (const SharedModelPreset known = presets.find_model(name_in_blank(name))) return known->id;
  const bool is_path = name.find('/') != std::string_view::npos && std::ranges::count(name, '/') != 1;
  if ((is_path || is_left_open(name)) && !is_left_open(last_part(name)))
    if (const SharedModelPreset known = presets.find_model(last_part(name))) return known->id;
  // A folder of the model family that has one folder per size: "model_zoo/vicuna/7B-V1.5".
  const std::string_view last = last_part(name);
  if (last.size() < name.size() && !last.empty() && !is_size(last) && last.front() >= '0' &&
      last.front() <= '9') {
    const std::string_view family = last_part(name.substr(0, name.rfind(last)));
    if (!family.empty() && !is_left_open(family) && !is_left_open(last))
      if (const SharedModelPreset known = presets.find_model(std::string(family) + '-' + std::string(last)))
        return known->id;
  }
  // A folder inside the model's folder, written by training or another program:
  // "…/deepseek-coder-6.7b-base/pt".
  const std::size_t above = name.size() - last.size();
  if (std::ranges::count(name, '/') > 1 && above > 1 && !last.empty() && !is_left_open(name)) {
    const std::string_view folder = last_part(name.substr(0, name.rfind(last)));
    const bool has_digit = last.find_first_of("0123456789") != std::string_view::npos;
    if (!has_digit || last.starts_with("checkpoint"))
      if (const SharedModelPreset known = presets.find_model(folder)) return known->id;
  }
  if (!plan.model.preset) return std::nullopt;
  const ModelPreset& own = *plan.model.preset;
  const bool is_own = own.id == preset_id(name) || (!own.hf_id.empty() && own.hf_id == name);
  return is_own ? std::optional(own.id) : std::nullopt;
}

std::string id_with_tower(const std::string& id, const Catalog& presets) {
  constexpr std::string_view end = "-text";
  if (!id.ends_with(end)) return id;
  const std::string whole = id.substr(0, id.size() - end.size());
  const SharedModelPreset known = presets.find_model(whole);
  return known && known->id == whole ? whole : id;
}

bool loads_tower(const FileKeys& keys) {
  const FileKey* const loaded = find_key(keys, loaded_class_key);
  return loaded != nullptr && loaded->text == class_with_tower;
}

void refuse_model(const FileKey& node, const std::string& text, const Catalog& presets) {
  const TextPosition place = place_of(node, text);
  const std::string_view kind = kind_of_other_model(node.text);
  const std::vector<std::string> similar =
      kind.empty() ? similar_models(node.text, presets) : std::vector<std::string>();
  std::string sentence = place.line > 0 ? "Line " + format_count(place.line) + ": " : std::string();
  sentence += node.spelling + " names the model " + node.text;
  if (!kind.empty()) {
    sentence += ", by its name " + std::string(kind) + "; no block of a plan describes its layers.";
    throw UnknownModel(node.spelling, node.text, similar, sentence, place, true);
  }
  sentence += ", which is not in the catalog";
  sentence += similar.empty() ? "; nothing there has a similar name."
                              : "; similar there: " + with_commas(similar) + '.';
  throw UnknownModel(node.spelling, node.text, similar, sentence, place);
}

}  // namespace zp::import_io
