// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/module_pattern.h"

#include <bitset>
#include <cctype>
#include <memory>
#include <vector>

namespace zp::import_io {
namespace {

/// Longer names are cut to this length; real module names have about 40 characters.
constexpr std::size_t longest_name = 127;
constexpr std::size_t longest_pattern = 2000;
constexpr int deepest = 40;

/// Set of positions in a name at which a part of the pattern can begin or end.
using Places = std::bitset<longest_name + 1>;

struct Part {
  enum class Kind { characters, sequence, alternatives, repeat, ahead, not_ahead, end, begin };
  Kind kind{};
  std::bitset<256> characters;
  std::vector<std::unique_ptr<Part>> parts;
  int least = 0, most = -1;  ///< repetitions; most = -1 means no limit
};
using PartPointer = std::unique_ptr<Part>;

PartPointer made(Part::Kind kind) {
  auto part = std::make_unique<Part>();
  part->kind = kind;
  return part;
}

/// Parses a pattern; failed() returns true after unsupported syntax.
class PatternReader {
 public:
  explicit PatternReader(std::string_view text) : text_(text) {}

  PartPointer read() {
    PartPointer all = alternatives();
    if (at_ < text_.size()) failed_ = true;
    return all;
  }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  [[nodiscard]] bool is_at(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  bool take(std::string_view word) {
    if (!is_at(word)) return false;
    at_ += word.size();
    return true;
  }

  PartPointer alternatives() {
    PartPointer all = made(Part::Kind::alternatives);
    if (++depth_ > deepest) failed_ = true;
    do
      all->parts.push_back(sequence());
    while (!failed_ && take("|"));
    --depth_;
    return all;
  }

  PartPointer sequence() {
    PartPointer all = made(Part::Kind::sequence);
    while (!failed_ && at_ < text_.size() && !is_at("|") && !is_at(")"))
      all->parts.push_back(repeated(single()));
    return all;
  }

  PartPointer single() {
    const char c = text_[at_++];
    if (c == '(') return group();
    if (c == '[') return characters_in_brackets();
    if (c == '$') return made(Part::Kind::end);
    if (c == '^') return made(Part::Kind::begin);
    PartPointer one = made(Part::Kind::characters);
    if (c == '.')
      one->characters.set();
    else if (c == '\\')
      add_escaped(one->characters);
    else if (c == '*' || c == '+' || c == '?' || c == '{')
      failed_ = true;
    else
      one->characters.set(static_cast<unsigned char>(c));
    return one;
  }

  PartPointer group() {
    Part::Kind kind = Part::Kind::sequence;
    if (take("?=")) kind = Part::Kind::ahead;
    if (take("?!")) kind = Part::Kind::not_ahead;
    if (!take("?:") && is_at("?")) failed_ = true;
    PartPointer all = made(kind);
    all->parts.push_back(alternatives());
    if (!take(")")) failed_ = true;
    return all;
  }

  void add_escaped(std::bitset<256>& characters) {
    if (at_ >= text_.size()) {
      failed_ = true;
      return;
    }
    const char c = text_[at_++];
    const bool is_class = c == 'd' || c == 'w';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 && !is_class) failed_ = true;
    if (!is_class) characters.set(static_cast<unsigned char>(c));
    for (unsigned i = 0; is_class && i < 128; ++i)
      if (std::isdigit(static_cast<int>(i)) != 0 ||
          (c == 'w' && (std::isalnum(static_cast<int>(i)) != 0 || i == '_')))
        characters.set(i);
  }

