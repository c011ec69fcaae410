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
  read,     ///< a key of the file that became a key of the plan
  program,  ///< a key that the file leaves out and its program decides
  unread,   ///< a key of the file that no key of the plan holds
};

/// A key of an imported file, or of the plan made from it, in words.
struct ImportRow {
  ImportOrigin origin{};
  QString key;          ///< as the file has it; "" for a key that its program decides
  QString said;         ///< the file's value; "" if the file does not state it in words
  QString path;         ///< key of the plan; "" if it was not read
  QString title;        ///< that key in words: "Micro batch size"
  QString value;        ///< the plan's value when the file was read
  QString now = {};     ///< the plan's value if the plan was changed since, else ""
  QString reason = {};  ///< why it was not read, or the program's statement with its source
  int line = -1;        ///< of the file, from 0; −1 if not known
};

/// The file of another program that was last read into the plan, and what became of each of its keys.
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
  /// Returns the file with those that it names.
  [[nodiscard]] const ImportFile& file() const { return file_; }
  /// Returns the keys read in the file's order, then those of its program, then those not read, beside the
  /// present plan's values; none if no file is open.
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
