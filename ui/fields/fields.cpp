// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/fields.h"

#include <algorithm>

#include "core/plan_file/plan_keys.h"
#include "ui/fields/field_builders.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

bool begins(const std::string& part, const std::string& whole) {
  return whole.starts_with(part) && (whole.size() == part.size() || whole[part.size()] == '.');
}

/// Rates how well a field matches `path`: the longer their common key, the higher; 0 for no match. A whole
/// section ("model") matches its first field best.
std::size_t closeness(const FieldInfo& field, const std::string& path) {
  const auto answers = [&path](const std::string& key) { return begins(key, path); };
  if (answers(field.path)) return 2 * field.path.size();
  if (std::any_of(field.also.begin(), field.also.end(), answers)) return 2 * path.size();
  return begins(path, field.path) ? path.size() : 0;
}

}  // namespace

const FieldInfo& infoOf(const Field& field) {
  return std::visit([](const FieldInfo& info) -> const FieldInfo& { return info; }, field);
}

QString toolTipOf(const FieldInfo& field) {
  const PlanKey* key = find_plan_key(field.path);
  Q_ASSERT(key != nullptr);
  QString text = toQt(key->meaning);
  if (!key->default_value.empty()) text += u"\nDefault: "_s + toQt(key->default_value);
  text += u"\nPlan key: "_s + toQt(field.path);
  if (!key->deepspeed_key.empty()) text += u"\nDeepSpeed key: "_s + toQt(key->deepspeed_key);
  return text;
}

namespace {

std::vector<FieldGroup>& allGroups() {
  static std::vector<FieldGroup> groups = {
      {u"model"_s, u"Model"_s, GroupPlace::panel, modelFields()},
      {u"cluster"_s, u"Cluster"_s, GroupPlace::panel, clusterFields(), clusterFact},
      {u"links"_s, u"More of GPU, links and storage"_s, GroupPlace::inside_folded, linkFields()},
      {u"zero"_s, u"ZeRO"_s, GroupPlace::panel, zeroFields()},
      {u"batch"_s, u"Batch"_s, GroupPlace::panel, batchFields(), batchFact},
      {u"run"_s, u"Run"_s, GroupPlace::panel, runFields()},
      {u"advanced"_s, u"Advanced (shape, kernels …)"_s, GroupPlace::folded, advancedFields()},
  };
  return groups;
}

Catalog& presetsOfChoices() {
  static Catalog presets = catalog();
  return presets;
}

}  // namespace

const std::vector<FieldGroup>& fieldGroups() { return allGroups(); }

const Catalog& offeredPresets() { return presetsOfChoices(); }

void renewPresetChoices(const Catalog& presets) {
  presetsOfChoices() = presets;
  for (FieldGroup& group : allGroups())
    for (Field& field : group.fields)
      if (auto* choice = std::get_if<ChoiceField>(&field); choice != nullptr && choice->list) {
        choice->choices = choice->list();
        ++choice->generation;
      }
}

const Field* fieldOf(const std::string& plan_path) {
  const Field* best = nullptr;
  std::size_t closest = 0;
  for (const FieldGroup& group : fieldGroups())
    for (const Field& field : group.fields)
      if (const std::size_t close = closeness(infoOf(field), plan_path); close > closest) {
        best = &field;
        closest = close;
      }
  return best;
}

}  // namespace zp
