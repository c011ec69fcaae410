// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/memory/explain.h"
#include "ui/fields/field_rows.h"
#include "ui/results/plan_view.h"

class QTextBrowser;

namespace zp {

class ConfigText;
class ElidedText;
class EntryBar;

/// The plan's ds_config.json: the file as it will be exported, the program it is for, and buttons to copy and
/// export it; above it a GPU's memory, with the bytes of the line under mouse or caret highlighted; below it
/// that line's details. Pointing at bytes, here or in another view, marks the lines that affect them.
class ConfigView : public PlanView {
  Q_OBJECT

 public:
  explicit ConfigView(PlanModel& model, QWidget* parent = nullptr);

  /// Moves to the line of that key.
  void showKey(const QString& config_path);

 signals:
  void copyRequested();
  void exportRequested();

 private:
  void fill() override;
  void showDetails();
  void showLine();
  void showPointed();
  void light(const std::vector<EntryId>& lit);
  [[nodiscard]] std::vector<EntryId> lineEntries() const;
  [[nodiscard]] int lineOf(const QString& config_path) const;

  std::vector<BoundRow> target_;
  ElidedText* bar_words_;
  EntryBar* bar_;
  ConfigText* text_;
  QTextBrowser* details_;
  std::optional<Explanations> words_;  ///< explanations of the displayed results
  bool line_points_ = false;           ///< true while the view points at the entries of a line
  bool tells_ = false;                 ///< true while this view itself sets the pointed entries
};

}  // namespace zp
