// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/estimate/weak_sources.h"
#include "core/report/json.h"
#include "core/report/reference_figures.h"
#include "core/report/sections_json.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

struct ToJson {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(std::string_view value) const { return std::string(value); }
  Json operator()(auto value) const { return value; }
};

void add_figures(Json& object, const FigureList& figures) {
  for (const Figure& figure : figures)
    object[std::string(figure.name)] = std::visit(ToJson{}, figure.value);
}

Json figures_object(const FigureList& figures) {
  Json object = Json::object();
  add_figures(object, figures);
  return object;
}

Json table_json(const FigureTable& table) {
  if (!table.is_list) return figures_object(table.rows.front());
  Json array = Json::array();
  for (const FigureList& row : table.rows)
    array.push_back(figures_object(row));
  return array;
}

Json estimator_object(const EstimatorFigures& estimator) {
  Json object = {{"title", std::string(title_of(estimator.estimator))},
                 {"source", std::string(source_of(estimator.estimator))},
                 {"inputs", figures_object(estimator.inputs)}};
  add_figures(object, estimator.figures);
  for (const FigureTable& table : estimator.tables)
    object[std::string(table.name)] = table_json(table);
  if (estimator.estimator == Estimator::article)
    object["example_calls"] = article_calls_array(article_calls());
  object["ours"] = figures_object(estimator.ours);
  Json sentences = Json::array();
  for (const std::string_view sentence : differences(estimator.estimator))
    sentences.push_back(std::string(sentence));
  object["differences"] = std::move(sentences);
  return object;
}

const Figure* find(const FigureList& figures, std::string_view name) {
  for (const Figure& figure : figures)
    if (figure.name == name) return &figure;
  return nullptr;
}

std::string text_or_dash(const Figure* figure) { return figure == nullptr ? "–" : text_of(*figure); }

/// Returns a table of the estimator's figures next to this planner's with the same names; figures that only
/// this planner has come last.
std::string side_by_side(const EstimatorFigures& estimator) {
  Table table{{"", "Theirs", "Ours"}, {}, "lrr"};
  for (const Figure& figure : estimator.figures)
    if (figure.name != "note" && figure.name != "stage")
      table.rows.push_back(
          {label_of(figure), text_of(figure), text_or_dash(find(estimator.ours, figure.name))});
  for (const Figure& figure : estimator.ours)
    if (find(estimator.figures, figure.name) == nullptr)
      table.rows.push_back({label_of(figure), "–", text_of(figure)});
  std::string text = aligned_table(table);
  if (const Figure* note = find(estimator.figures, "note")) text += "  (" + text_of(*note) + ")\n";
  return text;
}

std::string list_table(const FigureTable& source) {
  Table table;
  for (const Figure& figure : source.rows.front())
    table.header.push_back(label_of(figure));
  table.alignment = std::string(table.header.size(), 'r');
  for (const FigureList& row : source.rows) {
    table.rows.emplace_back();
    for (const Figure& figure : row)
      table.rows.back().push_back(text_of(figure));
  }
  return "  " + std::string(source.title) + "\n" + aligned_table(table, 4);
}

std::string inputs_line(const FigureList& inputs) {
  std::string text;
  for (const Figure& figure : inputs)
    text += (text.empty() ? "For " : ", ") + std::string(figure.name) + " = " + text_of(figure);
  return text.empty() ? "" : "  " + wrapped(text, 98, 4) + "\n";
}

Json weak_sources_array(const Plan& plan) {
  Json array = Json::array();
  for (const WeakSource& weak_source : weak_sources())
    array.push_back({{"subject", std::string(weak_source.subject)},
                     {"assumed", weak_source.assumed()},
                     {"weakness", std::string(weak_source.weakness)},
                     {"better", std::string(weak_source.better)},
                     {"acts_on_plan", weak_source.acts_on(plan)}});
  return array;
}

/// Returns the assumptions with a weak source on which the plan's figures depend.
std::string weak_sources_section(const Plan& plan) {
  std::string text = "\nAssumptions of this plan whose source is weak\n";
  for (const WeakSource& weak_source : weak_sources())
    if (weak_source.acts_on(plan)) text += "  " + wrapped(sentences_of(weak_source), 98, 4) + "\n";
  return text;
}

}  // namespace

std::string reference_json(const Plan& plan, const MemoryEstimate& estimate) {
  Json estimators = Json::object();
  for (const EstimatorFigures& estimator : reference_figures(plan, estimate))
    estimators[std::string(key_of(estimator.estimator))] = estimator_object(estimator);
  return text_of({{"format", "zero-reference/1"},
                  {"estimators", std::move(estimators)},
                  {"weak_sources", weak_sources_array(plan)}});
}

std::string reference_text(const PlanDocument& document, const MemoryEstimate& estimate) {
  std::string text = headline(document.plan, estimate) + "\n" + settings_line(document.plan) + "\n" +
                     verdict(estimate, document.plan.model.has_shape()) + "\n";
  for (const EstimatorFigures& estimator : reference_figures(document.plan, estimate)) {
    text += "\n" + std::string(title_of(estimator.estimator)) + "\n  " +
            wrapped(source_of(estimator.estimator), 98, 4) + "\n";
    text += inputs_line(estimator.inputs) + side_by_side(estimator);
    for (const FigureTable& table : estimator.tables)
      text += list_table(table);
    if (estimator.estimator == Estimator::article) text += article_calls_text(article_calls());
    text += "  Why it differs\n";
    for (const std::string_view sentence : differences(estimator.estimator))
      text += "    " + wrapped("– " + std::string(sentence), 96, 6) + "\n";
  }
  return text + weak_sources_section(document.plan);
}

}  // namespace zp
