// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help.h"

#include <QDialog>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTextDocument>

#include "core/estimate/weak_sources.h"
#include "core/report/manual.h"
#include "core/report/version.h"
#include "core/speed/explain_time.h"
#include "core/units/format.h"
#include "ui/model/action_registry.h"
#include "ui/model/plan_results.h"
#include "ui/model/text.h"
#include "ui/results/explanation_html.h"
#include "ui/results/view_window.h"
#include "ui/theme/access_key.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize help_size{560, 520};

QString keysOf(const QAction& action) {
  QStringList keys;
  for (const QKeySequence& sequence : action.shortcuts())
    keys << sequence.toString(QKeySequence::NativeText);
  return keys.join(u" or "_s);
}

QString row(const QString& keys, const QString& text) {
  return u"<tr><td width='170'><b>"_s + keys.toHtmlEscaped() + u"</b></td><td>" + text.toHtmlEscaped() +
         u"</td></tr>";
}

/// Returns the keys of the controls themselves, which are not actions.
QString controlKeys() {
  return u"<h4>Controls</h4><table cellpadding='3'>"_s + row(u"← →"_s, u"Slider: to the next stop"_s) +
         row(u"Page up, Page down"_s, u"Slider: three stops"_s) +
         row(u"Shift and drag"_s, u"Slider: between the stops"_s) +
         row(u"↑ ↓"_s, u"Number: one step, with Ctrl ten; chart: another strategy"_s) +
         row(u"← → ↑ ↓"_s, u"Chart of one step: another moment, another part; Return: its explanation"_s) +
         row(u"+ − 0, Ctrl and wheel"_s, u"Chart: a part of it, all of it; the wheel moves along"_s) +
         row(u"Drag, or Shift and drag over bars"_s, u"Chart: the part within the frame"_s) +
         row(u"Return or Tab"_s, u"Number: take what was typed (7b, 6.74 B, 4k, 2*8)"_s) +
         row(u"Esc"_s, u"Number: as it was; palette, message: close; a search for one: stop"_s) +
         row(u"Double click on a label"_s, u"Back to the preset"_s) +
         row(u"F1"_s, u"Explain the field, the bar, the moment, or the item under the mouse"_s) + u"</table>";
}

/// Returns every entry of the clock: meaning, formula of its seconds, source.
QString clockHtml(const Plan& plan, const StepTime& time) {
  if (!time.is_known) return {};
  QString html = u"<h3>"_s + QObject::tr("The clock, entry by entry") + u"</h3>"_s;
  for (const TimeExplanation& entry : explain_time(plan, time.ledger))
    html += u"<p><b>"_s + toQt(entry.title).toHtmlEscaped() + u"</b>: "_s +
            toQt(entry.outcome).toHtmlEscaped() + u"<br>"_s + toQt(entry.meaning).toHtmlEscaped() +
            u"<br><code>"_s + toQt(entry.formula + " = " + with_separators(entry.figures)).toHtmlEscaped() +
            u"</code><br>"_s + QObject::tr("Source: %1").arg(toQt(entry.source).toHtmlEscaped()) + u"</p>"_s;
  return html;
}

/// Returns every assumption with a weak source; those relevant to the plan are in bold.
QString weakSourcesHtml(const PlanResults& results) {
  QString html = u"<h3>"_s + QObject::tr("Assumptions whose source is weak") + u"</h3>"_s;
  if (results.has_numbers)
    html += u"<p>"_s + QObject::tr("Figures of this plan rest on those in bold.") + u"</p>"_s;
  for (const WeakSource& one : weak_sources()) {
    const QString text = toQt(sentences_of(one)).toHtmlEscaped();
    const bool acts = results.has_numbers && one.acts_on(results.evaluation.document.plan);
    html += acts ? u"<p><b>"_s + text + u"</b></p>"_s : u"<p>"_s + text + u"</p>"_s;
  }
  return html;
}

}  // namespace

