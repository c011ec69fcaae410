// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/inherited_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/limits.h"
#include "core/text/python.h"
#include "core/text/yaml_tree.h"

namespace zp::import_io {
namespace {

/// Returns true if `key` is in the section or is its name.
bool is_within(std::string_view key, std::string_view section) {
  return key.starts_with(section) && (key.size() == section.size() || key[section.size()] == '.');
}

constexpr std::string_view override_mark = "._override_";

/// The names that a file states.
class StatedKeys {
 public:
  explicit StatedKeys(const FileKeys& keys) {
    for (const FileKey& key : keys) {
      if (key.key.ends_with(override_mark)) {
        wholes_.insert(key.key.substr(0, key.key.size() - override_mark.size()));
        continue;
      }
      names_.insert(key.key);
      const bool is_empty_section = key.is_object();
      if (!is_empty_section) wholes_.insert(key.key);
    }
  }

  /// Returns true if the file states the key, a section around it as a whole, or values below it.
  [[nodiscard]] bool state(const std::string& key) const {
    for (std::size_t end = key.find('.'); end != std::string::npos; end = key.find('.', end + 1))
      if (wholes_.contains(std::string_view(key).substr(0, end))) return true;
    if (wholes_.contains(key) || names_.contains(key)) return true;
    const auto below = names_.lower_bound(key + '.');
    return below != names_.end() && below->starts_with(key + '.');
  }

 private:
  std::set<std::string, std::less<>> names_, wholes_;
};

std::string file_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// The values of a file, used to resolve its references. Substituted values take at most most_filled_in bytes
/// in total; references beyond that stay unresolved.
class References {
 public:
  explicit References(const FileKeys& keys) {
    for (const FileKey& key : keys)
      if (!key.is_null()) keys_[key.key] = &key;  // the last of several counts
  }

  /// Returns a text of key `at` with its references resolved; nullopt if one of them has no value here.
  [[nodiscard]] std::optional<TextNode> value_of(std::string_view text, std::string_view at, int depth) {
    constexpr int deepest = 16;
    if (depth > deepest) return std::nullopt;
    const std::size_t begin = text.find("${");
    if (begin == std::string_view::npos) return plain(text);
    const std::size_t end = end_of(text, begin);
    if (end == std::string_view::npos) return std::nullopt;
    const auto found = inner_value(text.substr(begin + 2, end - begin - 2), at, depth + 1);
    if (!found || (begin == 0 && end + 1 == text.size())) return found;
    const auto rest = value_of(text.substr(end + 1), at, depth + 1);
    if (!rest || found->is_object() || found->is_array()) return std::nullopt;
    TextNode joined;
    joined.kind = NodeKind::string;
    joined.text = std::string(text.substr(0, begin)) + words_of_value(*found) + words_of_value(*rest);
    return pays(joined) ? std::optional(std::move(joined)) : std::nullopt;
  }

 private:
  static std::string words_of_value(const TextNode& node) {
    return node.is_string() ? node.text : node.is_null() ? "" : python::python_repr(node);
  }

  /// Returns the position of the brace that closes the reference starting at `begin`.
  static std::size_t end_of(std::string_view text, std::size_t begin) {
    int open = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
      if (text[i] == '{') ++open;
      if (text[i] == '}' && --open == 0) return i;
    }
    return std::string_view::npos;
  }

  /// Returns the approximate size of a value in bytes.
  static std::size_t size_of(const TextNode& node) {
    std::size_t size = sizeof(TextNode) + node.text.size() + node.key.size();
    for (const TextNode& child : node.children)
      size += size_of(child);
    return size;
  }

  /// Counts the value's bytes; returns false if the limit is exceeded.
  bool pays(const TextNode& node) {
    const std::size_t size = size_of(node);
    if (size > room_) return false;
    room_ -= size;
    return true;
  }

  static std::optional<TextNode> plain(std::string_view text) {
    TextNode node;
    node.kind = NodeKind::string;
    node.text = text;
    return node;
  }

