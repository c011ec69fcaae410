// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/fields.h"

#include <cmath>
#include <span>

#include "core/units/format.h"
#include "core/units/parse.h"
#include "ui/model/text.h"

namespace zp {

const FieldInfo& infoOf(const Field& field) {
  return std::visit([](const FieldInfo& info) -> const FieldInfo& { return info; }, field);
}

const Field* fieldOf(const std::string& plan_path) {
  const Field* best = nullptr;
  std::size_t longest = 0;
  for (const auto* group : {&modelFields(), &clusterFields(), &linkFields(), &zeroFields(), &batchFields(), &advancedFields()})
    for (const Field& field : *group) {
      const std::string& path = infoOf(field).path;
      const bool inside = plan_path.starts_with(path) &&
                          (plan_path.size() == path.size() || plan_path[path.size()] == '.');
      if (inside && path.size() > longest) {
        best = &field;
        longest = path.size();
      }
    }
  return best;
}

QString suffixOf(NumberKind kind) {
  switch (kind) {
    case NumberKind::tokens: return QStringLiteral("\u202Ftok");
    case NumberKind::gib: return QStringLiteral("\u202FGiB");
    case NumberKind::gb_per_s: return QStringLiteral("\u202FGB/s");
    default: return {};
  }
}

QString textOf(NumberKind kind, double value) {
  switch (kind) {
    case NumberKind::parameters: return toQt(format_params(Params(std::llround(value))));
    case NumberKind::gb_per_s: return toQt(format_gb_per_s(value));
    case NumberKind::gib: return toQt(format_number(value)) + suffixOf(kind);
    default: return toQt(format_count(std::llround(value))) + suffixOf(kind);
  }
}

std::optional<double> numberOf(NumberKind kind, const QString& text) {
  QString number = text.trimmed();
  if (kind == NumberKind::gib) return parse_gib(toStd(number));
  const QString unit = suffixOf(kind).mid(1);
  if (!unit.isEmpty() && number.endsWith(unit, Qt::CaseInsensitive)) number.chop(unit.size());
  const std::string typed = toStd(number.trimmed());
  if (kind == NumberKind::gb_per_s) return parse_number(typed);
  const auto count = parse_count(typed);
  return count ? std::optional<double>(static_cast<double>(*count)) : std::nullopt;
}

}  // namespace zp
