// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/report.h"

#include <cstdio>

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {

void Report::at(const QString& place) {
  const QMutexLocker lock(&mutex_);
  place_ = place;
}

QString Report::place() const {
  const QMutexLocker lock(&mutex_);
  return place_;
}

void Report::fault(const QString& kind, const QString& what) {
  const QMutexLocker lock(&mutex_);
  const QString told = kind + u": "_s + what;
  if (faults_.contains(told)) return;
  faults_.insert(told);
  print(u"FAULT "_s + told + u" [at "_s + place_ + u']');
}

bool Report::saw(const QString& list, const QString& item) {
  const QMutexLocker lock(&mutex_);
  QStringList& items = lists_[list];
  if (items.contains(item)) return false;
  items << item;
  return true;
}

int Report::finish() const {
  const QMutexLocker lock(&mutex_);
  for (auto list = lists_.begin(); list != lists_.end(); ++list) {
    print(u"\n%1: %2"_s.arg(list.key()).arg(list->size()));
    for (const QString& item : *list)
      print(u"  "_s + item);
  }
  print(u"\nfaults: %1"_s.arg(faults_.size()));
  return static_cast<int>(faults_.size());
}

void Report::print(const QString& line) const {
  std::puts(line.toUtf8().constData());
  std::fflush(stdout);
}

QString nameOf(const QObject& object) {
  const QString name = object.objectName();
  QString told = QString::fromLatin1(object.metaObject()->className());
  if (!name.isEmpty()) told = name + u" ("_s + told + u')';
  for (const QObject* above = object.parent(); above != nullptr; above = above->parent())
    if (!above->objectName().isEmpty() && !above->objectName().startsWith(u"qt_"_s))
      return told + u" in "_s + above->objectName();
  return told;
}

}  // namespace zp::walk
