// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QFile>
#include <QtCore/QHash>
#include <QtCore/QList>

/// One row of a CSV file of tests/data, by column name. A column that does not exist ends the test.
class CsvRow {
 public:
  CsvRow(const QHash<QByteArray, int>& columns, QList<QByteArray> cells)
      : columns_(&columns), cells_(std::move(cells)) {}

  [[nodiscard]] QByteArray text(const char* column) const {
    const auto it = columns_->constFind(QByteArray(column));
    if (it == columns_->constEnd() || *it >= cells_.size()) qFatal("no column %s in this row", column);
    return cells_.at(*it);
  }
  [[nodiscard]] double number(const char* column) const {
    bool ok = false;
    const double value = text(column).toDouble(&ok);
    if (!ok) qFatal("column %s holds no number: %s", column, text(column).constData());
    return value;
  }
  [[nodiscard]] qint64 whole(const char* column) const {
    bool ok = false;
    const qint64 value = text(column).toLongLong(&ok);
    if (!ok) qFatal("column %s holds no whole number: %s", column, text(column).constData());
    return value;
  }
  [[nodiscard]] int count(const char* column) const { return static_cast<int>(whole(column)); }
  [[nodiscard]] bool flag(const char* column) const { return whole(column) != 0; }

 private:
  const QHash<QByteArray, int>* columns_;
  QList<QByteArray> cells_;
};

/// A CSV file without quoted cells; lines that start with # are comments.
class CsvFile {
 public:
  explicit CsvFile(const char* name) {
    QFile file(QStringLiteral(ZP_TEST_DATA "/%1").arg(QLatin1String(name)));
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(file.fileName()));
    for (const QByteArray& line : file.readAll().split('\n')) {
      if (line.isEmpty() || line.startsWith('#')) continue;
      const QList<QByteArray> cells = line.split(',');
      if (columns_.isEmpty()) {
        for (int i = 0; i < cells.size(); ++i)
          columns_.insert(cells.at(i), i);
      } else {
        rows_.append(CsvRow(columns_, cells));
      }
    }
  }
  CsvFile(const CsvFile&) = delete;
  CsvFile& operator=(const CsvFile&) = delete;

  [[nodiscard]] const QList<CsvRow>& rows() const { return rows_; }

 private:
  QHash<QByteArray, int> columns_;
  QList<CsvRow> rows_;
};
