// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/hydra.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/text/file_error.h"
#include "core/text/python.h"
#include "core/text/yaml_tree.h"

namespace zp {
namespace hydra_io {
namespace {

constexpr std::size_t most_parts = 128, deepest = 16, most_bytes = std::size_t{1} << 22U;
constexpr std::string_view global = "_global_", here = "_here_", self = "_self_";

/// An item of a defaults list.
struct Default {
  std::string group;                   ///< "model", or "" for a file named by its path alone
  std::optional<std::string> package;  ///< stated behind @
  std::vector<std::string> options;    ///< names of files; empty for null
  bool is_override = false, is_optional = false;
};

/// A file to compose, by its place below the folder of the configuration.
struct Element {
  std::string path;     ///< "model/llama", without extension; "" for the configuration itself
  std::string base;     ///< folder that its own defaults are relative to: its group, "model"
  std::string package;  ///< "model"; "" for the root
};

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

std::string joined(const std::string& folder, std::string_view name) {
  if (name.starts_with('/')) return std::string(name.substr(1));
  return folder.empty() ? std::string(name) : folder + '/' + std::string(name);
}

std::string without_extension(std::string name) {
  for (const std::string_view end : {".yaml", ".yml"})
    if (name.ends_with(end)) name.resize(name.size() - end.size());
  return name;
}

std::string dotted(std::string path) {
  std::ranges::replace(path, '/', '.');
  return path;
}

std::string option_words(const TextNode& node) {
  return node.is_string() ? node.text : node.is_null() ? "" : python::python_repr(node);
}

/// Splits "override /model@pkg" into its parts.
Default default_of(std::string_view words) {
  Default item;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const auto& [word, flag] :
         {std::pair("override ", &item.is_override), {"optional ", &item.is_optional}})
      if (words.starts_with(word)) {
        words.remove_prefix(std::string_view(word).size());
        *flag = goes_on = true;
      }
    while (words.starts_with(' '))
      words.remove_prefix(1);
  }
  const std::size_t at = words.find('@');
  item.group = words.substr(0, at);
  if (at != std::string_view::npos) item.package = std::string(words.substr(at + 1));
  return item;
}

std::vector<Default> defaults_in(const TextNode& root) {
  const TextNode* const list = root.child("defaults");
  std::vector<Default> items;
  if (list == nullptr || !list->is_array()) return items;
  for (const TextNode& node : list->children) {
    if (node.is_string()) {
      Default item = default_of(node.text);
      item.options.push_back(std::exchange(item.group, ""));
      items.push_back(std::move(item));
    } else if (node.is_object() && node.children.size() == 1) {
      const TextNode& choice = node.children.front();
      Default item = default_of(choice.key);
      if (choice.is_array())
        for (const TextNode& option : choice.children)
          item.options.push_back(option_words(option));
      else if (!choice.is_null())
        item.options.push_back(option_words(choice));
      items.push_back(std::move(item));
    }
  }
  return items;
}

/// Returns the package in a comment of the first lines, "# @package _global_"; nullopt without one.
std::optional<std::string> package_header(std::string_view text) {
  constexpr std::string_view mark = "@package", blanks = " \t";
  while (text.starts_with('#') || text.starts_with('\n') || text.starts_with('\r')) {
    const std::string_view line = text.substr(0, text.find('\n'));
    std::string_view words = line.substr(std::min(line.find_first_not_of("# \t"), line.size()));
    if (words.starts_with(mark) && words.substr(mark.size()).find_first_of(blanks) == 0) {
      words.remove_prefix(std::min(words.find_first_not_of(blanks, mark.size()), words.size()));
      return std::string(words.substr(0, words.find_last_not_of(" \t\r") + 1));
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return std::nullopt;
}

/// Returns the part of a package behind its last _global_.
std::string absolute(const std::string& package) {
  const std::size_t at = package.rfind(global);
  if (at == std::string::npos) return package;
  const std::size_t end = at + global.size();
  return end < package.size() ? package.substr(end + 1) : std::string();
}

std::string package_in(const std::string& parent, std::string package) {
  if (package == here) package.clear();
  if (parent.empty() || package.empty()) return absolute(parent + package);
  return absolute(parent + '.' + package);
}

class Composer {
 public:
  Composer(std::string folder, const TextOfName& text_of) : folder_(std::move(folder)), text_of_(text_of) {}

  HydraConfig compose(const std::string& text, const std::vector<std::string>& words) {
    take_words(words);
    const std::optional<TextNode> root = yaml_mapping(text);
    if (root) add({"", "", ""}, text, *root, 0);
    return std::move(config_);
  }

 private:
  [[nodiscard]] std::string file_of(const std::string& path) const { return folder_ + path + ".yaml"; }
  /// Returns the text of a part; "" if it is missing, and a comment if it is empty.
  [[nodiscard]] std::string text_at(const std::string& path) const {
    try {
      return text_of_(file_of(path));
    } catch (const FileError&) {
      return "#";
    }
  }

  /// Reads the choices of groups among the words of the command: `model=llama` where model/llama.yaml is
  /// there, and `~model`.
  void take_words(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      const bool removes = word.starts_with('~'), adds = word.starts_with('+');
      const std::size_t begin = word.find_first_not_of("~+"), equals = word.find('=');
      if (begin == std::string::npos) continue;
      const std::string key = word.substr(begin, equals == std::string::npos ? equals : equals - begin);
      const std::string group = key.substr(0, key.find('@'));
      if (removes) {
        deleted_.push_back(key);
        config_.choices.push_back(key);
        continue;
      }
      if (equals == std::string::npos || group.find('.') != std::string::npos) continue;
      const std::string option = without_extension(word.substr(equals + 1));
      const bool is_file = !option.empty() && option.find_first_of("$`[{ ") == std::string::npos &&
                           !text_at(group + '/' + option).empty();
      if (!is_file && option != "null") continue;
      chosen_.emplace(key, is_file ? option : std::string());
      if (is_file) config_.choices.push_back(key);
      if (adds && is_file) added_.push_back({key, option});
    }
  }
  /// Returns the key by which a group is chosen, with its package where that is not the group's own
  /// (default_element.py, GroupDefault.get_override_key).
  static std::string choice_key(const std::string& group, const std::string& package) {
    if (package == dotted(group)) return group;
    return group + '@' + (package.empty() ? std::string(global) : package);
  }

  [[nodiscard]] static std::string group_path(const Element& of, const Default& item) {
    return joined(of.base, item.group);
  }

  static std::string final_package(const Element& of, const Default& item, const std::string& relative) {
    return package_in(of.package, item.package.value_or(dotted(relative)));
  }

  /// Resolves `${model}` in the name of an option by the group's choice.
  [[nodiscard]] std::string resolved(const std::string& option) const {
    if (!option.starts_with("${") || !option.ends_with('}')) return option;
    const auto found = chosen_.find(option.substr(2, option.size() - 3));
    return found == chosen_.end() ? std::string() : found->second;
  }

  /// Adds a file and those that it names, the strongest first.
  void add(const Element& element, const std::string& text, const TextNode& root, std::size_t depth) {
    bytes_ += text.size();
    if (depth > deepest || config_.parts.size() >= most_parts || bytes_ > most_bytes)
      return leave_out(element.path);
    std::vector<Default> items = defaults_in(root);
    const bool is_first = element.path.empty();
    const auto is_self = [](const Default& item) {
      return item.group.empty() && item.options.size() == 1 && item.options.front() == self;
    };
    // Without _self_ the values of the file itself are stronger than those of the files that it names.
    if (std::ranges::none_of(items, is_self)) items.push_back(default_of(""));
    if (is_first)
      for (const auto& [key, option] : added_) {
        Default item = default_of(key);
        item.options.push_back(option);
        items.push_back(std::move(item));
      }
    for (const Default& item : items)
      if (item.is_override) override_group(element, item);
    std::ranges::reverse(items);
    for (const Default& item : items) {
      if (item.is_override) continue;
      const bool is_own = is_self(item) || (item.group.empty() && item.options.empty());
      if (is_own) {
        ParentFile own{is_first ? std::string() : file_of(element.path), is_first ? std::string() : text};
        own.package = element.package;
        own.is_self = is_first;
        config_.parts.push_back(std::move(own));
      } else {
        add_item(element, item, depth);
      }
    }
  }

  /// Notes the first file of a configuration that is too large, or that names itself again and again.
  void leave_out(const std::string& path) {
    if (std::exchange(is_cut_, true)) return;
    config_.missing.push_back(file_of(path) + " (" + std::to_string(most_parts) + " files, " +
                              std::to_string(deepest) + " deep, " + std::to_string(most_bytes / 1024) +
                              " KiB, are the most that are composed)");
  }

  void override_group(const Element& of, const Default& item) {
    if (item.group.starts_with("hydra/") || item.group.starts_with("/hydra/")) return;
    const std::string group = group_path(of, item);
    const std::string key = item.package ? choice_key(group, package_in("", *item.package)) : group;
    chosen_.emplace(key, item.options.empty() ? std::string() : without_extension(item.options.front()));
  }

  void add_item(const Element& of, const Default& item, std::size_t depth) {
    std::vector<std::string> options(item.options.rbegin(),
                                     item.options.rend());  // the last is the strongest
    if (item.group.empty()) {
      for (const std::string& option : options) {
        const std::string path = joined(of.base, without_extension(option));
        const std::string relative = option.starts_with('/') ? folder_of(path) : folder_of(option);
        const bool is_beside = relative.empty() || relative.starts_with("..");
        const std::string package = item.package ? final_package(of, item, "")
                                    : is_beside  ? of.package
                                                 : package_in(of.package, dotted(relative));
        add_file({path, folder_of(path), package}, item, option, depth);
      }
      return;
    }
    const std::string group = group_path(of, item);
    const std::string relative = item.group.starts_with('/') ? item.group.substr(1) : item.group;
    const std::string package = final_package(of, item, relative);
    const std::string key = choice_key(group, package);
    if (is_deleted(group) || is_deleted(key)) return;
    if (const auto chosen = chosen_.find(key); chosen != chosen_.end())
      options = {chosen->second};
    else if (item.package)
      if (const auto named = chosen_.find(group + '@' + *item.package); named != chosen_.end())
        options = {named->second};
    for (const std::string& stated : options) {
      const std::string option = without_extension(resolved(stated));
      if (option.empty()) continue;
      if (option == "???") {
        config_.open.push_back(key);
        continue;
      }
      chosen_.emplace(key, option);
      add_file({group + '/' + option, group, package}, item, item.group + ": " + option, depth);
    }
  }

  [[nodiscard]] bool is_deleted(const std::string& key) const {
    return std::ranges::find(deleted_, key) != deleted_.end();
  }

  void add_file(Element element, const Default& item, const std::string& words, std::size_t depth) {
    const std::string& path = element.path;
    if (++files_ > most_parts) return leave_out(path);
    const std::string text = text_at(path);
    const std::optional<TextNode> root = text.empty() ? std::nullopt : yaml_mapping(text);
    if (!root) {
      const bool is_of_hydra = path.starts_with("hydra/");  // these stand in packages of Hydra
      const bool is_empty = !text.empty();
      if (!item.is_optional && !is_of_hydra && !is_empty)
        config_.missing.push_back(file_of(path) + " (" + words + ')');
      return;
    }
    if (const auto header = package_header(text); header && !item.package)
      element.package = *header == "_group_" ? dotted(element.base) : absolute(*header);
    add(element, text, *root, depth + 1);
  }

  std::string folder_;
  const TextOfName& text_of_;
  HydraConfig config_;
  std::map<std::string, std::string, std::less<>> chosen_;
  std::vector<std::pair<std::string, std::string>> added_;
  std::vector<std::string> deleted_;
  std::size_t bytes_ = 0, files_ = 0;
  bool is_cut_ = false;
};

/// Returns the text in quotes behind `name=` in the arguments of hydra.main; nullopt if it is no literal.
std::optional<std::string> literal_argument(std::string_view arguments, std::string_view name) {
  for (std::size_t at = arguments.find(name); at != std::string_view::npos;
       at = arguments.find(name, at + 1)) {
    std::string_view rest = arguments.substr(at + name.size());
    const auto skip = [&rest](std::string_view characters) {
      rest.remove_prefix(std::min(rest.find_first_not_of(characters), rest.size()));
    };
    skip(" \t\r\n");
    if (!rest.starts_with('=')) continue;
    skip("= \t\r\n");
    if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) return std::nullopt;
    const std::size_t end = rest.find(rest.front(), 1);
    return end == std::string_view::npos ? std::nullopt : std::optional(std::string(rest.substr(1, end - 1)));
  }
  return std::nullopt;
}

}  // namespace
}  // namespace hydra_io

