// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/user_presets.h"

#include <algorithm>
#include <filesystem>

#include "core/text/config_text.h"
#include "core/text/ordered_json.h"
#include "core/text/text_file.h"
#include "core/text/user_folder.h"

namespace zp {
namespace {

constexpr std::size_t most_of_a_kind = 1'000;
constexpr std::string_view format_family = "zero-catalog/";

class UserFile {
 public:
  UserFile(std::string_view text, const std::string& name)
      : name_(name), source_(read_config_text(std::string(text))), lines_(source_.text) {}

  UserPresets read() {
    if (is_of_this_kind())
      for (const PresetKind kind : preset_kinds)
        read_list(kind);
    return std::move(read_);
  }

 private:
  void tell(std::size_t offset, const std::string& sentence) {
    read_.problems.push_back(name_ + ", line " + std::to_string(lines_.position(offset).line) + ": " +
                             sentence);
  }

  bool is_of_this_kind() {
    const TextNode* format = source_.root.child("format");
    if (!source_.root.is_object() || format == nullptr || format->text == user_presets_format)
      return source_.root.is_object();
    if (!format->text.starts_with(format_family)) {
      tell(format->span.begin,
           "this is no file of presets; one says \"format\": \"" + std::string(user_presets_format) + "\".");
      return false;
    }
    tell(format->span.begin,
         "a newer version of ZeRO Planner wrote this file; what this one knows of it is used. Update to use "
         "the rest.");
    return true;
  }

  void read_list(PresetKind kind) {
    const std::string name = list_name(kind);
    const TextNode* list = source_.root.child(name);
    if (list == nullptr) return;
    if (!list->is_array())
      return tell(list->span.begin, name + " must be a list in brackets, of one object for each preset.");
    std::vector<std::string> ids;
    for (const TextNode& node : list->children) {
      if (ids.size() == most_of_a_kind)
        return tell(node.span.begin, name + " has more than " + std::to_string(most_of_a_kind) +
                                         " entries; those from here on are left out.");
      read_entry(kind, node, ids);
    }
  }

  void read_entry(PresetKind kind, const TextNode& node, std::vector<std::string>& ids) {
    try {
      const AnyPreset preset = read_own_preset(kind, text_io::one_line(text_io::json_of(node)));
      const std::string& id = preset.id();
      if (is_shipped_preset(kind, id))
        return tell(node.span.begin, id + " is the id of a " + std::string(name_of(kind)) +
                                         " that is shipped, which counts; give yours another name.");
      if (std::ranges::find(ids, id) != ids.end())
        return tell(node.span.begin, "this is a second " + std::string(name_of(kind)) + " with the id " + id +
                                         "; give it another name.");
      ids.push_back(id);
      read_.presets.push_back(preset);
    } catch (const FileError& error) {
      const TextNode* key = node.find(error.path());
      tell(key != nullptr ? key->span.begin : node.span.begin, error.what());
    }
  }

  const std::string& name_;
  ConfigSource source_;
  LineIndex lines_;
  UserPresets read_;
};

}  // namespace

std::string user_presets_path() { return user_config_path("presets.json"); }

UserPresets user_presets_in(std::string_view text, const std::string& name) {
  try {
    (void)text_io::parse_json(text);
  } catch (const FileError& error) {
    return {{}, {name + ": " + error.what()}};
  }
  return UserFile(text, name).read();
}

UserPresets read_user_presets(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return {};
  try {
    return user_presets_in(read_text_file(path), path);
  } catch (const FileError& error) {
    return {{}, {error.what()}};
  }
}

}  // namespace zp
