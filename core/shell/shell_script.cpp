// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_script.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "core/shell/shell_builtins.h"
#include "core/shell/shell_patterns.h"
#include "core/shell/shell_ranges.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_syntax.h"
#include "core/shell/shell_test.h"
#include "core/shell/shell_words.h"

namespace zp {
namespace {

/// Limit on all commands read, which stops loops and functions that call each other.
constexpr int most_steps = 20'000;
constexpr int deepest_call = 20;
constexpr std::size_t most_commands = 400;
/// Limit on the values of a loop's variable for which the body is read.
constexpr std::size_t most_rounds = 64;

constexpr std::array<std::string_view, 5> setting_commands = {"export", "readonly", "declare", "typeset",
                                                              "local"};
/// Commands that only modify how the following command is started.
constexpr std::array<std::string_view, 5> passing_commands = {"command", "exec", "nohup", "time", "builtin"};

class Reader {
 public:
  Reader(std::string_view script, ShellVariables variables, bool open_tests)
      : state_(script, std::move(variables), [this](std::string_view command) { return output_of(command); }),
        open_tests_(open_tests) {}

  ShellScript read(std::string_view script) {
    run(parse_shell(script));
    std::string arguments;
    std::size_t first = 0, count = 0;
    for (const auto& [name, place] : state_.assumed_unset) {
      if (const bool is_argument = reference_to(name) != name; is_argument) {
        arguments += (arguments.empty() ? "" : ", ") + reference_to(name);
        first = count++ == 0 ? place : std::min(first, place);
        continue;
      }
      note(name, place,
           "The script does not set " + name +
               ", which counts as not set: a default or a test depends on it.");
    }
    if (count == 1)
      note(arguments, first,
           "The script does not set " + arguments +
               ", which counts as not set: a default or a test depends on it.");
    if (count > 1)
      note(arguments, first,
           "The script's own arguments count as not given: a default or a test depends on each of them.");
    return std::move(found_);
  }

 private:
  /// Returns "$1" for the script's first argument, and any other name unchanged.
  static std::string reference_to(const std::string& name) {
    return !name.empty() && name.front() >= '0' && name.front() <= '9' ? '$' + name : name;
  }

  void note(std::string_view source, std::size_t place, std::string reason) {
    if (std::ranges::find(found_.open, place, &ShellOpenChoice::place) != found_.open.end()) return;
    found_.open.push_back({std::string(source), place, std::move(reason)});
  }

  /// Reads commands. Returns the status of the last one; nullopt if the script does not determine it.
  ShellStatus run(const ShellCommandList& list) {
    ShellStatus status = 0;
    bool is_skipped = false, is_negated = false;
    for (std::size_t i = 0; i < list.size() && !is_over_; ++i) {
      if (++steps_ > most_steps) return std::nullopt;
      const ShellJoin before = i == 0 ? ShellJoin::none : list[i - 1].join;
      if (before == ShellJoin::none || before == ShellJoin::pipe) is_skipped = false;
      if (before != ShellJoin::pipe) is_negated = list[i].is_negated;  // applies to the whole pipeline
      const bool depends = before == ShellJoin::then || before == ShellJoin::otherwise;
      if (depends && status) is_skipped = (*status == 0) != (before == ShellJoin::then);
      if (is_skipped) continue;
      if (depends && !status) {
        run_uncertain(list[i]);
        continue;
      }
      status = run(list[i]);
      if (is_negated && status && list[i].join != ShellJoin::pipe) status = *status == 0 ? 1 : 0;
      last_ = status;
    }
    return status;
  }

  /// Reads a command that may or may not run.
  void run_uncertain(const ShellCommandTree& command) {
    const auto before = state_.variables;
    const bool was_certain = std::exchange(is_certain_, false);
    (void)run(command);
    is_certain_ = was_certain;
    is_over_ = false;
    forget_differences(before);
  }

  /// Marks as unknown all variables whose values differ from those in `other`.
  void forget_differences(const std::map<std::string, ShellVariable, std::less<>>& other) {
    std::set<std::string> changed;
    for (const auto& [name, value] : state_.variables)
      if (const auto found = other.find(name); found == other.end() || !(found->second == value))
        changed.insert(name);
    for (const auto& [name, value] : other)
      if (state_.find(name) == nullptr) changed.insert(name);
    for (const std::string& name : changed)
      state_.forget(name);
  }

