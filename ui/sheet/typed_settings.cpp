// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/typed_settings.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <optional>
#include <span>

#include "core/catalog/catalog.h"
#include "core/settings/plan_settings.h"
#include "ui/fields/fields.h"
#include "ui/inputs/quantity_spec.h"
#include "ui/model/text.h"
#include "ui/sheet/sheet_keys.h"
#include "ui/theme/access_key.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// Returns the panel's label for a key with its own control; else the key without its section.
QString nameOf(const SheetKey& key) {
  const Field* field = fieldOf(key.key->path);
  return field != nullptr && infoOf(*field).path == key.key->path ? withoutAccessKey(infoOf(*field).label)
                                                                  : key.name;
}

QStringList wordsOf(const QString& text) {
  static const QRegularExpression apart(u"[^\\p{L}\\p{N}]+"_s);
  return text.toLower().split(apart, Qt::SkipEmptyParts);
}

/// Returns how many words of the name remain if each typed word begins one of them; nullopt if one begins
/// none.
std::optional<int> leftOver(const QStringList& name, const QStringList& typed) {
  for (const QString& word : typed)
    if (std::ranges::none_of(name, [&](const QString& each) { return each.startsWith(word); })) return {};
  return static_cast<int>(name.size() - typed.size());
}

/// A setting whose name matches; its value is tried next.
struct MatchedSetting {
  std::size_t place = 0;  ///< index in sheetKeys()
  QString value;
  int left_over = 0;
};

QString valueOf(const SheetKey& key, const QString& typed) {
  if (key.key->kind != KeyKind::flag) return typed;
  const QString word = typed.toLower();
  if (word == u"on" || word == u"yes") return u"true"_s;
  return word == u"off" || word == u"no" ? u"false"_s : word;
}

/// Returns false for text without digits if the key is numeric.
bool mayBeValue(const SheetKey& key, const QString& value) {
  if (!key.key->is_number()) return true;
  return std::ranges::any_of(value, [](QChar letter) { return letter.isDigit(); });
}

std::vector<MatchedSetting> metBy(const QStringList& words) {
  std::vector<MatchedSetting> met;
  for (const qsizetype of_value : {1, 2}) {
    if (words.size() <= of_value) break;
    const QStringList name = wordsOf(words.first(words.size() - of_value).join(u' '));
    const QString value = words.last(of_value).join(u' ');
    for (std::size_t i = 0; i < sheetKeys().size(); ++i) {
      const SheetKey& key = sheetKeys()[i];
      if (!mayBeValue(key, value)) continue;
      const std::optional<int> by_name = leftOver(wordsOf(nameOf(key)), name);
      const std::optional<int> by_path = leftOver(wordsOf(toQt(key.key->path)), name);
      if (by_name || by_path)
        met.push_back({i, valueOf(key, value), std::min(by_name.value_or(100), by_path.value_or(100))});
    }
  }
  std::ranges::stable_sort(met, {}, &MatchedSetting::left_over);
  return met;
}

}  // namespace

std::vector<TypedSetting> typedSettings(const PlanDocument& document, const QString& typed,
                                        const Catalog& presets, std::size_t most) {
  static const QRegularExpression apart(u"[\\s=:]+"_s);
  const QStringList words = typed.split(apart, Qt::SkipEmptyParts);
  std::vector<TypedSetting> settings;
  const std::vector<MatchedSetting> met = metBy(words);
  if (met.empty()) return settings;
  const std::vector<SheetValue> before = sheetValues(document);
  for (const MatchedSetting& matched_setting : met) {
    if (settings.size() == most) break;
    const SheetKey& key = sheetKeys()[matched_setting.place];
    const KeySetting setting{key.key->path, toStd(matched_setting.value), decimalMarkOf(QLocale())};
    try {
      PlanDocument next = with_settings(document, std::span(&setting, 1), presets);
      const QString after = sheetValues(next)[matched_setting.place].text;
      if (after == before[matched_setting.place].text) continue;
      // The list of GPUs has names other than ids, and shows the GPU's own name.
      if (key.key->path == "cluster.gpu.preset" && toStd(after) != preset_id(toStd(matched_setting.value)))
        continue;
      settings.push_back(
          {nameOf(key), before[matched_setting.place].text, after, toQt(key.key->path), std::move(next)});
    } catch (const FileError&) {
      // the text is not a valid value of this key
    }
  }
  return settings;
}

}  // namespace zp
