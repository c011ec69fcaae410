// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchtitan_registry.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/catalog/torchtitan_models.h"
#include "core/text/file_error.h"
#include "core/text/python_program.h"
#include "core/text/python_tree.h"

namespace zp::import_io {
namespace {

constexpr std::string_view result_name = "configuration_of_function";

/// A function's statements without indentation: assignments to names and to parts of the configuration.
struct FunctionBody {
  std::string text;                ///< the returned value is assigned to result_name
  std::vector<std::string> paths;  ///< "training.steps" for "part_0"
};

std::string function_named(std::string_view line) {
  constexpr std::string_view mark = "def ";
  if (!line.starts_with(mark)) return "";
  return std::string(line.substr(mark.size(), line.find('(') - mark.size()));
}

/// Returns the assigned path without the configuration's name: "training.steps" for "config.training.steps =
/// 5"; "" for another line.
std::string path_assigned(std::string_view line) {
  const std::size_t sign = line.find(" = "), dot = line.find('.');
  if (sign == std::string_view::npos || dot == std::string_view::npos || dot > sign || dot == 0) return "";
  const std::string_view whole = line.substr(0, sign);
  const bool is_path = std::ranges::all_of(whole, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
  return is_path ? std::string(whole.substr(dot + 1)) : "";
}

std::optional<FunctionBody> body_of(const std::string& text, const std::string& function) {
  constexpr std::size_t margin = 4;
  std::istringstream lines(text);
  FunctionBody body;
  bool is_inside = false, is_signature = false, is_text = false;
  for (std::string line; std::getline(lines, line);) {
    if (!is_inside) {
      is_inside = is_signature = function_named(line) == function;
      if (is_inside) is_signature = line.find(':', line.rfind(')')) == std::string::npos;
      continue;
    }
    const bool is_blank = line.find_first_not_of(" \t\r") == std::string::npos;
    if (!is_blank && line.front() != ' ' && line.front() != ')') break;
    if (is_signature) {
      is_signature = line.empty() || line.back() != ':';
      continue;
    }
    if (is_blank || line.size() <= margin) continue;
    line.erase(0, margin);
    const bool has_quotes = line.find("\"\"\"") != std::string::npos;
    const bool is_closed = has_quotes && line.find("\"\"\"") != line.rfind("\"\"\"");
    if (is_text || has_quotes) {
      if (!is_closed && has_quotes) is_text = !is_text;
      continue;
    }
    if (const std::string path = path_assigned(line); !path.empty()) {
      line = "part_" + std::to_string(body.paths.size()) + line.substr(line.find(" = "));
      body.paths.push_back(path);
    }
    constexpr std::string_view returns = "return ";
    if (line.starts_with(returns)) line = std::string(result_name) + " = " + line.substr(returns.size());
    if (!line.starts_with("assert ")) body.text += line + '\n';
  }
  return is_inside ? std::optional(std::move(body)) : std::nullopt;
}

/// Returns the object at a path below the node; creates missing ones.
TextNode& object_at(TextNode& node, std::string_view path) {
  const std::size_t dot = path.find('.');
  const std::string key(path.substr(0, dot));
  auto found = std::ranges::find(node.children, key, &TextNode::key);
  if (found == node.children.end()) {
    TextNode made;
    made.kind = NodeKind::object;
    made.key = key;
    found = node.children.insert(node.children.end(), std::move(made));
  }
  return dot == std::string_view::npos ? *found : object_at(*found, path.substr(dot + 1));
}

std::optional<TextNode> configuration_of(const std::string& text, const std::string& function, int depth) {
  constexpr int most_functions = 8;
  const std::optional<FunctionBody> body = depth < most_functions ? body_of(text, function) : std::nullopt;
  if (!body) return std::nullopt;
  TextNode tree;
  try {
    tree = read_python(body->text);
  } catch (const FileError&) {
    return std::nullopt;
  }
  const TextNode* const returned = tree.child(result_name);
  if (returned == nullptr || !returned->is_object()) return std::nullopt;
  const std::string callee = callee_of(*returned);
  std::optional<TextNode> whole = callee.ends_with("Trainer.Config")
                                      ? std::optional(*returned)
                                      : configuration_of(text, callee, depth + 1);
  if (!whole) return std::nullopt;
  for (std::size_t i = 0; i < body->paths.size(); ++i)
    if (const TextNode* const value = tree.child("part_" + std::to_string(i))) {
      TextNode& part = object_at(*whole, body->paths[i]);
      std::string key = part.key;
      part = *value;
      part.key = std::move(key);
    }
  return whole;
}

TextNode registry_word(std::string key, std::string text) {
  TextNode node;
  node.kind = NodeKind::string;
  node.key = std::move(key);
  node.text = std::move(text);
  return node;
}

TextNode registry_number(std::string key, std::int64_t value) {
  TextNode node;
  node.kind = NodeKind::integer;
  node.key = std::move(key);
  node.integer = value;
  node.number = static_cast<double>(value);
  return node;
}

/// Renames keys of newer releases to those of the last TOML release: a batch in tokens, the classes of
/// checkpoints, optimizer and validation (torchtitan/config/configs.py, components/optimizer.py).
void name_as_toml(TextNode& section) {
  if (section.key == "activation_checkpoint") {
    const std::string type = callee_of(section);
    const std::string mode = type.starts_with("Full")        ? "full"
                             : type.starts_with("Selective") ? "selective"
                                                             : "";
    if (mode.empty()) return;
    section.children.push_back(registry_word("mode", mode));
    if (mode == "selective") section.children.push_back(registry_word("selective_ac_option", "op"));
  }
  if (section.key == "optimizer" && callee_of(section) == "default_adamw")
    section.children.push_back(registry_word("name", "AdamW"));
  if (section.key != "training") return;
  const TextNode* const length = section.child("max_context_length");
  const TextNode* const tokens = section.child("num_tokens_per_microbatch_per_dp_rank");
  if (length == nullptr || !length->is_integer() || length->integer <= 0) return;
  const std::int64_t of_sequence = length->integer;
  const std::int64_t batch = tokens != nullptr && tokens->is_integer() && tokens->integer % of_sequence == 0
                                 ? tokens->integer / of_sequence
                                 : 0;
  std::erase_if(section.children, [&](const TextNode& child) {
    return child.key == "max_context_length" ||
           (batch > 0 && child.key == "num_tokens_per_microbatch_per_dp_rank");
  });
  section.children.push_back(registry_number("seq_len", of_sequence));
  if (batch > 0) section.children.push_back(registry_number("local_batch_size", batch));
}

/// Returns the functions whose results these statements assign, "config = llama3_8b()".
std::vector<std::string> called_functions(const std::string& body) {
  std::vector<std::string> names;
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t sign = line.find(" = "); line.ends_with("()") && sign != std::string::npos)
      names.push_back(line.substr(sign + 3, line.size() - sign - 5));
  return names;
}

/// Returns the flavor that a function passes to model_registry, or that the function it builds on does; "" if
/// it is not a literal.
std::string flavor_of(const std::string& text, const std::string& function, int depth) {
  constexpr int most_functions = 8;
  const std::optional<FunctionBody> body = depth < most_functions ? body_of(text, function) : std::nullopt;
  if (!body) return "";
  constexpr std::string_view call = "model_registry(";
  const std::size_t at = body->text.find(call);
  if (at == std::string::npos) {
    const std::vector<std::string> others = called_functions(body->text);
    return others.empty() ? "" : flavor_of(text, others.front(), depth + 1);
  }
  const std::size_t begin = body->text.find_first_not_of(" \n", at + call.size());
  if (begin == std::string::npos || body->text[begin] != '"') return "";
  return body->text.substr(begin + 1, body->text.find('"', begin + 1) - begin - 1);
}

/// Returns the model's name: the function's name, or the flavor prefixed with the family whose registry the
/// text imports (from torchtitan.models.llama3 import model_registry).
std::string model_of(const std::string& text, const std::string& function, const std::string& folder) {
  if (torchtitan_model_named(function) != nullptr) return function;
  const std::string flavor = flavor_of(text, function, 0);
  if (flavor.empty()) return function;
  if (!folder.empty()) return folder + ' ' + flavor;
  constexpr std::string_view mark = "torchtitan.models.";
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    const std::string family = text.substr(begin, text.find_first_of(" .\n", begin) - begin);
    if (torchtitan_model_named(family + ' ' + flavor) != nullptr) return family + ' ' + flavor;
  }
  return function.substr(0, function.find('_')) + ' ' + flavor;
}

void forget_registry_places(TextNode& node) {
  node.span = node.key_span = {};
  std::erase_if(node.children, [](const TextNode& child) { return child.key == "type"; });
  for (TextNode& child : node.children)
    forget_registry_places(child);
}

}  // namespace

