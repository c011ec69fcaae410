// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "core/check/fix_config.h"
#include "ui/model/notice.h"

namespace zp {

class PlanModel;

/// One problem of the opened file, as shown next to its line.
struct FileProblem {
  NoticeLevel level = NoticeLevel::info;
  QString word;            ///< "refused"
  QString sentence;        ///< "zero_optimization.stage: what is wrong. What to do."
  int line = 0;            ///< from 0
  int begin = 0, end = 0;  ///< the key or value concerned, as positions in text()
  QString fix = {};        ///< the effect of its safe fix; "" if there is none
};

/// The opened ds_config.json: its text, and DeepSpeed's reactions to it with the present plan's ranks, model
/// and release. Checked again after every change of the text or the plan.
class OpenedConfig : public QObject {
  Q_OBJECT

 public:
  explicit OpenedConfig(PlanModel& model, QObject* parent = nullptr);

  /// Replaces the opened file by the file at `path` with these bytes.
  void open(const QString& path, const std::string& bytes);
  void close();
  [[nodiscard]] bool isOpen() const { return !path_.isEmpty(); }
  [[nodiscard]] QString path() const { return path_; }
  [[nodiscard]] QString name() const;                   ///< name of the file, without its folder
  [[nodiscard]] QString text() const { return text_; }  ///< lines end in \n, also if those of the file do not
  void setText(const QString& text);
  /// Returns the bytes to save: the original ones if the text is unchanged.
  [[nodiscard]] std::string bytes() const;
  /// Returns false if the text cannot reproduce every byte (not UTF-8, mixed line ends); it is then
  /// read-only.
  [[nodiscard]] bool isEditable() const { return editable_; }
  [[nodiscard]] bool isModified() const { return text_ != saved_; }
  /// Records that the text was saved to `path`, which becomes its file.
  void setSaved(const QString& path);

  /// Returns the problems, at most `most_problems`, worst first.
  [[nodiscard]] const std::vector<FileProblem>& problems() const { return problems_; }
  static constexpr std::size_t most_problems = 200;
  [[nodiscard]] QString verdict() const { return verdict_; }  ///< one sentence
  [[nodiscard]] NoticeLevel level() const { return level_; }  ///< level of the worst problem
  /// Return the text with one fix, or with all fixes, applied; nullopt if there is none.
  [[nodiscard]] std::optional<QString> textWithFix(std::size_t problem) const;
  [[nodiscard]] std::optional<QString> textWithAllFixes() const;

 signals:
  void opened();   ///< another file is open, with a new text
  void checked();  ///< the problems, or the saved state, may have changed
  void closed();

 private:
  [[nodiscard]] CheckOptions options() const;
  [[nodiscard]] QString shown(const std::string& bytes) const;
  void check();

  PlanModel& model_;
  QString path_, text_, saved_;
  std::string opened_bytes_;
  bool has_crlf_ = false, editable_ = true;
  ConfigSource source_;
  std::vector<Finding> issues_;
  std::vector<FileProblem> problems_;
  QString verdict_;
  NoticeLevel level_ = NoticeLevel::info;
};

}  // namespace zp
