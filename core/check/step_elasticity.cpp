// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/check/elastic_batch.h"
#include "core/check/model_fields.h"
#include "core/check/parser_steps.h"

namespace zp::config_check {
namespace {

constexpr std::string_view elasticity_section = "elasticity";
constexpr std::string_view config_error = "ElasticityConfigError";

/// Reads the section; stops at the first refusal, as the parser does.
class Elasticity {
 public:
  Elasticity(ConfigWalk& walk, const TextNode& section) : walk_(walk), section_(section) {}

  std::optional<ElasticRequest> read() {
    if (!require("max_train_batch_size") || !require("micro_batch_sizes") || !read_micro_batches())
      return std::nullopt;
    const bool numbers = read_number("max_train_batch_size", request_.max_batch, 1) &&
                         read_number("min_gpus", request_.min_gpus, 1) &&
                         read_number("max_gpus", request_.max_gpus, 1) && check_gpu_range() &&
                         read_number("model_parallel_size", request_.model_parallel, 1) &&
                         read_number("num_gpus_per_node", request_.gpus_per_node, 1) &&
                         read_number("min_time", min_time_, 0) && read_version();
    if (!numbers) return std::nullopt;
    if (const TextNode* larger = section_.child("prefer_larger_batch"))
      request_.prefer_larger = truthy(*larger);
    if (!check_micro_batches()) return std::nullopt;
    constexpr DeepSpeedVersion drops_large_multiples{0, 19, 6};
    request_.keeps_large_multiple = walk_.version() < drops_large_multiples;
    return request_;
  }

 private:
  bool refuse(std::string_view name, std::string_view parser_code, std::string code, std::string message,
              std::string fix, std::string issue = {}) {
    refuse_member(walk_, section_, elasticity_section, name, parser_code,
                  {std::move(code), std::move(message), std::move(fix), std::move(issue)});
    return false;
  }

  bool require(std::string_view name) {
    if (section_.child(name)) return true;
    const std::string key(name);
    return refuse(name, config_error, "missing_key", "elasticity is enabled without " + key + '.',
                  "Add " + key + ", or set elasticity.enabled to false.", "Elasticity config missing " + key);
  }

  bool read_micro_batches() {
    const TextNode& list = *section_.child("micro_batch_sizes");
    const auto fits = [](const TextNode& node) {
      return node.is_boolean() ? node.boolean : node.is_integer() && !node.huge && node.integer > 0;
    };
    if (!list.is_array() || !std::ranges::all_of(list.children, fits) || list.children.empty())
      return refuse("micro_batch_sizes",
                    list.is_array() && list.children.empty() ? "ValueError" : config_error, "not_list",
                    "elasticity.micro_batch_sizes must be a list of whole numbers above 0.",
                    "Write [2, 4, 6], for instance.");
    for (const TextNode& node : list.children)
      request_.micro_batches.push_back(python_number(node)->integer);
    return true;
  }

  bool read_number(std::string_view name, std::int64_t& value, std::int64_t least) {
    const TextNode* node = section_.child(name);
    if (!node) return true;
    const auto number = python_number(*node);
    const std::string key = joined(elasticity_section, name);
    if (!number)
      return refuse(name, "TypeError", "not_integer",
                    key + " must be a whole number, not " + spelling(walk_, *node) + '.',
                    "Write a whole number.");
    constexpr double largest = 1e15;
    value = static_cast<std::int64_t>(std::clamp(number->value(), -largest, largest));
    if (value >= least) return true;
    return refuse(name, config_error, "out_of_range", key + " must be " + std::to_string(least) + " or more.",
                  "Write a larger number.");
  }

  bool check_gpu_range() {
    if (request_.max_gpus >= request_.min_gpus) return true;
    return refuse("max_gpus", config_error, "out_of_range", "elasticity.max_gpus is below min_gpus.",
                  "Raise max_gpus, or lower min_gpus.",
                  "Elasticity min_gpus cannot be greater than max_gpus, given min_gpus: " +
                      std::to_string(request_.min_gpus) + ", max_gpus: " + std::to_string(request_.max_gpus));
  }

  bool read_version() {
    constexpr double first = 0.1, second = 0.2;
    const TextNode* node = section_.child("version");
    const std::optional<double> version = node ? lax_float(*node) : second;
    if (request_.model_parallel > 1 && version && *version != second)
      return refuse("model_parallel_size", config_error, "not_supported",
                    "Only elasticity version 0.2 takes a model_parallel_size above 1.",
                    "Set elasticity.version to 0.2.");
    request_.by_node = version == second;
    if (version != first && version != second)
      return refuse("version", version && *version > second ? config_error : "NotImplementedError",
                    "not_allowed", "elasticity.version must be 0.1 or 0.2.", "Write 0.2.");
    if (!request_.by_node || request_.gpus_per_node % request_.model_parallel == 0) return true;
    return refuse("model_parallel_size", "ElasticityError", "does_not_divide",
                  "elasticity.model_parallel_size does not divide num_gpus_per_node.",
                  "Choose a size that divides it.");
  }

  bool check_micro_batches() {
    const std::int64_t per_node = request_.by_node ? request_.gpus_per_node / request_.model_parallel : 1;
    if (std::ranges::max(request_.micro_batches) <= request_.max_batch / per_node) return true;
    return refuse("micro_batch_sizes", "ValueError", "out_of_range",
                  "A size of elasticity.micro_batch_sizes is larger than max_train_batch_size allows.",
                  "Raise max_train_batch_size, or remove that size.");
  }