std::vector<std::string> torchtitan_configurations(const std::string& text) {
  const auto has = [&](std::string_view words) { return text.find(words) != std::string::npos; };
  if (!has("torchtitan") || !has("Trainer.Config")) return {};
  constexpr int most_functions = 200;
  std::vector<std::string> names;
  std::istringstream lines(text);
  int functions = 0;
  for (std::string line; std::getline(lines, line) && functions < most_functions;)
    if (const std::string name = function_named(line); !name.empty()) {
      ++functions;
      if (torchtitan_configuration(text, name)) names.push_back(name);
    }
  const auto is_of_debugging = [](const std::string& name) {
    return name.find("debug") != std::string::npos;
  };
  if (!std::ranges::all_of(names, is_of_debugging)) std::erase_if(names, is_of_debugging);
  return names;
}

std::optional<TextNode> torchtitan_configuration(const std::string& text, const std::string& function,
                                                 const std::string& family) {
  std::optional<TextNode> whole = configuration_of(text, function, 0);
  if (!whole) return std::nullopt;
  TextNode root;
  root.kind = NodeKind::object;
  root.children.push_back(registry_word("config", model_of(text, function, family)));
  for (TextNode& section : whole->children) {
    if (section.key == "type" || section.key == "model_spec") continue;
    name_as_toml(section);
    if (section.key == "validator") {
      TextNode validation;
      validation.kind = NodeKind::object;
      validation.key = "validation";
      TextNode enable = registry_number("enable", 1);
      enable.kind = NodeKind::boolean;
      enable.boolean = true;
      validation.children.push_back(std::move(enable));
      root.children.push_back(std::move(validation));
    }
    root.children.push_back(std::move(section));
  }
  if (const TextNode* const spec = whole->child("model_spec"); spec != nullptr && spec->child("converters"))
    root.children.push_back(*spec->child("converters"));
  forget_registry_places(root);
  return root;
}

}  // namespace zp::import_io
