// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/imported/import_table.h"

#include <QCoreApplication>

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("ImportTable", text); }

QString valueOf(const ImportRow& row) {
  return row.now.isEmpty() ? row.value : tr("%1 (read as %2)").arg(row.now, row.value);
}

PlainCell cellOf(const QString& text, const QString& tip = {}) {
  PlainCell cell;
  cell.text = text;
  cell.tool_tip = tip;
  return cell;
}

PlainCell keyOfFile(const ImportRow& row) {
  return row.origin == ImportOrigin::program ? cellOf(tr("the program's default"), row.reason)
                                             : cellOf(row.key);
}

PlainCell keyOfPlan(const ImportRow& row) {
  return row.origin == ImportOrigin::unread ? cellOf(tr("not read"), row.reason)
                                            : cellOf(row.title, row.path);
}

PlainCell cellOfValue(const ImportRow& row) {
  PlainCell cell = cellOf(valueOf(row));
  if (!row.now.isEmpty()) cell.verdict = Verdict::tight;
  return cell;
}

}  // namespace

PlainTableData importTable(const std::vector<ImportRow>& rows) {
  PlainTableData table;
  table.header = {numberCell(tr("Line"), {}), cellOf(tr("Key of the file")), cellOf(tr("Its value")),
                  cellOf(tr("In the plan")), cellOf(tr("Value"))};
  for (const ImportRow& row : rows) {
    const QString line = row.line >= 0 ? QString::number(row.line + 1) : QString();
    table.rows.push_back({{numberCell(line, row.line), keyOfFile(row), cellOf(row.stated_value),
                           keyOfPlan(row), cellOfValue(row)},
                          row.path + u' ' + row.reason});
  }
  return table;
}

QString sentencesOf(const ImportRow& row, const QString& program) {
  switch (row.origin) {
    case ImportOrigin::read: {
      const QString place = row.line >= 0 ? tr("Line %1").arg(row.line + 1) : tr("The file");
      QString sentence = tr("%1 states %2, which is %3 (%4) of the plan: %5.")
                             .arg(place, row.key, row.title, row.path, row.value);
      if (!row.now.isEmpty()) sentence += u' ' + tr("The plan has %1 now.").arg(row.now);
      return sentence;
    }
    case ImportOrigin::program:
      return tr("The file leaves %1 (%2) open; %3 takes %4: %5.")
          .arg(row.title, row.path, program, row.value, row.reason);
    case ImportOrigin::unread:
      break;
  }
  const QString stated = row.stated_value.isEmpty() ? row.key : row.key + u": "_s + row.stated_value;
  return tr("%1 was not read. %2").arg(stated, row.reason);
}

}  // namespace zp