bool has_hydra_defaults(const std::string& text) {
  if (!text.starts_with("defaults:") && text.find("\ndefaults:") == std::string::npos) return false;
  const std::optional<TextNode> root = yaml_mapping(text);
  const TextNode* const list = root ? root->child("defaults") : nullptr;
  if (list == nullptr || !list->is_array() || list->children.empty()) return false;
  return std::ranges::all_of(list->children, [](const TextNode& item) {
    const bool is_file = item.is_string() && !item.text.ends_with(".yaml") && !item.text.ends_with(".yml");
    return is_file || (item.is_object() && item.children.size() == 1);
  });
}

HydraConfig compose_hydra(const std::string& text, const std::string& folder,
                          const std::vector<std::string>& words, const TextOfName& text_of) {
  return hydra_io::Composer(folder, text_of).compose(text, words);
}

std::string hydra_file_of(const std::string& program, const std::string& config_name,
                          const std::string& config_path) {
  constexpr std::string_view mark = "@hydra.main(";
  const std::size_t at = program.find(mark);
  if (at == std::string::npos) return "";
  const std::string_view arguments =
      std::string_view(program).substr(at + mark.size(), program.find(')', at) - at - mark.size());
  const std::string name =
      config_name.empty() ? hydra_io::literal_argument(arguments, "config_name").value_or("") : config_name;
  std::string path =
      config_path.empty() ? hydra_io::literal_argument(arguments, "config_path").value_or("") : config_path;
  if (name.empty()) return "";
  if (!path.empty() && !path.ends_with('/')) path += '/';
  return path + hydra_io::without_extension(name) + ".yaml";
}

}  // namespace zp
