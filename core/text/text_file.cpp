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

/// Reads a file to its end in pieces, and calls `take` with each. Throws FileError if the file cannot be
/// read, is empty, or is larger than `largest` bytes.
template <class Take>
void read_pieces(int descriptor, const std::string& path, std::size_t largest, const Take& take) {
  std::size_t size = 0;
  std::array<char, 65'536> buffer;
  while (true) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_file(path, "cannot be read: " + reason(errno) + ".");
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
    if (size > largest) fail_size(path, largest);
    take(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
  }
  if (size == 0) fail_file(path, "is empty; give the file you meant.");
}

/// Opens a file, or standard input for "-", and reads it with read_pieces().
template <class Take>
void read_file_pieces(const std::string& path, std::size_t largest, const Take& take) {
  if (path == "-") {
    read_pieces(STDIN_FILENO, "Standard input", largest, take);
    return;
  }
  if (path.empty()) throw FileError("", "The file name is empty; give a file, or - for standard input.");
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0)
    fail_file(path, "cannot be opened: " + reason(errno) + "; check the name.");
  if (S_ISDIR(status.st_mode)) fail_file(path, "is a directory; give a file in it.");
  if (S_ISREG(status.st_mode) && static_cast<std::size_t>(status.st_size) > largest) fail_size(path, largest);
  read_pieces(file.number(), path, largest, take);
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t largest) {
  std::string text;
  read_file_pieces(path, largest, [&text](std::string_view piece) { text.append(piece); });
  return text;
}

LongText read_long_text_file(const std::string& path, std::size_t most) {
  LongTextReader reader(most);
  read_file_pieces(path, largest_long_file, [&](std::string_view piece) {
    reader.add(piece);
    if (reader.lines_left_out() > static_cast<std::int64_t>(most)) fail_size(path, most);
  });
  return reader.take();
}

void write_text_file(const std::string& path, std::string_view text) {
  const WaitingSignals waiting;
  StagedFile file(path, text);
  waiting.check(path);
  file.commit();
}

}  // namespace zp
