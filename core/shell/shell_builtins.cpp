// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_builtins.h"

#include <algorithm>
#include <array>
#include <iterator>
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
  const std::string_view name = words[0].text, last = words.back().text;
  const bool has_blank = last.find_first_of(" \n") != std::string_view::npos;
  if (name == "tmux" && words.size() > 2) {  // new-session "…", send-keys "…" Enter
    const auto command = std::ranges::max_element(
        words, {}, [](const ShellWord& word) { return std::ranges::count(word.text, ' '); });
    if (command->text.find(' ') != std::string::npos) return as_written(command->text);
  }
  constexpr std::string_view wrap = "--wrap";
  for (std::size_t i = 1; name == "sbatch" && i < words.size(); ++i) {
    const std::string& word = words[i].text;
    if (word == wrap && i + 1 < words.size()) return as_written(words[i + 1].text);
    if (word.starts_with("--wrap=")) return as_written(word.substr(wrap.size() + 1));
  }
  if (name == "ssh" && words.size() > 2 && has_blank) return as_written(words.back().text);
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

std::optional<std::string> document_script(const ShellCommandTree& command,
                                           const std::vector<ShellWord>& words, ShellState& state) {
  constexpr auto names = std::to_array<std::string_view>({"sbatch", "ssh", "bash", "sh"});
  if (std::ranges::find(names, words[0].text) == names.end()) return std::nullopt;
  for (const ShellRedirection& each : command.redirections)
    if (each.sign == "<<" || each.sign == "<<-")
      return each.is_quoted ? std::string(each.body) : as_written(state.expanded_document(each.body).text);
  return std::nullopt;
}

std::optional<std::string> written_script(const std::vector<ShellWord>& words,
                                          const std::vector<ShellFile>& files) {
  constexpr auto names = std::to_array<std::string_view>({"sbatch", "bash", "sh", "source", "."});
  const bool runs_file = std::ranges::find(names, words[0].text) != names.end();
  const auto named =
      std::ranges::find_if(words, [](const ShellWord& word) { return !word.text.starts_with('-'); });
  for (auto word = runs_file ? std::next(words.begin()) : named; word != words.end(); ++word) {
    const auto file = std::ranges::find_if(files, [&](const ShellFile& each) {
      return !each.name.empty() && (word->text == each.name || word->text == "./" + each.name);
    });
    if (file != files.end()) return file->text;
    if (!runs_file) break;
  }
  return std::nullopt;
}

namespace {

/// Returns the value of a variable with one known text; nullopt for any other.
std::optional<std::string> known_text(const ShellVariable* variable) {
  if (variable == nullptr || variable->items.size() != 1 || !variable->items[0].is_known) return std::nullopt;
  return variable->items[0].text;
}

/// Returns the count of the lines of PBS's list of hosts, which has one for each process, or of its different
/// lines, one for each node: `sort -u $PBS_NODEFILE | wc -l`.
std::optional<std::string> counted_by_pbs(const ShellCommandList& pipe, const ShellState& state) {
  const auto names_list = [](std::string_view word) {
    return word.find("PBS_NODEFILE") != std::string_view::npos;
  };
  const ShellCommandTree &first = pipe.front(), &last = pipe.back();
  const bool reads_list = std::ranges::any_of(first.words, names_list) ||
                          std::ranges::any_of(first.redirections, [&](const ShellRedirection& each) {
                            return each.sign == "<" && names_list(each.target);
                          });
  if (!reads_list || last.words.size() < 2 || last.words[0] != "wc" || last.words[1] != "-l")
    return std::nullopt;
  bool is_of_nodes = false;
  for (const ShellCommandTree& command : pipe) {
    const std::string_view name = command.words[0];
    constexpr auto names = std::to_array<std::string_view>({"cat", "sort", "uniq", "wc"});
    if (std::ranges::find(names, name) == names.end()) return std::nullopt;
    is_of_nodes = is_of_nodes || name == "uniq" ||
                  (name == "sort" && std::ranges::find(command.words, "-u") != command.words.end());
  }
  const bool prints_name = pipe.size() == 1 && last.words.size() > 2;  // wc -l FILE prints the name too
  return prints_name ? std::nullopt : known_text(state.find(is_of_nodes ? "PBS_NUM_NODES" : "PBS_NP"));
}

}  // namespace

std::optional<std::string> counted_by_scheduler(const ShellCommandList& pipe, const ShellState& state) {
  if (pipe.empty()) return std::nullopt;
  for (const ShellCommandTree& command : pipe)
    if (command.form != ShellForm::simple || command.words.empty()) return std::nullopt;
  if (auto number = counted_by_pbs(pipe, state)) return number;
  const std::vector<std::string_view>&begin = pipe.front().words, &end = pipe.back().words;
  const auto has = [&begin](std::string_view part) {
    return std::ranges::any_of(
        begin, [part](std::string_view word) { return word.find(part) != std::string_view::npos; });
  };
  const bool counts_lines = pipe.size() == 2 && end.size() == 2 && end[0] == "wc" && end[1] == "-l";
  if (!counts_lines) return std::nullopt;
  const bool lists_gpus = begin[0] == "nvidia-smi" && (has("-L") || has("--list-gpus") || has("noheader"));
  const bool lists_nodes = begin[0] == "scontrol" && has("hostname");
  return known_text(lists_gpus    ? state.find("SLURM_GPUS_ON_NODE")
                    : lists_nodes ? state.find("SLURM_NNODES")
                                  : nullptr);
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
