// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/export_files.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "app/input.h"
#include "core/plan/plan_file.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

namespace fs = std::filesystem;

/// Folders that are made for a while and go again unless they are kept.
class Folders {
 public:
  ~Folders() {
    std::error_code ignored;
    if (!staging_.empty()) fs::remove_all(staging_, ignored);
    for (auto made = made_.rbegin(); made != made_.rend(); ++made)
      fs::remove(*made, ignored);
  }
  /// Makes `folder` and those above it.
  void make(const fs::path& folder) {
    if (folder.empty() || fs::exists(folder)) return;
    make(folder.parent_path());
    if (fs::create_directory(folder)) made_.push_back(folder);
  }
  const fs::path& make_staging(const fs::path& folder) {
    const fs::path path = folder / (".zero-planner-" + std::to_string(::getpid()));
    fs::create_directory(path);
    return staging_ = path;
  }
  void keep() { made_.clear(); }

 private:
  fs::path staging_;
  std::vector<fs::path> made_;
};

}  // namespace

WrittenFiles write_files(const std::string& folder, const std::vector<ExportFile>& files) {
  if (folder.empty()) throw InputError("--out is empty; give a folder.");
  const fs::path target(folder);
  try {
    if (fs::exists(target) && !fs::is_directory(target))
      throw InputError(folder + " is a file; give a folder.");
    for (const ExportFile& file : files)
      if (fs::is_directory(target / file.name))
        throw InputError((target / file.name).string() + " is a folder where a file belongs; move it away.");
    Folders folders;
    folders.make(target.has_filename() ? target : target.parent_path());
    const fs::path staging = folders.make_staging(target);
    constexpr fs::perms executable = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    for (const ExportFile& file : files) {
      write_text_file((staging / file.name).string(), file.text);
      if (file.executable) fs::permissions(staging / file.name, executable, fs::perm_options::add);
    }
    WrittenFiles written;
    for (const ExportFile& file : files) {
      const fs::path path = target / file.name;
      if (fs::exists(path)) written.replaced.push_back(path.string());
      fs::rename(staging / file.name, path);
      written.paths.push_back(path.string());
    }
    folders.keep();
    return written;
  } catch (const fs::filesystem_error& error) {
    throw InputError(folder + " cannot be written: " + error.code().message() + "; give another folder.");
  } catch (const FileError& error) {
    throw InputError(error.what());
  }
}

}  // namespace zp::app