QString shortcutsHtml(const ActionRegistry& actions) {
  QString html, section;
  for (const ActionRegistry::Entry& entry : actions.entries()) {
    if (entry.action->shortcuts().isEmpty()) continue;
    if (entry.section != section) {
      html += (section.isEmpty() ? u""_s : u"</table>"_s) + u"<h4>" + entry.section +
              u"</h4><table cellpadding='3'>";
      section = entry.section;
    }
    html += row(keysOf(*entry.action), withoutAccessKey(entry.action->text()).remove(u'…'));
  }
  return html + u"</table>" + controlKeys();
}

QString assumptionsHtml(const PlanResults& results) {
  QString general = QStringLiteral(
      "<h3>What the figures rest on</h3><p><b>Exact arithmetic.</b> Weights, gradients, master weights and "
      "optimizer states, by ZeRO stage, precision, optimizer and offload, as DeepSpeed's engine allocates "
      "them. Parameter counts come from the list of tensors of the architecture.</p><p><b>Derived from the "
      "architecture.</b> Activations: each operation of a block with the tensors that autograd saves; logits "
      "and loss; the buckets, live parameters and workspace that DeepSpeed's settings "
      "allow.</p><p><b>Estimated, with a range.</b> CUDA context and libraries, NCCL buffers, and what the "
      "caching allocator reserves without use. The range drawn at the end of each bar holds about 80 % of "
      "published peaks of that kind of run.</p><p><b>What counts.</b> The largest amount at any moment of a "
      "step, with context and libraries, against the memory the GPU can use, which is less than the number "
      "on the box. Each phase counts only what is alive in it.</p><p><b>Left out.</b> Data loading and "
      "evaluation, other programs on the same GPU, extra tensors that a training script keeps, and custom "
      "kernels other than those a switch names.</p><p><b>A bare parameter count</b> takes a typical shape "
      "for activations and the largest tensor. <b>A list of tensors</b> has no activations: then “fits” "
      "speaks of model states only.</p><p><b>Step time.</b> Work and bytes of one optimizer step over what "
      "GPUs, links, host and drives sustain, less what hides behind compute. Its range holds about 80 % of "
      "published runs of that kind; Help ▸ How right is this lists them. A list of tensors has "
      "none.</p><p><b>Order of strategies.</b> Ranks follow the step time among those that fit, then the "
      "memory that is short.</p><p><b>Scaling.</b> More GPUs are more nodes like today's; links, host and "
      "drives of a node stay.</p><p>1 GiB = 2³⁰ bytes; 1 GB/s = 10⁹ bytes per second, one direction, per "
      "GPU. The explanation next to the chart gives the formula and the source of every byte.</p>");
  general += weakSourcesHtml(results);
  if (!results.has_numbers) return general;
  const Plan& plan = results.evaluation.document.plan;
  return general + u"<h3>"_s + QObject::tr("This plan, entry by entry") + u"</h3>"_s +
         explanationHtml(results, QString()) + clockHtml(plan, results.evaluation.figures.time);
}

QString aboutHtml() {
  return u"<h3>ZeRO Planner "_s + toQt(version_text()) +
         u"</h3><p>What a DeepSpeed ZeRO training run will need, and what to choose.</p>"
         u"<p>Free software under the GNU General Public License, version 3 or later. Built with Qt "
         u"and QCustomPlot. The texts of the licences are in the folder LICENSES of the source.</p>"_s;
}

QString commandsHtml() {
  static const QRegularExpression comment(u"<!--.*?-->\n"_s);
  QTextDocument document;
  document.setMarkdown(toQt(manual_page()).remove(comment));
  return document.toHtml();
}

QTextBrowser* showHelp(QWidget* parent, const QString& name, const QString& title, const QString& html) {
  const QString text_name = name + u".text"_s;
  const QDialog* window = showViewWindow(name, title, help_size, parent, [&] {
    auto* text = new QTextBrowser;
    text->setObjectName(text_name);
    text->setAccessibleName(title);
    text->setFrameShape(QFrame::NoFrame);
    text->document()->setDocumentMargin(12);
    text->setOpenLinks(false);
    return text;
  });
  auto* text = window->findChild<QTextBrowser*>(text_name);
  text->setHtml(html);
  return text;
}

}  // namespace zp
