// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "app/input.h"
#include "core/text/quoting.h"

namespace zp::app {

void print_file(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw InputError("standard output cannot be written: " + std::generic_category().message(errno) + ".");
}

void print(std::string_view text) { print_file(printable_text(text)); }

void complain_as_is(std::string_view message) {
  const std::string text = printable_text(message);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void complain(std::string_view message) {
  while (!message.empty()) {
    const std::size_t end = message.find('\n');
    complain_as_is("zero-planner: " + std::string(message.substr(0, end)) + "\n");
    message.remove_prefix(end == std::string_view::npos ? message.size() : end + 1);
  }
}

void complain_in_red(std::string_view message) {
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  if (is_terminal) std::fputs("\033[31m", stderr);
  complain(message);
  if (is_terminal) std::fputs("\033[0m", stderr);
}

}  // namespace zp::app