  ConfigWalk& walk_;
  const TextNode& section_;
  ElasticRequest request_;
  std::int64_t min_time_ = 0;
};

std::string list_of(const std::vector<std::int64_t>& numbers) {
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(numbers.size(), most); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(numbers[i]);
  return numbers.size() > most ? text + " …" : text;
}

void refuse_ranks(ConfigWalk& walk, const TextNode& section, std::int64_t ranks,
                  const ElasticChoice& choice) {
  walk.refuse_key(section, elasticity_section, "ElasticityIncompatibleWorldSize",
                  {"ranks_do_not_fit",
                   "Elasticity allows these numbers of ranks: " + list_of(choice.valid_ranks) + "; " +
                       std::to_string(ranks) + " is none of them.",
                   "Use one of them, or change micro_batch_sizes or max_train_batch_size.",
                   "World size (" + std::to_string(ranks) +
                       ") is not valid with the current list of valid GPU counts: [" +
                       list_of(choice.valid_ranks) + "]"});
}

/// Chooses the largest micro batch that divides a rank's samples; refuses micro_batch_sizes if there is none.
void choose_micro_batch(ConfigWalk& walk, const TextNode& section, const ElasticRequest& request,
                        const ElasticChoice& choice, std::int64_t ranks, ElasticBatch& batch) {
  for (const std::int64_t micro : request.micro_batches)
    if (choice.batch / ranks % micro == 0) batch.micro = std::max(batch.micro, micro);
  if (batch.micro == 0) {
    refuse_member(walk, section, elasticity_section, "micro_batch_sizes", "AssertionError",
                  {"ranks_do_not_fit",
                   "No size of elasticity.micro_batch_sizes divides the " +
                       std::to_string(choice.batch / ranks) + " samples of one rank.",
                   "Add a size that divides them, or change the number of ranks."});
    return;
  }
  batch.known = true;
  batch.total = choice.batch;
  batch.accumulation = choice.batch / (batch.micro * ranks);
}

void refuse_batch_keys(ConfigWalk& walk, const TextNode& section) {
  const TextNode* ignore = section.child("ignore_non_elastic_batch_info");
  const bool ignored = ignore && truthy(*ignore);
  for (const std::string_view key :
       {"train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps"}) {
    const TextNode* node = walk.find(key);
    if (!node) continue;
    if (ignored)
      walk.report_key(
          Severity::ignored, *node, key,
          {"overridden_by_elasticity", "Elasticity is enabled and computes this key.", "Remove it."});
    else
      walk.refuse_key(*node, key, config_error,
                      {"batch_with_elasticity",
                       "Elasticity is enabled and computes this key; DeepSpeed refuses it in the file.",
                       "Remove it, or set elasticity.ignore_non_elastic_batch_info to true.",
                       "One or more batch related parameters were found in your ds_config (train_batch_size, "
                       "train_micro_batch_size_per_gpu, and/or gradient_accumulation_steps)."});
  }
}

}  // namespace

std::optional<ConfigNumber> data_parallel_ranks(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* size = walk.find("sequence_parallel_size");
  std::optional<ConfigNumber> ranks;
  if (walk.options().world_size) ranks = number_of(std::int64_t{*walk.options().world_size});
  if (!size || !known_to(*schema_key(size->key), walk.version())) return ranks;
  const auto number = python_number(*size);
  constexpr DeepSpeedVersion lets_errors_through{0, 19, 3};  // older releases ignore the error and use 1
  if ((!number || number->value() == 0) && walk.version() < lets_errors_through)
    return number_of(std::int64_t{1});
  if (!number || number->value() == 0) {
    walk.refuse(
        size, "sequence_parallel_size", number ? "ZeroDivisionError" : "TypeError",
        {"not_integer",
         "sequence_parallel_size must be a whole number above 0, not " + spelling(walk, *size) + '.',
         "Write a whole number, or remove the key.",
         number ? "division by zero"
                : "unsupported operand type(s) for /: 'int' and '" + std::string(python_type(*size)) + "'"});
    return std::nullopt;
  }
  if (ranks) ranks = number_of(ranks->value() / number->value());
  return ranks;
}

ElasticBatch elasticity(ConfigWalk& walk, const std::optional<ConfigNumber>& ranks) {
  ElasticBatch batch;
  const TextNode* section = plain_section(walk, elasticity_section);
  const TextNode* enabled = section ? section->child("enabled") : nullptr;
  if (!enabled || !truthy(*enabled)) return batch;
  batch.enabled = true;
  const auto request = Elasticity(walk, *section).read();
  if (request && (ranks || !request->by_node)) {
    const std::int64_t count = ranks ? static_cast<std::int64_t>(ranks->value()) : 0;
    const ElasticChoice choice = elastic_choice(*request, count);
    if (ranks && !choice.too_large && !std::ranges::binary_search(choice.valid_ranks, count))
      refuse_ranks(walk, *section, count, choice);
    else if (count > 0 && !choice.too_large)
      choose_micro_batch(walk, *section, *request, choice, count, batch);
  }
  walk.next_step();
  refuse_batch_keys(walk, *section);
  return batch;
}

}  // namespace zp::config_check
