// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/field_rows.h"

#include <QHash>
#include <QStringList>
#include <algorithm>
#include <memory>

#include "core/plan_file/program_defaults.h"
#include "core/rules/check_plan.h"
#include "core/search/choice_words.h"
#include "ui/inputs/check_row.h"
#include "ui/inputs/choice_row.h"
#include "ui/inputs/quantity_row.h"
#include "ui/inputs/segmented_row.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/theme/access_key.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString textOf(const ChoiceField& field, const QString& id) {
  const auto found = std::find_if(field.choices.begin(), field.choices.end(),
                                  [&](const Choice& choice) { return choice.id == id; });
  return found == field.choices.end() ? id : found->text;
}

UndoLabel labelOf(const NumberField& field, double from, double to) {
  const QString& name = field.spec.spoken.isEmpty() ? field.label : field.spec.spoken;
  return {withoutAccessKey(name), textOf(field.spec, from), textOf(field.spec, to)};
}

UndoLabel labelOf(const FieldInfo& field, const QString& from, const QString& to) {
  return {withoutAccessKey(field.label), from, to};
}

void resetNumber(const NumberField& field, PlanModel& model) {
  const auto preset = field.preset(model.plan(), model.modelPreset());
  if (!preset) return;
  Plan next = field.reset ? field.reset(model.plan(), model.modelPreset()) : field.set(model.plan(), *preset);
  model.propose(next, labelOf(field, field.value(model.plan()), *preset));
}

/// Returns the marks, the one for time first, because running out of memory is drawn over it.
std::vector<Cliff> cliffsOf(const NumberField& field, const Plan& plan) {
  std::vector<Cliff> cliffs;
  for (const auto& cliffOf : {field.exposure, field.cliff})
    if (const std::optional<Cliff> cliff = cliffOf ? cliffOf(plan) : std::nullopt) cliffs.push_back(*cliff);
  return cliffs;
}

BoundRow bind(const NumberField& field, PlanModel& model) {
  QuantitySpec spec = field.spec;
  spec.tool_tip = toolTipOf(field);
  auto* row = new QuantityRow(spec);
  QObject::connect(row, &QuantityRow::edited, &model, [&field, &model](double value, int gesture) {
    model.propose(field.set(model.plan(), value), labelOf(field, field.value(model.plan()), value), gesture);
  });
  QObject::connect(row, &InputRow::resetRequested, &model, [&field, &model] { resetNumber(field, model); });
  return {row, nullptr, [row, &field, &model] {
            // While one row is dragged, most others do not change and need no repaint.
            if (const double value = field.value(model.plan()); value != row->value()) row->setValue(value);
            if (!model.results().stale) row->setCliffs(cliffsOf(field, model.plan()));
            if (field.marks_difference) row->setPreset(field.preset(model.plan(), model.modelPreset()));
          }};
}

void proposeChoice(const ChoiceField& field, PlanModel& model, const QString& id, int gesture) {
  const QString from = textOf(field, field.value(model.plan()));
  model.propose(field.set(model.plan(), id), labelOf(field, from, textOf(field, id)), gesture);
}

/// Returns what a choice's strategy lacks if none of its plans runs; else "".
QString doubtOf(const ChoiceField& field, const Plan& plan, const QString& id, const PlanChoice& choice) {
  const auto family = std::ranges::find(choice.families, strategy_of(field.set(plan, id)), &Family::strategy);
  if (family == choice.families.end() || family->fastest || family->shortage.limit == Limit::none) return {};
  return QObject::tr("No plan fits: %1").arg(toQt(why_not(*family, choice, plan)));
}

BoundRow bindSegments(const ChoiceField& field, PlanModel& model) {
  auto* row = new SegmentedRow(field.id, field.label, toolTipOf(field), field.choices);
  QObject::connect(row, &SegmentedRow::edited, &model,
                   [&](const QString& id, int gesture) { proposeChoice(field, model, id, gesture); });
  BoundRow bound{row, nullptr, [row, &field, &model] {
                   row->setCurrent(field.value(model.plan()));
                   if (!field.choice_unavailable) return;
                   for (const Choice& choice : field.choices)
                     row->setChoiceReason(choice.id, field.choice_unavailable(model.plan(), choice.id));
                 }};
  if (field.decides_strategy)
    bound.refreshDoubts = [row, &field, &model](const PlanChoice& answer) {
      for (const Choice& choice : field.choices)
        row->setChoiceDoubt(choice.id, doubtOf(field, model.plan(), choice.id, answer));
    };
  return bound;
}

