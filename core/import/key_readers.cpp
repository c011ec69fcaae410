// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/key_readers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>

#include "core/import/lora_targets.h"
#include "core/plan/optimizers.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

using text_io::Json;

Reading of(Json value) { return {Understood::value, std::move(value)}; }
Reading nothing() { return {Understood::nothing, {}}; }
Reading unknown() { return {}; }

Reading count_from(const TextNode& node, double least) {
  constexpr double most = 1e15;
  const auto number = python::lax_int(node);
  const bool is_count = number && *number >= least && *number <= most;
  return is_count ? of(static_cast<std::int64_t>(*number)) : unknown();
}
Reading count(const TextNode& node) { return count_from(node, 1); }
/// Reads a count; 0 is a valid value and means none.
Reading count_or_none(const TextNode& node) { return count_from(node, 0); }
/// Reads a count; 0 and negative numbers select the program's default.
Reading count_if_positive(const TextNode& node) {
  const Reading found = count(node);
  return found.understood == Understood::unknown && python::lax_int(node) ? nothing() : found;
}
/// Reads a whole number that may be written as 1e9.
Reading budget(const TextNode& node) {
  const auto number = python::lax_float(node);
  constexpr double most = 1e18;
  if (!number || *number > most) return unknown();
  return *number > 0 ? of(static_cast<std::int64_t>(*number)) : nothing();
}
Reading share(const TextNode& node) {
  const auto number = python::lax_float(node);
  return number ? of(*number) : unknown();
}
Reading flag(const TextNode& node) {
  const auto flag = python::lax_bool(node);
  return flag ? of(*flag) : unknown();
}

struct Word {
  std::string_view theirs, ours;
};

/// Names of number types in programs' files, as torch, transformers, accelerate and Lightning's Trainer spell
/// them.
constexpr auto precisions = std::to_array<Word>({{"bf16", "bf16"},
                                                 {"bfloat16", "bf16"},
                                                 {"torch.bfloat16", "bf16"},
                                                 {"fp16", "fp16"},
                                                 {"float16", "fp16"},
                                                 {"half", "fp16"},
                                                 {"torch.float16", "fp16"},
                                                 {"fp32", "fp32"},
                                                 {"float32", "fp32"},
                                                 {"float", "fp32"},
                                                 {"torch.float32", "fp32"},
                                                 {"16", "fp16"},
                                                 {"16-mixed", "fp16"},
                                                 {"16-true", "fp16"},
                                                 {"bf16-mixed", "bf16"},
                                                 {"bf16-true", "bf16"},
                                                 {"32", "fp32"},
                                                 {"32-true", "fp32"}});
Reading precision(const TextNode& node) {
  const auto* const found = std::ranges::find(precisions, node.text, &Word::theirs);
  return node.is_string() && found != precisions.end() ? of(found->ours) : unknown();
}

Reading optimizer(const TextNode& node) {
  const OptimizerRow* const row = node.is_string() ? optimizer_of_name(node.text) : nullptr;
  return row != nullptr ? of(name_of(row->optimizer)) : unknown();
}

/// Returns the JSON value that a word of programs.json stands for.
Json json_of_word(std::string_view word) {
  if (word == "true" || word == "false") return word == "true";
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc() && end == word.data() + word.size()) return number;
  return std::string(word);
}

/// Reads the rank in Trainer's optim_args: "rank=64, update_proj_gap=100", or the same as an object
/// (Axolotl).
Reading optimizer_rank(const TextNode& node) {
  if (const TextNode* rank = node.child("rank")) return count(*rank);
  if (!node.is_string()) return node.kind == NodeKind::object ? nothing() : unknown();
  std::string_view rest = node.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    std::string_view each = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    each.remove_prefix(std::min(each.find_first_not_of(' '), each.size()));
    constexpr std::string_view name = "rank=";
    if (!each.starts_with(name)) continue;
    const Json number = json_of_word(each.substr(name.size()));
    return number.is_number_integer() && number > 0 ? of(number) : unknown();
  }
  return nothing();
}

/// Reads the names of modules that get adapters, skipping those that a plan does not know.
Reading modules(const TextNode& node) {
  const LoraTargets targets = lora_targets(node);
  if (targets.names.empty()) return unknown();
  Json names = Json::array();
  for (const std::string_view name : targets.names)
    names.push_back(name);
  return of(std::move(names));
}

/// Reads a switch that puts adapters on every target.
Reading all_modules(const TextNode& node) {
  const auto flag = python::lax_bool(node);
  if (!flag) return unknown();
  if (!*flag) return nothing();
  TextNode all;
  all.kind = NodeKind::string;
  all.text = "all-linear";
  return modules(all);
}

/// Reads PEFT's modules_to_save: the embedding and the head, under the names that models give them.
Reading saved_modules(const TextNode& node) {
  bool embedding = false, head = false;
  for (const std::string& name : names_in(node)) {
    const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
    embedding |= last == "embed_tokens" || last == "wte" || last == "word_embeddings" || last == "embed_in" ||
                 last == "all-embedding";
    head |= last == "lm_head" || last == "embed_out" || last == "output" || last == "all-embedding";
  }
  if (!embedding && !head) return names_in(node).empty() ? nothing() : unknown();
  return of(embedding && head ? "both" : embedding ? "embed_tokens" : "lm_head");
}

