// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "core/catalog/user_presets.h"
#include "core/text/ordered_json.h"
#include "core/text/text_file.h"

namespace zp {
namespace {

using text_io::Json;

/// A lock between programs, so that two of them change the file one after the other. A folder that cannot be
/// locked is used without a lock.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder)
      : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ >= 0) (void)::flock(descriptor_, LOCK_EX);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

 private:
  int descriptor_;
};

/// Returns the folder of the file, after creating it if necessary. Throws FileError if that fails.
std::string folder_of(const std::string& path) {
  if (path.empty())
    throw FileError("", "There is no folder for presets: neither HOME nor XDG_CONFIG_HOME is set.");
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) throw FileError("", folder.string() + " cannot be made: " + error.message() + ".");
  return folder.empty() ? "." : folder.string();
}

std::string id_of(const Json& entry) {
  const Json* name = text_io::member(&entry, "name");
  return name != nullptr && name->is_string() ? preset_id(name->get_ref<const std::string&>()) : "";
}

/// Contents of the file between reading and writing.
class PresetFileEditor {
 public:
  explicit PresetFileEditor(const std::string& path) : path_(path), lock_(folder_of(path)) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
      root_ = {{"format", user_presets_format}};
      return;
    }
    before_ = read_text_file(path);
    try {
      root_ = text_io::parse_json(before_);
    } catch (const FileError& error) {
      throw FileError("", path + ": " + error.what() + " Mend it first; nothing was changed.");
    }
    if (!root_.is_object()) throw FileError("", path + " must hold an object in braces; mend it first.");
  }

  Json& list(PresetKind kind) {
    Json& entries = root_[list_name(kind)];
    if (entries.is_null()) entries = Json::array();
    if (!entries.is_array())
      throw FileError("", path_ + ": " + list_name(kind) + " must be a list in brackets; mend it first.");
    return entries;
  }

  /// Returns the entry's index in the list of its kind, or nullopt.
  std::optional<std::size_t> find(PresetKind kind, std::string_view id) {
    const Json& entries = list(kind);
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (!id.empty() && id_of(entries[i]) == id) return i;
    return std::nullopt;
  }

  AnyPreset put(PresetKind kind, const std::string& row, std::string_view replaced) {
    const AnyPreset preset = read_own_preset(kind, row);
    const std::string& id = preset.id();
    if (is_shipped_preset(kind, id))
      throw FileError("name", "A " + std::string(name_of(kind)) + " with the id " + id +
                                  " is shipped; give yours another name.");
    const std::optional<std::size_t> at = find(kind, replaced);
    if (!replaced.empty() && !at) throw FileError("name", not_there(kind, replaced));
    if (const auto other = find(kind, id); other && other != at)
      throw FileError("name", "A " + std::string(name_of(kind)) + " of yours has the id " + id +
                                  " already; give this one another name.");
    Json& entries = list(kind);
    if (at)
      entries[*at] = text_io::parse_json(row);
    else
      entries.push_back(text_io::parse_json(row));
    return preset;
  }

  void remove(PresetKind kind, std::string_view id) {
    const std::optional<std::size_t> at = find(kind, id);
    if (!at) throw FileError("name", not_there(kind, id));
    list(kind).erase(*at);
  }

  void write() {
    const Json* format = text_io::member(&root_, "format");
    if (!before_.empty() && format != nullptr && *format != user_presets_format)
      write_text_file(path_ + ".bak", before_);
    write_text_file(path_, root_.dump(2) + "\n");
  }

 private:
  std::string not_there(PresetKind kind, std::string_view id) const {
    return "No " + std::string(name_of(kind)) + " of yours has the id " + std::string(id) + " in " + path_ +
           ".";
  }

  const std::string& path_;
  FolderLock lock_;
  std::string before_;
  Json root_;
};

}  // namespace

AnyPreset put_user_preset(const std::string& path, PresetKind kind, const std::string& row,
                          std::string_view replaced) {
  PresetFileEditor file(path);
  const AnyPreset preset = file.put(kind, row, replaced);
  file.write();
  return preset;
}

void remove_user_preset(const std::string& path, PresetKind kind, std::string_view id) {
  PresetFileEditor file(path);
  file.remove(kind, id);
  file.write();
}

UserPresets import_user_presets(const std::string& path, const std::string& other) {
  const UserPresets found = user_presets_in(read_text_file(other), other);
  UserPresets taken{{}, found.problems};
  PresetFileEditor file(path);
  for (const AnyPreset& preset : found.presets)
    try {
      taken.presets.push_back(file.put(preset.kind(), preset.row(), {}));
    } catch (const FileError& error) {
      taken.problems.push_back(other + ": " + error.what());
    }
  if (!taken.presets.empty()) file.write();
  return taken;
}

std::string presets_file(const std::vector<AnyPreset>& presets) {
  Json root = {{"format", user_presets_format}};
  for (const AnyPreset& preset : presets)
    root[list_name(preset.kind())].push_back(text_io::parse_json(preset.row()));
  return root.dump(2) + "\n";
}

}  // namespace zp
