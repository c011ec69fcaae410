// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presets/presets_view.h"

#include <QAccessible>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "core/catalog/preset_rows.h"
#include "core/catalog/user_presets.h"
#include "core/plan/plan_presets.h"
#include "core/text/text_file.h"
#include "ui/model/dialogs.h"
#include "ui/model/own_presets.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/presets/value_delegate.h"
#include "ui/results/table_copy.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int preset_name_width = 240;
constexpr int preset_kind_width = 80;
constexpr int preset_id_width = 220;
constexpr int preset_key_width = 240;
constexpr int preset_value_width = 200;
constexpr int preset_unit_width = 70;

enum ListColumn { NameColumn, KindColumn, IdColumn, SourceColumn };
enum ListRole { KindRole = Qt::UserRole, IndexRole };

QString kindText(PresetKind kind) {
  switch (kind) {
    case PresetKind::model:
      return PresetsView::tr("Model");
    case PresetKind::gpu:
      return PresetsView::tr("GPU");
    case PresetKind::link:
      break;
  }
  return PresetsView::tr("Link");
}

PresetPlace placeOf(const QTreeWidgetItem& item) {
  return {static_cast<PresetKind>(item.data(0, KindRole).toInt()), item.data(0, IndexRole).toInt()};
}

QString fileFilter() { return PresetsView::tr("Presets (*.json);;All files (*)"); }

/// "H100 SXM5 80GB of mine", or with a number where that name is taken.
QString freshName(PresetKind kind, const QString& base) {
  QString name = base;
  for (int number = 2; find_preset(kind, toStd(name)); ++number)
    name = u"%1 %2"_s.arg(base).arg(number);
  return name;
}

std::string rowOf(const Plan& plan, PresetKind kind) {
  const QString name = freshName(kind, PresetsView::tr("My %1").arg(kindText(kind)));
  if (kind == PresetKind::model) return model_preset_of(plan, toStd(name));
  if (kind == PresetKind::gpu) return gpu_preset_of(plan, toStd(name));
  return link_preset_of(plan, edits::LinkPlace::inter_node, toStd(name));
}

void setUp(QTreeWidget& tree, const QString& name, const QString& spoken, const QStringList& header) {
  tree.setObjectName(name);
  tree.setAccessibleName(spoken);
  tree.setHeaderLabels(header);
  tree.setRootIsDecorated(false);
  tree.setUniformRowHeights(true);
  tree.setAllColumnsShowFocus(true);
  tree.header()->setStretchLastSection(true);
  tree.setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                       QAbstractItemView::SelectedClicked);
  makeCopyable(tree);
}

}  // namespace

PresetsView::PresetsView(OwnPresets& presets, const PlanModel& model, Settings& settings, QWidget* parent)
    : QWidget(parent),
      presets_(presets),
      model_(model),
      settings_(settings),
      steps_(presets),
      list_(new QTreeWidget),
      keys_(new QTreeWidget),
      foot_(new QLabel) {
  setObjectName(u"presetsView"_s);
  makeLists();
  foot_->setObjectName(u"presets.foot"_s);
  foot_->setWordWrap(true);
  foot_->setTextFormat(Qt::PlainText);
  auto* lists = new QSplitter(Qt::Vertical);
  lists->setChildrenCollapsible(false);
  lists->addWidget(list_);
  lists->addWidget(keys_);
  lists->setStretchFactor(0, 2);
  lists->setStretchFactor(1, 3);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(makeButtons());
  column->addWidget(lists, 1);
  column->addWidget(foot_);
  connect(&presets_, &OwnPresets::changed, this, &PresetsView::refresh);
  connect(&presets_, &OwnPresets::doubted, this, &PresetsView::say);
  refresh();
  say(presets_.problems().empty() ? QString() : toQt(presets_.problems().front()));
}

