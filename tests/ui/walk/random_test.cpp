// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/test_main.h"
#include "tests/ui/walk/child.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests with random events. Their seed is fixed unless ZP_WALK_SEED names another; ZP_WALK_EVENTS says how
/// many there are (packaging/nightly.sh).
class RandomTest : public QObject {
  Q_OBJECT

 private slots:
  void the_window_answers_whatever_comes() {
    const QString seed = qEnvironmentVariable("ZP_WALK_SEED", u"1"_s),
                  count = qEnvironmentVariable("ZP_WALK_EVENTS", u"3000"_s);
    const int patience = std::max(280'000, 100 * count.toInt());
    const QTemporaryDir folder;
    const QString problem = walk::runWalk({u"random"_s, seed, count, folder.path()}, patience).problem();
    if (!problem.isEmpty()) QFAIL(qPrintable(problem + u"\nThe last events:\n"_s + lastEvents(folder)));
  }

 private:
  static QString lastEvents(const QTemporaryDir& folder) {
    constexpr int told = 20;
    QFile journal(folder.filePath(u"events.log"_s));
    if (!journal.open(QIODevice::ReadOnly)) return {};
    const QStringList lines = QString::fromUtf8(journal.readAll()).split(u'\n', Qt::SkipEmptyParts);
    return lines.mid(std::max<qsizetype>(0, lines.size() - told)).join(u'\n');
  }
};

ZP_TEST(RandomTest)
#include "random_test.moc"
