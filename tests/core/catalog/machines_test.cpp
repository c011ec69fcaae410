// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/machines.h"

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/text/file_error.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace machines_catalog {

/// Returns the error of a file with one machine that has these members, or "" if it is read.
std::string refused(const std::string& members) {
  try {
    return read_machines(R"({"machines": [{"provider": "p", "instance": "i", "gpu": "h100-sxm5-80gb", )" +
                         members + "}]}")
                       .size() == 1
               ? ""
               : "no machine";
  } catch (const FileError& error) {
    return error.what();
  }
}

}  // namespace machines_catalog

/// Tests of files of machines, and of the GPUs that stand in them.
class MachinesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_count_is_whole_and_an_amount_need_not_be() {
    using machines_catalog::refused;
    QCOMPARE(refused(R"("gpus": 8)"), std::string());
    QCOMPARE(refused(R"("gpus": 8, "vcpus": 192, "host_gib": 2048.5, "nvme_tb": 30.4)"), std::string());
    for (const char* wrong : {R"("gpus": 1.5)", R"("gpus": 0)", R"("gpus": 1025)", R"("gpus": "8")"})
      QVERIFY2(refused(wrong).find("machines[0].gpus must be a whole number from 1 to 1,024.") !=
                   std::string::npos,
               refused(wrong).c_str());
    QVERIFY(refused(R"("gpus": 8, "vcpus": 0.5)").find("whole number from 0 to 65,536") != std::string::npos);
    QVERIFY(refused(R"("gpus": 8, "host_gib": -1)").find("must be a number from 0 to 1,000,000.") !=
            std::string::npos);
    QVERIFY(refused(R"("vcpus": 8)").find("machines[0].gpus is missing.") != std::string::npos);
  }
  void a_machine_stands_once() {
    const std::string one = R"({"provider": "p", "instance": "i", "gpu": "h100-sxm5-80gb", "gpus": 8})";
    try {
      (void)read_machines("{\"machines\": [" + one + ", " + one + "]}");
      QFAIL("read");
    } catch (const FileError& error) {
      QVERIFY2(std::string(error.what()).find("machines[1].instance appears twice") != std::string::npos,
               error.what());
    }
  }
  /// The GB on the box: 80 of an A100 whose 79.2 GiB a program can use.
  void every_gpu_has_the_memory_that_its_maker_names() {
    for (const SharedGpuPreset& gpu : catalog().gpus) {
      const double share = gpu->memory_gib / gpu->marketing_gb;
      QVERIFY2(share > 0.85 && share <= 1.001, gpu->id.c_str());
    }
  }
};

ZP_TEST(MachinesTest)
#include "machines_test.moc"
