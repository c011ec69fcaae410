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

/// Every control of the input panel as data: the part of a plan that it shows, how a new value makes a new
/// plan, and its presets and limits. The panel, the issues list and the tests read these lists; widgets know
/// nothing else about a plan.
namespace zp {

struct PlanResults;

/// The properties that all fields share.
struct FieldInfo {
  QString id;        ///< object name of its row: "microBatch"
  QString label;     ///< with its access key: "Micro &batch"
  std::string path;  ///< the plan key it sets, for tool tip and issues: "training.micro_batch_size"
  /// Returns why it cannot be set in this plan ("needs stage 3"); empty if it can.
  std::function<QString(const Plan&)> unavailable = [](const Plan&) { return QString(); };
  std::vector<std::string> also = {};  ///< plan keys that follow from it and have no control of their own
};

struct NumberField : FieldInfo {
  QuantitySpec spec;  ///< name, label and tool tip are filled from the above
  std::function<double(const Plan&)> value = {};
  std::function<Plan(Plan, double)> set = {};
  /// Returns the value while nobody changes it. `model_preset` is the model the shape was last taken from,
  /// empty for none.
  std::function<std::optional<double>(const Plan&, const SharedModelPreset& model_preset)> preset = {};
  std::function<Plan(Plan, const SharedModelPreset& model_preset)> reset =
      {};                         ///< returns to the preset if set(preset) is not enough
  bool marks_difference = false;  ///< true if a dot shows a value that is not its preset's
  /// Returns where a plan that can be estimated runs out of memory; nullopt if it does not, or does
  /// at any value.
  std::function<std::optional<Cliff>(const Plan&)> cliff = {};
  /// Returns where a plan that can be estimated begins or ceases to wait for collectives.
  std::function<std::optional<Cliff>(const Plan&)> exposure = {};
};

enum class ChoiceLook { combo, searchable_combo, segments };

struct ChoiceField : FieldInfo {
  ChoiceLook look = ChoiceLook::combo;
  std::vector<Choice> choices = {};
  std::function<QString(const Plan&)> value = {};  ///< returns the id of a choice
  std::function<Plan(Plan, const QString&)> set = {};
  /// Returns why one choice cannot be made in this plan; empty if it can.
  std::function<QString(const Plan&, const QString&)> choice_unavailable = {};
  /// Makes the choices again if they are presets, of which the user can add some; `generation` counts how
  /// often.
  std::function<std::vector<Choice>()> list = {};
  int generation = 0;
  /// Returns the text for a value that is no choice: a preset that only this plan has.
  std::function<QString(const Plan&)> shown = {};
  bool decides_strategy = false;  ///< true if its choices are greyed when no plan of their strategy runs
  bool decides_reach = false;     ///< true if its choices are greyed when no plan with them runs
};

struct ToggleField : FieldInfo {
  std::function<bool(const Plan&)> value = {};
  std::function<Plan(Plan, bool)> set = {};
};

using Field = std::variant<NumberField, ChoiceField, ToggleField>;
const FieldInfo& infoOf(const Field& field);

/// Returns the tool tip of a row: meaning, default, plan key and DeepSpeed key, from core's table.
QString toolTipOf(const FieldInfo& field);

enum class GroupPlace {
  panel,          ///< a heading over a frame
  inside_folded,  ///< a folded line at the end of the panel before it
  folded,         ///< a folded line of its own
};

/// A figure that follows from the rows of a group, shown beside the group's title.
struct GroupFact {
  QString text, short_text;
  QString tip;
};

/// A group of the panel: rows in reading order.
struct FieldGroup {
  QString id;  ///< object name: "cluster"
  QString title;
  GroupPlace place = GroupPlace::panel;
  std::vector<Field> fields;
  std::function<GroupFact(const PlanResults&)> fact = {};  ///< called only while there are numbers
};
/// Returns the groups: Model, Cluster, links and storage, ZeRO, Batch, Run, Advanced.
const std::vector<FieldGroup>& fieldGroups();

/// Replaces the choices that are presets by these; every panel must be refreshed after it.
void renewPresetChoices(const Catalog& presets);

/// Returns the field that sets a plan key: that of the key itself, of its longest beginning, or of a key
/// below it. Returns nullptr if no control sets it.
const Field* fieldOf(const std::string& plan_path);

std::vector<Field> modelFields();
std::vector<Field> clusterFields();
std::vector<Field> linkFields();
std::vector<Field> zeroFields();
std::vector<Field> batchFields();
std::vector<Field> runFields();
/// The shape of the model and its precision, which stand among the advanced fields.
std::vector<Field> shapeFields();
std::vector<Field> advancedFields();

/// Returns the batch of a step: "128 sequences, 524 k tokens a step".
GroupFact batchFact(const PlanResults& results);
/// Returns the GPUs in all, and what the links' speeds are of: "16 GPUs, links per GPU".
GroupFact clusterFact(const PlanResults& results);

/// Returns the fields of what the export is for: flavour and release. They stand above the preview, not in
/// the input panel.
const std::vector<Field>& targetFields();

}  // namespace zp