  ShellStatus run(const ShellCommandTree& command) {
    switch (command.form) {
      case ShellForm::simple:
        return run_simple(command);
      case ShellForm::group:
        return run(command.parts[0]);
      case ShellForm::subshell:
        return run_subshell(command);
      case ShellForm::condition:
        return run_condition(command, 0);
      case ShellForm::for_each:
        return run_for_each(command);
      case ShellForm::loop:
        run_loop(command);
        return std::nullopt;
      case ShellForm::choice: {
        ++forms_;
        const ShellStatus status = run_choice(command);
        --forms_;
        return status;
      }
      case ShellForm::function:
        functions_[std::string(command.name)] = &keep(command.parts[0]);
        return 0;
    }
    return std::nullopt;
  }

  /// Reads commands in parentheses, which cannot change variables outside.
  ShellStatus run_subshell(const ShellCommandTree& command) {
    auto variables = state_.variables;
    auto arguments = state_.arguments;
    auto exported = exported_;
    auto functions = functions_;
    auto locals = locals_;
    const bool might_return = may_return_;
    const ShellStatus status = run(command.parts[0]);
    state_.variables = std::move(variables);
    state_.arguments = std::move(arguments);
    exported_ = std::move(exported);
    functions_ = std::move(functions);
    locals_ = std::move(locals);
    may_return_ = might_return;
    is_over_ = false;
    return status;
  }

  const ShellCommandList& keep(const ShellCommandList& list) {
    kept_.push_back(std::make_unique<ShellCommandList>(list));
    return *kept_.back();
  }

  ShellStatus run_condition(const ShellCommandTree& command, std::size_t at) {
    ++forms_;
    const ShellStatus status = run_condition_inside(command, at);
    --forms_;
    return status;
  }

  ShellStatus run_condition_inside(const ShellCommandTree& command, std::size_t at) {
    if (at >= command.parts.size()) return 0;
    const bool is_else = at + 1 == command.parts.size();
    if (is_else) return run(command.parts[at]);
    const ShellStatus status = run(command.parts[at]);
    if (status) return *status == 0 ? run(command.parts[at + 1]) : run_condition(command, at + 2);
    const std::string_view source = at == 0 ? command.source : std::string_view("elif");
    note_choice(source, "if");
    const auto before = state_.variables;
    const bool was_certain = std::exchange(is_certain_, false);
    (void)run(command.parts[at + 1]);
    is_over_ = false;
    auto after = std::exchange(state_.variables, before);
    (void)run_condition(command, at + 2);
    is_over_ = false;
    is_certain_ = was_certain;
    forget_differences(after);
    return std::nullopt;
  }

  void note_choice(std::string_view source, const std::string& form) {
    while (!source.empty() && is_shell_blank(source.front()))
      source.remove_prefix(1);
    while (!source.empty() && (is_shell_blank(source.back()) || source.back() == ';'))
      source.remove_suffix(1);
    note(source, state_.place_of(source),
         "The script does not decide this " + form + ": " + std::string(source) + '.');
  }

  ShellStatus run_for_each(const ShellCommandTree& command) {
    std::vector<ShellWord> values;
    for (const std::string_view word : command.words) {
      if (values.size() >= most_rounds) break;
      const std::vector<int> numbers = shell_range(word, most_rounds);
      for (const int number : numbers)
        values.push_back({std::to_string(number), state_.place_of(word)});
      if (numbers.empty()) std::ranges::move(state_.expanded(word), std::back_inserter(values));
    }
    if (values.size() > most_rounds) values.resize(most_rounds);
    ShellStatus status = 0;
    for (ShellWord& value : values) {
      state_.set(std::string(command.name), {std::move(value)});
      status = run(command.parts[0]);
      if (is_over_) break;
    }
    return status;
  }

  /// Reads the body of a loop once, because the number of its rounds is not determined.
  void run_loop(const ShellCommandTree& command) {
    if (command.parts.size() == 2) {
      const ShellStatus status = run(command.parts[0]);
      if (status && *status != 0) return;
    }
    const auto before = state_.variables;
    const bool was_certain = std::exchange(is_certain_, false);
    (void)run(command.parts.back());
    is_certain_ = was_certain;
    is_over_ = false;
    forget_differences(before);
  }

