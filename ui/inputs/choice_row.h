// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <vector>

#include "ui/inputs/choice_list.h"
#include "ui/inputs/input_row.h"

namespace zp {

class SearchCombo;

/// A label and a combo box, named "<name>.combo". Long lists (models, GPUs) are searchable: typing filters.
class ChoiceRow : public InputRow {
  Q_OBJECT

 public:
  enum class Search { no, yes };
  ChoiceRow(const QString& name, const QString& label, const QString& tool_tip, Search search = Search::no,
            QWidget* parent = nullptr);

  /// Replaces the list; the current entry stays if it still exists.
  void setChoices(const std::vector<Choice>& choices);
  /// Greys out exactly these entries, with a reason per id.
  void setDoubts(const QHash<QString, QString>& doubts);
  [[nodiscard]] QString current() const;
  /// Shows an entry without emitting a signal.
  void setCurrent(const QString& id);

  /// Does nothing, because the notes are about typed text, which a change of the plan does not affect.
  void outdateNote() override {}

 signals:
  void edited(const QString& id, int gesture);
  void opened();  ///< the list is about to open

 protected:
  void showProblem(bool problem) override;
  void showReason(const QString& reason) override;

 private:
  void ask(const QString& typed, const std::vector<Choice>& named);

  std::vector<Choice> choices_;
  SearchCombo* combo_;
};

}  // namespace zp
