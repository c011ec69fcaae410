// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/shell/shell_marks.h"
#include "core/shell/shell_state.h"

/// Expansion of a raw word: removes quotes, inserts values, splits at blanks.
namespace zp {
/// Expands one raw word.
class ShellState::Filler {
 public:
  Filler(ShellState& state, std::string_view raw, bool splits)
      : state_(state), place_(state.place_of(raw)), splits_(splits) {
    if (++state_.depth_ > deepest_value) {
      add(open_word_of(raw, 0).text);
      words_.back().is_known = false;
    } else {
      fill(raw, false);
    }
    --state_.depth_;
  }

  /// Expands a here-document, in which quotes are ordinary characters.
  static ShellWord document(ShellState& state, std::string_view body) {
    Filler filler(state, "", false);
    filler.place_ = state.place_of(body);
    filler.fill(body, true);
    return filler.whole();
  }

  std::vector<ShellWord> words() { return std::move(words_); }
  ShellWord whole() {
    ShellWord all{"", place_, true};
    for (std::size_t i = 0; i < words_.size(); ++i) {
      all.text += (i > 0 ? " " : "") + words_[i].text;
      all.is_known = all.is_known && words_[i].is_known;
      if (words_.size() == 1) all.place = words_[i].place;
    }
    return all;
  }

 private:
  ShellWord& open_word() {
    if (!is_open_) words_.push_back({"", place_, true});
    is_open_ = true;
    return words_.back();
  }
  void add(std::string_view text) { open_word().text += text; }
  void end_word() { is_open_ = false; }

  void fill(std::string_view raw, bool is_document) {
    while (!raw.empty()) {
      const char c = raw.front();
      if (c == '\\' && raw.size() > 1) {
        const bool stays = is_document && raw[1] != '$' && raw[1] != '`' && raw[1] != '\\' && raw[1] != '\n';
        if (stays) add(raw.substr(0, 1));
        if (raw[1] != '\n') add(raw.substr(1, 1));
        raw.remove_prefix(2);
      } else if (c == '\'' && !is_document) {
        const std::size_t end = std::min(raw.find('\'', 1), raw.size());
        add(raw.substr(1, end - 1));
        raw.remove_prefix(std::min(end + 1, raw.size()));
      } else if (c == '"' && !is_document) {
        raw.remove_prefix(1);
        fill_quoted(raw);
      } else if (c == '$' || c == '`') {
        raw.remove_prefix(take_value(raw, is_document));
      } else {
        add(raw.substr(0, 1));
        raw.remove_prefix(1);
      }
    }
  }

  /// Expands the text up to the closing quote, and removes both from `raw`.
  void fill_quoted(std::string_view& raw) {
    (void)open_word();
    while (!raw.empty() && raw.front() != '"') {
      const char c = raw.front();
      if (c == '\\' && raw.size() > 1) {
        const bool is_escape = std::string_view("$`\"\\\n").find(raw[1]) != std::string_view::npos;
        if (!is_escape) add(raw.substr(0, 1));
        if (raw[1] != '\n') add(raw.substr(1, 1));
        raw.remove_prefix(2);
      } else if (c == '$' || c == '`') {
        raw.remove_prefix(take_value(raw, true));
      } else {
        add(raw.substr(0, 1));
        raw.remove_prefix(1);
      }
    }
    if (!raw.empty()) raw.remove_prefix(1);
  }

  /// Adds the value of the expansion that begins with `$` or a backquote; returns its number of characters.
  std::size_t take_value(std::string_view raw, bool is_quoted) {
    std::size_t size = 0;
    Value value = state_.dollar(raw, size);
    if (size == 0) {
      add(raw.substr(0, 1));
      return 1;
    }
    if (is_quoted || !splits_ || value.is_whole)
      add_whole(value, is_quoted || value.is_whole);
    else
      add_split(value);
    return size;
  }

  void add_whole(const Value& value, bool is_quoted) {
    for (std::size_t i = 0; i < value.words.size(); ++i) {
      const bool is_own = value.is_list && is_quoted && splits_;
      if (i > 0 && is_own) end_word();
      if (i > 0 && !is_own) add(" ");
      add_from(value.words[i], value.words[i].text);
    }
    if (value.words.empty() && value.is_list && is_open_ && words_.back().text.empty()) {
      words_.pop_back();  // "${NAME[@]}" of an empty array expands to no word
      is_open_ = false;
    }
  }

  void add_from(const ShellWord& from, std::string_view text) {
    ShellWord& word = open_word();
    if (word.text.empty() && from.place != 0) word.place = from.place;
    word.is_known = word.is_known && from.is_known;
    word.text += state_.taken(std::string(text));
  }

  void add_split(const Value& value) {
    for (std::size_t i = 0; i < value.words.size(); ++i) {
      const ShellWord& from = value.words[i];
      if (i > 0) end_word();
      std::string_view text = from.text;
      std::size_t behind = from.place;
      const std::size_t last = state_.end_of_assignment(from);
      while (!text.empty()) {
        if (is_shell_blank(text.front())) {
          end_word();
          text.remove_prefix(1);
          continue;
        }
        const std::size_t end = end_of_piece(text);
        ShellWord piece = from;
        piece.is_known = text.substr(0, end).find(open_begin) == std::string_view::npos;
        piece.place = state_.place_in(from, text.substr(0, end), behind, last);
        if (piece.place > behind) behind = piece.place + end;
        add_from(piece, text.substr(0, end));
        text.remove_prefix(end);
      }
    }
  }

  /// Returns the end of the text before the first blank outside undetermined parts.
  static std::size_t end_of_piece(std::string_view text) {
    std::size_t end = 0;
    bool is_in_open = false;
    while (end < text.size() && (is_in_open || !is_shell_blank(text[end]))) {
      if (text[end] == open_begin) is_in_open = true;
      if (text[end] == open_end) is_in_open = false;
      ++end;
    }
    return end;
  }

  ShellState& state_;
  std::size_t place_;
  bool splits_, is_open_ = false;
  std::vector<ShellWord> words_;
};

std::vector<ShellWord> ShellState::expanded(std::string_view raw) { return Filler(*this, raw, true).words(); }
ShellWord ShellState::expanded_whole(std::string_view raw) { return Filler(*this, raw, false).whole(); }
ShellWord ShellState::expanded_document(std::string_view body) { return Filler::document(*this, body); }

}  // namespace zp
