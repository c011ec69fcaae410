// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

#include "core/text/staged_file.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_file(const std::string& path, const std::string& rest) {
  throw FileError("", path + " " + rest);
}

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
  const WaitingSignals waiting;
  StagedFile file(path, text);
  waiting.check(path);
  file.put();
}

}  // namespace zp
