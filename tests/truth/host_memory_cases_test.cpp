// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/text/ordered_json.h"
#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;
using text_io::Json;

namespace {

const Json& host_cases() {
  static const Json all = Json::parse(read_text_file(ZP_TEST_DATA "/host-memory-cases.json"));
  return all;
}

MemoryEstimate estimate_of(const Json& one) { return estimate_memory(read_plan(one["plan"].dump()).plan); }

}  // namespace

/// Tests of host memory against public runs that ended for lack of it, each as a plan made from its source.
class HostMemoryCasesTest : public QObject {
  Q_OBJECT

 private slots:
  void runs_that_were_killed_do_not_fit_and_the_phase_is_named_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < host_cases().size(); ++i)
      if (!host_cases()[i].contains("not_explained"))
        QTest::newRow(host_cases()[i]["id"].get<std::string>().c_str()) << static_cast<int>(i);
  }
  void runs_that_were_killed_do_not_fit_and_the_phase_is_named() {
    QFETCH(int, index);
    const Json& one = host_cases()[static_cast<std::size_t>(index)];
    const HostMemory cpu = estimate_of(one).cpu;
    QCOMPARE(cpu.fits, one["outcome"] == "ran");
    if (cpu.fits) return;
    QCOMPARE(QString::fromStdString(std::string(name_of(cpu.lacks_in()))),
             QString::fromStdString(one["phase"].get<std::string>()));
  }

  void what_a_source_states_of_its_host_is_met() {
    for (const Json& one : host_cases()) {
      const HostMemory cpu = estimate_of(one).cpu;
      if (one.contains("at_least_gb"))
        QVERIFY(static_cast<double>(cpu.needed_per_node().value()) >= one["at_least_gb"].get<double>() * 1e9);
      if (!one.contains("per_rank_gib") || one.contains("not_explained")) continue;
      const double per_rank =
          to_gib(cpu.needed_per_node()) / one["plan"]["cluster"]["gpus_per_node"].get<double>();
      const double stated = one["per_rank_gib"].get<double>();
      QVERIFY2(std::abs(per_rank - stated) <= 0.05 * stated, qPrintable(QString::number(per_rank)));
    }
  }
};

ZP_TEST(HostMemoryCasesTest)
#include "host_memory_cases_test.moc"
