// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/memory/explain.h"
#include "core/report/diff_words.h"
#include "core/report/json.h"
#include "core/report/key_words.h"
#include "core/report/sections_json.h"
#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/speed/explain_time.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

Json plan_side(const ComparedPlan& compared) {
  const Figures& figures = compared.figures;
  const auto timed = [&](double value) { return if_known(figures.time, value); };
  return {{"fits", figures.estimate.fits()},
          {"peak", figures.estimate.gpu.peak.value()},
          {"host_per_node", figures.estimate.cpu.needed_per_node().value()},
          {"nvme_per_node", figures.estimate.nvme.per_node.value()},
          {"step_s", timed(figures.time.total)},
          {"tokens_per_s", timed(figures.throughput.tokens_per_s)},
          {"useful_tokens_per_s", timed(figures.throughput.useful_tokens_per_s)},
          {"mfu", timed(figures.throughput.mfu)},
          {"bound_by", figures.time.is_known ? Json(resource_word(figures.time.bound_by)) : Json()},
          {"issues", issue_array(compared.document, compared.own_stops)},
          {"plan", plan_object(compared.document)}};
}

Json keys_array(const std::vector<DifferingKey>& keys) {
  Json array = Json::array();
  for (const DifferingKey& key : keys)
    array.push_back({{"path", key.path},
                     {"title", title_of_key(key.path)},
                     {"unit", unit_of_key(key.path)},
                     {"a", Json::parse(key.before)},
                     {"b", Json::parse(key.after)}});
  return array;
}

Json ledger_array(const std::vector<EntryChange>& entries) {
  Json array = Json::array();
  for (const EntryChange& entry : entries)
    array.push_back({{"id", std::string(name_of(entry.id))},
                     {"component", std::string(name_of(row_of(entry.id).component))},
                     {"place", std::string(name_of(row_of(entry.id).place))},
                     {"a", entry.before.value()},
                     {"b", entry.after.value()},
                     {"change", entry.change().value()}});
  return array;
}

Json clock_array(const std::vector<TimeChange>& entries) {
  Json array = Json::array();
  for (const TimeChange& entry : entries)
    array.push_back({{"id", std::string(name_of(entry.id))},
                     {"exposed_s", {{"a", entry.exposed_before}, {"b", entry.exposed_after}}},
                     {"busy_s", {{"a", entry.busy_before}, {"b", entry.busy_after}}},
                     {"change_s", entry.change()}});
  return array;
}

constexpr std::string_view minus = "\u2212";

std::string with_sign(bool is_negative, const std::string& magnitude) {
  return (is_negative ? std::string(minus) : "+") + magnitude;
}

std::string change_of(Bytes change) {
  if (change == Bytes()) return "–";
  return with_sign(change < Bytes(), format_bytes(Bytes(std::abs(change.value()))));
}

std::string change_of_seconds(double change) {
  return change == 0 ? "–" : with_sign(change < 0, format_seconds(std::abs(change)));
}

std::string change_of_share(double before, double after) {
  if (before <= 0 || after <= 0 || before == after) return "–";
  return with_sign(after < before, format_percent(std::abs(after / before - 1)));
}

std::string memory_words(const Figures& before, const Figures& after) {
  const Bytes change = after.estimate.gpu.peak - before.estimate.gpu.peak;
  const std::string amount = format_gib(Bytes(std::abs(change.value())));
  if (amount == format_gib(Bytes())) return "needs as much memory per GPU";
  return "needs " + amount + (change < Bytes() ? " less" : " more") + " per GPU";
}

std::string speed_words(const Figures& before, const Figures& after) {
  if (!before.time.is_known || !after.time.is_known) return "";
  const double change = after.throughput.tokens_per_s / before.throughput.tokens_per_s - 1;
  if (std::abs(change) < visible_share) return " and is as fast";
  return " and is " + format_percent(std::abs(change)) + (change < 0 ? " slower" : " faster");
}

std::string fit_words(const PlanDifference& difference) {
  const auto of = [](const ComparedPlan& compared) {
    return verdict(compared.figures.estimate, compared.document.plan.model.has_shape());
  };
  const bool before = difference.before.figures.estimate.fits();
  const bool after = difference.after.figures.estimate.fits();
  if (before == after) return after ? "" : " Neither fits.";
  return after ? " Only B fits; A is " + of(difference.before) + "."
               : " Only A fits; B is " + of(difference.after) + ".";
}

