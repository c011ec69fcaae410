// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/field_builders.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/deepspeed/schema.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/check_plan.h"
#include "core/search/resolution.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

double numberIn(const PlanKey& key, const Plan& plan) {
  const KeyValue value = key.value(plan);
  const auto* count = std::get_if<std::int64_t>(&value);
  return count != nullptr ? static_cast<double>(*count) : std::get<double>(value);
}

}  // namespace

NumberField numberField(FieldInfo info, const Scale& scale, const Range& range) {
  NumberField field{
      std::move(info),
      {.name = {},
       .label = {},
       .tool_tip = {},
       .stops = scale.stops,
       .minimum = range.low,
       .maximum = range.high,
       .kind = scale.kind,
       .unit = scale.unit,
       .step_mode = scale.step_mode,
       .multiple = scale.multiple},
  };
  field.spec.name = field.id;
  field.spec.label = field.label;
  return field;
}

NumberField numberField(FieldInfo info, const Scale& scale) {
  const PlanKey* key = find_plan_key(info.path);
  Q_ASSERT(key != nullptr && key->is_number());
  NumberField field = numberField(std::move(info), scale, key->range);
  field.spec.counts_in_1024 = key->type == "tokens";
  if (key->value == nullptr) return field;
  field.value = [key](const Plan& plan) { return numberIn(*key, plan); };
  field.set = [key](Plan plan, double value) {
    const double kept = key->type == "count" ? std::round(value) : value;  // some counts are stored as reals
    const bool is_whole = key->kind == KeyKind::count;
    key->set(plan, is_whole ? KeyValue(std::int64_t{std::llround(kept)}) : KeyValue(kept));
    return plan;
  };
  field.preset = [key](const Plan& plan, const SharedModelPreset&) {
    return std::optional<double>(numberIn(*key, defaults_for(plan)));
  };
  return field;
}

ChoiceField wordField(FieldInfo info, ChoiceLook look, const std::vector<QString>& texts) {
  const PlanKey* key = find_plan_key(info.path);
  Q_ASSERT(key != nullptr && key->words.size() == texts.size());
  ChoiceField field{std::move(info)};
  field.look = look;
  for (std::size_t i = 0; i < texts.size(); ++i)
    field.choices.push_back({toQt(key->words[i]), texts[i]});
  field.value = [key](const Plan& plan) { return toQt(std::get<std::string_view>(key->value(plan))); };
  field.set = [key](Plan plan, const QString& id) {
    for (const std::string_view word : key->words)
      if (toQt(word) == id) key->set(plan, word);
    return plan;
  };
  return field;
}

NumberField withCliff(NumberField field, Unknown unknown) {
  field.cliff = [unknown, spec = field.spec](const Plan& plan) -> std::optional<Cliff> {
    const std::optional<Solution> solution = solve(plan, unknown);
    if (!solution || solution->refused <= 0) return std::nullopt;
    const auto from = static_cast<double>(solution->refused);
    return Cliff{from, true, true, QObject::tr("from %1 on out of memory").arg(textOf(spec, from))};
  };
  return field;
}

NumberField withExposure(NumberField field) {
  field.exposure = [spec = field.spec, set = field.set](const Plan& plan) -> std::optional<Cliff> {
    const std::vector<double>& stops = spec.stops.values();
    const auto isExposed = [&](double value) {
      const Plan trial = set(plan, value);
      return is_usable(trial) && waits_for_collectives(trial);
    };
    const bool first = isExposed(stops.front());
    if (first == isExposed(stops.back())) return std::nullopt;
    const auto edge =
        std::ranges::partition_point(stops, [&](double value) { return isExposed(value) == first; });
    if (first) {
      const double until = *std::prev(edge);
      return Cliff{until, false, false,
                   QObject::tr("up to %1 communication is exposed").arg(textOf(spec, until))};
    }
    return Cliff{*edge, true, false,
                 QObject::tr("from %1 on communication is exposed").arg(textOf(spec, *edge))};
  };
  return field;
}

ToggleField toggleField(FieldInfo info) {
  const PlanKey* key = find_plan_key(info.path);
  Q_ASSERT(key != nullptr && key->kind == KeyKind::flag);
  ToggleField field{std::move(info)};
  field.value = [key](const Plan& plan) { return std::get<bool>(key->value(plan)); };
  field.set = [key](Plan plan, bool on) {
    key->set(plan, on);
    return plan;
  };
  return field;
}

QString stageNeeded(const std::string& plan_key, const Plan& plan) {
  const SchemaKey* key = schema().find(config_path_of(plan_key));
  Q_ASSERT(key != nullptr);
  if (acts(*key, plan)) return {};
  const auto first = std::ranges::find(key->stages, true) - key->stages.begin();
  return first == 3 ? u"needs stage 3"_s : u"needs stage %1 or more"_s.arg(first);
}

QString choiceOf(const AnyPreset& preset) {
  const QString id = toQt(preset.id());
  return is_offered(offeredPresets(), preset) ? id
                                              : id + QStringLiteral(" of the plan");  // ids contain no spaces
}

QString shownOf(const AnyPreset& preset) {
  return QObject::tr("%1 (as the plan brings it)").arg(toQt(preset.name()));
}

QString ownPresetsHeading() { return QObject::tr("Yours"); }

Stops powersOfTwo(double first, double last) {
  std::vector<double> stops;
  for (double stop = first; stop <= last; stop *= 2)
    stops.push_back(stop);
  return Stops(std::move(stops));
}

}  // namespace zp
