// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_keys.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/catalog/architecture_fields.h"
#include "core/plan_file/plan_file.h"
#include "core/text/config_text.h"
#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr std::string_view shape_prefix = "model.architecture.", tower_prefix = "model.vision.";

/// A section and the prefix of its keys. A longer prefix must come before a shorter one that it starts with.
struct Section {
  std::string_view prefix;
  const char* title;
};
constexpr std::array sections = {
    Section{shape_prefix, QT_TRANSLATE_NOOP("QObject", "Model shape")},
    Section{tower_prefix, QT_TRANSLATE_NOOP("QObject", "Vision tower")},
    Section{"model.", QT_TRANSLATE_NOOP("QObject", "Model")},
    Section{"cluster.", QT_TRANSLATE_NOOP("QObject", "Cluster")},
    Section{"measured.", QT_TRANSLATE_NOOP("QObject", "Measured on this machine")},
    Section{"training.lora.", QT_TRANSLATE_NOOP("QObject", "LoRA")},
    Section{"training.", QT_TRANSLATE_NOOP("QObject", "Training")},
    Section{"zero.", QT_TRANSLATE_NOOP("QObject", "ZeRO")},
    Section{"deepspeed_config.", QT_TRANSLATE_NOOP("QObject", "Other keys of ds_config.json")},
    Section{"target.", QT_TRANSLATE_NOOP("QObject", "Export")},
    Section{"presets.", QT_TRANSLATE_NOOP("QObject", "Presets it brings along")},
};

/// Keys of the file rather than the plan.
constexpr std::array<std::string_view, 4> left_out = {"format", "imported_config", "deepspeed_config",
                                                      "saved_with"};

std::vector<SheetKey> makeKeys() {
  std::vector<SheetKey> keys;
  for (const Section& section : sections)
    for (const PlanKey& key : plan_keys()) {
      const std::string_view path = key.path;
      const auto own = std::ranges::find_if(
          sections, [path](const Section& each) { return path.starts_with(each.prefix); });
      if (own != sections.end() && own->prefix == section.prefix)
        keys.push_back({&key, QObject::tr(section.title), toQt(path.substr(section.prefix.size()))});
    }
  for (const PlanKey& key : plan_keys()) {  // keys without a section
    const auto is_taken = [&key](const SheetKey& each) { return each.key == &key; };
    if (std::ranges::none_of(keys, is_taken) && std::ranges::find(left_out, key.path) == left_out.end())
      keys.push_back({&key, QObject::tr("Other"), toQt(key.path)});
  }
  return keys;
}

/// Returns the value of a feature in a shape.
template <class Shape>
QString shapeText(const Shape& shape, const FieldOf<Shape>* field) {
  if (field == nullptr) return {};
  if (field->count != nullptr) return toQt(format_count(shape.*field->count));
  if (field->flag != nullptr) return shape.*field->flag ? u"true"_s : u"false"_s;
  return toQt(field->word.value(shape));
}

/// Returns the value in effect if the plan does not state it.
QString effectiveText(const PlanKey& key, const Plan& plan) {
  if (key.is_plain()) return toQt(value_text(key.value(plan)));
  const std::string_view path = key.path;
  if (path.starts_with(shape_prefix))
    return plan.model.has_shape()
               ? shapeText(plan.model.architecture, find_architecture_field(path.substr(shape_prefix.size())))
               : QString();
  if (path.starts_with(tower_prefix) && plan.model.has_vision())
    return shapeText(plan.model.vision, find_vision_field(path.substr(tower_prefix.size())));
  return toQt(key.default_value);
}

}  // namespace

const std::vector<SheetKey>& sheetKeys() {
  static const std::vector<SheetKey> keys = makeKeys();
  return keys;
}

bool isFound(const SheetKey& key, const QString& typed) {
  const QString searched =
      QStringList{key.section, toQt(key.key->path).replace(u'_', u' '), toQt(key.key->path),
                  toQt(key.key->deepspeed_key), toQt(key.key->meaning)}
          .join(u' ');
  const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
  return std::ranges::all_of(
      words, [&searched](const QString& word) { return searched.contains(word, Qt::CaseInsensitive); });
}

std::vector<SheetValue> sheetValues(const PlanDocument& document) {
  const ConfigSource file = read_config_text(write_plan(document));
  std::vector<SheetValue> values;
  for (const SheetKey& row : sheetKeys()) {
    const TextNode* node = file.root.find(row.key->path);
    if (node == nullptr)
      values.push_back({effectiveText(*row.key, document.plan), false});
    else if (node->is_integer() && !node->huge)
      values.push_back({toQt(format_count(node->integer)), true});
    else if (node->is_string())
      values.push_back({toQt(node->text), true});
    else
      values.push_back({toQt(file.text.substr(node->span.begin, node->span.size())).simplified(), true});
  }
  return values;
}

}  // namespace zp