std::string totals(const PlanDifference& difference) {
  const Figures &before = difference.before.figures, &after = difference.after.figures;
  Table table{{"", "A", "B", "Change"}, {}, "lrrr"};
  const auto bytes = [&](const char* name, Bytes old_bytes, Bytes new_bytes) {
    if (old_bytes == Bytes() && new_bytes == Bytes()) return;
    table.rows.push_back(
        {name, format_bytes(old_bytes), format_bytes(new_bytes), change_of(new_bytes - old_bytes)});
  };
  bytes("GPU, peak", before.estimate.gpu.peak, after.estimate.gpu.peak);
  bytes("GPU, usable", before.estimate.gpu.capacity, after.estimate.gpu.capacity);
  bytes("Host per node", before.estimate.cpu.needed_per_node(), after.estimate.cpu.needed_per_node());
  bytes("NVMe per node", before.estimate.nvme.per_node, after.estimate.nvme.per_node);
  if (before.time.is_known && after.time.is_known) {
    table.rows.push_back({"Step", format_seconds(before.time.total), format_seconds(after.time.total),
                          change_of_seconds(after.time.total - before.time.total)});
    const Throughput &old_rate = before.throughput, &new_rate = after.throughput;
    table.rows.push_back({"Throughput", token_rate(old_rate), token_rate(new_rate),
                          change_of_share(old_rate.tokens_per_s, new_rate.tokens_per_s)});
    table.rows.push_back({"MFU", format_percent(old_rate.mfu), format_percent(new_rate.mfu),
                          change_of_share(old_rate.mfu, new_rate.mfu)});
  }
  return aligned_table(table);
}

std::string key_changes(const PlanDifference& difference) {
  Table table{{"Key", "", "A", "B"}, {}, "llrr"};
  for (const DifferingKey& key : difference.keys)
    table.rows.push_back({title_of_key(key.path), key.path, value_of_key(key.path, key.before),
                          value_of_key(key.path, key.after)});
  return "\nKeys that differ\n" + aligned_table(table);
}

std::string_view title_of(EntryId id, const Explanations& before, const Explanations& after) {
  const std::string_view title = after.of(id).title;
  return title.empty() ? before.of(id).title : title;
}

std::string ledger_changes(const PlanDifference& difference) {
  if (difference.entries.empty()) return "\nNo entry of the ledger changes.\n";
  const auto words = [](const ComparedPlan& compared) {
    return Explanations(compared.document.plan, compared.figures.estimate.ledger);
  };
  const Explanations before = words(difference.before), after = words(difference.after);
  Table table{{"Entry", "", "Where", "A", "B", "Change"}, {}, "lllrrr"};
  for (const EntryChange& entry : difference.entries)
    table.rows.push_back({std::string(title_of(entry.id, before, after)), std::string(name_of(entry.id)),
                          std::string(name_of(row_of(entry.id).place)), format_bytes(entry.before),
                          format_bytes(entry.after), change_of(entry.change())});
  return "\nMemory: entries that change, per rank (NVMe: per node)\n" + aligned_table(table);
}

/// Returns the clock's title of an entry that one of the plans has.
std::string title_of(TimeId id, const PlanDifference& difference) {
  for (const ComparedPlan* compared : {&difference.after, &difference.before})
    for (const TimeExplanation& words : explain_time(compared->document.plan, compared->figures.time.ledger))
      if (words.entry.id == id) return words.title;
  return for_people(name_of(id));
}

std::string clock_changes(const PlanDifference& difference) {
  if (difference.times.empty()) return "";
  Table table{{"Entry", "A", "B", "Change", "With what is hidden: A", "B"}, {}, "lrrrrr"};
  for (const TimeChange& entry : difference.times)
    table.rows.push_back({title_of(entry.id, difference), format_seconds(entry.exposed_before),
                          format_seconds(entry.exposed_after), change_of_seconds(entry.change()),
                          format_seconds(entry.busy_before), format_seconds(entry.busy_after)});
  return "\nTime: what of a step each entry adds\n" + aligned_table(table);
}

std::string stops_section(const char* name, const std::vector<Finding>& stops) {
  std::string text;
  for (const Finding& finding : stops)
    text += "  " + wrapped(std::string(name) + ": " + sentence_of(finding), 98, 4) + "\n";
  return text;
}

}  // namespace

std::string diff_json(const PlanDifference& difference) {
  return text_of({{"format", "zero-diff/1"},
                  {"equal", difference.is_none()},
                  {"verdict", verdict(difference)},
                  {"a", plan_side(difference.before)},
                  {"b", plan_side(difference.after)},
                  {"keys", keys_array(difference.keys)},
                  {"ledger", ledger_array(difference.entries)},
                  {"time_ledger", clock_array(difference.times)}});
}

std::string verdict(const PlanDifference& difference) {
  if (difference.is_none()) return "A and B are the same plan.";
  const Figures &before = difference.before.figures, &after = difference.after.figures;
  std::string text =
      "B " + memory_words(before, after) + speed_words(before, after) + "." + fit_words(difference);
  if (!difference.after.own_stops.empty()) text += " DeepSpeed stops at B alone.";
  if (!difference.before.own_stops.empty()) text += " DeepSpeed stops at A alone.";
  return text;
}

std::string diff_text(const PlanDifference& difference) {
  std::string text = verdict(difference) + "\n";
  if (difference.is_none()) return text;
  text += "A: " + settings_line(difference.before.document.plan) + "\n";
  text += "B: " + settings_line(difference.after.document.plan) + "\n";
  text += stops_section("A", difference.before.own_stops) + stops_section("B", difference.after.own_stops);
  return text + "\n" + totals(difference) + key_changes(difference) + ledger_changes(difference) +
         clock_changes(difference);
}

}  // namespace zp
