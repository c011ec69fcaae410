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

/// Every control of the input panel as data: which part of a plan it shows, how a new value changes the plan,
/// its presets and limits. The panel, the issues list and the tests read these lists; widgets know nothing
/// else about a plan.
namespace zp {

struct PlanResults;

/// The properties that all fields share.
struct FieldInfo {
  QString id;        ///< object name of its row: "microBatch"
  QString label;     ///< with its access key: "Micro &batch"
  std::string path;  ///< the plan key that it sets, for tool tip and issues: "training.micro_batch_size"
  /// Returns why the field does not apply to this plan ("needs stage 3"); empty if it does.
  std::function<QString(const Plan&)> unavailable = [](const Plan&) { return QString(); };
  std::vector<std::string> also = {};  ///< plan keys that follow from it and have no control
};

struct NumberField : FieldInfo {
  QuantitySpec spec;  ///< name, label and tool tip are taken from `info`
  std::function<double(const Plan&)> value = {};
  std::function<Plan(Plan, double)> set = {};
  /// Returns the default value. `model_preset` is the model that the shape was last taken from; empty for
  /// none.
  std::function<std::optional<double>(const Plan&, const SharedModelPreset& model_preset)> preset = {};
  std::function<Plan(Plan, const SharedModelPreset& model_preset)> reset = {};  ///< if set() is not enough
  bool marks_difference = false;  ///< true to show a dot if the value differs from its preset
  /// Returns where a plan that can be estimated runs out of memory; nullopt if at no value or at every value.
  std::function<std::optional<Cliff>(const Plan&)> cliff = {};
  /// Returns where a plan that can be estimated starts or stops to wait for collectives.
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
  /// Recreates the choices if they are presets, to which the user can add; `generation` counts the
  /// recreations.
  std::function<std::vector<Choice>()> list = {};
  int generation = 0;
  /// Returns the text of a value that is not a choice: a preset that only this plan has.
  std::function<QString(const Plan&)> shown = {};
  bool decides_strategy = false;  ///< true to grey out choices whose strategy has no plan that runs
  bool decides_reach = false;     ///< true to grey out choices with which no plan runs
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
  inside_folded,  ///< a collapsed line at the end of the previous panel
  folded,         ///< a collapsed line of its own
};

/// A figure derived from a group's rows, shown next to its title.
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
  std::function<GroupFact(const PlanResults&)> fact = {};  ///< called only while there are figures
};
/// Returns the groups: Model, Cluster, links and storage, ZeRO, Batch, Run, Advanced.
const std::vector<FieldGroup>& fieldGroups();

/// Replaces the choices that are presets; afterwards, every panel must be refreshed.
void renewPresetChoices(const Catalog& presets);

/// Returns the field that sets a plan key: the field of the key itself, of the section with the longest
/// common path, or of a key below it; nullptr if there is none.
const Field* fieldOf(const std::string& plan_path);

std::vector<Field> modelFields();
std::vector<Field> clusterFields();
std::vector<Field> linkFields();
std::vector<Field> zeroFields();
std::vector<Field> batchFields();
std::vector<Field> runFields();
/// The model's shape and precision, shown among the advanced fields.
std::vector<Field> shapeFields();
/// Returns the fields of method, program, reference and generation, which stand among the advanced ones.
std::vector<Field> methodFields();
std::vector<Field> advancedFields();

/// Returns the batch of a step: "128 sequences, 524 k tokens a step".
GroupFact batchFact(const PlanResults& results);
/// Returns the total GPUs and what link speeds refer to: "16 GPUs, links per GPU".
GroupFact clusterFact(const PlanResults& results);

/// Returns the fields of the export target: flavour and release. They are above the preview, not in the input
/// panel.
const std::vector<Field>& targetFields();

}  // namespace zp
