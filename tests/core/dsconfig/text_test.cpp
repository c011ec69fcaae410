// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/dsconfig/config_text.h"

class TextTest : public QObject {
  Q_OBJECT

 private slots:
  void empty() { QVERIFY(zp::read_config_text("{}").root.is_object()); }
};

QTEST_GUILESS_MAIN(TextTest)
#include "text_test.moc"
