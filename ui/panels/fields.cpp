// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fields.h"

#include <algorithm>

#include "core/plan/plan_help.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// How well a field's key answers for `path`: the length of what they share where one begins the other, else 0.
std::size_t closeness(const std::string& key, const std::string& path) {
  const auto begins = [](const std::string& part, const std::string& whole) {
    return whole.starts_with(part) && (whole.size() == part.size() || whole[part.size()] == '.');
  };
  if (begins(key, path)) return 2 * key.size();
  return begins(path, key) ? path.size() : 0;  // a whole section: its first field
}

}  // namespace

const FieldInfo& infoOf(const Field& field) {
  return std::visit([](const FieldInfo& info) -> const FieldInfo& { return info; }, field);
}

QString toolTipOf(const FieldInfo& field) {
  const PlanKey key = plan_key(field.path);
  QString text = toQt(key.meaning);
  if (!key.default_value.empty()) text += u"\nDefault: "_s + toQt(key.default_value);
  text += u"\nPlan key: "_s + toQt(field.path);
  if (!key.deepspeed_key.empty()) text += u"\nDeepSpeed key: "_s + toQt(key.deepspeed_key);
  return text.trimmed();
}

const std::vector<FieldGroup>& fieldGroups() {
  static const std::vector<FieldGroup> groups = {
      {u"model"_s, u"Model"_s, GroupPlace::panel, modelFields()},
      {u"cluster"_s, u"Cluster"_s, GroupPlace::panel, clusterFields()},
      {u"links"_s, u"Links and storage"_s, GroupPlace::inside_folded, linkFields()},
      {u"zero"_s, u"ZeRO"_s, GroupPlace::panel, zeroFields()},
      {u"batch"_s, u"Batch"_s, GroupPlace::panel, batchFields()},
      {u"advanced"_s, u"Advanced (kernels, buckets, parallelism)"_s, GroupPlace::folded, advancedFields()},
  };
  return groups;
}

const Field* fieldOf(const std::string& plan_path) {
  const Field* best = nullptr;
  std::size_t closest = 0;
  for (const FieldGroup& group : fieldGroups())
    for (const Field& field : group.fields)
      if (const std::size_t close = closeness(infoOf(field).path, plan_path); close > closest) {
        best = &field;
        closest = close;
      }
  return best;
}

}  // namespace zp
