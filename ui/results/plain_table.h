// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QUrl>
#include <optional>
#include <vector>

#include "ui/theme/theme.h"

namespace zp {

struct PlainCell {
  QString text;
  QString tool_tip;        ///< if empty, the whole text is the tip, because narrow columns elide it
  QVariant sort;           ///< sort key; the text if invalid
  bool is_number = false;  ///< aligned to the right
  Verdict verdict = Verdict::none;
  QUrl link;                       ///< shown as a link; the owner of the table opens it
  std::optional<bool> check = {};  ///< a check box; the table's owner stores its state

  bool operator==(const PlainCell&) const = default;
};
/// Returns a cell that is aligned to the right and sorted by `sort`.
PlainCell numberCell(const QString& text, const QVariant& sort);

struct PlainRow {
  std::vector<PlainCell> cells;
  QString more;  ///< additional text for the filter, not shown in a column
};

struct PlainTableData {
  std::vector<PlainCell> header;
  std::vector<PlainRow> rows;
};

/// A table of texts that are ready to display; contains no logic.
class PlainTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { SortRole = Qt::UserRole, LinkRole, FilterRole };

  using QAbstractTableModel::QAbstractTableModel;

  void setContents(PlainTableData data);
  /// As setContents if the header or the number of rows changes; otherwise signals only the changed cells,
  /// and columns keep their width.
  void changeContents(PlainTableData data);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  /// The user checked or unchecked a cell's box.
  void ticked(int row, bool is_ticked);

 private:
  PlainTableData data_;
};

/// Sorts a PlainTable by its sort keys, and filters rows to those that contain every typed word.
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
