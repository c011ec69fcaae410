// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "core/import/import.h"

namespace zp {

class PlanModel;

/// The origin of a row of an import.
enum class ImportOrigin : std::uint8_t {
  read,     ///< a key of the file that set a plan key
  program,  ///< a key that the file omits and its program decides
  unread,   ///< a key of the file that set no plan key
};

/// A key of an imported file, or of the resulting plan, in words.
struct ImportRow {
  ImportOrigin origin{};
  QString key;           ///< as in the file; "" if the program decides it
  QString stated_value;  ///< the file's value; "" if the file does not state it
  QString path;          ///< key of the plan; "" if it was not read
  QString title;         ///< that key in words: "Micro batch size"
  QString value;         ///< the plan's value when the file was read
  QString now = {};      ///< the plan's value if the plan was changed since, else ""
  QString reason = {};   ///< why it was not read, or the program's default with its source
  int line = -1;         ///< line in the file, from 0; −1 if unknown
};

/// The last file of another program that was read into the plan, and the result for each of its keys.
class OpenedImport : public QObject {
  Q_OBJECT

 public:
  explicit OpenedImport(PlanModel& model, QObject* parent = nullptr);

  /// Replaces the file by the one at `path`, whose text and import are these.
  void open(const QString& path, const ImportFile& file, Imported imported);
  void close();
  [[nodiscard]] bool isOpen() const { return !path_.isEmpty(); }
  [[nodiscard]] QString path() const { return path_; }
  [[nodiscard]] QString name() const;  ///< name of the file, without its folder
  [[nodiscard]] const QString& text() const { return text_; }
  [[nodiscard]] QString program() const;  ///< "Axolotl"; the kind of file if no program is known
  [[nodiscard]] const Imported& imported() const { return imported_; }
  /// Returns the file and those that it names.
  [[nodiscard]] const ImportFile& file() const { return file_; }
  /// Returns the keys read, in the file's order, then those that its program decides, then those not read,
  /// with the present plan's values; empty if no file is open.
  [[nodiscard]] std::vector<ImportRow> rows() const;

 signals:
  void changed();  ///< another file is open, or none

 private:
  PlanModel& model_;
  QString path_, text_;
  ImportFile file_;
  Imported imported_;
};

}  // namespace zp
