// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/edits.h"
#include "ui/fields/field_builders.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

ChoiceField versionField() {
  ChoiceField field{{u"deepspeedVersion"_s, u"Version"_s, "target.deepspeed_version"}};
  for (const char* series : {"0.19", "0.18", "0.17", "0.16", "0.15", "0.14", "0.13", "0.12", "0.11", "0.10"})
    if (const auto version = parse_version(series)) {
      const QString name = toQt(name_of(*version));
      field.choices.push_back({name, name});
    }
  field.value = [](const Plan& plan) { return toQt(name_of(plan.target.deepspeed_version)); };
  field.set = [](Plan plan, const QString& id) {
    const auto version = parse_version(toStd(id));
    return version ? edits::set_deepspeed_version(std::move(plan), *version) : plan;
  };
  return field;
}

}  // namespace

const std::vector<Field>& targetFields() {
  static const std::vector<Field> fields = {
      wordField({u"flavour"_s, u"For"_s, "target.flavour"}, ChoiceLook::segments,
                {u"DeepSpeed"_s, u"HF Trainer"_s}),
      versionField()};
  return fields;
}

}  // namespace zp
