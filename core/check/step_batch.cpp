// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "core/check/parser_steps.h"
#include "core/units/format.h"

/// Checks of the batch triple: _set_batch_related_parameters and _batch_assertion
/// of deepspeed/runtime/config.py.
namespace zp::config_check {
namespace {

constexpr std::string_view total_key = "train_batch_size";
constexpr std::string_view micro_key = "train_micro_batch_size_per_gpu";
constexpr std::string_view steps_key = "gradient_accumulation_steps";

struct BatchSizes {
  std::optional<ConfigNumber> total, micro, steps;
  const TextNode *total_node = nullptr, *micro_node = nullptr, *steps_node = nullptr;
};

/// Returns the place to report for a fault of all three sizes: the first of the three keys in the file.
const TextNode* place_of(const BatchSizes& triple) {
  for (const TextNode* node : {triple.total_node, triple.micro_node, triple.steps_node})
    if (node) return node;
  return nullptr;
}

std::string_view path_of(const TextNode* node) { return node ? std::string_view(node->key) : total_key; }

/// Refuses a value that is not a number, because it leads to a TypeError. null counts as absent.
bool refuse_type(ConfigWalk& walk, const TextNode& node) {
  std::string printed =
      "'>' not supported between instances of '" + std::string(python_type(node)) + "' and 'int'";
  if (node.is_auto())
    walk.leave_to_trainer(
        node, node.key, "auto_string_in_batch_key",
        {"auto_in_batch",
         node.key +
             " is left to Hugging Face's Trainer or accelerate, which fill in \"auto\"; DeepSpeed alone "
             "stops at it.",
         "Trainer needs no change; for other programs write a whole number.", std::move(printed)});
  else
    walk.refuse(&node, node.key, "TypeError",
                {"not_number", node.key + " must be a whole number, not " + spelling(walk, node) + '.',
                 "Write a whole number.", std::move(printed)});
  return false;
}

/// Returns the value that Trainer fills in for "auto" in a per-rank size; the total follows from these.
std::optional<ConfigNumber> filled_in(std::string_view key, const Plan& plan) {
  if (key == micro_key) return number_of(plan.training.micro_batch_size);
  if (key == steps_key) return number_of(plan.training.gradient_accumulation_steps);
  return std::nullopt;
}

bool read(ConfigWalk& walk, std::string_view key, std::optional<ConfigNumber>& number,
          const TextNode*& place) {
  const TextNode* node = walk.root().child(key);
  if (!node || node->is_null() || walk.is_filled_in(node)) return true;
  if (const Plan* plan = walk.trainer_plan(); plan && node->is_auto()) {
    number = filled_in(key, *plan);
    return true;
  }
  place = node;
  number = python_number(*node);
  return number.has_value() || refuse_type(walk, *node);
}

/// Fills in the total from the plan if only the total is "auto": then only Trainer's value is known.
void fill_in_total(ConfigWalk& walk, BatchSizes& triple) {
  const Plan* plan = walk.trainer_plan();
  const TextNode* node = walk.root().child(total_key);
  if (plan && node && node->is_auto() && !triple.micro) triple.total = number_of(train_batch_size(*plan));
}

bool refuse_missing(ConfigWalk& walk, const BatchSizes& triple) {
  walk.refuse(place_of(triple), path_of(place_of(triple)), "batch_not_given",
              {"batch_not_given", "The file gives no batch size.",
               "Add train_micro_batch_size_per_gpu or train_batch_size.",
               "Either train_batch_size or train_micro_batch_size_per_gpu needs to be provided"});
  return false;
}

bool refuse_division(ConfigWalk& walk, const TextNode& node) {
  walk.refuse(&node, node.key, "ZeroDivisionError",
              {"batch_not_positive", node.key + " must be above 0.", "Write a whole number above 0.",
               "integer division or modulo by zero"});
  return false;
}

/// Infers the missing sizes; returns false if that is impossible.
bool infer(ConfigWalk& walk, BatchSizes& triple, const ConfigNumber& ranks) {
  const auto zero = [](const std::optional<ConfigNumber>& number) { return number && number->value() == 0; };
  if (triple.total && triple.micro && triple.steps) return true;
  if (triple.total && triple.micro) {
    if (zero(triple.micro)) return refuse_division(walk, *triple.micro_node);
    triple.steps = floor_quotient(floor_quotient(*triple.total, *triple.micro), ranks);
  } else if (triple.total && triple.steps) {
    if (zero(triple.steps)) return refuse_division(walk, *triple.steps_node);
    triple.micro = floor_quotient(floor_quotient(*triple.total, ranks), *triple.steps);
  } else if (triple.micro && triple.steps) {
    triple.total = product(product(*triple.micro, *triple.steps), ranks);
  } else if (triple.total) {
    triple.steps = number_of(std::int64_t{1});
    triple.micro = floor_quotient(*triple.total, ranks);
  } else if (triple.micro) {
    triple.total = product(*triple.micro, ranks);
    triple.steps = number_of(std::int64_t{1});
  } else {
    return refuse_missing(walk, triple);
  }
  return true;
}

/// Returns true if one of the three sizes is above 0; refuses it otherwise. `name` is DeepSpeed's name for
/// it.
bool check_positive(ConfigWalk& walk, const BatchSizes& triple, const ConfigNumber& number,
                    const TextNode* node, std::string_view key, std::string_view name,
                    const std::optional<ConfigNumber>& ranks) {
  if (number.value() > 0) return true;
  const std::string value = python_text(number);
  IssueText issue{"batch_not_positive", std::string(key) + " is " + value + "; it must be above 0.",
                  "Write a whole number above 0.",
                  std::string(name) + ": " + value + " has to be greater than 0"};
  if (!node && ranks) {
    issue.message = std::string(key) + " comes out as " + value + " on " + python_text(*ranks) +
                    " ranks: the total is too small for them.";
    issue.fix = "Raise train_batch_size, or use fewer ranks.";
  }
  const TextNode* place = node ? node : place_of(triple);
  walk.refuse(place, path_of(place), "batch_not_positive", std::move(issue));
  return false;
}

/// Refuses a number of the file that makes a product 0 or negative and returns false; returns true if all
/// given numbers are above 0.
bool check_given(ConfigWalk& walk, const BatchSizes& triple, std::string_view name,
                 const std::optional<ConfigNumber>& derived) {
  struct StatedBatch {
    const std::optional<ConfigNumber>& number;
    const TextNode* node;
  };
  for (const auto& [number, node] :
       {StatedBatch{triple.micro, triple.micro_node}, StatedBatch{triple.steps, triple.steps_node}}) {
    if (!node || number->value() > 0) continue;
    const std::string value = python_text(*number);
    walk.refuse(node, node->key, "batch_not_positive",
                {"batch_not_positive", node->key + " is " + value + "; it must be above 0.",
                 node->key == steps_key ? "Write 1 for no accumulation, or a larger whole number."
                                        : "Write a whole number above 0.",
                 std::string(name) + ": " + python_text(*derived) + " has to be greater than 0"});
    return false;
  }
  return true;
}

bool check_all_positive(ConfigWalk& walk, const BatchSizes& triple,
                        const std::optional<ConfigNumber>& ranks) {
  constexpr std::string_view total_name = "Train batch size";
  if (!triple.total_node && triple.total && triple.total->value() <= 0 &&
      !check_given(walk, triple, total_name, triple.total))
    return false;
  const auto positive = [&](const std::optional<ConfigNumber>& number, const TextNode* node,
                            std::string_view key, std::string_view name) {
    return !number || check_positive(walk, triple, *number, node, key, name, ranks);
  };
  return positive(triple.total, triple.total_node, total_key, total_name) &&
         positive(triple.micro, triple.micro_node, micro_key, "Micro batch size per gpu") &&
         positive(triple.steps, triple.steps_node, steps_key, "Gradient accumulation steps");
}

/// Returns a / b if it is a whole number above 0.
std::optional<std::int64_t> exact_quotient(double a, double b) {
  const double quotient = b > 0 ? a / b : 0;
  if (quotient < 1 || quotient > 0x1p53 || quotient != std::floor(quotient)) return std::nullopt;
  return static_cast<std::int64_t>(quotient);
}

/// Returns the fix as text: keys that match the stated batch of a step, or the batch that matches the other
/// sizes.
std::string ways_to_fit(const BatchSizes& triple, const ConfigNumber& ranks, const ConfigNumber& whole) {
  const double total = triple.total->value(), micro = triple.micro->value(), steps = triple.steps->value();
  std::string ways;
  const auto offer = [&](std::string_view key, const std::optional<std::int64_t>& value) {
    if (value) ways += (ways.empty() ? "set " : ", or ") + std::string(key) + " to " + std::to_string(*value);
  };
  offer(steps_key, exact_quotient(total, micro * ranks.value()));
  offer(micro_key, exact_quotient(total, steps * ranks.value()));
  std::string fix = ways.empty() ? std::string() : "To keep the batch of a step, " + ways + ". Else set ";
  fix += (ways.empty() ? "Set " : "") + std::string(total_key) + " to " +
         (whole.value() == std::floor(whole.value()) && std::abs(whole.value()) < 0x1p53
              ? std::to_string(static_cast<std::int64_t>(whole.value()))
              : python_text(whole)) +
         '.';
  if (triple.micro_node && triple.steps_node)
    if (const auto fitting = exact_quotient(total, micro * steps))
      fix += " Unchanged, it fits " + format_count(*fitting) + (*fitting == 1 ? " rank." : " ranks.");
  return fix;
}

void check_product(ConfigWalk& walk, const BatchSizes& triple, const ConfigNumber& ranks) {
  const ConfigNumber whole = product(product(*triple.micro, *triple.steps), ranks);
  if (*triple.total == whole) return;
  const std::string parts =
      python_text(*triple.micro) + " × " + python_text(*triple.steps) + " × " + python_text(ranks);
  walk.refuse(triple.total_node ? triple.total_node : place_of(triple), total_key, "batch_triple_mismatch",
              {"batch_triple_mismatch",
               "train_batch_size is " + python_text(*triple.total) +
                   ", but micro batch × accumulation × ranks is " + parts + " = " + python_text(whole) + '.',
               ways_to_fit(triple, ranks, whole),
               "Check batch related parameters. train_batch_size is not equal to micro_batch_per_gpu * "
               "gradient_acc_step * world_size " +
                   python_text(*triple.total) + " != " + python_text(*triple.micro) + " * " +
                   python_text(*triple.steps) + " * " + python_text(ranks)});
}

/// Without ranks, refuses a triple that no number of ranks can satisfy.
void check_without_ranks(ConfigWalk& walk, const BatchSizes& triple) {
  if (!triple.total && !triple.micro) {
    refuse_missing(walk, triple);
    return;
  }
  if (!check_all_positive(walk, triple, std::nullopt)) return;
  if (!triple.total || !triple.micro) return;
  const ConfigNumber per_rank = triple.steps ? product(*triple.micro, *triple.steps) : *triple.micro;
  const ConfigNumber ranks = floor_quotient(*triple.total, per_rank);
  if (product(per_rank, ranks) == *triple.total) return;
  walk.refuse(triple.total_node, total_key, "batch_triple_mismatch",
              {"batch_triple_mismatch",
               "train_batch_size is " + python_text(*triple.total) + ", which " + python_text(per_rank) +
                   " samples per rank divide for no number of ranks.",
               "Set train_batch_size to a multiple of micro batch × accumulation."});
}

bool is_left_open(const ConfigWalk& walk) {
  return walk.is_filled_in(walk.root().child(total_key)) || walk.is_filled_in(walk.root().child(micro_key)) ||
         walk.is_filled_in(walk.root().child(steps_key));
}

void derive(ConfigWalk& walk, const BatchSizes& triple) {
  walk.derived.train_batch_size = triple.total;
  walk.derived.train_micro_batch_size_per_gpu = triple.micro;
  walk.derived.gradient_accumulation_steps = triple.steps;
}

}  // namespace

void batch(ConfigWalk& walk, const std::optional<ConfigNumber>& ranks, const ElasticBatch& elastic) {
  walk.next_step();
  BatchSizes triple;
  if (elastic.enabled) {
    if (!elastic.known) return;
    triple.total = number_of(elastic.total);
    triple.micro = number_of(elastic.micro);
    triple.steps = number_of(elastic.accumulation);
  } else {
    const bool total = read(walk, total_key, triple.total, triple.total_node);
    const bool micro = read(walk, micro_key, triple.micro, triple.micro_node);
    const bool steps = read(walk, steps_key, triple.steps, triple.steps_node);
    if (!total || !micro || !steps) return;
    if (is_left_open(walk)) {  // only Trainer decides the three sizes
      check_all_positive(walk, triple, std::nullopt);
      return;
    }
    fill_in_total(walk, triple);
  }
  if (!ranks) {
    check_without_ranks(walk, triple);
    return derive(walk, triple);
  }
  if (!infer(walk, triple, *ranks) || !check_all_positive(walk, triple, ranks)) return;
  check_product(walk, triple, *ranks);
  derive(walk, triple);
}

}  // namespace zp::config_check