void PresetsView::makeLists() {
  setUp(*list_, u"presets.list"_s, tr("Presets of your own"),
        {tr("Name"), tr("Kind"), tr("Id"), tr("Source")});
  list_->setColumnWidth(NameColumn, preset_name_width);
  list_->setColumnWidth(KindColumn, preset_kind_width);
  list_->setColumnWidth(IdColumn, preset_id_width);
  list_->installEventFilter(this);
  list_->setItemDelegateForColumn(KindColumn, new ReadOnlyDelegate(list_));
  list_->setItemDelegateForColumn(IdColumn, new ReadOnlyDelegate(list_));
  list_->setItemDelegateForColumn(SourceColumn, new ReadOnlyDelegate(list_));
  setUp(*keys_, u"presets.keys"_s, tr("Figures of the preset"),
        {tr("Key"), tr("Value"), tr("Unit"), tr("Meaning")});
  keys_->setColumnWidth(0, preset_key_width);
  keys_->setColumnWidth(ValueDelegate::value_column, preset_value_width);
  keys_->setColumnWidth(2, preset_unit_width);
  keys_->setItemDelegate(new ValueDelegate(keys_));
  connect(list_, &QTreeWidget::currentItemChanged, this, &PresetsView::showKeys);
  // Both lists are filled anew by what follows, which has to wait until their editor is done.
  connect(list_, &QTreeWidget::itemChanged, this, [this](const QTreeWidgetItem* item, int column) {
    if (column != NameColumn) return;
    QMetaObject::invokeMethod(
        this, [this, place = placeOf(*item), name = item->text(NameColumn)] { set(place, "name", name); },
        Qt::QueuedConnection);
  });
  connect(keys_, &QTreeWidget::itemChanged, this, [this](const QTreeWidgetItem* item, int column) {
    const std::optional<PresetPlace> place = chosen();
    if (column != ValueDelegate::value_column || !place) return;
    QMetaObject::invokeMethod(
        this,
        [this, of = *place, key = toStd(item->text(0)), text = item->text(column)] { set(of, key, text); },
        Qt::QueuedConnection);
  });
  connect(keys_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (item != nullptr) keys_->setCurrentItem(item, ValueDelegate::value_column);  // F2 edits it
  });
}

QPushButton* PresetsView::button(const QString& name, const QString& text, const QString& tip,
                                 const std::function<void()>& run) {
  auto* made = new QPushButton(text);
  made->setObjectName(name);
  made->setToolTip(tip);
  made->setAutoDefault(false);
  connect(made, &QPushButton::clicked, this, run);
  return made;
}

QWidget* PresetsView::makeButtons() {
  add_ = new QToolButton;
  add_->setObjectName(u"presets.add"_s);
  add_->setText(tr("&Add from the plan"));
  add_->setToolTip(tr("A preset of what the plan says now"));
  add_->setPopupMode(QToolButton::InstantPopup);
  add_->setFocusPolicy(Qt::StrongFocus);
  auto* kinds = new QMenu(add_);
  for (const auto& [kind, text] :
       {std::pair{PresetKind::model, tr("Its &model")}, std::pair{PresetKind::gpu, tr("Its &GPU")},
        std::pair{PresetKind::link, tr("Its &link between nodes")}}) {
    QAction* action = kinds->addAction(text);
    action->setObjectName(u"presets.add."_s + toQt(name_of(kind)));
    connect(action, &QAction::triggered, this, [this, of_kind = kind] { addFromPlan(of_kind); });
  }
  add_->setMenu(kinds);
  remove_ = button(u"presets.remove"_s, tr("&Delete"), tr("Takes the chosen one out (Delete)"),
                   [this] { remove(); });
  undo_ = button(u"presets.undo"_s, tr("&Undo"), {}, [this] { undo(); });
  undo_->setShortcut(QKeySequence::Undo);
  export_ = button(u"presets.export"_s, tr("E&xport…"), tr("All of them as a file for others"),
                   [this] { exportFile(); });
  auto* row = new QWidget;
  auto* places = new QHBoxLayout(row);
  places->setContentsMargins(0, 0, 0, 0);
  places->addWidget(add_);
  places->addWidget(remove_);
  places->addWidget(undo_);
  places->addStretch(1);
  places->addWidget(
      button(u"presets.import"_s, tr("&Import…"), tr("Adds those of a file"), [this] { importFile(); }));
  places->addWidget(export_);
  places->addWidget(button(u"presets.folder"_s, tr("Open &folder"), tr("Where their file stands"),
                           [this] { openFolder(); }));
  return row;
}

std::optional<PresetPlace> PresetsView::chosen() const {
  const QTreeWidgetItem* item = list_->currentItem();
  return item == nullptr ? std::nullopt : std::optional(placeOf(*item));
}

void PresetsView::choose(PresetPlace place) {
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    if (placeOf(*list_->topLevelItem(i)) == place) list_->setCurrentItem(list_->topLevelItem(i));
}

