// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/choice_search.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace zp {
namespace {

/// How a typed word occurs in a name, from worst to best: not at all, inside a word, at the beginning of a
/// word, or as one or several whole words.
enum class Hit : std::uint8_t { none, within, beginning, whole };

bool isPart(QChar c) { return c.isLetterOrNumber(); }

/// Returns true for a decimal point: "2.5" stays one word; "3-8B" are two.
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

/// A name as its letters and digits without separators, and the positions where its words begin:
/// "a100sxm480gb" at A, 1, S, 4, 8.
struct Name {
  QString letters;
  std::vector<bool> begins;  ///< one per letter, and one for the end
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
    const bool is_in_number =
        !is_whole && word.back().isDigit() && name.letters[end].isDigit();  // such as 3 in 30
    best = std::max(best, is_whole ? Hit::whole : is_in_number ? Hit::within : Hit::beginning);
  }
  return best;
}

/// Returns how many of the words occur in the choice, and the sum of how well they do.
std::pair<int, int> scoreOf(const QStringList& words, const Choice& choice) {
  const Name text = nameOf(choice.text);
  const Name other = nameOf(choice.group + u' ' + choice.keywords);
  std::pair<int, int> score;
  for (const QString& word : words) {
    Hit hit = hitOf(word, text);
    if (hit == Hit::none && hitOf(word, other) != Hit::none)
      hit = Hit::within;  // ranks below choices whose own text contains the word
    if (hit != Hit::none) ++score.first;
    score.second += static_cast<int>(hit);
  }
  return score;
}

/// Returns every name of a choice without separators: its id, text, keywords, and these without the owner.
QStringList namesOf(const Choice& choice) {
  QStringList names;
  for (const QString& name : {choice.id, choice.text, choice.keywords, choice.keywords.section(u'/', -1),
                              QString(choice.group + choice.text)})
    names << nameOf(name).letters;
  return names;
}

/// Returns true if the word matches at the beginning of a word of the name and does not end inside a number.
bool begins(const QString& word, const Name& name) {
  for (qsizetype at = name.letters.indexOf(word); at >= 0; at = name.letters.indexOf(word, at + 1)) {
    if (!name.begins[static_cast<std::size_t>(at)]) continue;
    const qsizetype end = at + word.size();
    const bool is_whole = name.begins[static_cast<std::size_t>(end)];
    if (is_whole || name.letters[end].isLetter()) return true;
  }
  return false;
}

bool hasEveryWord(const QStringList& words, const Choice& choice) {
  const Name text = nameOf(choice.text), other = nameOf(choice.group + u' ' + choice.keywords);
  return std::ranges::all_of(words,
                             [&](const QString& word) { return begins(word, text) || begins(word, other); });
}

/// Returns the share of adjacent letter pairs that two names have in common (Dice's coefficient); 1 if they
/// are equal.
double likeness(const QString& a, const QString& b) {
  if (a.size() < 2 || b.size() < 2) return 0;
  std::vector<bool> used(static_cast<std::size_t>(b.size()), false);
  int common = 0;
  for (qsizetype i = 0; i + 1 < a.size(); ++i)
    for (qsizetype j = 0; j + 1 < b.size(); ++j)
      if (!used[static_cast<std::size_t>(j)] && a[i] == b[j] && a[i + 1] == b[j + 1]) {
        used[static_cast<std::size_t>(j)] = true;
        ++common;
        break;
      }
  return 2.0 * common / static_cast<double>(a.size() + b.size() - 2);
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

std::vector<Choice> namedChoices(const std::vector<Choice>& choices, const QString& typed) {
  const QStringList words = wordsOf(typed);
  const QString letters = words.join(QString());
  if (letters.isEmpty()) return {};
  std::vector<Choice> called, whole, having;
  for (const Choice& choice : choices) {
    if (namesOf(choice).contains(letters)) called.push_back(choice);
    if (!choice.reason.isEmpty() || !hasEveryWord(words, choice)) continue;
    having.push_back(choice);
    const Name text = nameOf(choice.text);
    const bool is_whole =
        std::ranges::all_of(words, [&](const QString& word) { return hitOf(word, text) == Hit::whole; });
    if (is_whole) whole.push_back(choice);
  }
  if (called.size() == 1) return called;
  return whole.size() == 1 ? whole : having;
}

std::vector<Choice> similarChoices(const std::vector<Choice>& choices, const QString& typed,
                                   std::size_t most) {
  constexpr double least = 0.25;
  const QString letters = wordsOf(typed).join(QString());
  std::vector<std::pair<double, const Choice*>> alike;
  for (const Choice& choice : choices) {
    if (!choice.reason.isEmpty()) continue;
    double best = 0;
    for (const QString& name : namesOf(choice))
      best = std::max(best, likeness(letters, name));
    alike.emplace_back(best, &choice);
  }
  std::ranges::stable_sort(alike, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Choice> similar;
  for (const auto& [share, choice] : alike)
    if (share >= least && similar.size() < most) similar.push_back(*choice);
  return similar;
}

}  // namespace zp