  ShellStatus run_choice(const ShellCommandTree& command) {
    const ShellWord word = state_.expanded_whole(command.words[0]);
    if (word.is_known) {
      for (std::size_t i = 0; i < command.parts.size(); ++i)
        for (const std::string_view raw : command.patterns[i])
          if (matches_shell_pattern(word.text, state_.expanded_whole(raw).text)) return run(command.parts[i]);
      return 0;
    }
    note_choice(command.words[0], "case");
    const auto before = state_.variables;
    const bool was_certain = std::exchange(is_certain_, false);
    std::vector<std::map<std::string, ShellVariable, std::less<>>> outcomes = {before};
    for (const ShellCommandList& body : command.parts) {
      state_.variables = before;
      (void)run(body);
      is_over_ = false;
      outcomes.push_back(state_.variables);
    }
    is_certain_ = was_certain;
    for (const auto& outcome : outcomes)
      forget_differences(outcome);
    return std::nullopt;
  }

  ShellStatus run_simple(const ShellCommandTree& command) {
    std::size_t first = 0;
    while (first < command.words.size() && is_assignment(command.words[first]))
      ++first;
    const auto settings = std::span(command.words).first(first);
    if (first == command.words.size()) {
      for (const std::string_view word : settings)
        (void)state_.assign(word);
      return 0;
    }
    const std::string_view name = command.words[first];
    if (std::ranges::find(setting_commands, name) != setting_commands.end()) {
      run_setting(std::span(command.words).subspan(first));
      return 0;
    }
    if (name == "[[" || name == "[" || name == "test")
      return run_test(std::span(command.words).subspan(first));
    std::vector<ShellWord> words;
    for (const std::string_view raw : std::span(command.words).subspan(first))
      std::ranges::move(state_.expanded(raw), std::back_inserter(words));
    if (auto file = written_file(command, words, state_)) found_.files.push_back(*std::move(file));
    if (words.empty() || reads_document(command, words, state_)) return 0;
    const auto before = state_.variables;
    for (const std::string_view word : settings) {
      (void)state_.assign(word);
      of_command_.insert(std::string(word.substr(0, word.find_first_of("+=["))));
    }
    const auto document = document_script(command, words, state_);
    const std::size_t place = words[0].place;
    const ShellStatus status = document ? run_inner(*document, place) : run_words(std::move(words));
    of_command_.clear();
    if (!settings.empty()) state_.variables = before;
    return status;
  }

  /// Reads `export`, `local` and similar commands.
  void run_setting(std::span<const std::string_view> raw) {
    const bool makes_local = state_.is_in_function && raw[0] != "export" && raw[0] != "readonly" &&
                             std::ranges::none_of(raw.subspan(1), [](std::string_view word) {
                               return word.starts_with('-') && word.find('g') != std::string_view::npos;
                             });
    const bool makes_map =
        raw[0] != "export" && std::ranges::any_of(raw.subspan(1), [](auto word) {
          return word.starts_with('-') && !word.starts_with("--") && word.find('A') != std::string_view::npos;
        });
    for (const std::string_view word : raw.subspan(1)) {
      if (word.starts_with('-')) continue;
      const std::string name(word.substr(0, word.find_first_of("+=[")));
      const ShellVariable* outer = state_.find(name);
      const bool is_new =
          makes_local &&
          locals_.back().try_emplace(name, outer ? std::optional(*outer) : std::nullopt).second;
      if (makes_map && is_new) state_.variables.erase(name);
      if (makes_map) state_.make_map(name);
      const bool is_set = state_.assign(word) || makes_map;
      if (is_new && !is_set) state_.variables.erase(name);
      if (raw[0] == "export") exported_.insert(name);
    }
  }

  ShellStatus run_test(std::span<const std::string_view> raw) {
    std::vector<ShellWord> words;
    for (const std::string_view word : raw.subspan(1)) {
      if (word == "]" || word == "]]") break;
      ShellWord expanded = state_.expanded_whole(word);
      expanded = unset_as_empty(word, std::move(expanded));
      words.push_back(std::move(expanded));
    }
    return shell_test(words, raw[0] == "[[");
  }

