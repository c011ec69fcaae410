// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/settings_sheet.h"

#include <QAccessible>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <algorithm>

#include "core/settings/plan_settings.h"
#include "core/units/format.h"
#include "ui/fields/fields.h"
#include "ui/inputs/quantity_spec.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/table_copy.h"
#include "ui/sheet/sheet_delegate.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int name_width = 250;
constexpr int value_width = 170;
constexpr int meaning_column = 2;

/// Returns the value of a typed text; "null" means the default, as on the command line.
std::string valueOf(const QString& text) {
  const QString typed = text.trimmed();
  return typed.isEmpty() ? "null" : toStd(typed);
}

}  // namespace

SettingsSheet::SettingsSheet(PlanModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      search_(new QLineEdit),
      stated_only_(new QCheckBox(tr("&Stated by the plan only"))),
      size_(new QLabel),
      tree_(new QTreeWidget),
      foot_(new QLabel) {
  setObjectName(u"settingsSheet"_s);
  search_->setObjectName(u"sheet.search"_s);
  const QString asks = tr("Search %1 settings by name or meaning").arg(sheetKeys().size());
  search_->setPlaceholderText(asks);
  search_->setAccessibleName(asks);  // a field without a label uses its placeholder as accessible name
  search_->setClearButtonEnabled(true);
  search_->installEventFilter(this);
  stated_only_->setObjectName(u"sheet.statedOnly"_s);
  size_->setObjectName(u"sheet.size"_s);
  size_->setFont(tabularFont(font()));
  auto* head = new QHBoxLayout;
  head->setSpacing(12);
  addParts(*head, {{search_, 1}, stated_only_, size_});

  tree_->setObjectName(u"sheet.tree"_s);
  tree_->setAccessibleName(tr("All settings"));
  tree_->setHeaderLabels({tr("Setting"), tr("Value"), tr("Meaning")});
  tree_->setRootIsDecorated(false);
  tree_->setUniformRowHeights(true);
  tree_->setAllColumnsShowFocus(true);
  tree_->setIndentation(12);
  tree_->header()->setSectionResizeMode(QHeaderView::Interactive);
  tree_->header()->setStretchLastSection(true);
  tree_->setColumnWidth(0, name_width);
  tree_->setColumnWidth(SheetDelegate::value_column, value_width);
  tree_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                         QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
  makeCopyable(*tree_);
  tree_->installEventFilter(this);
  auto* delegate = new SheetDelegate(this);
  tree_->setItemDelegate(delegate);
  foot_->setObjectName(u"sheet.foot"_s);
  foot_->setWordWrap(true);
  foot_->setTextFormat(Qt::PlainText);
  addRows();

  addParts(*makeColumn(this, 8), {head, {tree_, 1}, foot_});

  connect(search_, &QLineEdit::textChanged, this, &SettingsSheet::filter);
  connect(stated_only_, &QCheckBox::toggled, this, &SettingsSheet::filter);
  connect(delegate, &SheetDelegate::edited, this, &SettingsSheet::set);
  connect(tree_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (item != nullptr)
      tree_->setCurrentItem(item, SheetDelegate::value_column);  // F2 and typing edit the value
    showProblem({});
  });
  connect(&model_, &PlanModel::changed, this, &SettingsSheet::refresh);
}

void SettingsSheet::addRows() {
  QTreeWidgetItem* section = nullptr;
  for (std::size_t i = 0; i < sheetKeys().size(); ++i) {
    const SheetKey& row = sheetKeys()[i];
    if (section == nullptr || section->text(0) != row.section) {
      section = new QTreeWidgetItem(tree_, {row.section});
      section->setFirstColumnSpanned(true);
      section->setFlags(Qt::ItemIsEnabled);
      section->setFont(0, scaledFont(font(), 1, QFont::Bold));
      section->setExpanded(true);
    }
    auto* item = new QTreeWidgetItem(section, {row.name, QString(), toQt(row.key->meaning)});
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable);
    item->setData(0, SheetDelegate::KeyRole, static_cast<int>(i));
    const QString tip = toolTipOf(FieldInfo{{}, {}, row.key->path});
    for (int column = 0; column <= meaning_column; ++column)
      item->setToolTip(column, tip);
    rows_.push_back(item);
  }
}

