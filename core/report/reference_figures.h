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

/// Figures of all other estimators for one plan, as lists for JSON and text output.
namespace zp {

/// A name that ends in its unit ("gpu_bytes", "total_per_gpu_gib") and a value; nullopt if the estimator has
/// none for this plan.
struct Figure {
  std::string_view name;
  std::variant<std::monostate, std::int64_t, double, bool, std::string_view> value;
};
using FigureList = std::vector<Figure>;

/// A named group of figures; several rows form a list.
struct FigureTable {
  std::string_view name;   ///< "stages", as in the JSON
  std::string_view title;  ///< "At every stage", for users
  std::vector<FigureList> rows;
  bool is_list = true;  ///< if false: one row, shown as an object
};

struct EstimatorFigures {
  Estimator estimator{};
  FigureList inputs;                ///< the plan's values that the estimator uses
  FigureList figures;               ///< its figures for this plan
  std::vector<FigureTable> tables;  ///< its figures for other stages, and those published by its author
  FigureList ours;                  ///< this planner's figures under the same names
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

/// Formats the value with the unit from the end of its name: "12.6 GiB", "52.7 GiB", "9.00 GB", "12.3 %",
/// "4,096", "yes"; "–" without a value.
std::string text_of(const Figure& figure);

/// Returns the name for users, without its unit: "parameters_gpu_bytes" → "Parameters GPU".
std::string label_of(const Figure& figure);

}  // namespace zp
