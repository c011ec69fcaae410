// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "core/text/python.h"
#include "core/text/python_names.h"
#include "core/text/yaml_tree.h"

/// Files with settings that a Python program loads: `yaml.safe_load(open("configs/dpo.yaml"))`.
namespace zp {
namespace {

constexpr auto loading_calls =
    std::to_array<std::string_view>({"yaml.safe_load", "yaml.load", "yaml.full_load", "yaml.unsafe_load",
                                     "safe_load", "json.load", "OmegaConf.load", "omegaconf.OmegaConf.load"});

bool is_loading_call(std::string_view callee) {
  return std::ranges::find(loading_calls, callee) != loading_calls.end();
}

bool has_loading_call(std::string_view text) {
  return std::ranges::any_of(loading_calls, [text](std::string_view call) {
    return text.find(std::string(call) + '(') != std::string_view::npos;
  });
}

bool is_settings_file(std::string_view name) {
  constexpr std::size_t longest = 200;
  return name.size() <= longest && name.find_first_of(" \n{}$*") == std::string_view::npos &&
         (name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".json"));
}

std::string in_python_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' || c == '\r' ? ' ' : c;
  }
  return quoted + '"';
}

/// Appends the value as a Python expression on one line.
void append_value(const TextNode& node, std::string& text) {
  if (!node.is_array() && !node.is_object()) {
    text += node.is_string() ? in_python_quotes(node.text) : python::python_repr(node);
    return;
  }
  text += node.is_array() ? '[' : '{';
  for (const TextNode& child : node.children) {
    if (node.is_object()) text += in_python_quotes(child.key) + ": ";
    append_value(child, text);
    text += ", ";
  }
  text += node.is_array() ? ']' : '}';
}

/// Returns the text of the function with this name, from its parameters to its last line; "" without it.
std::string_view text_of_function(std::string_view program, std::string_view name) {
  const std::string head = "def " + std::string(name) + '(';
  const std::size_t begin = program.find(head);
  if (begin == std::string_view::npos) return {};
  const std::size_t line = begin == 0 ? 0 : program.rfind('\n', begin) + 1;
  const std::size_t margin = begin - line;
  std::size_t end = program.find('\n', begin);
  while (end != std::string_view::npos) {
    const std::size_t next = program.find_first_not_of(" \t\r\n", end);
    if (next == std::string_view::npos) break;
    const bool is_inside = next - program.rfind('\n', next) - 1 > margin || program[next] == ')';
    if (!is_inside) break;
    end = program.find('\n', next);
  }
  return program.substr(begin, end == std::string_view::npos ? end : end - begin);
}

/// Returns true if the function returns all that it loads: the loading call itself, or a variable to which
/// its result is assigned, also as the arguments of an object, `Config(**data)`. A part, `data["train"]`, is
/// not all.
bool returns_all_loaded(std::string_view function) {
  const std::size_t at = function.rfind("return ");
  if (at == std::string_view::npos) return false;
  std::string_view value = function.substr(at + std::string_view("return ").size());
  value = value.substr(0, value.find('\n'));
  value = value.substr(0, value.find_last_not_of(" \t\r") + 1);
  const auto is_name = [](std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
      return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
  };
  if (const std::size_t stars = value.find("(**"); stars != std::string_view::npos && value.ends_with(')'))
    value = value.substr(stars + 3, value.size() - stars - 4);
  return std::ranges::any_of(loading_calls, [&](std::string_view call) {
    const std::string begin = std::string(call) + '(';
    if (value.starts_with(begin)) return value.ends_with(')') && value.find(")[") == std::string_view::npos;
    return is_name(value) && (function.find(std::string(value) + " = " + begin) != std::string_view::npos ||
                              function.find(std::string(value) + "=" + begin) != std::string_view::npos);
  });
}

}  // namespace

std::string loaded_file_line(const std::string& name, const std::string& text) {
  const std::optional<TextNode> root = yaml_mapping(text);
  if (!root) return "";
  std::string line(loaded_file_mark);
  line += in_python_quotes(name) + ' ';
  append_value(*root, line);
  return line.size() > largest_python / 2 ? std::string() : line;
}

