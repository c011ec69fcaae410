// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/opened_import.h"

#include <QFileInfo>
#include <algorithm>
#include <map>

#include "core/catalog/programs.h"
#include "core/plan_file/program_defaults.h"
#include "core/report/key_words.h"
#include "core/settings/changed_keys.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

using PresentValues = std::map<std::string, QString, std::less<>>;

/// Returns the keys whose values differ between the imported and the present plan, with the present values.
PresentValues changedValues(const PlanDocument& imported, const PlanDocument& now) {
  PresentValues values;
  for (const DifferingKey& key : differing_keys(imported, now))
    values.emplace(key.path, toQt(value_of_key(key.path, key.after)));
  return values;
}

/// Returns the name of the file, next to the imported one, that contains a key; "" for the imported file
/// itself.
QString fileOf(const ReadKey& key, const ImportFile& file) {
  if (key.part != ImportPart::ds_config && key.part != ImportPart::training) return {};
  return QFileInfo(toQt(key.part == ImportPart::training ? file.training_path : file.ds_config_path))
      .fileName();
}

ImportRow rowOf(const ReadKey& key, const ImportFile& file) {
  const QString beside = fileOf(key, file);
  ImportRow row;
  row.origin = ImportOrigin::read;
  row.key = beside.isEmpty() ? toQt(key.key) : beside + u": "_s + toQt(key.key);
  row.stated_value = toQt(key.stated_value);
  row.path = toQt(key.path);
  row.title = toQt(title_of_key(key.path));
  row.value = toQt(value_of_key(key.path, key.value));
  row.line = beside.isEmpty() ? key.line - 1 : -1;
  return row;
}

ImportRow rowOf(const FilledValue& filled) {
  return {ImportOrigin::program,
          {},
          {},
          toQt(filled.path),
          toQt(title_of_key(filled.path)),
          toQt(filled.value),
          {},
          toQt(filled.fact) + u" ("_s + toQt(filled.source) + u')'};
}

ImportRow rowOf(const UnreadKey& key) {
  return {ImportOrigin::unread, toQt(key.key), toQt(key.value), {}, {}, {}, {},
          toQt(key.reason),     key.line - 1};
}

}  // namespace

OpenedImport::OpenedImport(PlanModel& model, QObject* parent) : QObject(parent), model_(model) {}

void OpenedImport::open(const QString& path, const ImportFile& file, Imported imported) {
  path_ = file.name.empty() || file.name == "-" ? path : toQt(file.name);
  text_ = toQt(file.text);
  file_ = file;
  if (file_.name.empty() || file_.name == "-") file_.name = toStd(path);
  imported_ = std::move(imported);
  emit changed();
}

void OpenedImport::close() {
  if (!isOpen()) return;
  path_.clear();
  text_.clear();
  file_ = {};
  imported_ = {};
  emit changed();
}

QString OpenedImport::name() const { return QFileInfo(path_).fileName(); }

QString OpenedImport::program() const {
  const std::optional<Program> program = find_program(imported_.program);
  return program ? toQt(entry_of(*program).name) : toQt(name_of(imported_.kind));
}

std::vector<ImportRow> OpenedImport::rows() const {
  std::vector<ImportRow> rows;
  if (!isOpen()) return rows;
  for (const ReadKey& key : imported_.read)
    rows.push_back(rowOf(key, file_));
  std::ranges::stable_sort(rows, {}, [](const ImportRow& row) { return row.line; });
  for (const FilledValue& filled : decided_by_program(imported_))
    rows.push_back(rowOf(filled));
  for (const UnreadKey& key : imported_.unread_keys)
    rows.push_back(rowOf(key));
  const PresentValues values = changedValues(imported_.document, model_.document());
  for (ImportRow& row : rows)
    if (const auto found = values.find(toStd(row.path)); found != values.end()) row.now = found->second;
  return rows;
}

}  // namespace zp
