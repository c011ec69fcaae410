// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "core/units/format.h"

namespace zp {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_file(const std::string& path, const std::string& rest) {
  throw FileError("", path + " " + rest);
}

/// Closes what it holds, so that every way out does.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  /// 0, or the error that a delayed write came back with.
  int close() {
    const int closed = ::close(number_);
    number_ = -1;
    return closed == 0 ? 0 : errno;
  }

 private:
  int number_;
};

[[noreturn]] void fail_size(const std::string& path, std::size_t largest) {
  const std::string size = format_bytes(Bytes(static_cast<std::int64_t>(largest)));
  fail_file(path, largest == largest_text_file
                      ? "is larger than the " + size + " a plan or config can have; give the file you meant."
                      : "is larger than the " + size + " that are read; give the part of it that matters.");
}

std::string read_all(int descriptor, const std::string& path, std::size_t largest) {
  std::string text;
  std::array<char, 65'536> buffer;
  while (true) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_file(path, "cannot be read: " + reason(errno) + ".");
    if (count == 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > largest) fail_size(path, largest);
  }
  if (text.empty()) fail_file(path, "is empty; give the file you meant.");
  return text;
}

/// 0, or the error.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// A new, empty file beside `target`, with the permissions any new file gets; -1 when there can be none.
int open_beside(const std::string& target, std::string& path) {
  constexpr int most_tries = 100;
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    path = target + "." + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".tmp";
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

/// Owner and permissions of the file to be replaced; an owner that may not be given away stays. 0, or the
/// error.
int take_over(int descriptor, const struct stat& status) {
  if (::fchown(descriptor, status.st_uid, status.st_gid) != 0 && errno != EPERM) return errno;
  return ::fchmod(descriptor, status.st_mode & 07777u) == 0 ? 0 : errno;
}

/// Devices and pipes have no old content to keep, and renaming over them would replace them.
void write_in_place(const std::string& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  const int error = file.is_open() ? write_all(file.number(), text) : errno;
  if (error != 0) fail_file(path, "cannot be written: " + reason(error) + ".");
}

/// So that the new name survives a power cut too; a file system that cannot is left as it is.
void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const Descriptor directory(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.is_open()) ::fsync(directory.number());
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t largest) {
  if (path == "-") return read_all(STDIN_FILENO, "Standard input", largest);
  if (path.empty()) throw FileError("", "The file name is empty; give a file, or - for standard input.");
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0)
    fail_file(path, "cannot be opened: " + reason(errno) + "; check the name.");
  if (S_ISDIR(status.st_mode)) fail_file(path, "is a directory; give a file in it.");
  if (S_ISREG(status.st_mode) && static_cast<std::size_t>(status.st_size) > largest) fail_size(path, largest);
  return read_all(file.number(), path, largest);
}

void write_text_file(const std::string& path, std::string_view text) {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(path, ignored);
  const std::string target = real.empty() ? path : real.string();  // through a link, not over it
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail_file(path, "is a directory; give a file name in it.");
  if (exists && !S_ISREG(status.st_mode)) return write_in_place(path, text);

  std::string temporary;
  if (exists && ::access(target.c_str(), W_OK) != 0)
    fail_file(path, "is write-protected: " + reason(errno) + ".");
  Descriptor file(open_beside(target, temporary));
  if (!file.is_open()) fail_file(path, "cannot be written: " + reason(errno) + "; check the folder.");
  int error = exists ? take_over(file.number(), status) : 0;
  if (error == 0) error = write_all(file.number(), text);
  if (error == 0 && ::fsync(file.number()) != 0) error = errno;
  const int close_error = file.close();
  if (error == 0) error = close_error;
  if (error == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    fail_file(path, "cannot be written: " + reason(error) + "; the old file is untouched.");
  }
  sync_folder_of(target);
}

}  // namespace zp