  static std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' '))
      text.remove_prefix(1);
    while (text.ends_with(' '))
      text.remove_suffix(1);
    return text;
  }

  /// Returns the arguments of a resolver, separated at commas outside braces.
  static std::vector<std::string_view> arguments_in(std::string_view text) {
    std::vector<std::string_view> found;
    int open = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '{') ++open;
      if (text[i] == '}') --open;
      if (text[i] != ',' || open > 0) continue;
      found.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
    found.push_back(trimmed(text.substr(begin)));
    return found;
  }

  [[nodiscard]] std::optional<TextNode> inner_value(std::string_view inner, std::string_view at, int depth) {
    const std::size_t colon = inner.find(':');
    const std::size_t brace = inner.find('{');
    if (colon != std::string_view::npos && colon < brace)
      return computed(inner.substr(0, colon), arguments_in(inner.substr(colon + 1)), at, depth);
    if (brace != std::string_view::npos) return std::nullopt;
    return named(trimmed(inner), at, depth);
  }

  [[nodiscard]] std::optional<TextNode> computed(std::string_view resolver,
                                                 const std::vector<std::string_view>& arguments,
                                                 std::string_view at, int depth) {
    if (arguments.size() != 2) return std::nullopt;
    const auto first = value_of(arguments[0], at, depth + 1), second = value_of(arguments[1], at, depth + 1);
    if (!first || !second) return std::nullopt;
    const auto a = python::lax_float(*first), b = python::lax_float(*second);
    if (!a || !b) return std::nullopt;
    if (resolver == "mul" || resolver == "multiply") return number(*a * *b);
    if (resolver == "add") return number(*a + *b);
    if (resolver == "sub" || resolver == "subtract") return number(*a - *b);
    if (resolver == "max") return number(std::max(*a, *b));
    if ((resolver == "div" || resolver == "divide") && *b != 0) return number(*a / *b);
    return std::nullopt;
  }

  static std::optional<TextNode> number(double value) {
    constexpr double most = 1e15;
    if (!(std::abs(value) <= most)) return std::nullopt;
    TextNode node;
    const bool is_whole = std::floor(value) == value;
    node.kind = is_whole ? NodeKind::integer : NodeKind::real;
    node.number = value;
    if (is_whole) node.integer = static_cast<std::int64_t>(value);
    return node;
  }

  /// Returns the value under a name. A leading dot makes the name relative to the section of `at`; each
  /// further dot goes up one section.
  [[nodiscard]] std::optional<TextNode> named(std::string_view name, std::string_view at, int depth) {
    std::string path;
    std::string_view section = at;
    for (; name.starts_with('.'); name.remove_prefix(1)) {
      section = section.substr(0, section.rfind('.') == std::string_view::npos ? 0 : section.rfind('.'));
      path = section.empty() ? std::string() : std::string(section) + '.';
    }
    path += name;
    std::ranges::replace(path, '-', '_');
    const auto found = keys_.find(path);
    if (found == keys_.end()) return std::nullopt;
    const FileKey& key = *found->second;
    if (key.is_string() && key.text.find("${") != std::string::npos)
      return value_of(key.text, key.key, depth + 1);
    return pays(key) ? std::optional<TextNode>(key) : std::nullopt;
  }

  std::map<std::string_view, const FileKey*, std::less<>> keys_;
  std::size_t room_ = most_filled_in;
};

/// Returns the keys of a part of a Hydra configuration, in its package.
FileKeys keys_of_part(const ParentFile& part) {
  FileKeys keys;
  const std::optional<TextNode> root = yaml_mapping(part.text);
  if (!root) return keys;
  std::string section = part.package.empty() ? std::string() : part.package + '.';
  for (FileKey& key : flattened(*root)) {
    if (is_within(key.key, "defaults")) continue;
    key.part = ImportPart::none;
    key.is_inherited = true;
    key.spelling = section + key.spelling + " of " + file_part(part.name);
    key.key = section + key.key;
    keys.push_back(std::move(key));
  }
  return keys;
}

/// Returns true for a value that Hydra asks the command for.
bool is_asked_for(const FileKey& key) { return key.is_string() && key.text == "???"; }