struct NamedReader {
  std::string_view name;
  Reading (*read)(const TextNode&);
};
constexpr auto named_readers = std::to_array<NamedReader>({{"count", count},
                                                           {"count_or_none", count_or_none},
                                                           {"count_if_positive", count_if_positive},
                                                           {"budget", budget},
                                                           {"share", share},
                                                           {"flag", flag},
                                                           {"precision", precision},
                                                           {"optimizer", optimizer},
                                                           {"optimizer_rank", optimizer_rank},
                                                           {"modules", modules},
                                                           {"all_modules", all_modules},
                                                           {"saved_modules", saved_modules}});

/// Returns true if the file's value matches the word: "true" matches every value that pydantic accepts as
/// true, "else" matches any value.
bool is_word(const TextNode& node, std::string_view word) {
  if (word == "else") return true;
  if (word == "true" || word == "false") {
    const auto flag = python::lax_bool(node);
    return flag && *flag == (word == "true");
  }
  if (node.is_string()) return lower_case(node.text) == lower_case(word);
  return node.is_number() && python::python_repr(node) == word;
}

}  // namespace

Reading read_value(const std::vector<std::string>& readers, const TextNode& node) {
  for (const std::string_view reader : readers) {
    const auto arrow = reader.find('>');
    if (arrow != std::string_view::npos) {
      if (!is_word(node, reader.substr(0, arrow))) continue;
      const std::string_view ours = reader.substr(arrow + 1);
      return ours.empty() ? nothing() : of(json_of_word(ours));
    }
    const auto* const named = std::ranges::find(named_readers, reader, &NamedReader::name);
    if (named == named_readers.end()) continue;
    if (Reading found = named->read(node); found.understood != Understood::unknown) return found;
  }
  return unknown();
}

namespace {

/// Appends the words for a number type, first those in the style of `old`.
void add_precisions(const Json& value, std::string_view old, std::vector<Json>& found) {
  const bool is_long = old.find("float") != std::string_view::npos;
  const bool is_of_torch = old.find("torch.") != std::string_view::npos;
  std::vector<Json> others;
  for (const Word& word : precisions) {
    if (Json(word.ours) != value) continue;
    const bool is_same = word.theirs.starts_with("torch.") == is_of_torch &&
                         (word.theirs.find("float") != std::string_view::npos) == is_long;
    (is_same ? found : others).emplace_back(word.theirs);
  }
  std::ranges::move(others, std::back_inserter(found));
}

void add_optimizers(const Json& value, std::string_view old, std::vector<Json>& found) {
  const auto is_ours = [&](std::string_view name) { return value == Json(name); };
  const bool is_class = std::ranges::any_of(old, [](char c) { return c >= 'A' && c <= 'Z'; });
  constexpr auto classes =
      std::to_array<Word>({{"AdamW", "adamw"}, {"Adam", "adam"}, {"SGD", "sgd"}, {"Adagrad", "adagrad"}});
  for (const Word& word : classes)
    if (is_class && is_ours(word.ours)) found.emplace_back(word.theirs);
  for (const OptimizerRow& row : optimizer_rows()) {
    if (!is_ours(name_of(row.optimizer))) continue;
    if (!row.trainer_word.empty()) found.emplace_back(row.trainer_word);
    for (const std::string_view alias : row.aliases)
      found.emplace_back(alias);
  }
  found.push_back(value);
}

void add_modules(const Json& value, std::vector<Json>& found) {
  constexpr std::size_t all = 7;
  found.push_back(value);
  if (value.is_array() && value.size() == all)
    for (const char* word : {"all-linear", "all"})
      found.emplace_back(word);
}

void add_saved_modules(const Json& value, std::vector<Json>& found) {
  if (value == "both")
    found.push_back(Json::array({"embed_tokens", "lm_head"}));
  else if (value.is_string() && value != "none")
    found.push_back(Json::array({value}));
}

}  // namespace

std::vector<Json> file_values(const std::vector<std::string>& readers, const Json& value,
                              std::string_view old) {
  std::vector<Json> found;
  for (const std::string_view reader : readers) {
    const auto arrow = reader.find('>');
    if (arrow != std::string_view::npos) {
      const std::string_view ours = reader.substr(arrow + 1);
      if (!ours.empty() && json_of_word(ours) == value)
        found.push_back(json_of_word(reader.substr(0, arrow)));
    } else if (reader == "precision") {
      add_precisions(value, old, found);
    } else if (reader == "optimizer") {
      add_optimizers(value, old, found);
    } else if (reader == "optimizer_rank") {
      if (value.is_number_integer()) found.emplace_back("rank=" + value.dump());
    } else if (reader == "modules") {
      add_modules(value, found);
    } else if (reader == "saved_modules") {
      add_saved_modules(value, found);
    } else if (reader == "all_modules") {
      constexpr std::size_t all = 7;
      if (value.is_array() && value.size() == all) found.emplace_back(true);
    } else if (!value.is_null() && !value.is_structured()) {
      found.push_back(value);
    }
  }
  return found;
}

bool is_reader(std::string_view reader) {
  return reader.find('>') != std::string_view::npos ||
         std::ranges::find(named_readers, reader, &NamedReader::name) != named_readers.end();
}

}  // namespace zp::import_io
