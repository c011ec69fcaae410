// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/text_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/text/file_error.h"
#include "core/text/staged_file.h"
#include "core/text/text_file.h"

namespace zp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view staging_name = ".zero-planner-";

/// Returns the process id in the name of a staging folder; 0 for any other name.
long process_in(std::string_view name) {
  if (!name.starts_with(staging_name)) return 0;
  const char* const end = name.data() + name.size();
  long process = 0;
  const auto read = std::from_chars(name.data() + staging_name.size(), end, process);
  return read.ec == std::errc() && read.ptr == end ? process : 0;
}

/// Returns true if the folder contains only regular files and folders, like a staging folder.
bool holds_files_alone(const fs::path& folder) {
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (!at->is_regular_file(error) && (!at->is_directory(error) || at->is_symlink(error))) return false;
  return !error;
}

/// Removes staging folders in `folder` from killed processes.
void remove_staging_left_behind(const fs::path& folder) {
  std::error_code ignored;
  for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
    const long process = process_in(at->path().filename().string());
    if (process <= 0) continue;
    const Descriptor file(::open(at->path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    if (file.is_open() && ::fstat(file.number(), &status) == 0 && status.st_uid == ::geteuid() &&
        holds_files_alone(at->path()) && is_left_behind(file.number(), process)) {
      std::error_code stays;
      fs::remove_all(at->path(), stays);
    }
  }
}

/// A temporary folder of this process, next to the new folder's final place; the destructor removes it with
/// its contents.
class FolderStaging {
 public:
  explicit FolderStaging(const fs::path& beside)
      : path_(beside / (std::string(staging_name) + std::to_string(::getpid()))) {
    fs::remove_all(path_);  // left by an earlier process with the same id
    fs::create_directory(path_);
    lock_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (lock_.is_open()) mark_in_use(lock_.number());
  }
  FolderStaging(const FolderStaging&) = delete;
  FolderStaging& operator=(const FolderStaging&) = delete;
  ~FolderStaging() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  Descriptor lock_;
};

/// The missing part of the path `folder`, below the nearest existing folder.
struct MissingFolders {
  fs::path below, rest;
};

MissingFolders missing_of(const fs::path& folder) {
  MissingFolders missing{fs::weakly_canonical(fs::absolute(end_of_links(folder.string()))), {}};
  if (!missing.below.has_filename()) missing.below = missing.below.parent_path();
  while (!fs::exists(missing.below)) {
    missing.rest = missing.rest.empty() ? missing.below.filename() : missing.below.filename() / missing.rest;
    missing.below = missing.below.parent_path();
  }
  return missing;
}

void write_new_folder(const fs::path& folder, const std::vector<NamedText>& files,
                      const WaitingSignals& waiting) {
  const MissingFolders missing = missing_of(folder);
  if (!fs::is_directory(missing.below))
    throw FileError("", missing.below.string() + " is a file; give a folder.");
  remove_staging_left_behind(missing.below);
  const FolderStaging staging(missing.below);
  const fs::path made = staging.path() / missing.rest;
  fs::create_directories(made);
  try {
    for (const NamedText& file : files) {
      StagedFile((made / file.name).string(), file.text, file.executable).commit();
      waiting.check(folder.string());
    }
  } catch (const FileError& error) {  // names the folder that the user knows, not the staging folder
    std::string sentence = error.what();
    if (sentence.starts_with(made.string())) sentence.replace(0, made.string().size(), folder.string());
    throw FileError("", sentence);
  }
  const fs::path first = *missing.rest.begin();
  fs::rename(staging.path() / first, missing.below / first);
  sync_folder(missing.below.string());
}

void write_into(const fs::path& folder, const std::vector<NamedText>& files, const WaitingSignals& waiting) {
  remove_staging_left_behind(folder);
  remove_staging_left_behind(
      fs::canonical(folder).parent_path());  // left by a kill directly after the rename
  std::vector<StagedFile> staged;
  staged.reserve(files.size());
  for (const NamedText& file : files) {
    staged.emplace_back((folder / file.name).string(), file.text, file.executable);
    waiting.check(folder.string());
  }
  try {
    for (StagedFile& file : staged)
      file.commit(true);
  } catch (const FileError&) {
    for (auto file = staged.rbegin(); file != staged.rend(); ++file)
      file->take_back();
    throw;
  }
}

}  // namespace

WrittenFiles write_text_files(const std::string& folder, const std::vector<NamedText>& files) {
  if (folder.empty()) throw FileError("", "The name of the folder is empty; give a folder.");
  const fs::path target(folder);
  WrittenFiles written;
  try {
    const bool exists = fs::exists(target);
    if (exists && !fs::is_directory(target)) throw FileError("", folder + " is a file; give a folder.");
    for (const NamedText& file : files) {
      const fs::path path = target / file.name;
      if (fs::is_directory(path))
        throw FileError("", path.string() + " is a folder where a file belongs; move it away.");
      if (fs::exists(path)) written.replaced.push_back(path.string());
      written.paths.push_back(path.string());
    }
    const WaitingSignals waiting;
    if (exists)
      write_into(target, files, waiting);
    else
      write_new_folder(target, files, waiting);
  } catch (const fs::filesystem_error& error) {
    throw FileError("", folder + " cannot be written: " + error.code().message() + "; give another folder.");
  }
  return written;
}

}  // namespace zp