/// Greys out entries with which no plan runs. Computed when the list is opened, because each entry needs a
/// search; valid until the plan changes.
void greyOutOfReach(ChoiceRow* row, const ChoiceField& field, PlanModel& model, const AskReach& ask) {
  QObject::connect(row, &ChoiceRow::opened, row, [row, &field, &model, ask] {
    std::vector<Plan> plans;
    QStringList ids;
    for (const Choice& choice : field.choices) {
      plans.push_back(field.set(model.plan(), choice.id));
      ids << choice.id;
    }
    ask(plans, [row, ids, plans](const std::vector<std::optional<Reachability>>& reached) {
      QHash<QString, QString> doubts;
      for (std::size_t i = 0; i < reached.size(); ++i)
        if (reached[i] && !reached[i]->runs)
          doubts.insert(ids[static_cast<qsizetype>(i)], toQt(why_nothing_runs(*reached[i], plans[i])));
      row->setDoubts(doubts);
    });
  });
  QObject::connect(&model, &PlanModel::changed, row, [row] { row->setDoubts({}); });
}

BoundRow bindCombo(const ChoiceField& field, PlanModel& model) {
  const auto search =
      field.look == ChoiceLook::searchable_combo ? ChoiceRow::Search::yes : ChoiceRow::Search::no;
  auto* row = new ChoiceRow(field.id, field.label, toolTipOf(field), search);
  row->setChoices(field.choices);
  QObject::connect(row, &ChoiceRow::edited, &model,
                   [&](const QString& id, int gesture) { proposeChoice(field, model, id, gesture); });
  // A list of 150 entries is refilled only when it changes.
  const auto shown = std::make_shared<std::vector<Choice>>(field.choices);
  const auto fill = [row, shown](std::vector<Choice> choices) {
    if (choices == *shown) return;
    row->setChoices(choices);
    *shown = std::move(choices);
  };
  const auto renew = [&field, &model, shown, fill, generation = std::make_shared<int>(field.generation)] {
    const QString current = field.value(model.plan());
    const auto has = [&current](const std::vector<Choice>& choices) {
      return std::ranges::find(choices, current, &Choice::id) != choices.end();
    };
    if (*generation == field.generation && shown->size() == field.choices.size() && has(*shown)) return;
    *generation = field.generation;
    std::vector<Choice> choices = field.choices;
    if (!has(choices)) choices.insert(choices.begin(), {current, field.shown(model.plan())});
    fill(std::move(choices));
  };
  BoundRow bound{row, nullptr, [row, &field, &model, shown, fill, renew] {
                   if (field.list) renew();
                   if (field.choice_unavailable) {
                     std::vector<Choice> choices = *shown;
                     for (Choice& choice : choices)
                       choice.reason = field.choice_unavailable(model.plan(), choice.id);
                     fill(std::move(choices));
                   }
                   row->setCurrent(field.value(model.plan()));
                 }};
  if (field.decides_strategy)
    bound.refreshDoubts = [&field, &model, shown, fill](const PlanChoice& answer) {
      std::vector<Choice> choices = *shown;
      for (Choice& choice : choices)
        choice.doubt = doubtOf(field, model.plan(), choice.id, answer);
      fill(std::move(choices));
    };
  if (field.decides_reach)
    bound.greyBy = [row, &field, &model](const AskReach& ask) { greyOutOfReach(row, field, model, ask); };
  return bound;
}

BoundRow bind(const ChoiceField& field, PlanModel& model) {
  return field.look == ChoiceLook::segments ? bindSegments(field, model) : bindCombo(field, model);
}

BoundRow bind(const ToggleField& field, PlanModel& model) {
  auto* row = new CheckRow(field.id, field.label, toolTipOf(field));
  QObject::connect(row, &CheckRow::edited, &model, [&field, &model](bool on, int gesture) {
    model.propose(field.set(model.plan(), on), labelOf(field, {}, on ? u"on"_s : u"off"_s), gesture);
  });
  return {row, nullptr, [row, &field, &model] { row->setChecked(field.value(model.plan())); }};
}

/// Returns the message of a finding about this field that makes estimating impossible; "" if there is none.
QString problemAt(const Field& field, const PlanModel& model) {
  for (const Finding& finding : model.results().issues)
    if (is_impossible(finding) && fieldOf(finding.path) == &field) return toQt(finding.message);
  return {};
}

/// Returns "TRL's default" and the fact behind it, if the training program filled in the value.
QString originOf(const FieldInfo& field, const PlanModel& model) {
  if (model.plan().training.program == Program::none) return {};
  const std::optional<FilledValue> filled = filled_value(model.document(), field.path);
  if (!filled) return {};
  return QObject::tr("%1's default: %2").arg(toQt(filled->program), toQt(filled->fact));
}

}  // namespace

BoundRow bindField(const Field& field, PlanModel& model) {
  BoundRow bound = std::visit([&model](const auto& kind) { return bind(kind, model); }, field);
  bound.field = &field;
  bound.refresh = [show = std::move(bound.refresh), row = bound.row, &field, &model] {
    row->outdateNote();
    row->setDisabledReason(infoOf(field).unavailable(model.plan()));
    show();
    row->setProblem(problemAt(field, model));
    row->setOrigin(originOf(infoOf(field), model));
  };
  return bound;
}

}  // namespace zp
