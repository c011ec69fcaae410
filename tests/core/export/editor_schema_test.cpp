// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/editor_schema.h"

#include <QFile>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/deepspeed/schema.h"
#include "core/export/ds_config.h"
#include "tests/support/json_schema.h"
#include "tests/support/plan_grid.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using nlohmann::json;

namespace {

QByteArray complaints(const json& files) { return test::schema_complaints(editor_schema(), files); }

json written(const PlanDocument& document) { return json::parse(ds_config(document)); }

}  // namespace

/// Tests of the JSON Schema for editors, with an independent validator.
class EditorSchemaTest : public QObject {
  Q_OBJECT

 private slots:
  void the_installed_file_is_this_one() {
    QFile file(QStringLiteral(ZP_SOURCE_DIR "/resources/schema/ds_config.schema.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY2(file.readAll() == QByteArray::fromStdString(editor_schema()),
             "resources/schema/ds_config.schema.json is out of date: build the target editor_schema");
  }

  void every_key_is_in_it() {
    const json root = json::parse(editor_schema());
    for (const SchemaKey& key : schema().keys) {
      const json* here = &root;
      for (const QString& part : QString::fromStdString(key.path).split(QLatin1Char('.'))) {
        const std::string name = part.toStdString();
        QVERIFY2(here->contains("properties") && (*here)["properties"].contains(name), key.path.c_str());
        here = &(*here)["properties"][name];
      }
      QVERIFY2((*here)["description"].get<std::string>().size() > 10, key.path.c_str());
    }
  }

  void exports_of_a_grid_of_plans_validate() {
    json files = json::array();
    for (const PlanDocument& document : test::plan_grid())
      files.push_back(written(document));
    QVERIFY(files.size() >= test::share_of(2000));
    QCOMPARE(complaints(files), QByteArray());
    qInfo("%zu exports validate", files.size());
  }

  void faults_do_not_validate_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("misspelt key") << QByteArray(R"({"zero_optimization": {"stagee": 2}})");
    QTest::newRow("stage that is none") << QByteArray(R"({"zero_optimization": {"stage": 4}})");
    QTest::newRow("text for a number") << QByteArray(R"({"train_batch_size": "8"})");
    QTest::newRow("number for a switch") << QByteArray(R"({"bf16": {"enabled": 1}})");
    QTest::newRow("auto where nobody fills it in")
        << QByteArray(R"({"zero_optimization": {"sub_group_size": "auto"}})");
    QTest::newRow("negative bucket") << QByteArray(R"({"zero_optimization": {"reduce_bucket_size": -1}})");
  }

  void faults_do_not_validate() {
    QFETCH(QByteArray, text);
    QVERIFY(!complaints(json::array({json::parse(text.begin(), text.end())})).isEmpty());
  }
};

ZP_TEST(EditorSchemaTest)
#include "editor_schema_test.moc"