std::string imported_options_line(const std::vector<std::string>& modules) {
  TextNode all;
  all.kind = NodeKind::object;
  for (const std::string& module : modules) {
    if (module.find(".add_argument(") == std::string::npos) continue;
    try {
      for (auto& [name, value] : read_python_program(module).options) {
        const bool is_open = value.is_string() && value.text.starts_with("${");
        if (is_open || value.is_object() || all.child(name) != nullptr) continue;
        TextNode option = std::move(value);
        option.key = name;
        all.children.push_back(std::move(option));
      }
    } catch (const FileError&) {  // a module that is no Python of this version
    }
  }
  if (all.children.empty()) return "";
  std::string line(imported_options_mark);
  append_value(all, line);
  return line;
}

std::vector<std::string> files_loaded_by(const std::string& program) {
  std::vector<std::string> names;
  if (!has_loading_call(program)) return names;
  constexpr std::size_t most = 8, longest = 200;
  std::size_t line = 0, line_end = 0, comment = 0;  // of the present line
  for (std::size_t dot = program.find('.'); dot != std::string::npos && names.size() < most;
       dot = program.find('.', dot + 1)) {
    for (; dot >= line_end; line_end = std::min(program.find('\n', line), program.size() - 1) + 1) {
      line = line_end;
      comment = std::string::npos;
    }
    if (comment == std::string::npos)
      comment =
          line + std::min(std::string_view(program).substr(line, line_end - line).find('#'), line_end - line);
    std::size_t end = dot + 1;
    while (end < program.size() && program[end] >= 'a' && program[end] <= 'z')
      ++end;
    const std::size_t quote = end < program.size() && program[end] == '\\' ? end + 1 : end;  // in a notebook
    if (quote >= program.size() || (program[quote] != '"' && program[quote] != '\'')) continue;
    const std::size_t first = std::max(line, dot > longest ? dot - longest : 0);
    const std::size_t open = std::string_view(program).substr(first, dot - first).rfind(program[quote]);
    if (open == std::string_view::npos) continue;
    std::string name = program.substr(first + open + 1, end - first - open - 1);
    if (first + open < comment && is_settings_file(name) && std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

void PythonNames::read_loaded_files() {
  for (std::size_t at = text_.find(loaded_file_mark); at != std::string::npos;
       at = text_.find(loaded_file_mark, at + 1)) {
    at_ = at + loaded_file_mark.size();
    const TextNode name = read_texts();
    loaded_[name.text] = read_expression(0);
  }
  if (const std::size_t at = text_.find(imported_options_mark); at != std::string::npos) {
    at_ = at + imported_options_mark.size();
    const TextNode all = read_expression(0);
    for (const TextNode& option : all.children) {
      const bool is_of_command = is_given(option.key);
      if (!is_of_command) defaults_[option.span.begin] = option.key;
      imported_options_[option.key] = is_of_command ? open_name("args." + option.key, option.span) : option;
    }
  }
  at_ = 0;
  brackets_ = 0;
}

std::string PythonNames::file_named_by(const TextNode& node) const {
  const std::string callee = callee_of(node);
  if (callee.empty()) return node.is_string() ? node.text : "";
  constexpr auto wrappers =
      std::to_array<std::string_view>({"open", "io.open", "Path", "pathlib.Path", "str", "os.path.abspath"});
  if (std::ranges::find(wrappers, callee) != wrappers.end()) {
    const TextNode* const name = node.child("0");
    return name == nullptr ? "" : file_named_by(*name);
  }
  return callee == "os.path.join" && node.children.size() > 1 ? file_named_by(node.children.back()) : "";
}

const TextNode* PythonNames::loaded_by(const TextNode& call) const {
  if (loaded_.empty()) return nullptr;
  const std::string callee = callee_of(call);
  std::string_view function;
  if (!is_loading_call(callee)) {
    function = text_of_function(text_, callee);
    if (function.empty() || !returns_all_loaded(function)) return nullptr;
  }
  for (const TextNode& argument : call.children) {
    if (argument.key == "type") continue;
    if (const auto file = loaded_.find(file_named_by(argument)); file != loaded_.end()) return &file->second;
  }
  if (call.children.size() > 1) return nullptr;
  for (const auto& [name, contents] : loaded_)  // the only file in the text of the function
    if (function.find('"' + name + '"') != std::string_view::npos ||
        function.find('\'' + name + '\'') != std::string_view::npos)
      return &contents;
  return nullptr;
}

}  // namespace zp
