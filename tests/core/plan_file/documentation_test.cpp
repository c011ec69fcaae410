// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/plan_file/machine_profile.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/scenarios.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

QString page() {
  QFile file(QStringLiteral(ZP_SOURCE_DIR "/docs/plan-file.md"));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

/// Tests that the examples in docs/plan-file.md can be read and have no unknown key.
class DocumentationTest : public QObject {
  Q_OBJECT

 private slots:
  void examples_can_be_read_data() {
    QTest::addColumn<QByteArray>("example");
    static const QRegularExpression block(QStringLiteral("```json\n(.*?)```"),
                                          QRegularExpression::DotMatchesEverythingOption);
    int number = 0;
    for (const QRegularExpressionMatch& match : block.globalMatch(page()))
      QTest::addRow("example %d", ++number) << match.captured(1).toUtf8();
    QVERIFY(number >= 5);
  }
  /// An example is a plan, a machine profile, or the section `cluster` of a plan.
  void examples_can_be_read() {
    QFETCH(QByteArray, example);
    const nlohmann::json json = nlohmann::json::parse(example.begin(), example.end());
    if (json.value("format", "") == "zero-profile/1") {
      QVERIFY(read_profile(example.toStdString()) != MachineProfile());
      return;
    }
    const nlohmann::json in_cluster = {{"model", {{"parameters", 1}}}, {"cluster", json}};
    const PlanDocument document = read_plan(json.contains("model") ? json.dump() : in_cluster.dump());
    const std::vector<Finding> unknown = unknown_keys(document.text);
    QVERIFY2(unknown.empty(), unknown.empty() ? "" : unknown.front().message.c_str());
    QCOMPARE(scenarios_of(document).empty(), !json.contains("scenarios"));
  }
};

ZP_TEST(DocumentationTest)
#include "documentation_test.moc"
