// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/plan/plan.h"
#include "ui/inputs/choice_list.h"
#include "ui/inputs/quantity_row.h"
#include "ui/inputs/quantity_spec.h"

/// Every control of the input panel as data: which part of a plan it shows, how a new value makes a new plan,
/// and what its presets and limits are. The panel, the issues list and the tests read these lists; no widget
/// knows more about a plan than they say.
namespace zp {

/// What a field has in common with every other.
struct FieldInfo {
  QString id;        ///< object name of its row: "microBatch"
  QString label;     ///< with its access key: "Micro &batch"
  std::string path;  ///< the plan key it sets, for tool tip and issues: "training.micro_batch_size"
  /// Why it cannot be set in this plan ("needs stage 3"); empty when it can.
  std::function<QString(const Plan&)> unavailable = [](const Plan&) { return QString(); };
  std::vector<std::string> also = {};  ///< plan keys that follow from it and have no control of their own
};

struct NumberField : FieldInfo {
  QuantitySpec spec;  ///< name, label and tool tip are filled from the above
  std::function<double(const Plan&)> value = {};
  std::function<Plan(Plan, double)> set = {};
  /// What it is when nobody changes it. `model_preset` is the model the shape was last taken from, -1 for
  /// none.
  std::function<std::optional<double>(const Plan&, int model_preset)> preset = {};
  std::function<Plan(Plan, int model_preset)> reset =
      {};                         ///< back to the preset, where set(preset) would not do
  bool marks_difference = false;  ///< a dot shows where it is not its preset's
  /// Where a plan that can be estimated runs out of memory; nothing where it does not, or at any value.
  std::function<std::optional<Cliff>(const Plan&)> cliff = {};
  /// Where a plan that can be estimated begins or ceases to wait for collectives.
  std::function<std::optional<Cliff>(const Plan&)> exposure = {};
};

enum class ChoiceLook { combo, searchable_combo, segments };

struct ChoiceField : FieldInfo {
  ChoiceLook look = ChoiceLook::combo;
  std::vector<Choice> choices = {};
  std::function<QString(const Plan&)> value = {};  ///< id of a choice
  std::function<Plan(Plan, const QString&)> set = {};
  /// Why one choice cannot be taken in this plan; empty when it can.
  std::function<QString(const Plan&, const QString&)> choice_unavailable = {};
  /// Makes the choices anew, where they are the catalog's, which grows; `generation` counts how often.
  std::function<std::vector<Choice>()> list = {};
  int generation = 0;
  /// Of a value that is no choice, how it is shown: a preset that only this plan has.
  std::function<QString(const Plan&)> shown = {};
  bool decides_strategy = false;  ///< its choices are greyed where no plan of their strategy runs
  bool decides_reach = false;     ///< its choices are greyed where no plan with them runs
};

struct ToggleField : FieldInfo {
  std::function<bool(const Plan&)> value = {};
  std::function<Plan(Plan, bool)> set = {};
};

using Field = std::variant<NumberField, ChoiceField, ToggleField>;
const FieldInfo& infoOf(const Field& field);

/// What a row says when the mouse rests on it: meaning, default, plan key and DeepSpeed key, from core's
/// table.
QString toolTipOf(const FieldInfo& field);

enum class GroupPlace {
  panel,          ///< a heading over a frame
  inside_folded,  ///< a folded line at the end of the panel before it
  folded,         ///< a folded line of its own
};

/// A group of the panel: rows in reading order.
struct FieldGroup {
  QString id;  ///< object name: "cluster"
  QString title;
  GroupPlace place = GroupPlace::panel;
  std::vector<Field> fields;
};
/// Model, Cluster, GPU, links, storage and cost, ZeRO, Batch, Advanced.
const std::vector<FieldGroup>& fieldGroups();

/// The choices that are presets are those offered now; every panel has to be refreshed after it.
void renewPresetChoices();

/// Where a plan key is set: the field of that key, of the longest beginning of it, or below it.
/// Nullptr when no control sets it.
const Field* fieldOf(const std::string& plan_path);

std::vector<Field> modelFields();
std::vector<Field> clusterFields();
std::vector<Field> linkFields();
std::vector<Field> zeroFields();
std::vector<Field> batchFields();
std::vector<Field> advancedFields();

/// What the export is for: flavour and release. They stand above the preview, not in the input panel.
const std::vector<Field>& targetFields();

}  // namespace zp
