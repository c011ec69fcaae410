// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/choice_picture.h"

#include <algorithm>
#include <functional>

#include "core/search/choice_words.h"
#include "core/units/format.h"
#include "ui/model/choice_model.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// Returns the index of the option in the picture; adds the option if it is not there.
int indexIn(ChoicePicture& picture, const Option& option, const ChoiceModel& choice) {
  const auto found = std::ranges::find(picture.options, option.pick, &Option::pick);
  if (found != picture.options.end()) return static_cast<int>(found - picture.options.begin());
  picture.options.push_back(option);
  picture.memory.push_back(choice.shownMemory(option));
  return static_cast<int>(picture.options.size()) - 1;
}

QString titleOf(const ChoicePicture& picture, int index) {
  return toQt(title_of(picture.option(index), picture.origin));
}

QString stopWords(const ChoicePicture& picture) {
  return picture.plan.training.framework == Framework::deepspeed
             ? QObject::tr("DeepSpeed refuses it or stops with it")
             : QObject::tr("PyTorch refuses it or stops with it");
}

PlainCell wordCell(const QString& text, Verdict verdict) {
  PlainCell cell;
  cell.text = text;
  cell.verdict = verdict;
  return cell;
}

}  // namespace

ChoicePicture pictureOf(const ChoiceModel& choice) {
  ChoicePicture picture;
  picture.plan = choice.plan();
  picture.capacity = choice.choice().capacity;
  picture.origin = choice.choice().present.pick;
  picture.options = choice.picture().frontier;
  picture.frontier_count = static_cast<int>(picture.options.size());
  const std::vector<Bytes>& memory = choice.picture().memory;  // of the frontier, followed by the corners
  const auto corners = memory.begin() + picture.frontier_count;
  picture.memory.assign(memory.begin(), corners);
  if (choice.choice().best) picture.best = indexIn(picture, *choice.choice().best, choice);
  for (int i = 0; i < static_cast<int>(picture.options.size()); ++i)
    picture.table.push_back(i);
  std::ranges::stable_sort(picture.table, std::greater(), [&](int index) { return picture.memoryOf(index); });
  picture.present = indexIn(picture, choice.choice().present, choice);
  picture.options.insert(picture.options.end(), choice.picture().corners.begin(),
                         choice.picture().corners.end());
  picture.memory.insert(picture.memory.end(), corners, memory.end());
  picture.stops.assign(picture.options.size() - choice.picture().corners.size(), false);
  if (!choice.choice().present_is_taken) picture.stops[static_cast<std::size_t>(picture.present)] = true;
  picture.stops.insert(picture.stops.end(), choice.picture().stops.begin(), choice.picture().stops.end());
  return picture;
}

QString tipOf(const ChoicePicture& picture, int index) {
  const Option& option = picture.option(index);
  QString tip = u"<b>"_s + titleOf(picture, index).toHtmlEscaped() + u"</b><br>"_s +
                toQt(summary_of(option, picture.capacity, picture.plan)).toHtmlEscaped();
  if (!picture.fits(index))
    tip += u"<br>"_s + QObject::tr("Does not fit");
  else if (picture.isStopped(index))
    tip += u"<br>"_s + stopWords(picture);
  tip += u"<table cellspacing='0' cellpadding='1'>"_s;
  for (const PickDifference& each : differences(picture.origin, option.pick))
    tip += u"<tr><td>"_s + toQt(each.title).toHtmlEscaped() + u"</td><td>&nbsp;&nbsp;"_s +
           toQt(each.from).toHtmlEscaped() + u" → "_s + toQt(each.to).toHtmlEscaped() + u"</td></tr>"_s;
  tip += u"</table>"_s;
  return tip + (index == picture.present ? QObject::tr("This plan")
                                         : QObject::tr("Double click adopts it, Ctrl+click pins it"));
}

QString wordsOf(const ChoicePicture& picture, int index) {
  QStringList words = {titleOf(picture, index),
                       toQt(summary_of(picture.option(index), picture.capacity, picture.plan))};
  if (picture.isStopped(index)) words << stopWords(picture);
  if (index == picture.best) words << QObject::tr("the best");
  if (index == picture.present) words << QObject::tr("this plan");
  return words.join(u", "_s);
}

PlainTableData frontierTable(const ChoicePicture& picture) {
  PlainTableData table;
  table.header = {numberCell(QObject::tr("GiB / GPU"), {}), numberCell(QObject::tr("Tokens/s"), {}),
                  wordCell(QObject::tr("Candidates"), Verdict::none)};
  for (const int i : picture.table) {
    const Option& option = picture.option(i);
    const double rate = tokens_per_s(option, picture.plan);
    const QString mark = i == picture.best ? u"★ "_s : QString();
    const QString title = i == picture.present ? QObject::tr("this plan") : titleOf(picture, i);
    PlainRow row;
    const Bytes memory = picture.memoryOf(i);
    row.cells = {numberCell(toQt(format_gib_value(memory)), to_gib(memory)),
                 numberCell(rate > 0 ? shortCountText(rate) : u"–"_s, rate),
                 wordCell(mark + title, i == picture.best ? Verdict::fits : Verdict::none)};
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace zp
