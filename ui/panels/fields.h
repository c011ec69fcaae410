// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/plan/plan.h"

/// Every control of the input panel as data: which part of a plan it shows, how a new value makes a new plan, and
/// what its presets and limits are. The panel, the command palette and the tests read these lists; no widget knows
/// more about a plan than they say.
namespace zp {

/// What a field has in common with every other.
struct FieldInfo {
  QString id;        ///< object name of its widget: "microBatch"
  QString label;     ///< with its access key: "Micro &batch"
  std::string path;  ///< the plan key it sets, for tooltip and issues: "training.micro_batch_size"
  /// Why it cannot be set in this plan ("needs stage 3"); empty when it can.
  std::function<QString(const Plan&)> unavailable = [](const Plan&) { return QString(); };
};

enum class NumberKind : std::uint8_t { count, parameters, tokens, gib, gb_per_s, elements };

struct NumberField : FieldInfo {
  NumberKind kind = NumberKind::count;
  double low = 1, high = 1;   ///< legal values, both included
  std::vector<double> stops;  ///< of its slider, ascending
  std::function<double(const Plan&)> value;
  std::function<Plan(Plan, double)> set;
  /// What it is when nobody changes it. `model_preset` is the model the shape was last taken from, -1 for none.
  std::function<std::optional<double>(const Plan&, int model_preset)> preset;
  std::function<Plan(Plan, int model_preset)> reset;  ///< back to the preset, where set(preset) would not do
  bool marks_difference = false;  ///< a dot shows where it is not its preset's
};

enum class ChoiceLook : std::uint8_t { combo, searchable_combo, segments };

struct ChoiceField : FieldInfo {
  ChoiceLook look = ChoiceLook::combo;
  QStringList options;
  std::function<int(const Plan&)> value;  ///< index into options
  std::function<Plan(Plan, int)> set;
  /// Why one option cannot be taken in this plan; empty when it can.
  std::function<QString(const Plan&, int)> option_unavailable = [](const Plan&, int) { return QString(); };
};

struct ToggleField : FieldInfo {
  std::function<bool(const Plan&)> value;
  std::function<Plan(Plan, bool)> set;
};

using Field = std::variant<NumberField, ChoiceField, ToggleField>;
const FieldInfo& infoOf(const Field& field);

/// The fields of each group of the input panel, in reading order.
const std::vector<Field>& modelFields();
const std::vector<Field>& clusterFields();
const std::vector<Field>& linkFields();  ///< "Links and storage", folded
const std::vector<Field>& zeroFields();
const std::vector<Field>& batchFields();
const std::vector<Field>& advancedFields();

/// The field that sets this plan key, or the one whose key is the longest prefix of it; nullptr when there is none.
const Field* fieldOf(const std::string& plan_path);

/// A field's value in words: "4,096 tok", "6.74 B", "25.0 GB/s".
QString textOf(NumberKind kind, double value);
/// What somebody typed for such a field; nothing when it is no number.
std::optional<double> numberOf(NumberKind kind, const QString& text);
/// The unit that stands behind the number, with its narrow space, or "".
QString suffixOf(NumberKind kind);

/// Options of the model preset field: these stand before the catalog's models.
enum ModelOption : int { custom_shape_option, bare_count_option, tensor_list_option, first_model_option };

}  // namespace zp