void PresetsView::refresh() {
  const int row = std::max(0, list_->indexOfTopLevelItem(list_->currentItem()));
  {
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (const PresetPlace& place : presets_.all()) {
      auto* item = new QTreeWidgetItem(
          list_, {toQt(preset_name_at(place)), kindText(place.kind), toQt(preset_id_at(place)),
                  toQt(value_in_row(preset_row_at(place), "source"))});
      item->setFlags(item->flags() | Qt::ItemIsEditable);
      item->setData(0, KindRole, static_cast<int>(place.kind));
      item->setData(0, IndexRole, place.index);
    }
    if (list_->topLevelItemCount() > 0)
      list_->setCurrentItem(list_->topLevelItem(std::min(row, list_->topLevelItemCount() - 1)));
  }
  showKeys();
}

void PresetsView::showKeys() {
  const std::optional<PresetPlace> place = chosen();
  remove_->setEnabled(place.has_value());
  export_->setEnabled(!presets_.all().empty());
  undo_->setEnabled(steps_.canUndo());
  undo_->setToolTip(steps_.text());
  const QSignalBlocker quiet(keys_);
  const int row = keys_->indexOfTopLevelItem(keys_->currentItem());
  keys_->clear();
  if (!place) return;
  for (const PresetKey& key : preset_keys(place->kind)) {
    const QString value = toQt(value_in_row(preset_row_at(*place), key.key));
    auto* item = new QTreeWidgetItem(keys_, {toQt(key.key), value, toQt(key.unit), toQt(key.meaning)});
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    QStringList words;
    for (const std::string_view word : key.words)
      words << toQt(word);
    item->setData(ValueDelegate::value_column, ValueDelegate::WordsRole, words);
    item->setToolTip(3, toQt(key.meaning));
    if (key.is_needed) item->setFont(0, scaledFont(font(), 1, QFont::Bold));
  }
  if (row >= 0 && row < keys_->topLevelItemCount())
    keys_->setCurrentItem(keys_->topLevelItem(row), ValueDelegate::value_column);
}

void PresetsView::set(PresetPlace place, const std::string& key, const QString& typed) {
  const std::string text = toStd(typed.trimmed());
  const std::string& row = preset_row_at(place);
  if (text == value_in_row(row, key)) return refresh();
  if (!attempt([&] { choose(steps_.replace(place, row_with(place.kind, row, key, text))); })) refresh();
}

void PresetsView::addFromPlan(PresetKind kind) {
  attempt([&] { choose(steps_.add(kind, rowOf(model_.plan(), kind))); });
  list_->setFocus();
}

void PresetsView::remove() {
  if (const std::optional<PresetPlace> place = chosen()) attempt([&] { steps_.remove(*place); });
}

void PresetsView::undo() {
  if (steps_.canUndo()) attempt([this] { steps_.undo(); });
}

void PresetsView::importFile() {
  const QString path = dialogs::openFile(this, tr("Import presets"), settings_.lastFolder(), fileFilter());
  if (path.isEmpty()) return;
  std::vector<std::string> problems;
  if (attempt([&] { problems = presets_.import(path); }) && !problems.empty()) say(toQt(problems.front()));
}

void PresetsView::exportFile() {
  const QString path = dialogs::saveFile(
      this, tr("Export presets"), QDir(settings_.lastFolder()).filePath(u"presets.json"_s), fileFilter());
  if (path.isEmpty()) return;
  if (attempt([&] { write_text_file(toStd(path), presets_file(presets_.all())); }))
    say(tr("%1 was written.").arg(QFileInfo(path).fileName()));
}

void PresetsView::openFolder() {
  QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(presets_.path()).absolutePath()));
}

bool PresetsView::attempt(const std::function<void()>& what) {
  say({});
  try {
    what();
  } catch (const FileError& error) {
    say(toQt(error.what()));
    return false;
  }
  showKeys();
  return true;
}

void PresetsView::say(const QString& sentence) {
  foot_->setText(!sentence.isEmpty()
                     ? sentence
                     : tr("Enter or F2 edits; bold keys are needed; an empty value takes a key "
                          "out. Kept in %1.")
                           .arg(QDir::toNativeSeparators(presets_.path())));
  if (sentence.isEmpty()) return;
  QAccessibleEvent alert(foot_, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

bool PresetsView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == list_ && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
    remove();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace zp
