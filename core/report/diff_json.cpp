// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/report/diff_words.h"
#include "core/report/json.h"
#include "core/report/key_words.h"
#include "core/report/sections_json.h"
#include "core/report/speed_words.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

Json plan_side(const ComparedPlan& compared) {
  const Figures& figures = compared.figures;
  const auto timed = [&](double value) { return figures.time.is_known ? Json(value) : Json(); };
  return {{"fits", figures.estimate.fits()},
          {"peak", figures.estimate.gpu.peak.value()},
          {"host_per_node", figures.estimate.cpu.needed_per_node().value()},
          {"nvme_per_node", figures.estimate.nvme.per_node.value()},
          {"step_s", timed(figures.time.total)},
          {"tokens_per_s", timed(figures.throughput.tokens_per_s)},
          {"useful_tokens_per_s", timed(figures.throughput.useful_tokens_per_s)},
          {"mfu", timed(figures.throughput.mfu)},
          {"bound_by", figures.time.is_known ? Json(bound_word(figures.time.bound_by)) : Json()},
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

Json ledger_changes(const std::vector<EntryChange>& entries) {
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

Json clock_changes(const std::vector<TimeChange>& entries) {
  Json array = Json::array();
  for (const TimeChange& entry : entries)
    array.push_back({{"id", std::string(name_of(entry.id))},
                     {"exposed_s", {{"a", entry.exposed_before}, {"b", entry.exposed_after}}},
                     {"busy_s", {{"a", entry.busy_before}, {"b", entry.busy_after}}},
                     {"change_s", entry.change()}});
  return array;
}

}  // namespace

std::string diff_json(const PlanDifference& difference) {
  return text_of({{"format", "zero-diff/1"},
                  {"equal", difference.is_none()},
                  {"verdict", verdict(difference)},
                  {"a", plan_side(difference.before)},
                  {"b", plan_side(difference.after)},
                  {"keys", keys_array(difference.keys)},
                  {"ledger", ledger_changes(difference.entries)},
                  {"time_ledger", clock_changes(difference.times)}});
}

}  // namespace zp
