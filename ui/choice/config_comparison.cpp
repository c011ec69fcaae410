// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/config_comparison.h"

#include <QDialog>
#include <QTextBrowser>

#include "core/export/ds_config.h"
#include "core/report/line_diff.h"
#include "ui/model/text.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize comparison_size{640, 560};

/// Returns a line of a diff, in the colour of its kind.
QString lineHtml(const QString& line) {
  const ThemeColors& colors = themeColors();
  const QColor color = line.startsWith(u'+')   ? colors.fits
                       : line.startsWith(u'-') ? colors.over
                       : line.startsWith(u'@') ? colors.muted
                                               : colors.text;
  return u"<font color='"_s + color.name() + u"'>"_s + line.toHtmlEscaped() + u"</font>\n"_s;
}

}  // namespace

QString configComparisonHtml(const PlanDocument& present, const std::vector<NamedPlan>& plans) {
  const std::string before = ds_config(present);
  QString html;
  for (const NamedPlan& each : plans) {
    const QString diff =
        toQt(line_diff(before, ds_config(each.document), std::string(config_file_name(each.document.plan))));
    html += u"<h4>"_s + each.name.toHtmlEscaped() + u"</h4>"_s;
    if (diff.isEmpty()) {
      html += u"<p>"_s + QObject::tr("The same as this plan's.") + u"</p>"_s;
      continue;
    }
    html += u"<pre>"_s;
    for (const QString& line : diff.split(u'\n').mid(2))  // skips the two lines that name the files
      html += lineHtml(line);
    html += u"</pre>"_s;
  }
  return html;
}

void showConfigComparison(QWidget* parent, const PlanDocument& present, const std::vector<NamedPlan>& plans) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName(u"configComparison"_s);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(QObject::tr("ds_config.json: from this plan to the pinned ones"));
  auto* text = new QTextBrowser;
  text->setObjectName(u"configComparison.text"_s);
  text->setAccessibleName(dialog->windowTitle());
  text->setFrameShape(QFrame::NoFrame);
  text->setHtml(configComparisonHtml(present, plans));
  auto* column = makeColumn(dialog, -1);
  column->addWidget(text);
  dialog->resize(comparison_size);
  dialog->show();
}

}  // namespace zp