  /// Returns an empty word if the word of a test is a single name that is never set; else `word`.
  ShellWord unset_as_empty(std::string_view raw, ShellWord word) {
    std::string_view inside = raw;
    if (inside.starts_with('"') && inside.ends_with('"') && inside.size() > 2)
      inside = inside.substr(1, inside.size() - 2);
    if (!inside.starts_with('$')) return word;
    std::string_view name = inside.substr(1);
    if (name.starts_with('{') && name.ends_with('}')) name = name.substr(1, name.size() - 2);
    const bool is_name = !name.empty() && std::ranges::all_of(name, is_shell_name) && name != "0";
    if (!is_name) return word;
    const bool is_argument = name.front() >= '0' && name.front() <= '9';
    const bool is_unset = is_argument ? !state_.is_in_function : state_.find(name) == nullptr;
    const ShellVariable* variable = is_argument ? nullptr : state_.find(name);
    const bool holds_argument = variable != nullptr && variable->items.size() == 1 &&
                                is_script_argument(as_written(variable->items[0].text));
    if (!is_unset && !holds_argument) return word;
    if (open_tests_) {
      word.is_known = false;
      return word;
    }
    state_.assumed_unset.try_emplace(std::string(name), state_.place_of(raw));
    return {"", word.place, true};
  }

  ShellStatus run_words(std::vector<ShellWord> words) {
    while (words.size() > 1 && std::ranges::find(passing_commands, words[0].text) != passing_commands.end())
      words.erase(words.begin());
    const std::string& name = words[0].text;
    if (name == ":" || name == "true" || name == "set" || name == "echo" || name == "printf") return 0;
    if (name == "false") return 1;
    if (name == "exit" || name == "return") {
      // Inside a form, exit usually follows a message about missing arguments.
      is_over_ = is_certain_ && (name == "return" || (forms_ == 0 && !is_called_perhaps_));
      may_return_ = may_return_ || (name == "return" && !is_certain_);
      return words.size() > 1 ? status_of(words[1]) : last_;
    }
    if (name == "shift") {
      if (!state_.arguments.empty()) state_.arguments.erase(state_.arguments.begin());
      return 0;
    }
    if (name == "unset") {
      for (std::size_t i = 1; i < words.size(); ++i)
        if (const auto found = state_.variables.find(words[i].text); found != state_.variables.end())
          state_.variables.erase(found);
      return 0;
    }
    if (const auto function = functions_.find(name); function != functions_.end())
      return call(*function->second, words);
    if (name == "getopts" && !state_.is_in_function) {
      note("getopts", words[0].place, "The script counts as started without options of its own.");
      return 1;
    }
    if (const auto inner = inner_script(words)) {
      const auto shell = std::ranges::find_if(words, [](const ShellWord& word) {
        return word.text == "bash" || word.text == "sh" || word.text.ends_with("/bash") ||
               word.text.ends_with("/sh");
      });
      const bool has_starter = shell != words.begin() && shell != words.end();
      auto before = has_starter ? std::exchange(starter_, {words.begin(), shell}) : starter_;
      const ShellStatus status = run_inner(*inner, words[0].place);
      starter_ = std::move(before);
      return status;
    }
    if (const auto inner = written_script(words, found_.files))
      return run_inner(state_.taken(*inner), words[0].place);
    add_command(std::move(words));
    return std::nullopt;
  }

  ShellStatus call(const ShellCommandList& body, const std::vector<ShellWord>& words) {
    if (calls_ >= deepest_call) return std::nullopt;
    ++calls_;
    std::vector<std::string> arguments;
    for (const ShellWord& word : std::span(words).subspan(1))
      arguments.push_back(word.text);
    std::swap(state_.arguments, arguments);
    const bool was_in_function = std::exchange(state_.is_in_function, true);
    const bool might_return = std::exchange(may_return_, false);
    const bool was_called_perhaps = std::exchange(is_called_perhaps_, is_called_perhaps_ || !is_certain_);
    const bool was_certain = std::exchange(is_certain_, true);  // certainty within the function
    locals_.emplace_back();
    ShellStatus status = run(body);
    for (auto& [name, outer] : locals_.back()) {
      state_.variables.erase(name);
      if (outer) state_.variables.emplace(name, *std::move(outer));
    }
    locals_.pop_back();
    if (std::exchange(may_return_, might_return)) status = std::nullopt;
    is_over_ = false;
    is_certain_ = was_certain;
    is_called_perhaps_ = was_called_perhaps;
    state_.is_in_function = was_in_function;
    std::swap(state_.arguments, arguments);
    --calls_;
    return status;
  }

