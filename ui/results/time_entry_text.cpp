// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/time_entry_text.h"

#include <QStringList>

#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr std::size_t most_told = 4;  // more would make the tip cover what it describes

QString outcomeOf(const TimeExplanation& words) { return toQt(words.title) + u": " + toQt(words.outcome); }

}  // namespace

QString timeEntriesText(const std::vector<const TimeExplanation*>& entries) {
  QStringList lines;
  for (std::size_t i = 0; i < entries.size() && i < most_told; ++i) {
    lines << outcomeOf(*entries[i]);
    if (i == 0) lines << toQt(entries[i]->formula) << u"Source: "_s + toQt(entries[i]->source);
  }
  if (entries.size() > most_told) lines << QObject::tr("and %1 more").arg(entries.size() - most_told);
  return lines.join(u'\n');
}

}  // namespace zp
