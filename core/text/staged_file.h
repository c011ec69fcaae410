// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/stat.h>

#include <csignal>
#include <string>
#include <string_view>

#include "core/text/descriptor.h"

/// Saving of a file in two steps: it is written whole beside its place, then renamed to it.
namespace zp {

/// A new file that waits beside its place. Until put() the old file is untouched; a file that was not put is
/// removed with this object.
class StagedFile {
 public:
  /// Writes the text to a temporary file beside the file that `path` names; if `path` is a link, that is the
  /// end of its chain of links, whether it exists or not. Owner and permissions are those of the old file.
  /// Temporary files that a killed save of the same file has left are removed. Throws FileError with the
  /// system's reason.
  StagedFile(std::string path, std::string_view text, bool executable = false);
  StagedFile(StagedFile&& other) noexcept;
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  StagedFile& operator=(StagedFile&&) = delete;
  ~StagedFile();

  /// Renames the new file to its place. With `keeps_old` the old file stays beside it, so that take_back()
  /// can restore it.
  void put(bool keeps_old = false);
  /// Restores the file that was there before put(true). Does nothing before put().
  void take_back();
  /// Returns true if a file was there before.
  [[nodiscard]] bool replaces() const { return exists_; }

 private:
  void write(std::string_view text, bool executable);

  std::string path_;           ///< as the user gave it, for messages
  std::string target_;         ///< the place it is renamed to
  std::string temporary_;      ///< "" if there is none
  std::string old_;            ///< a second name of the old file, "" if there is none
  std::string_view in_place_;  ///< the text for a device or pipe, which is written at put()
  struct stat status_ {};      ///< status of the old file
  bool exists_ = false, is_device_ = false, is_put_ = false;
  Descriptor file_;  ///< the temporary file, locked so that other saves see that it is in use
};

/// Delays signals that end the program (SIGINT, SIGTERM, SIGHUP) while this object lives, so that a save ends
/// with the old files or with the new ones.
class WaitingSignals {
 public:
  WaitingSignals();
  ~WaitingSignals();
  WaitingSignals(const WaitingSignals&) = delete;
  WaitingSignals& operator=(const WaitingSignals&) = delete;
  /// Throws FileError if a signal has come in the meantime; staged files are removed before it is delivered.
  void check(const std::string& path) const;

 private:
  sigset_t before_;
};

/// Returns true if the process that left a file behind has ended, as far as this machine knows, and nobody
/// holds the lock on `file`. Returns false if that is not certain.
bool is_left_behind(int file, long process);
/// Makes the save visible to is_left_behind of other processes. Does nothing if the file system has no locks.
void mark_in_use(int file);

/// Returns the end of the chain of links that begins at `path`; `path` itself if it is not a link. Throws
/// FileError if the links form a circle.
std::string end_of_links(const std::string& path);

/// Makes a new name survive a power cut; does nothing on a file system that cannot.
void sync_folder(const std::string& folder);

}  // namespace zp
