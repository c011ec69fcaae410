// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/plan_schema.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "tests/support/json_schema.h"
#include "tests/support/plan_grid.h"
#include "tests/support/test_main.h"

using namespace zp;
using nlohmann::json;

namespace {

QByteArray complaints(const json& files) { return test::schema_complaints(plan_schema_json(), files); }

}  // namespace

/// Tests of the JSON Schema of a plan file, with an independent validator.
class PlanSchemaTest : public QObject {
  Q_OBJECT

 private slots:
  void every_key_is_in_it() {
    const json schema = json::parse(plan_schema_json());
    for (const PlanKey& key : plan_keys()) {
      const json* at = &schema;
      for (const QString& name : QString::fromStdString(key.path).split(u'.')) {
        QVERIFY2(at->contains("properties") && (*at)["properties"].contains(name.toStdString()),
                 key.path.c_str());
        at = &(*at)["properties"][name.toStdString()];
      }
      QVERIFY2(at->contains("description"), key.path.c_str());
      const std::string description = (*at)["description"];
      QVERIFY2(description.find(key.deepspeed_key) != std::string::npos, description.c_str());
    }
  }
  void plans_are_accepted() {
    json files = json::array(
        {json::parse(R"({"$schema": "plan.schema.json", "model": {"preset": "llama-2-7b"}, "mine": 1})"),
         json::parse(R"({"model": {"parameters": 7e9}, "zero": {"stage": 3, "offload_optimizer": "cpu"}})"),
         json::parse(R"({"model": {"parameters": 7e9}, "zero": {"offload_param": {"device": "nvme"}}})")});
    for (const PlanDocument& document : test::plan_grid())
      files.push_back(json::parse(write_plan(document)));
    QCOMPARE(complaints(files), QByteArray());
  }
  void what_no_plan_may_say_is_refused_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("no stage") << QByteArray(R"({"zero": {"stage": 4}})");
    QTest::newRow("a word for a number") << QByteArray(R"({"cluster": {"nodes": "two"}})");
    QTest::newRow("no precision") << QByteArray(R"({"training": {"precision": "int4"}})");
    QTest::newRow("a list for a section") << QByteArray(R"({"training": []})");
  }
  void what_no_plan_may_say_is_refused() {
    QFETCH(QByteArray, file);
    QVERIFY(!complaints(json::array({json::parse(file.toStdString())})).isEmpty());
  }
};

ZP_TEST(PlanSchemaTest)
#include "plan_schema_test.moc"
