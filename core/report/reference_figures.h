// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/reference/differences.h"
#include "core/report/ours.h"

/// What every other estimator gives for one plan, as a list that JSON and text read alike.
namespace zp {

/// A name that ends in its unit ("gpu_bytes", "total_per_gpu_gib") and a value; nothing where the estimator
/// has none for this plan.
struct Figure {
  std::string_view name;
  std::variant<std::monostate, std::int64_t, double, bool, std::string_view> value;
};
using FigureList = std::vector<Figure>;

/// Figures under a name of their own; several rows are a list.
struct FigureTable {
  std::string_view name;   ///< "stages", as in the JSON
  std::string_view title;  ///< "At every stage", for people
  std::vector<FigureList> rows;
  bool is_list = true;  ///< false: one row, shown as an object
};

struct EstimatorFigures {
  Estimator estimator{};
  FigureList inputs;                ///< what of the plan it was given
  FigureList figures;               ///< what it says of this plan
  std::vector<FigureTable> tables;  ///< what it says of other stages, and what its author prints
  FigureList ours;                  ///< our figures of the same things, under the same names
};

/// In the order of all_estimators.
std::vector<EstimatorFigures> reference_figures(const Plan& plan, const MemoryEstimate& estimate);

/// One estimator each; the parts of reference_figures.
EstimatorFigures zero_paper_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures deepspeed_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures article_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures second_document_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures zero_infinity_figures(const Plan& plan, const MemoryEstimate& estimate);
EstimatorFigures korthikanti_figures(const Plan& plan, const MemoryEstimate& estimate);

/// "12.6 GiB", "52.7 GiB", "9.00 GB", "12.3 %", "4,096", "yes", "–": the unit is the end of the name.
std::string text_of(const Figure& figure);

/// The name for people, without its unit: "parameters_gpu_bytes" → "Parameters GPU".
std::string label_of(const Figure& figure);

}  // namespace zp