  PartPointer characters_in_brackets() {
    PartPointer one = made(Part::Kind::characters);
    const bool is_inverted = take("^");
    bool is_first = true;
    while (!failed_ && (is_first || !is_at("]"))) {
      is_first = false;
      if (at_ >= text_.size()) {
        failed_ = true;
        break;
      }
      const char c = text_[at_++];
      if (c == '\\') {
        add_escaped(one->characters);
      } else if (is_at("-") && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
        const char last = text_[at_ + 1];
        for (int i = c; i <= last; ++i)
          one->characters.set(static_cast<unsigned char>(i));
        at_ += 2;
      } else {
        one->characters.set(static_cast<unsigned char>(c));
      }
    }
    (void)take("]");
    if (is_inverted) one->characters.flip();
    return one;
  }

  int number() {
    int value = -1;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value < 1000)
      value = (value < 0 ? 0 : value) * 10 + (text_[at_++] - '0');
    return value;
  }

  PartPointer repeated(PartPointer one) {
    int least = 1, most = 1;
    if (take("*")) {
      least = 0, most = -1;
    } else if (take("+")) {
      most = -1;
    } else if (take("?")) {
      least = 0;
    } else if (take("{")) {
      least = number();
      most = take(",") ? number() : least;
      if (least < 0 || !take("}")) failed_ = true;
    } else {
      return one;
    }
    (void)take("?");  // a lazy quantifier matches the same names
    PartPointer all = made(Part::Kind::repeat);
    all->least = least;
    all->most = most;
    all->parts.push_back(std::move(one));
    return all;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

/// Computes the positions at which parts of a pattern end.
class Matcher {
 public:
  explicit Matcher(std::string_view name) : name_(name) {}

  [[nodiscard]] Places ends(const Part& part, const Places& begins) const {
    switch (part.kind) {
      case Part::Kind::characters:
        return behind_character(part, begins);
      case Part::Kind::sequence: {
        Places places = begins;
        for (const PartPointer& next : part.parts)
          places = ends(*next, places);
        return places;
      }
      case Part::Kind::alternatives: {
        Places places;
        for (const PartPointer& next : part.parts)
          places |= ends(*next, begins);
        return places;
      }
      case Part::Kind::repeat:
        return repeated(part, begins);
      case Part::Kind::ahead:
      case Part::Kind::not_ahead:
        return ahead(part, begins);
      case Part::Kind::end: {
        Places last;
        last.set(name_.size());
        return begins & last;
      }
      case Part::Kind::begin:
        return begins & Places(1);
    }
    return {};
  }

 private:
  [[nodiscard]] Places behind_character(const Part& part, const Places& begins) const {
    Places places;
    for (std::size_t i = 0; i < name_.size(); ++i)
      if (begins[i] && part.characters[static_cast<unsigned char>(name_[i])]) places.set(i + 1);
    return places;
  }

  [[nodiscard]] Places repeated(const Part& part, const Places& begins) const {
    Places now = begins;
    for (int i = 0; i < part.least && now.any(); ++i)
      now = ends(*part.parts.front(), now);
    Places all = now;
    for (int i = part.least; part.most < 0 || i < part.most; ++i) {
      now = ends(*part.parts.front(), now) & ~all;
      if (now.none()) break;
      all |= now;
    }
    return all;
  }

  [[nodiscard]] Places ahead(const Part& part, const Places& begins) const {
    Places places;
    for (std::size_t i = 0; i <= name_.size(); ++i) {
      if (!begins[i]) continue;
      Places here;
      here.set(i);
      if (ends(*part.parts.front(), here).any() == (part.kind == Part::Kind::ahead)) places.set(i);
    }
    return places;
  }

  std::string_view name_;
};

}  // namespace

std::optional<bool> matches_whole(std::string_view pattern, std::string_view name) {
  if (pattern.size() > longest_pattern) return std::nullopt;
  PatternReader reader(pattern);
  const PartPointer all = reader.read();
  if (reader.failed()) return std::nullopt;
  name = name.substr(0, longest_name);
  return Matcher(name).ends(*all, Places(1))[name.size()];
}

bool is_pattern(std::string_view text) {
  return text.find_first_of("*+?()[]{}|\\^$") != std::string_view::npos;
}

}  // namespace zp::import_io