  ShellStatus run_inner(const std::string& script, std::size_t place) {
    if (calls_ >= deepest_call) return std::nullopt;
    ++calls_;
    scripts_.push_back(std::make_unique<std::string>(script));
    const std::size_t before = std::exchange(state_.outer_place, place);
    const ShellStatus status = run(keep(parse_shell(*scripts_.back())));
    state_.outer_place = before;
    --calls_;
    return status;
  }

  void add_command(std::vector<ShellWord> words) {
    if (found_.commands.size() >= most_commands) return;
    for (ShellWord& word : words)
      word.text = as_written(std::move(word.text));
    ShellVariables environment;
    std::vector<std::string> open;
    for (const auto* names : {&exported_, &of_command_})
      for (const std::string& name : *names)
        if (const ShellVariable* variable = state_.find(name);
            variable != nullptr && !variable->items.empty() && variable->items[0].is_known)
          environment[name] = variable->items[0].text;
        else if (variable != nullptr && !variable->items.empty())
          open.push_back(name);
    found_.commands.push_back({std::move(words), std::move(environment), is_certain_ && !is_called_perhaps_,
                               std::move(open), starter_});
  }

  /// Returns the words of a command if all are known; else nullopt.
  std::optional<std::vector<ShellWord>> known_words(const ShellCommandTree& command) {
    if (command.form != ShellForm::simple) return std::nullopt;
    std::vector<ShellWord> words;
    for (const std::string_view raw : command.words)
      std::ranges::move(state_.expanded(raw), std::back_inserter(words));
    if (words.empty() || !std::ranges::all_of(words, &ShellWord::is_known)) return std::nullopt;
    return words;
  }

  /// Returns the output of expr, echo, printf and basename, alone or piped to a command that counts the parts
  /// of a line. The output of a comment (`# …`) is empty. Returns nullopt for other commands.
  std::optional<std::string> output_of(std::string_view command) {
    const ShellCommandList& list = keep(parse_shell(command));
    const std::size_t begin = command.find_first_not_of(" \t");
    if (list.empty() && begin != std::string_view::npos && command[begin] == '#') return std::string();
    if (auto number = counted_by_scheduler(list, state_)) return number;
    const bool has_pipe = list.size() == 2 && list[0].join == ShellJoin::pipe;
    if (list.empty() || (list.size() != 1 && !has_pipe)) return std::nullopt;
    const auto words = known_words(list[0]);
    auto printed = words ? printed_by(*words, state_) : std::nullopt;
    if (!has_pipe || !printed) return printed;
    const auto counting = known_words(list[1]);
    return counting ? counted_by(*counting, *printed) : std::nullopt;
  }

  /// Returns the status given to `exit` or `return`; nullopt if the script does not determine it.
  static ShellStatus status_of(const ShellWord& word) {
    int status = 0;
    const char* const end = word.text.data() + word.text.size();
    const auto [stop, fault] = std::from_chars(word.text.data(), end, status);
    return word.is_known && fault == std::errc() && stop == end ? ShellStatus(status & 255) : std::nullopt;
  }

  ShellState state_;
  ShellScript found_;
  std::set<std::string> exported_, of_command_;  ///< environment of the commands
  std::map<std::string, const ShellCommandList*, std::less<>> functions_;
  std::vector<std::unique_ptr<ShellCommandList>> kept_;
  std::vector<std::unique_ptr<std::string>> scripts_;
  std::vector<ShellWord> starter_;  ///< words before the shell whose script is read
  bool open_tests_ = false;
  bool is_certain_ = true;
  bool is_over_ = false;            ///< after exit
  bool is_called_perhaps_ = false;  ///< the current function may never be called
  bool may_return_ = false;         ///< the current function may have returned before its last command
  ShellStatus last_ = 0;            ///< status of the last command
  /// The local variables of each function being read, with their values outside the function.
  std::vector<std::map<std::string, std::optional<ShellVariable>>> locals_;
  int steps_ = 0, calls_ = 0, forms_ = 0;
};

}  // namespace

ShellScript read_shell_script(std::string_view script, ShellVariables variables, bool open_tests) {
  return Reader(script, std::move(variables), open_tests).read(script);
}

}  // namespace zp
