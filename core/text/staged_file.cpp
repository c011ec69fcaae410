// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/staged_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/text/file_error.h"

namespace zp {
namespace {

namespace fs = std::filesystem;

std::string error_text(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_saving(const std::string& path, const std::string& rest) {
  throw FileError("", path + " " + rest);
}

/// Writes the whole text. Returns 0, or the error number.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// Writes to a device or pipe, which has no old content; renaming would replace the device itself.
void write_in_place(const std::string& path, std::string_view text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  const int error = file.is_open() ? write_all(file.number(), text) : errno;
  if (error != 0) fail_saving(path, "cannot be written: " + error_text(error) + ".");
}

/// Copies owner and permissions from the file to be replaced, except an owner that the system does not allow
/// to set. Returns 0, or the error number.
int take_over(int descriptor, const struct stat& status) {
  if (::fchown(descriptor, status.st_uid, status.st_gid) != 0 && errno != EPERM) return errno;
  return ::fchmod(descriptor, status.st_mode & 07777u) == 0 ? 0 : errno;
}

std::string temporary_name(const std::string& target, int number) {
  return target + "." + std::to_string(::getpid()) + "-" + std::to_string(number) + ".tmp";
}

constexpr int most_names = 100;

/// Returns a new, empty file in the folder of `target`, with default permissions; a closed descriptor if that
/// fails.
Descriptor open_beside(const std::string& target, std::string& path) {
  for (int number = 0; number < most_names; ++number) {
    path = temporary_name(target, number);
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.is_open() && errno != EEXIST) return file;
    if (!file.is_open()) continue;
    mark_in_use(file.number());
    struct stat status {};
    if (::fstat(file.number(), &status) == 0 && status.st_nlink > 0) return file;
  }
  return Descriptor();
}

/// Returns the process id in the name of a temporary file of `target`, "TARGET.PROCESS-NUMBER.tmp"; 0 for any
/// other name.
long maker_of(std::string_view name, std::string_view target) {
  constexpr std::string_view ending = ".tmp";
  if (!name.starts_with(target) || !name.ends_with(ending)) return 0;
  if (name.size() < target.size() + ending.size() + 1 || name[target.size()] != '.') return 0;
  const std::string_view middle =
      name.substr(target.size() + 1, name.size() - target.size() - 1 - ending.size());
  const char* const end = middle.data() + middle.size();
  long process = 0;
  int number = 0;
  const auto first = std::from_chars(middle.data(), end, process);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') return 0;
  const auto second = std::from_chars(first.ptr + 1, end, number);
  return second.ec == std::errc() && second.ptr == end ? process : 0;
}

/// Removes temporary files of `target` from killed processes. Files that cannot be read stay.
void remove_left_behind(const std::string& target) {
  const fs::path place(target);
  const std::string name = place.filename().string();
  std::error_code ignored;
  for (fs::directory_iterator at(place.has_parent_path() ? place.parent_path() : ".", ignored), end;
       at != end; at.increment(ignored)) {
    const long process = maker_of(at->path().filename().string(), name);
    if (process <= 0) continue;
    const Descriptor file(::open(at->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (file.is_open() && ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == ::geteuid() && is_left_behind(file.number(), process))
      ::unlink(at->path().c_str());
  }
}

constexpr std::array ending_signals = {SIGINT, SIGTERM, SIGHUP};

}  // namespace

bool is_left_behind(int file, long process) {
  const auto number = static_cast<pid_t>(process);
  if (number <= 0 || number == ::getpid()) return false;
  const bool has_ended = ::kill(number, 0) != 0 && errno == ESRCH;
  return has_ended && ::flock(file, LOCK_EX | LOCK_NB) == 0;
}

void mark_in_use(int file) {
  while (::flock(file, LOCK_EX) != 0 && errno == EINTR) {
  }
}

std::string end_of_links(const std::string& path) {
  constexpr int most_links = 40;  // the limit of Linux
  fs::path target(path);
  for (int link = 0; link < most_links; ++link) {
    std::error_code error;
    if (!fs::is_symlink(fs::symlink_status(target, error))) return target.string();
    const fs::path next = fs::read_symlink(target, error);
    if (error) fail_saving(path, "cannot be written: " + error.message() + ".");
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  fail_saving(path, "cannot be written: " + error_text(ELOOP) + "; give the file that is meant.");
}

void sync_folder(const std::string& folder) {
  const Descriptor directory(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.is_open()) ::fsync(directory.number());
}

StagedFile::StagedFile(std::string path, std::string_view text, bool executable) : path_(std::move(path)) {
  exists_ = ::stat(path_.c_str(), &status_) == 0;
  if (exists_ && S_ISDIR(status_.st_mode)) fail_saving(path_, "is a directory; give a file name in it.");
  is_device_ = exists_ && !S_ISREG(status_.st_mode);
  if (is_device_) {
    in_place_ = text;
    return;
  }
  std::error_code ignored;
  const fs::path real = exists_ ? fs::canonical(path_, ignored) : fs::path(end_of_links(path_));
  target_ = real.empty() ? path_ : real.string();
  if (exists_ && ::access(target_.c_str(), W_OK) != 0)
    fail_saving(path_, "is write-protected: " + error_text(errno) + ".");
  remove_left_behind(target_);
  write(text, executable);
}

void StagedFile::write(std::string_view text, bool executable) {
  file_ = open_beside(target_, temporary_);
  if (!file_.is_open()) {
    const int error = errno;
    temporary_.clear();
    const std::string through = target_ == path_ ? "" : " (a link to " + target_ + ")";
    fail_saving(path_ + through, "cannot be written: " + error_text(error) + "; check the folder.");
  }
  int error = exists_ ? take_over(file_.number(), status_) : 0;
  if (error == 0) error = write_all(file_.number(), text);
  if (error == 0 && executable) {
    struct stat made {};
    if (::fstat(file_.number(), &made) != 0 || ::fchmod(file_.number(), (made.st_mode & 07777u) | 0111u) != 0)
      error = errno;
  }
  if (error == 0 && ::fsync(file_.number()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(temporary_.c_str());
  temporary_.clear();
  fail_saving(path_,
              "cannot be written: " + error_text(error) + (exists_ ? "; the old file is untouched." : "."));
}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, "")),
      old_(std::exchange(other.old_, "")),
      in_place_(other.in_place_),
      status_(other.status_),
      exists_(other.exists_),
      is_device_(other.is_device_),
      is_put_(other.is_put_),
      file_(std::move(other.file_)) {}

StagedFile::~StagedFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (!old_.empty()) ::unlink(old_.c_str());
}

void StagedFile::commit(bool keeps_old) {
  if (is_device_) return write_in_place(path_, in_place_);
  for (int number = 0; keeps_old && exists_ && number < most_names; ++number) {
    old_ = temporary_name(target_, number);
    if (::link(target_.c_str(), old_.c_str()) == 0) break;
    old_.clear();
    if (errno != EEXIST) break;  // without hard links, the old file is not kept
  }
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0)
    fail_saving(path_, "cannot be written: " + error_text(errno) + "; the old file is untouched.");
  temporary_.clear();
  is_put_ = true;
  sync_folder(fs::path(target_).parent_path().string());
}

void StagedFile::take_back() {
  if (!is_put_) return;
  if (!exists_) ::unlink(target_.c_str());
  if (!old_.empty() && std::rename(old_.c_str(), target_.c_str()) == 0) old_.clear();
  is_put_ = false;
}

WaitingSignals::WaitingSignals() {
  sigset_t waiting;
  ::sigemptyset(&waiting);
  for (const int signal : ending_signals)
    ::sigaddset(&waiting, signal);
  ::pthread_sigmask(SIG_BLOCK, &waiting, &before_);
}

WaitingSignals::~WaitingSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void WaitingSignals::check(const std::string& path) const {
  sigset_t pending;
  ::sigemptyset(&pending);
  ::sigpending(&pending);
  const auto ends_program = [&](int signal) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);  // nohup makes the program ignore SIGHUP
    return ::sigismember(&pending, signal) == 1 && ::sigismember(&before_, signal) == 0 &&
           action.sa_handler != SIG_IGN;
  };
  if (std::ranges::any_of(ending_signals, ends_program))
    fail_saving(path, "was not written: the program was asked to end.");
}

}  // namespace zp
