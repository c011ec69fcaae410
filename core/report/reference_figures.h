// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/estimate/ours.h"
#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/reference/differences.h"

/// Figures of every other estimator for one plan, as a list that both JSON and text read.
namespace zp {

/// A name that ends in its unit ("gpu_bytes", "total_per_gpu_gib") and a value; no value if the estimator has
/// none for this plan.
struct Figure {
  std::string_view name;
  std::variant<std::monostate, std::int64_t, double, bool, std::string_view> value;
};
using FigureList = std::vector<Figure>;

/// Figures under a name of their own; several rows make a list.
struct FigureTable {
  std::string_view name;   ///< "stages", as in the JSON
  std::string_view title;  ///< "At every stage", for people
  std::vector<FigureList> rows;
  bool is_list = true;  ///< if false: one row, shown as an object
};

struct EstimatorFigures {
  Estimator estimator{};
  FigureList inputs;                ///< the values of the plan that it was given
  FigureList figures;               ///< its figures for this plan
  std::vector<FigureTable> tables;  ///< its figures for other stages, and those that its author prints
  FigureList ours;                  ///< our figures of the same things, under the same names
};

/// Returns the figures in the order of all_estimators.
std::vector<EstimatorFigures> reference_figures(const Plan& plan, const MemoryEstimate& estimate);

/// Return the figures of one estimator each, the parts of reference_figures.
EstimatorFigures zero_paper_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures deepspeed_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures article_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures second_document_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures zero_infinity_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures korthikanti_figures(const Plan& plan, const MemoryEstimate& estimate);

/// Returns the value with the unit at the end of its name: "12.6 GiB", "52.7 GiB", "9.00 GB", "12.3 %",
/// "4,096", "yes"; "–" for no value.
std::string text_of(const Figure& figure);

/// Returns the name for people, without its unit: "parameters_gpu_bytes" → "Parameters GPU".
std::string label_of(const Figure& figure);

}  // namespace zp
