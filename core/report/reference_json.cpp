// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <nlohmann/json.hpp>

#include "core/report/json.h"
#include "core/report/reference_figures.h"
#include "core/report/sections_json.h"

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

}  // namespace

std::string reference_json(const Plan& plan, const MemoryEstimate& estimate) {
  Json estimators = Json::object();
  for (const EstimatorFigures& estimator : reference_figures(plan, estimate))
    estimators[std::string(key_of(estimator.estimator))] = estimator_object(estimator);
  return text_of({{"format", "zero-reference/1"}, {"estimators", std::move(estimators)}});
}

}  // namespace zp
