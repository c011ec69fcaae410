// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/choice_html.h"

#include <algorithm>
#include <vector>

#include "core/search/choice_words.h"
#include "ui/model/choice_model.h"
#include "ui/model/text.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString headline(const QString& text) { return u"<h4>"_s + text.toHtmlEscaped() + u"</h4>"_s; }

QString paragraph(const QString& name, const QColor& color, const QString& words) {
  return u"<p><b><font color='"_s + color.name() + u"'>"_s + name.toHtmlEscaped() + u"</font></b> "_s +
         words.toHtmlEscaped() + u"</p>"_s;
}

/// Returns first the strategies that do not run, sorted by what they lack, then the others, slowest first.
std::vector<const Family*> worstFirst(const PlanChoice& choice) {
  std::vector<const Family*> families;
  for (const Family& family : choice.families)
    if (!choice.best || !(family.strategy == strategy_of(*choice.best))) families.push_back(&family);
  std::ranges::stable_sort(families, [](const Family* a, const Family* b) {
    if (a->fastest.has_value() != b->fastest.has_value()) return !a->fastest.has_value();
    return a->fastest ? a->fastest->seconds > b->fastest->seconds : a->shortage.bytes > b->shortage.bytes;
  });
  return families;
}

}  // namespace

QString choiceHtml(const ChoiceModel& choice) {
  const ThemeColors& colors = themeColors();
  const SensitivityTable& outlook = choice.outlook();
  QString html;
  if (choice.choice().best)
    html = headline(QObject::tr("Why this one")) + u"<p>"_s +
           toQt(why_best(choice.choice(), choice.plan())).toHtmlEscaped() + u"</p>"_s;
  html += headline(QObject::tr("Why not"));
  for (const Family* family : worstFirst(choice.choice())) {
    QString words = toQt(why_not(*family, choice.choice(), choice.plan()));
    const auto index = static_cast<std::size_t>(family - choice.choice().families.data());
    if (index < outlook.nearest_fix.size() && !outlook.nearest_fix[index].empty())
      words += QObject::tr(". Runs with: %1").arg(toQt(outlook.nearest_fix[index]));
    html += paragraph(toQt(label_of(family->strategy)), family->fastest ? colors.muted : colors.over, words);
  }
  html += headline(QObject::tr("What would help next"));
  if (!choice.isOutlookCurrent()) return html + u"<p>…</p>"_s;
  for (const Sensitivity& change : outlook.changes) {
    if (!is_worth_a_line(change)) continue;
    html += u"<p>"_s + (change.is_gain ? u"<b>"_s : QString()) +
            toQt(sensitivity_line(change)).toHtmlEscaped() + (change.is_gain ? u"</b>"_s : QString()) +
            u"</p>"_s;
  }
  return html;
}

}  // namespace zp
