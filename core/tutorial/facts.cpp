// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tutorial/facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "core/text/ordered_json.h"
#include "core/units/format.h"
#include "core/units/parse.h"

namespace zp {
namespace {

using text_io::Json;
using Place = std::pair<std::string, std::string>;  // a step and a command in it

std::int64_t whole(double value) { return static_cast<std::int64_t>(std::llround(value)); }
Bytes bytes_of(double value) { return Bytes(whole(value)); }

/// A number format, named by the last word of an expression.
struct Form {
  std::string_view word;
  std::string (*show)(double value);
};
constexpr std::array forms = {
    Form{"GiB", [](double v) { return format_gib(bytes_of(v)); }},
    Form{"bytes", [](double v) { return format_exact_bytes(bytes_of(v)); }},
    Form{"GB", [](double v) { return format_gb(v); }},
    Form{"GB/s", [](double v) { return format_gb_per_s(v); }},
    Form{"seconds", [](double v) { return format_seconds(v); }},
    Form{"percent", [](double v) { return format_percent(v); }},
    Form{"count", [](double v) { return format_count(whole(v)); }},
    Form{"number", [](double v) { return format_number(v, 3); }},
    Form{"tokens/s", [](double v) { return format_per_s(v, "tokens"); }},
    Form{"parameters", [](double v) { return format_params(Params(whole(v))); }},
};

const Form* form_of(std::string_view word) {
  const auto* found = std::ranges::find(forms, word, &Form::word);
  return found == forms.end() ? nullptr : found;
}

[[noreturn]] void fail(const std::string& sentence) { throw FileError("", sentence); }

/// Returns the words between blanks; text in quotes or brackets, with its blanks, is one word.
std::vector<std::string> words_in(std::string_view expression) {
  std::vector<std::string> words;
  std::string word;
  char closing = 0;
  for (const char c : expression) {
    if (closing == 0 && c == ' ') {
      if (!word.empty()) words.push_back(std::exchange(word, {}));
      continue;
    }
    if (closing != 0)
      closing = c == closing ? '\0' : closing;
    else if (c == '"')
      closing = '"';
    else if (c == '[' || c == '(')
      closing = c == '[' ? ']' : ')';
    word += c;
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

/// Returns the element that a word of a path names, or nullptr.
const Json* below(const Json& value, const std::string& word) {
  if (value.is_object()) return text_io::member(&value, word);
  if (!value.is_array()) return nullptr;
  for (const Json& item : value)
    for (const char* key : {"name", "id", "code", "quantity"})
      if (const Json* named = text_io::member(&item, key); named != nullptr && *named == word) return &item;
  const std::optional<std::int64_t> index = parse_count(word);
  return index && *index >= 0 && *index < static_cast<std::int64_t>(value.size())
             ? &value[static_cast<std::size_t>(*index)]
             : nullptr;
}

/// Splits "estimate/gpu/peak" into the command line and the path in its JSON; "[diff a b]/keys" too.
Place command_and_path(const std::string& term) {
  if (term.starts_with('[')) {
    const std::size_t end = term.find(']');
    if (end == std::string::npos || end + 1 >= term.size() || term[end + 1] != '/')
      fail(term + " has no path behind its command.");
    return {term.substr(1, end - 1), term.substr(end + 2)};
  }
  const std::size_t slash = term.find('/');
  if (slash == std::string::npos) fail(term + " is neither a number nor a path.");
  return {term.substr(0, slash) + " plan.zplan.json", term.substr(slash + 1)};
}

double combined(double a, const std::string& sign, double b) {
  if (sign == "+") return a + b;
  if (sign == "-") return a - b;
  if (sign == "×") return a * b;
  return a / b;
}

bool is_sign(const std::string& word) { return word == "+" || word == "-" || word == "×" || word == "÷"; }
bool is_comparison(const std::string& word) { return word == "<" || word == ">" || word == "="; }

double number_of(const Json& value, const std::string& term) {
  if (!value.is_number()) fail(term + " is " + value.dump() + ", no number.");
  return value.get<double>();
}

}  // namespace

struct KnownFacts {
  RunCommand run_command;
  ReadControl read_control;
  std::map<Place, CommandOutcome> outcomes;
  std::map<Place, Json> answers;

  const CommandOutcome& outcome(const std::string& step, const std::string& command) {
    const Place place{step, command};
    auto found = outcomes.find(place);
    if (found == outcomes.end()) found = outcomes.emplace(place, run_command(step, command)).first;
    return found->second;
  }

  const Json& answer(const std::string& step, const std::string& command) {
    const Place place{step, command};
    auto found = answers.find(place);
    if (found == answers.end()) {
      const CommandOutcome& outcome = this->outcome(step, command + " --json");
      if (outcome.out.empty()) fail(command + " answers nothing: " + outcome.err);
      found = answers.emplace(place, text_io::parse_json(outcome.out)).first;
    }
    return found->second;
  }

  Json term(const std::string& step, const std::string& word) {
    if (word == "true" || word == "false") return word == "true";
    if (word.size() > 1 && word.front() == '"') return word.substr(1, word.size() - 2);
    if (const std::optional<double> number = parse_number(word)) return *number;
    if (word.starts_with("text(")) return read_control(step, word.substr(5, word.size() - 6));
    const auto [command, path] = command_and_path(word);
    const Json* value = &answer(step, command);
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      value = below(*value, path.substr(begin, end - begin));
      if (value == nullptr) fail(command + " has no " + path.substr(0, end) + ".");
      begin = end + 1;
    }
    return *value;
  }

  /// Evaluates terms and operators from left to right, starting at index `at`.
  Json value(const std::string& step, const std::vector<std::string>& words, std::size_t& at) {
    if (at >= words.size()) fail("A term is missing.");
    Json value = term(step, words[at++]);
    for (; at + 1 < words.size() && is_sign(words[at]); at += 2)
      value = combined(number_of(value, words[at - 1]), words[at],
                       number_of(term(step, words[at + 1]), words[at + 1]));
    return value;
  }

  void check(const std::string& step, const std::vector<std::string>& words) {
    std::size_t at = 1;
    const Json left = value(step, words, at);
    if (at >= words.size() || !is_comparison(words[at])) fail("A check compares with <, > or =.");
    const std::string& sign = words[at++];
    const Json right = value(step, words, at);
    if (at != words.size()) fail("What is " + words[at] + "?");
    const bool is_true = sign == "="   ? left == right
                         : sign == "<" ? number_of(left, words[1]) < number_of(right, words.back())
                                       : number_of(left, words[1]) > number_of(right, words.back());
    if (!is_true) fail("It is not true: " + left.dump() + " " + sign + " " + right.dump() + ".");
  }
};

Facts::Facts(RunCommand run, ReadControl read)
    : known_(new KnownFacts{std::move(run), std::move(read), {}, {}}) {}
Facts::~Facts() = default;
Facts::Facts(Facts&&) noexcept = default;
Facts& Facts::operator=(Facts&&) noexcept = default;

const CommandOutcome& Facts::run(const std::string& step, const std::string& command) {
  return known_->outcome(step, command);
}

std::string Facts::evaluate(const std::string& step, std::string_view expression) {
  const std::vector<std::string> words = words_in(expression);
  if (!words.empty() && words.front() == "check") {
    known_->check(step, words);
    return {};
  }
  std::size_t at = 0;
  const Json value = known_->value(step, words, at);
  if (at == words.size()) {
    if (!value.is_string()) fail("A number needs a form: GiB, seconds, count …");
    return value.get<std::string>();
  }
  const Form* form = form_of(words[at]);
  if (form == nullptr || at + 1 != words.size()) fail(words[at] + " is no form of a number.");
  return form->show(number_of(value, words.front()));
}

}  // namespace zp
