// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/check/file_plan.h"
#include "core/check/fix_config.h"
#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/config_vectors.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::accepted_vectors;
using test::ConfigVector;

namespace {

using Json = nlohmann::ordered_json;

PlanDocument plan_on(int ranks = 8) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": )" +
                   std::to_string(ranks) + "}}");
}

CheckOptions options_of(const PlanDocument& document) {
  return {document.plan.cluster.ranks(), document.plan, document.plan.target.deepspeed_version};
}

const Finding* with_code(const std::vector<Finding>& findings, const QByteArray& code) {
  const auto found = std::ranges::find(findings, code.toStdString(), &Finding::code);
  return found == findings.end() ? nullptr : &*found;
}

/// Returns a file as users write it, with places for something that strict JSON does not have.
QByteArray config(const char* head, const char* stage = "\"stage\": 2", const char* tail = "") {
  return QByteArray("{\n  ") + head + "\n  \"bf16\": {\"enabled\": true},\n  \"zero_optimization\": {\n    " +
         stage + ",\n    \"overlap_comm\": true\n  }" + tail + "\n}\n";
}

}  // namespace

/// Tests that check, import and fix read a ds_config.json through one reader and say the same about it.
class ReadersTest : public QObject {
  Q_OBJECT

 private slots:
  void what_only_hjson_takes_is_told_alike_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    const char* const micro = "\"train_micro_batch_size_per_gpu\": 4,";
    QTest::newRow("a comment behind a value")
        << config("\"train_micro_batch_size_per_gpu\": 4,  // as large as fits") << QByteArray("comment");
    QTest::newRow("a comment before the braces")
        << QByteArray("# ours\n") + config(micro) << QByteArray("comment");
    QTest::newRow("a trailing comma") << config(micro, "\"stage\": 2", ",") << QByteArray("trailing_comma");
    QTest::newRow("a missing comma") << config("\"train_micro_batch_size_per_gpu\": 4")
                                     << QByteArray("missing_comma");
    QTest::newRow("a key without quotes") << config(micro, "stage: 2") << QByteArray("unquoted_key");
    QTest::newRow("a text without quotes")
        << QByteArray("{\"train_batch_size\": 8, \"optimizer\": {\"type\": AdamW\n}}")
        << QByteArray("unquoted_text");
    QTest::newRow("single quotes") << config("'train_micro_batch_size_per_gpu': 4,")
                                   << QByteArray("single_quotes");
    QTest::newRow("no braces")
        << QByteArray("\"train_micro_batch_size_per_gpu\": 4\n\"bf16\": {\"enabled\": true}\n")
        << QByteArray("no_braces");
    QTest::newRow("a byte order mark")
        << QByteArray("\xEF\xBB\xBF") + config(micro) << QByteArray("byte_order_mark");
    QTest::newRow("not a number") << config(micro, "\"stage\": 2", ",\n  \"ours\": NaN")
                                  << QByteArray("not_a_number");
  }
  void what_only_hjson_takes_is_told_alike() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    for (const Flavour flavour : {Flavour::plain, Flavour::hf_trainer}) {
      PlanDocument from = plan_on();
      from.plan.target.flavour = flavour;
      const ConfigCheck check = check_config(read_config_text(text.toStdString()), options_of(from));
      const Finding* checked = with_code(check.issues, code);
      QVERIFY(check.accepted && checked);
      QCOMPARE(checked->severity, flavour == Flavour::plain ? Severity::style : Severity::fails_later);
      const Imported imported = import_file({text.toStdString(), {}, {}}, from);
      const Finding* noted = with_code(imported.notes, code);
      QVERIFY(noted && *noted == *checked);
      const FixedConfig fixed = fix_config(text.toStdString(), options_of(from));
      const Finding* left = with_code(fixed.left.issues, code);
      QVERIFY(left ? *left == *checked : !fixed.fixes.empty());
    }
  }

  void what_is_refused_is_refused_alike_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    const char* const micro = "\"train_micro_batch_size_per_gpu\": 4,";
    QTest::newRow("a repeated key") << config(micro, "\"stage\": 2,\n    \"stage\": 3")
                                    << QByteArray("duplicate_key");
    QTest::newRow("a repeated section")
        << config(micro, "\"stage\": 2", ",\n  \"bf16\": {\"enabled\": false}")
        << QByteArray("duplicate_key");
    QTest::newRow("a misspelt key") << config(micro, "\"stge\": 2") << QByteArray("unknown_key");
    QTest::newRow("a text for a size")
        << config(micro, "\"stage\": 2, \"reduce_bucket_size\": \"5e8\"") << QByteArray("not_integer");
    QTest::newRow("sizes that contradict")
        << config("\"train_batch_size\": 17, \"train_micro_batch_size_per_gpu\": 2,")
        << QByteArray("batch_triple_mismatch");
    QTest::newRow("no closing brace") << config(micro).chopped(3) << QByteArray("syntax");
  }
  void what_is_refused_is_refused_alike() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    const PlanDocument from = plan_on();
    const ConfigCheck check = check_config(read_config_text(text.toStdString()), options_of(from));
    QVERIFY(!check.accepted);
    const Finding& first = check.issues.front();
    QCOMPARE(QByteArray::fromStdString(first.code), code);
    QVERIFY(first.severity == Severity::refused);
    try {
      (void)import_file({text.toStdString(), {}, {}}, from);
      QFAIL("read");
    } catch (const FileError& error) {
      QVERIFY2(std::string(error.what()).ends_with(sentence_of(first)), error.what());
      QVERIFY((TextPosition{error.line(), error.column()}) == first.place.position);
    }
  }

  void batch_sizes_that_the_file_lacks_are_the_base_s_and_told() {
    const std::string text = config("").toStdString();
    const ConfigCheck check = check_config(read_config_text(text), options_of(plan_on()));
    QVERIFY(!check.accepted);
    const Imported imported = import_file({text, {}, {}}, plan_on());
    const Finding* noted = with_code(imported.notes, "batch_not_given");
    QVERIFY(noted && *noted == check.issues.front());
    QCOMPARE(imported.document.plan.zero.stage, 2);
  }

  void whatever_check_accepts_is_imported_as_check_sees_it() {
    const std::vector<ConfigVector> all = accepted_vectors();
    QCOMPARE(all.size(), test::share_of(62 + 628));
    for (const ConfigVector& vector : all) {
      const PlanDocument from = plan_on(vector.ranks);
      try {
        const Imported imported = import_file({vector.text, {}, {}}, from);
        const ConfigSource source = read_config_text(vector.text);
        const CheckOptions options = options_of(from);
        const config_check::FilePlan seen(source, options);
        QVERIFY2(seen.subject().plan == imported.document.plan, vector.text.c_str());
        const std::string written = write_plan(imported.document);
        QVERIFY2(read_plan(written).plan == imported.document.plan, vector.text.c_str());
        QVERIFY2(write_plan(read_plan(written)) == written, vector.text.c_str());
      } catch (const FileError& error) {
        QFAIL((vector.name + ": " + error.what() + "\n" + vector.text).c_str());
      }
    }
  }

  void a_repeated_key_is_never_silent() {
    for (const ConfigVector& vector : accepted_vectors()) {
      const Json object = Json::parse(vector.text);
      const auto first = object.begin();
      const std::string twice =
          "{\n" + Json(first.key()).dump() + ": " + first->dump() + ',' + vector.text.substr(1);
      QVERIFY_THROWS_EXCEPTION(FileError, import_file({twice, {}, {}}, plan_on(vector.ranks)));
    }
  }
};

ZP_TEST(ReadersTest)
#include "readers_test.moc"