/// Puts the keys of the parts in the place of the file's, the strongest value of each key.
void compose_parts(const std::vector<ParentFile>& parts, ProgramYaml& file, std::vector<Finding>& notes) {
  FileKeys composed;
  std::vector<std::string> read;
  std::erase_if(file.keys, [](const FileKey& key) { return is_within(key.key, "defaults"); });
  for (const ParentFile& part : parts) {
    FileKeys own = part.is_self ? std::move(file.keys) : keys_of_part(part);
    if (!part.is_self) read.push_back(file_part(part.name));
    std::erase_if(own, [](const FileKey& key) { return is_asked_for(key) || is_within(key.key, "hydra"); });
    const StatedKeys stated(composed);
    for (FileKey& key : own)
      if (!stated.state(key.key)) composed.push_back(std::move(key));
  }
  file.keys = std::move(composed);
  if (!read.empty())
    notes.push_back(
        {Severity::style, "inherits", "", "Hydra composes it with " + with_commas(read) + '.', ""});
}

}  // namespace

bool are_hydra_parts(const std::vector<ParentFile>& parents) {
  return std::ranges::any_of(parents, &ParentFile::is_self);
}

void add_parents(const std::vector<ParentFile>& parents, ProgramYaml& file, std::vector<Finding>& notes) {
  if (are_hydra_parts(parents)) return compose_parts(parents, file, notes);
  std::vector<std::string> read, missing;
  for (const ParentFile& parent : parents) {
    const std::optional<TextNode> root = yaml_mapping(parent.text);
    (root ? read : missing).push_back(file_part(parent.name));
    if (!root) continue;
    const StatedKeys stated(file.keys);
    FileKeys added;
    for (FileKey& key : flattened(*root)) {
      if (is_within(key.key, "defaults") || stated.state(key.key)) continue;
      key.part = ImportPart::none;
      key.is_inherited = true;
      key.spelling += " of " + file_part(parent.name);
      added.push_back(std::move(key));
    }
    std::ranges::move(added, std::back_inserter(file.keys));
  }
  std::erase_if(file.keys, [](const FileKey& key) { return key.key.ends_with(override_mark); });
  if (!read.empty())
    notes.push_back({Severity::style, "inherits", "", "It inherits from " + with_commas(read) + '.', ""});
  if (!missing.empty())
    notes.push_back({Severity::ignored, "parent_missing", "",
                     "It inherits from " + with_commas(missing) +
                         ", which is missing: keys that only that file states have the defaults of " +
                         file.program->name + ", as its own examples have them.",
                     "Put that file where the path under `defaults` says, and import again."});
}

bool has_hydra_references(const ProgramEntry& program) {
  constexpr auto ids = std::to_array<std::string_view>({"nemo-rl", "verl", "easy-r1", "roll", "rl2"});
  return std::ranges::find(ids, program.id) != ids.end();
}

void resolve_references(FileKeys& keys) {
  const FileKeys before = keys;
  References references(before);
  for (FileKey& key : keys) {
    if (!key.is_string() || key.text.find("${") == std::string::npos) continue;
    const auto found = references.value_of(key.text, key.key, 0);
    if (!found) continue;
    key.kind = found->kind;
    key.boolean = found->boolean;
    key.huge = found->huge;
    key.integer = found->integer;
    key.number = found->number;
    key.text = found->text;
    key.children = found->children;
  }
}

}  // namespace zp::import_io

namespace zp {
namespace {

/// Returns the file of FlagScale's section `train` that an experiment selects, "train/7b.yaml" for `- train:
/// 7b`.
std::vector<std::string> flagscale_parts(const TextNode& defaults) {
  for (const TextNode& item : defaults.children)
    if (const TextNode* const part = item.child("train"); part != nullptr && part->is_string())
      return {"train/" + part->text + ".yaml"};
  return {};
}

}  // namespace

std::vector<std::string> parents_named_in(const std::string& text, bool is_parent) {
  const std::optional<TextNode> root = yaml_mapping(text);
  const TextNode* const defaults = root ? root->child("defaults") : nullptr;
  if (defaults == nullptr) return {};
  if (!is_parent) {
    const auto file = import_io::program_yaml(text);
    if (!file) return {};
    if (file->program->id == "flagscale") return flagscale_parts(*defaults);
    if (file->program->id != "nemo-rl") return {};
  }
  std::vector<std::string> names;
  if (defaults->is_string()) names.push_back(defaults->text);
  for (const TextNode& item : defaults->children)
    if (item.is_string()) names.push_back(item.text);
  std::ranges::reverse(names);  // the last one counts
  return names;
}

}  // namespace zp
