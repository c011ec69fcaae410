// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/instrument.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>
#include <string>

#include "core/export/ds_config.h"
#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument plan(const std::string& version = "0.19") {
  return read_plan(R"({"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 2},
      "deepspeed_config": {"steps_per_print": 100, "gradient_clipping": 0.5},
      "target": {"deepspeed_version": ")" +
                   version + R"("}})");
}

nlohmann::json config_of(const PlanDocument& document) { return nlohmann::json::parse(ds_config(document)); }

}  // namespace

/// Tests of the keys that make DeepSpeed print the figures that measure reads, and of the file
/// that records them.
class InstrumentTest : public QObject {
  Q_OBJECT

 private slots:
  void the_keys_stand_in_every_version_data() {
    QTest::addColumn<QString>("version");
    for (const char* version : {"0.10.0", "0.14.0", "0.15.2", "0.17.6", "0.18.8", "0.19.6"})
      QTest::newRow(version) << QString::fromLatin1(version);
  }
  void the_keys_stand_in_every_version() {
    QFETCH(QString, version);
    const PlanDocument document = with_instruments(plan(version.toStdString()));
    const nlohmann::json config = config_of(document);
    QCOMPARE(config["wall_clock_breakdown"].get<bool>(), true);
    QCOMPARE(config["memory_breakdown"].get<bool>(), true);
    QCOMPARE(config["steps_per_print"].get<int>(), 1);
    QCOMPARE(config["flops_profiler"]["enabled"].get<bool>(), true);
    QCOMPARE(config["flops_profiler"]["profile_step"].get<int>(), 5);
    QCOMPARE(config["gradient_clipping"].get<double>(), 0.5);
    for (const Finding& finding : exported_config(document).findings)
      QVERIFY2(finding.severity > Severity::ignored || finding.path.find("flops") == std::string::npos,
               finding.message.c_str());
  }

  void a_plan_without_them_has_none() {
    QVERIFY(!is_instrumented(plan()));
    QVERIFY(is_instrumented(with_instruments(plan())));
    QVERIFY(!config_of(plan()).contains("flops_profiler"));
  }

  void releases_that_say_nothing_are_named() {
    QVERIFY(instrument_text(plan("0.17.6")).find("prints no times") != std::string::npos);
    QVERIFY(instrument_text(plan("0.19")).find("prints no times") == std::string::npos);
  }

  /// Python itself compiles the probe, if it is installed.
  void the_probe_is_python() {
    const ExportFile probe = probe_file();
    QCOMPARE(probe.name, std::string("zero_planner_probe.py"));
    for (const char* part : {"class ZeroPlannerCallback", "def watch(engine", "max_memory_allocated",
                             "reset_peak_memory_stats", "\"zero_planner\": 1"})
      QVERIFY2(probe.text.find(part) != std::string::npos, part);
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty()) return;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("zero_planner_probe.py"));
    write_text_file(path.toStdString(), probe.text);
    QProcess process;
    process.start(python, {QStringLiteral("-m"), QStringLiteral("py_compile"), path});
    QVERIFY(process.waitForFinished());
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
  }
};

ZP_TEST(InstrumentTest)
#include "instrument_test.moc"