void SettingsSheet::startSearch(const QString& text) {
  if (!text.isEmpty()) search_->setText(text);
  search_->setFocus(Qt::ShortcutFocusReason);
  search_->selectAll();
}

void SettingsSheet::set(const SheetKey& key, const QString& text) {
  const KeySetting setting{key.key->path, valueOf(text), decimalMarkOf(locale())};
  const auto place = static_cast<std::size_t>(&key - sheetKeys().data());
  const QString before = values_[place].text;
  try {
    const PlanDocument next = with_settings(model_.document(), std::span(&setting, 1), model_.presets());
    showProblem({});
    model_.proposeDocument(next, {toQt(key.key->path), before, text.trimmed()});
  } catch (const FileError& error) {
    if (key.key->is_number() && std::ranges::none_of(text, [](QChar letter) { return letter.isDigit(); })) {
      const QString example = before.isEmpty() ? toQt(key.key->default_value) : before;
      showProblem(tr("“%1” is no number. %2 is a number (%3)%4.")
                      .arg(text.trimmed(), key.name, toQt(key.key->type),
                           example.isEmpty() ? QString() : tr(", for example %1").arg(example)));
      return;
    }
    QString problem = toQt(error.what());
    const QString stated = toQt(key.key->path) + u'=' + toQt(setting.value) + u": "_s;
    if (problem.startsWith(stated)) problem.remove(0, stated.size());  // the row says both already
    showProblem(problem);
  }
}

void SettingsSheet::reset() {
  if (const SheetKey* key = SheetDelegate::keyOf(tree_->currentIndex())) set(*key, {});
}

void SettingsSheet::showValue(std::size_t place) {
  QTreeWidgetItem* item = rows_[place];
  const SheetValue& value = values_[place];
  item->setText(SheetDelegate::value_column, value.text);
  for (const int column : {0, SheetDelegate::value_column}) {
    item->setFont(column, scaledFont(font(), 1, value.is_stated ? QFont::Bold : QFont::Normal));
    item->setForeground(column, value.is_stated ? themeColors().accent : themeColors().text);
  }
  item->setForeground(meaning_column, themeColors().muted);
  item->setData(0, Qt::AccessibleDescriptionRole, value.is_stated ? tr("stated by the plan") : QString());
}

void SettingsSheet::refresh() {
  if (!isVisible()) return;
  std::vector<SheetValue> values = sheetValues(model_.document());
  const bool is_first = values_.empty();
  values_.swap(values);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (is_first || values_[i] != values[i]) showValue(i);
  const PlanResults& results = model_.results();
  size_->setText(
      results.has_numbers
          ? tr("%1 parameters").arg(toQt(format_params(results.evaluation.figures.estimate.model.parameters)))
          : QString());
  filter();
}

void SettingsSheet::filter() {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    rows_[i]->setHidden(!isFound(sheetKeys()[i], search_->text()) ||
                        (stated_only_->isChecked() && !values_[i].is_stated));
  for (int top = 0; top < tree_->topLevelItemCount(); ++top) {
    QTreeWidgetItem* section = tree_->topLevelItem(top);
    bool is_empty = true;
    for (int i = 0; i < section->childCount(); ++i)
      is_empty = is_empty && section->child(i)->isHidden();
    section->setHidden(is_empty);
  }
}

void SettingsSheet::showProblem(const QString& problem) {
  QPalette palette = foot_->palette();
  palette.setColor(QPalette::WindowText, problem.isEmpty() ? themeColors().muted : themeColors().over);
  foot_->setPalette(palette);
  foot_->setText(problem.isEmpty()
                     ? tr("Type a value, with a suffix where that helps (4k, 80 GB); Delete takes the "
                          "default. Bold is what the plan states.")
                     : problem);
  if (problem.isEmpty()) return;
  QAccessibleEvent alert(foot_, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void SettingsSheet::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
  showProblem({});
}

void SettingsSheet::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || values_.empty()) return;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    showValue(i);
}

bool SettingsSheet::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (watched == search_ && (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter)) {
    const auto first =
        std::ranges::find_if(rows_, [](const QTreeWidgetItem* row) { return !row->isHidden(); });
    if (first != rows_.end()) tree_->setCurrentItem(*first);
    tree_->setFocus();
    return true;
  }
  if (watched == tree_ && key == Qt::Key_Delete) {
    reset();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace zp
