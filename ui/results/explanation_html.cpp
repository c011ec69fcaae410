// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/explanation_html.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "core/memory/explain.h"
#include "core/report/host_words.h"
#include "core/units/format.h"
#include "ui/fields/fields.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"
#include "ui/results/config_lines.h"
#include "ui/theme/access_key.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString escaped(std::string_view text) { return toQt(text).toHtmlEscaped(); }
QString bytesText(Bytes bytes) { return toQt(format_bytes(bytes)); }
QString colored(const QColor& color, const QString& html) {
  return u"<span style='color:"_s + color.name() + u"'>" + html + u"</span>";
}
QString muted(const QString& html) { return colored(themeColors().muted, html); }

QString phasesOf(const Entry& entry) {
  QStringList names;
  for (std::size_t i = 0; i < phase_count; ++i)
    if (entry.counts_in(static_cast<Phase>(i))) names << toQt(name_of(static_cast<Phase>(i)));
  return names.join(u", "_s);
}

QString leverHtml(std::string_view lever) {
  if (lever.empty()) return {};
  const Field* field = fieldOf(std::string(lever));
  const QString path = toQt(lever);
  if (field == nullptr) return muted(u"Setting: "_s + path.toHtmlEscaped());
  return muted(u"Changed by "_s) + u"<a href='plan:" + path + u"'>" +
         withoutAccessKey(infoOf(*field).label).toHtmlEscaped() + u"</a>";
}

/// The ledger of a plan, with its explanations.
struct ExplainedLedger {
  const PlanResults& results;
  const Explanations& words;
};

/// Returns "In ds_config.json: reduce_bucket_size (line 12), …", each a link.
QString linesHtml(const PlanResults& results, EntryId entry) {
  QStringList links;
  for (const GoverningLine& line : governingLines(results, {&entry, 1}))
    links << u"<a href='config:"_s + line.path + u"'>" + line.name().toHtmlEscaped() + u"</a>";
  if (links.isEmpty()) return {};
  return u"<div>"_s + muted(u"In ds_config.json: "_s) + links.join(u", "_s) + u"</div>";
}

/// Returns an entry as HTML: title and bytes on one line; meaning, formula, source, setting and
/// ds_config.json lines below.
QString entryHtml(const ExplainedLedger& of, const Entry& entry, Bytes whole) {
  const Explanation& words = of.words.of(entry.id);
  QString amount = bytesText(entry.bytes);
  if (whole.value() > 0) amount += muted(u" · "_s + toQt(format_percent(ratio(entry.bytes, whole))));
  QString html = u"<table width='100%' cellpadding='0' cellspacing='0' style='margin-top:8px'><tr><td><b>"_s +
                 escaped(words.title) + u"</b></td><td align='right'>" + amount + u"</td></tr></table>";
  html += u"<div>"_s + escaped(words.meaning) + u"</div>";
  html += u"<div><code>"_s + escaped(words.line) + u"</code></div>";
  html += u"<div>"_s + muted(u"Source: "_s + escaped(words.source)) + u"</div>";
  if (const QString lever = leverHtml(words.lever); !lever.isEmpty()) html += u"<div>"_s + lever + u"</div>";
  return html + linesHtml(of.results, entry.id);
}

QString headingHtml(const QString& anchor, const QString& swatch, const QString& text,
                    const QString& amount) {
  return u"<table width='100%' cellpadding='3' cellspacing='0' style='margin-top:14px' bgcolor='"_s +
         themeColors().rowTint(false).name() + u"'><tr><td><a name='" + anchor + u"'></a>" + swatch + u"<b>" +
         text + u"</b></td><td align='right'><b>" + amount + u"</b></td></tr></table>";
}

QString swatchOf(ChartComponent component) {
  return colored(themeColors().component(component), u"■"_s) + u"&nbsp;";
}

using Keep = std::function<bool(const Entry&)>;

std::vector<const Entry*> keptEntries(const Ledger& ledger, const Keep& keep) {
  std::vector<const Entry*> entries;
  for (const Entry& entry : ledger.entries())
    if (keep(entry)) entries.push_back(&entry);
  std::stable_sort(entries.begin(), entries.end(), [](auto* a, auto* b) { return a->bytes > b->bytes; });
  return entries;
}

