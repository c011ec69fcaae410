// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/line_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "app/input.h"

namespace zp::app {
namespace {

constexpr std::size_t read_at_once = std::size_t{64} << 10;

std::string reason() { return std::generic_category().message(errno); }

void add(std::string& line, std::string_view text, std::size_t longest) {
  line.append(text.substr(0, longest + 1 - std::min(line.size(), longest + 1)));
}

}  // namespace

LineReader::LineReader(const std::string& path)
    : path_(path), file_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) throw InputError(path + " cannot be opened: " + reason() + "; check the name.");
}

LineReader::~LineReader() {
  if (file_ != STDIN_FILENO) ::close(file_);
}

bool LineReader::read_more() {
  read_.resize(read_at_once);
  ssize_t count = 0;
  do
    count = ::read(file_, read_.data(), read_.size());
  while (count < 0 && errno == EINTR);
  if (count < 0) throw InputError(path_ + " cannot be read: " + reason() + ".");
  read_.resize(static_cast<std::size_t>(count));
  return count > 0;
}

std::vector<std::string> LineReader::next(std::size_t longest) {
  std::vector<std::string> lines;
  while (lines.empty()) {
    if (!read_more()) {
      if (!unended_.empty()) lines.push_back(std::move(unended_));
      unended_.clear();
      return lines;
    }
    std::string_view rest = read_;
    for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
      add(unended_, rest.substr(0, end), longest);
      lines.push_back(std::move(unended_));
      unended_.clear();
      rest.remove_prefix(end + 1);
    }
    add(unended_, rest, longest);
  }
  return lines;
}

}  // namespace zp::app
