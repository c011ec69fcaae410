// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/line_reader.h"

#include <cerrno>
#include <system_error>

#include "app/input.h"

namespace zp::app {
namespace {

std::string reason() { return std::generic_category().message(errno); }

}  // namespace

LineReader::LineReader(const std::string& path) : path_(path) {
  file_ = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file_ == nullptr) throw InputError(path + " cannot be opened: " + reason() + "; check the name.");
}

LineReader::~LineReader() {
  if (file_ != stdin) std::fclose(file_);
}

bool LineReader::next(std::string& line, std::size_t longest) {
  line.clear();
  for (int c = std::getc(file_); c != EOF; c = std::getc(file_)) {
    if (c == '\n') return true;
    if (line.size() <= longest) line.push_back(static_cast<char>(c));
  }
  if (std::ferror(file_) != 0) throw InputError(path_ + " cannot be read: " + reason() + ".");
  return !line.empty();
}

}  // namespace zp::app
