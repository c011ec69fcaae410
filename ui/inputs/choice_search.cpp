// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/choice_search.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace zp {
namespace {

/// How well a typed word stands in a name: not at all, within one of its words, at the beginning of one, or
/// as one or several of them whole. In this order, as a number.
enum class Hit : std::uint8_t { none, within, beginning, whole };

bool isPart(QChar c) { return c.isLetterOrNumber(); }

/// "2.5" stays one word; "3-8B" are two.
bool isPoint(const QString& text, qsizetype at) {
  return text[at] == u'.' && at > 0 && at + 1 < text.size() && text[at - 1].isDigit() &&
         text[at + 1].isDigit();
}

QStringList wordsOf(const QString& text) {
  QStringList words;
  bool in_word = false;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const bool is_part = isPart(text[i]) || isPoint(text, i);
    if (is_part && !in_word) words << QString();
    if (is_part) words.back() += text[i].toLower();
    in_word = is_part;
  }
  return words;
}

/// A name as one run of letters and digits, and where a word of it begins: "a100sxm480gb" at A, 1, S, 4, 8.
struct Name {
  QString letters;
  std::vector<bool> begins;  ///< one for each letter, and the end
};

Name nameOf(const QString& text) {
  Name name;
  for (const QString& word : wordsOf(text))
    for (qsizetype i = 0; i < word.size(); ++i) {
      name.begins.push_back(i == 0 || (word[i].isDigit() && word[i - 1].isLetter()));
      name.letters += word[i];
    }
  name.begins.push_back(true);
  return name;
}

Hit hitOf(const QString& word, const Name& name) {
  Hit best = Hit::none;
  for (qsizetype at = name.letters.indexOf(word); at >= 0; at = name.letters.indexOf(word, at + 1)) {
    if (!name.begins[static_cast<std::size_t>(at)]) {
      best = std::max(best, Hit::within);
      continue;
    }
    const qsizetype end = at + word.size();
    const bool is_whole = name.begins[static_cast<std::size_t>(end)];
    const bool is_in_number = !is_whole && word.back().isDigit() && name.letters[end].isDigit();  // 3 of 30
    best = std::max(best, is_whole ? Hit::whole : is_in_number ? Hit::within : Hit::beginning);
  }
  return best;
}

/// How many of the words it has, and how whole they are together.
std::pair<int, int> scoreOf(const QStringList& words, const Choice& choice) {
  const Name text = nameOf(choice.text);
  const Name other = nameOf(choice.group + u' ' + choice.keywords);
  std::pair<int, int> score;
  for (const QString& word : words) {
    Hit hit = hitOf(word, text);
    if (hit == Hit::none && hitOf(word, other) != Hit::none)
      hit = Hit::within;  // behind those that are called so
    if (hit != Hit::none) ++score.first;
    score.second += static_cast<int>(hit);
  }
  return score;
}

}  // namespace

std::vector<Choice> foundChoices(const std::vector<Choice>& choices, const QString& typed) {
  const QStringList words = wordsOf(typed);
  if (words.isEmpty()) return choices;
  std::vector<std::pair<std::pair<int, int>, const Choice*>> found;
  int most = 1;
  for (const Choice& choice : choices) {
    const std::pair<int, int> score = scoreOf(words, choice);
    if (score.first < most) continue;
    most = score.first;
    found.emplace_back(score, &choice);
  }
  std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Choice> best;
  for (const auto& [score, choice] : found)
    if (score.first == most) best.push_back(*choice);
  return best;
}

}  // namespace zp
