// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_builtins.h"

#include <algorithm>
#include <span>
#include <utility>

namespace zp {

bool is_script_argument(std::string_view text) {
  if (text.starts_with("${") && text.ends_with('}')) text = text.substr(1, text.size() - 2);
  return text.size() == 2 && text[0] != '0' && (text[0] == '$' || text[0] == '{') && text[1] >= '1' &&
         text[1] <= '9';
}

std::optional<ShellFile> written_file(const ShellCommandTree& command, const std::vector<ShellWord>& words,
                                      ShellState& state) {
  const std::string name = words.empty() ? "" : words[0].text;
  const ShellRedirection* body = nullptr;
  const ShellRedirection* target = nullptr;
  for (const ShellRedirection& each : command.redirections) {
    if (each.sign == "<<" || each.sign == "<<-") body = &each;
    if (each.sign == ">" || each.sign == ">>" || each.sign == ">|" || each.sign == "1>") target = &each;
  }
  ShellFile file;
  if (target != nullptr) file.name = as_written(state.expanded_whole(target->target).text);
  if (name == "tee" && words.size() > 1) file.name = as_written(words.back().text);
  if (file.name.empty()) return std::nullopt;
  if (body != nullptr) {
    file.place = state.place_of(body->body);
    file.text =
        body->is_quoted ? std::string(body->body) : as_written(state.expanded_document(body->body).text);
  } else if (name == "echo" || name == "printf") {
    for (const ShellWord& word : std::span(words).subspan(1)) {
      if (file.text.empty()) file.place = word.place;
      if (!(file.text.empty() && word.text.starts_with('-')))
        file.text += (file.text.empty() ? "" : " ") + as_written(word.text);
    }
  }
  return file.text.empty() ? std::nullopt : std::optional(std::move(file));
}

bool reads_document(const ShellCommandTree& command, const std::vector<ShellWord>& words, ShellState& state) {
  if (words[0].text != "read" || words.size() < 2) return false;
  for (const ShellRedirection& each : command.redirections)
    if (each.sign == "<<" || each.sign == "<<-") {
      ShellWord text =
          each.is_quoted ? ShellWord{std::string(each.body), 0, true} : state.expanded_document(each.body);
      text.place = state.place_of(each.body);
      state.set(words.back().text, {std::move(text)});
      return true;
    }
  return false;
}

std::optional<std::string> inner_script(const std::vector<ShellWord>& words) {
  if (words[0].text == "eval") {
    std::string all;
    for (const ShellWord& word : std::span(words).subspan(1))
      all += (all.empty() ? "" : " ") + as_written(word.text);
    return all;
  }
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    const std::string_view shell = words[i].text;
    const bool is_shell =
        shell == "bash" || shell == "sh" || shell.ends_with("/bash") || shell.ends_with("/sh");
    const std::string_view option = words[i + 1].text;
    if (is_shell && option.starts_with('-') && !option.starts_with("--") && option.ends_with('c'))
      return as_written(words[i + 2].text);
  }
  return std::nullopt;
}

std::optional<std::string> printed_by(const std::vector<ShellWord>& words, ShellState& state) {
  const std::string name = words[0].text;
  std::string all;
  for (const ShellWord& word : std::span(words).subspan(1))
    all += (all.empty() ? "" : " ") + word.text;
  if (name == "expr") {
    const auto number = state.number_of(all);
    return number ? std::optional(std::to_string(*number)) : std::nullopt;
  }
  if (name == "echo" && !all.starts_with('-')) return all;
  if (name == "basename" && words.size() >= 2) {
    std::string base = words[1].text.substr(words[1].text.rfind('/') + 1);
    if (words.size() == 3 && base.ends_with(words[2].text)) base.resize(base.size() - words[2].text.size());
    return base;
  }
  return std::nullopt;
}

std::optional<std::string> counted_by(const std::vector<ShellWord>& words, std::string_view line) {
  constexpr std::string_view option = "-F";
  if (words.size() < 3 || words[0].text != "awk" || !words[1].text.starts_with(option)) return std::nullopt;
  const bool is_apart = words[1].text == option;
  if (words.size() != (is_apart ? 4 : 3)) return std::nullopt;
  const std::string sign = is_apart ? words[2].text : words[1].text.substr(option.size());
  std::string program = words.back().text;
  std::erase_if(program, [](char c) { return c == ' ' || c == ';'; });
  const bool is_one_line = !line.empty() && line.find('\n') == std::string_view::npos;
  if (!is_one_line || sign.size() != 1 || sign[0] == ' ' || program != "{printNF}") return std::nullopt;
  return std::to_string(std::ranges::count(line, sign[0]) + 1);
}

}  // namespace zp
