// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>

#include "core/text/reader.h"
#include "core/text/utf8.h"

namespace zp::text_io {
namespace {

/// Characters after a backslash, with their meaning.
constexpr std::array<std::pair<char, char>, 9> escapes = {{{'"', '"'},
                                                           {'\'', '\''},
                                                           {'\\', '\\'},
                                                           {'/', '/'},
                                                           {'b', '\b'},
                                                           {'f', '\f'},
                                                           {'n', '\n'},
                                                           {'r', '\r'},
                                                           {'t', '\t'}}};

constexpr bool is_high_surrogate(std::uint32_t code) { return (code & 0xFC00u) == 0xD800u; }
constexpr bool is_low_surrogate(std::uint32_t code) { return (code & 0xFC00u) == 0xDC00u; }

}  // namespace

std::uint32_t Reader::read_hex(std::size_t begin) {
  constexpr std::size_t count = 4;
  const std::string_view digits = text_.substr(std::min(at_, text_.size()), count);
  std::uint32_t code = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  if (digits.size() != count || read.ptr != digits.data() + count)
    fail(begin, "\\u is not followed by four hexadecimal digits.", "Write four digits, as in \\u00e9.");
  at_ += count;
  return code;
}

void Reader::read_escape(std::string& out, std::size_t begin) {
  const char escaped = at(at_);
  if (escaped == 'u') {
    ++at_;
    std::uint32_t code = read_hex(begin);
    if (is_high_surrogate(code) && at(at_) == '\\' && at(at_ + 1) == 'u') {
      const std::size_t back = at_;
      at_ += 2;
      const std::uint32_t low = read_hex(back);
      if (is_low_surrogate(low))
        code = 0x10000u + ((code - 0xD800u) << 10) + (low - 0xDC00u);
      else
        at_ = back;
    }
    return append_utf8(out, code);
  }
  for (const auto& [letter, meaning] : escapes)
    if (letter == escaped) {
      ++at_;
      out += meaning;
      if (escaped == '\'') note(Leniency::single_quotes, begin, at_);
      return;
    }
  fail(begin, "The backslash precedes a character that it cannot escape.", "Write a backslash as \\\\.");
}

std::string Reader::read_string() {
  const std::size_t begin = at_;
  const char quote = at(at_++);
  std::string out;
  while (true) {
    if (at_end()) fail(begin, "The text that begins here has no closing quote.", "Add the closing quote.");
    const char c = at(at_++);
    if (c == quote) break;
    if (c == '\\')
      read_escape(out, at_ - 1);
    else if (static_cast<unsigned char>(c) < 0x20)
      fail(at_ - 1, "A quoted text contains a control character or line break.",
           "Close the quote on the same line, or write \\n and \\t.");
    else
      out += c;
  }
  if (quote == '\'') note(Leniency::single_quotes, begin, at_);
  return out;
}

std::string Reader::read_multiline() {
  const std::size_t begin = at_;
  const std::size_t line = begin == 0 ? 0 : text_.rfind('\n', begin - 1) + 1;  // npos + 1 is 0
  const std::size_t indent = begin - line;
  const auto skip_blanks = [this](std::size_t most) {
    for (std::size_t i = 0; i < most && (at(at_) == ' ' || at(at_) == '\t' || at(at_) == '\r'); ++i)
      ++at_;
  };
  at_ += 3;
  skip_blanks(text_.size());
  if (at(at_) == '\n') {
    ++at_;
    skip_blanks(indent);
  }
  std::string out;
  while (text_.substr(std::min(at_, text_.size()), 3) != "'''") {
    if (at_end()) fail(begin, "The text that begins here has no closing '''.", "Add the closing quotes.");
    const char c = at(at_++);
    if (c != '\r') out += c;
    if (c == '\n') skip_blanks(indent);
  }
  at_ += 3;
  if (out.ends_with('\n')) out.pop_back();
  note(Leniency::single_quotes, begin, at_);
  return out;
}

}  // namespace zp::text_io
