// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/card_picture.h"

#include <QCoreApplication>

#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString cardWords(const char* words) { return QCoreApplication::translate("CardPicture", words); }

QString cardAmount(double bytes) { return toQt(format_bytes(bytes_of(bytes))); }

struct CardSeries {
  CardPart part;
  const char* name;
  double bytes;
  const char* meaning;
};

}  // namespace

BarChartData cardPicture(const CardParts& parts, const QString& label, const QString& title,
                         const QString& note) {
  const CardSeries all[] = {
      {CardPart::tensors, "This process", parts.tensors, "Tensors of this process"},
      {CardPart::cache, "Its unused cache", parts.cache,
       "Reserved by its allocator and not in use: free for its own tensors, if contiguous"},
      {CardPart::context, "Its context", parts.context,
       "CUDA context, libraries and NCCL of this process, outside PyTorch's allocator"},
      {CardPart::others, "Other processes", parts.others, "Held by other processes on the same GPU"},
      {CardPart::rest, "Not told apart", parts.rest,
       "In use: the context of this process, or other processes; the message does not say which"},
      {CardPart::free, "Free", parts.free, "Free when the memory was asked for"},
      {CardPart::missing, "Requested beyond it", parts.missing(),
       "The part of the request that does not fit"},
  };
  BarChartData data;
  BarRow card;
  card.label = label;
  QStringList spoken;
  for (const CardSeries& series : all) {
    if (!(series.bytes > 0)) continue;
    const QString amount = cardAmount(series.bytes);
    data.series.push_back({cardWords(series.name), SeriesColor(series.part)});
    card.parts.push_back(
        {to_gib(bytes_of(series.bytes)), amount, [meaning = cardWords(series.meaning)] { return meaning; }});
    spoken << cardWords(series.name) + u' ' + amount;
  }
  const QString asked = cardAmount(parts.requested);
  card.verdict = parts.missing() > 0 ? Verdict::over : Verdict::none;
  card.total_text = cardWords("%1 asked for").arg(asked);
  if (parts.missing() > 0) card.lack_text = u'+' + cardAmount(parts.missing());
  card.spoken =
      label + u": "_s +
      cardWords("%1 of %2; %3 asked for").arg(spoken.join(u", "_s), cardAmount(parts.capacity), asked);
  data.rows.push_back(std::move(card));
  data.limit = to_gib(bytes_of(parts.capacity));
  data.limit_text = cardWords("%1 in all").arg(cardAmount(parts.capacity));
  data.axis_title = cardWords("GiB");
  data.title = title;
  data.note = note;
  return data;
}

}  // namespace zp
