// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_test.h"

#include <charconv>
#include <string_view>

#include "core/shell/shell_patterns.h"

namespace zp {
namespace {

using Truth = std::optional<bool>;

constexpr int deepest_test = 40;

class Test {
 public:
  Test(const std::vector<ShellWord>& words, bool has_patterns) : words_(words), has_patterns_(has_patterns) {}

  Truth whole() {
    const Truth found = either();
    return at_ == words_.size() ? found : std::nullopt;
  }

 private:
  [[nodiscard]] bool is(std::string_view text) const {
    return at_ < words_.size() && words_[at_].is_known && words_[at_].text == text;
  }
  bool take(std::string_view a, std::string_view b) {
    if (!is(a) && !is(b)) return false;
    ++at_;
    return true;
  }

  Truth either() {
    Truth found = both();
    while (take("-o", "||")) {
      const Truth next = both();
      if (found == true || next == true)
        found = true;
      else if (!found || !next)
        found = std::nullopt;
    }
    return found;
  }

  Truth both() {
    Truth found = single();
    while (take("-a", "&&")) {
      const Truth next = single();
      if (found == false || next == false)
        found = false;
      else if (!found || !next)
        found = std::nullopt;
    }
    return found;
  }

  Truth single() {
    if (++depth_ > deepest_test || at_ >= words_.size()) return false;
    if (is("!") && at_ + 1 < words_.size()) {
      ++at_;
      const Truth found = single();
      return found ? Truth(!*found) : found;
    }
    if (is("(")) {
      ++at_;
      const Truth found = either();
      (void)take(")", ")");
      return found;
    }
    const ShellWord& first = words_[at_++];
    const bool has_second = at_ < words_.size() && words_[at_].text != "&&" && words_[at_].text != "||" &&
                            words_[at_].text != "-a" && words_[at_].text != "-o" && words_[at_].text != ")";
    if (!has_second) return first.is_known ? Truth(!first.text.empty()) : std::nullopt;
    if (first.is_known && first.text.size() == 2 && first.text[0] == '-') {
      const ShellWord& word = words_[at_++];
      if (first.text == "-z" || first.text == "-n")
        return word.is_known ? Truth(word.text.empty() == (first.text == "-z")) : std::nullopt;
      return std::nullopt;  // tests of files, and of names being set
    }
    const std::string sign = words_[at_++].text;
    if (at_ >= words_.size()) return std::nullopt;
    const ShellWord& second = words_[at_++];
    if (!first.is_known || !second.is_known) return std::nullopt;
    return compared(first.text, sign, second.text);
  }

  [[nodiscard]] Truth compared(const std::string& a, std::string_view sign, const std::string& b) const {
    if (sign == "=" || sign == "==") return has_patterns_ ? matches_shell_pattern(a, b) : a == b;
    if (sign == "!=") return has_patterns_ ? !matches_shell_pattern(a, b) : a != b;
    const Truth is_smaller = smaller(a, b), is_larger = smaller(b, a);
    if (!is_smaller || !is_larger) return std::nullopt;
    if (sign == "-eq") return !*is_smaller && !*is_larger;
    if (sign == "-ne") return *is_smaller || *is_larger;
    if (sign == "-lt") return *is_smaller;
    if (sign == "-le") return !*is_larger;
    if (sign == "-gt") return *is_larger;
    if (sign == "-ge") return !*is_smaller;
    return std::nullopt;
  }

  static Truth smaller(const std::string& a, const std::string& b) {
    long long first = 0, second = 0;
    const auto read = [](const std::string& text, long long& number) {
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      return error == std::errc() && end == text.data() + text.size();
    };
    return read(a, first) && read(b, second) ? Truth(first < second) : std::nullopt;
  }

  const std::vector<ShellWord>& words_;
  bool has_patterns_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

ShellStatus shell_test(const std::vector<ShellWord>& words, bool has_patterns) {
  const Truth found = Test(words, has_patterns).whole();
  return found ? ShellStatus(*found ? 0 : 1) : std::nullopt;
}

}  // namespace zp