QString entriesHtml(const ExplainedLedger& of, Bytes whole, const Keep& keep) {
  QString html;
  for (const Entry* entry : keptEntries(of.results.evaluation.figures.estimate.ledger, keep))
    html += entryHtml(of, *entry, whole);
  return html;
}

QString peakHtml(const ExplainedLedger& of) {
  const GpuMemory& gpu = of.results.evaluation.figures.estimate.gpu;
  const ChartBytes parts = chartBytesOf(gpu.components);
  QString html;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].value() == 0) continue;
    const auto component = static_cast<ChartComponent>(i);
    html += headingHtml(anchorOf(component), swatchOf(component), nameOf(component),
                        bytesText(parts[i]) + u" · " + toQt(format_percent(ratio(parts[i], gpu.peak))));
    html += entriesHtml(of, gpu.peak, [&](const Entry& entry) {
      return entry.place == Place::gpu && entry.counts_in(gpu.peak_phase) &&
             chartComponentOf(entry.component) == component;
    });
  }
  return html;
}

QString otherMomentsHtml(const ExplainedLedger& of) {
  const MemoryEstimate& estimate = of.results.evaluation.figures.estimate;
  QString html;
  for (const Entry* entry : keptEntries(estimate.ledger, [&](const Entry& e) {
         return e.place == Place::gpu && !e.counts_in(estimate.gpu.peak_phase);
       })) {
    html += entryHtml(of, *entry, Bytes(0));
    if (const QString phases = phasesOf(*entry); !phases.isEmpty())
      html += u"<div>"_s + muted(u"Counts in: "_s + phases) + u"</div>";
  }
  if (html.isEmpty()) return {};
  return headingHtml(anchorOfOtherMoments(), {}, u"On the GPU at other moments, not at the peak"_s, {}) +
         html;
}

QString placeHtml(const ExplainedLedger& of, Place place) {
  const MemoryEstimate& estimate = of.results.evaluation.figures.estimate;
  const bool host = place == Place::cpu;
  const Bytes whole = host ? estimate.cpu.needed_per_rank() : estimate.nvme.per_node;
  // Entries in host memory belong to different phases, so none is a share of a common total.
  const QString entries =
      entriesHtml(of, host ? Bytes(0) : whole, [place](const Entry& entry) { return entry.place == place; });
  if (entries.isEmpty()) return {};
  QString amount = bytesText(host ? estimate.cpu.needed_per_node() : estimate.nvme.per_node) + u" a node";
  if (!host) return headingHtml(anchorOf(place), {}, u"NVMe space"_s, amount) + entries;
  amount.prepend(bytesText(whole) + u" a rank in training, ");
  QString phases;
  for (const std::string& sentence : host_sentences(of.results.evaluation.document.plan, estimate))
    phases += u"<p>"_s + toQt(sentence).toHtmlEscaped() + u"</p>";
  return headingHtml(anchorOf(place), {}, u"CPU memory"_s, amount) + phases + entries;
}

QString summaryHtml(const GpuMemory& gpu) {
  return u"<p>"_s + bytesText(gpu.peak) + u" of " + bytesText(gpu.capacity) + u" at the peak, in the " +
         toQt(name_of(gpu.peak_phase)) + u" phase; likely within " + bytesText(gpu.likely_peak.low) + u" – " +
         bytesText(gpu.likely_peak.high) + u". Steady between steps: " + bytesText(gpu.steady) + u".</p>";
}

}  // namespace

QString anchorOf(ChartComponent component) {
  return u"part-"_s + QString::number(static_cast<int>(component));
}
QString anchorOfOtherMoments() { return u"other"_s; }
QString anchorOf(Place place) { return u"place-"_s + toQt(name_of(place)); }

QString explanationHtml(const PlanResults& results, const QString& title) {
  const Explanations words(results.evaluation.document.plan, results.evaluation.figures.estimate.ledger);
  const ExplainedLedger of{results, words};
  return u"<h3><a name='"_s + anchorOf(Place::gpu) + u"'></a>" + title.toHtmlEscaped() + u"</h3>" +
         summaryHtml(results.evaluation.figures.estimate.gpu) + peakHtml(of) + otherMomentsHtml(of) +
         placeHtml(of, Place::cpu) + placeHtml(of, Place::nvme);
}

}  // namespace zp
