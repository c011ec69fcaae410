// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/unstated_text.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/report/words.h"
#include "core/units/format.h"
#include "core/unstated/open_words.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr std::size_t most_named = 3;  // settings named in the line

QString openWords(const char* words) { return QCoreApplication::translate("Unstated", words); }

QString figuresText(const OpenFigures& figures) {
  QString text = openWords("Peak %1 on each GPU").arg(toQt(format_gib(figures.peak)));
  if (figures.step_s > 0) text += openWords(", %1 a step").arg(toQt(format_seconds(figures.step_s)));
  return text;
}

/// Returns the first part of a change, because one line names several settings.
QString mainChange(const UnstatedSetting& open, const Alternative& alternative) {
  return toQt(change_of(open.figures, alternative.figures)).section(u", "_s, 0, 0);
}

OpenValueText valueText(const UnstatedSetting& open, const KeyValue& value, const OpenFigures& figures,
                        const QString& change) {
  const QString writes = openWords("Writes %1 = %2 into the plan; undo takes it back.")
                             .arg(toQt(open.setting->path), toQt(setting_text(value)));
  return {toQt(phrase_of(*open.setting, value)), change, figuresText(figures) + u". "_s + writes};
}

}  // namespace

std::vector<OpenSettingText> openSettingTexts(const std::vector<UnstatedSetting>& settings,
                                              const Plan& plan) {
  std::vector<OpenSettingText> texts;
  for (const UnstatedSetting& open : settings) {
    OpenSettingText text{toQt(open.setting->title),
                         valueText(open, open.assumed, open.figures, toQt(origin_words(open, plan))),
                         is_statable(open.assumed),
                         {}};
    for (const Alternative& alternative : open.alternatives)
      text.alternatives.push_back(valueText(open, alternative.value, alternative.figures,
                                            toQt(change_of(open.figures, alternative.figures))));
    texts.push_back(std::move(text));
  }
  return texts;
}

QStringList notStatedForms(const std::vector<UnstatedSetting>& settings, double odds) {
  if (settings.empty()) return {openWords("All that matters is stated"), openWords("All stated")};
  QStringList named;
  for (const UnstatedSetting& open : settings) {
    const Alternative& first = open.alternatives.front();
    const QString change = mainChange(open, first);
    const QString phrase = toQt(phrase_of(*open.setting, first.value));
    if (change.startsWith(u"it "_s))  // "it does not fit then"
      named << (first.figures.fits ? openWords("with %1 it would fit")
                                   : openWords("with %1 it would not fit"))
                   .arg(phrase);
    else
      named << phrase + u' ' + change;
    if (static_cast<std::size_t>(named.size()) == most_named) break;
  }
  QStringList forms;
  const QString count = QString::number(settings.size()), percent = toQt(odds_percent(odds));
  for (; !named.isEmpty(); named.removeLast()) {
    const bool is_all = static_cast<std::size_t>(named.size()) == settings.size();
    forms << openWords("Not stated (odds with it %1): %2").arg(percent, named.join(u", "_s)) +
                 (is_all ? QString() : u" … ("_s + count + u')');
  }
  return forms << openWords("%1 not stated, odds %2").arg(count, percent);
}

}  // namespace zp
