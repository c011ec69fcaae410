// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QUrl>
#include <vector>

#include "ui/theme/theme.h"

namespace zp {

struct PlainCell {
  QString text;
  QString tool_tip;        ///< the whole text where none is given: a narrow column elides
  QVariant sort;           ///< what the column is sorted by; the text where invalid
  bool is_number = false;  ///< stands at the right
  Verdict verdict = Verdict::none;
  QUrl link;  ///< looks like a link; whoever shows the table opens it

  bool operator==(const PlainCell&) const = default;
};
/// One that stands to the right and sorts by `sort`.
PlainCell numberCell(const QString& text, const QVariant& sort);

struct PlainRow {
  std::vector<PlainCell> cells;
  QString more;  ///< found by the filter too, but in no column
};

struct PlainTableData {
  std::vector<PlainCell> header;
  std::vector<PlainRow> rows;
};

/// A table of texts that are ready to show. It decides nothing.
class PlainTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { SortRole = Qt::UserRole, LinkRole, FilterRole };

  using QAbstractTableModel::QAbstractTableModel;

  void setContents(PlainTableData data);
  /// The same where the header or the count of rows is another; else it tells of the cells that change alone,
  /// and columns keep the width they have.
  void changeContents(PlainTableData data);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  PlainTableData data_;
};

/// Sorts a PlainTable by its sort keys, and keeps the rows in which every typed word stands somewhere.
class PlainTableFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit PlainTableFilter(QObject* parent = nullptr);
  void setWords(const QString& typed);

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList words_;
};

}  // namespace zp
