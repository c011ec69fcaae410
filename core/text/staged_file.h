// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/stat.h>

#include <csignal>
#include <string>
#include <string_view>

#include "core/text/descriptor.h"

/// Saves a file in two steps: writes it to a temporary file in the same folder, then renames that file.
namespace zp {

/// A new file under a temporary name. Until commit() the old file is unchanged; without commit(), the
/// destructor removes the temporary file.
class StagedFile {
 public:
  /// Writes the text to a temporary file in the folder of the file that `path` names; if `path` is a link,
  /// the target is the end of its chain of links, which need not exist. Owner and permissions are those of
  /// the old file. Removes temporary files that a killed save of the same file left. Throws FileError with
  /// the system's reason.
  StagedFile(std::string path, std::string_view text, bool executable = false);
  StagedFile(StagedFile&& other) noexcept;
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  StagedFile& operator=(StagedFile&&) = delete;
  ~StagedFile();

  /// Renames the new file to its final name. With `keeps_old` the old file stays under another name, so that
  /// take_back() can restore it.
  void commit(bool keeps_old = false);
  /// Restores the file that commit(true) replaced. Does nothing before commit().
  void take_back();
  /// Returns true if the file existed before.
  [[nodiscard]] bool replaces() const { return exists_; }

 private:
  void write(std::string_view text, bool executable);

  std::string path_;           ///< as the user gave it, for messages
  std::string target_;         ///< final name of the file
  std::string temporary_;      ///< "" if there is none
  std::string old_;            ///< a second name of the old file, "" if there is none
  std::string_view in_place_;  ///< the text for a device or pipe, written by commit()
  struct stat status_ {};      ///< status of the old file
  bool exists_ = false, is_device_ = false, is_put_ = false;
  Descriptor file_;  ///< the temporary file, locked to show other processes that it is in use
};

/// Delays signals that end the program (SIGINT, SIGTERM, SIGHUP) during the lifetime of this object, so that
/// a save leaves either all old files or all new ones.
class WaitingSignals {
 public:
  WaitingSignals();
  ~WaitingSignals();
  WaitingSignals(const WaitingSignals&) = delete;
  WaitingSignals& operator=(const WaitingSignals&) = delete;
  /// Throws FileError if a signal has arrived; staged files are removed before it is delivered.
  void check(const std::string& path) const;

 private:
  sigset_t before_;
};

/// Returns true if the process that made a file has ended, as far as this machine knows, and no process has
/// locked `file`. Returns false if that is uncertain.
bool is_left_behind(int file, long process);
/// Locks the file, which is_left_behind in other processes detects. Does nothing if the file system has no
/// locks.
void mark_in_use(int file);

/// Returns the end of the chain of links that begins at `path`; `path` itself if it is not a link. Throws
/// FileError if the links form a circle.
std::string end_of_links(const std::string& path);

/// Makes a new name durable after a power failure; does nothing on a file system that cannot.
void sync_folder(const std::string& folder);

}  // namespace zp
