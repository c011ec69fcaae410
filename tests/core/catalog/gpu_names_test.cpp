// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/gpu_names.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;

/// Tests of names of GPUs: of drivers (nvidia-smi, rocm-smi), of clouds, and as people write them.
class GpuNamesTest : public QObject {
  Q_OBJECT

 private slots:
  void one_preset_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("preset");
    const auto row = [](const char* name, const char* preset) { QTest::newRow(name) << name << preset; };
    row("NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb");
    row("NVIDIA A100 80GB PCIe", "a100-pcie-80gb");
    row("NVIDIA H100 80GB HBM3", "h100-sxm5-80gb");
    row("NVIDIA H100 PCIe", "h100-pcie-80gb");
    row("NVIDIA H200", "h200-sxm-141gb");
    row("NVIDIA H200 NVL", "h200-nvl-141gb");
    row("NVIDIA H20", "h20-96gb");
    row("NVIDIA H20-3e", "h20-141gb");
    row("H20 141G", "h20-141gb");
    row("NVIDIA A800 80GB PCIe", "a800-pcie-80gb");
    row("Quadro RTX 8000", "quadro-rtx-8000-48gb");
    row("A100 SXM 40GiB", "a100-sxm4-40gb");
    row("Tesla V100-SXM2-32GB", "v100-sxm2-32gb");
    row("Tesla T4", "t4-16gb");
    row("NVIDIA A10G", "a10g-24gb");
    row("NVIDIA L40S", "l40s-48gb");
    row("NVIDIA GeForce RTX 3090", "rtx-3090-24gb");
    row("NVIDIA GeForce RTX 4090", "rtx-4090-24gb");
    row("NVIDIA GeForce RTX 4090 D", "rtx-4090-d-24gb");
    row("NVIDIA RTX A6000", "rtx-a6000-48gb");
    row("NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "rtx-pro-6000-blackwell-ws-96gb");
    row("NVIDIA GB10", "gb10-dgx-spark-128gb-unified");
    row("RTX 4090", "rtx-4090-24gb");
    row("4090", "rtx-4090-24gb");
    row("RTX4090", "rtx-4090-24gb");
    row("rtx_3090_ti", "rtx-3090-ti-24gb");
    row("A6000", "rtx-a6000-48gb");
    row("A100 SXM 40GB", "a100-sxm4-40gb");
    row("80GB A100 PCIe", "a100-pcie-80gb");
    row("H100 SXM", "h100-sxm5-80gb");
    row("MI300X", "instinct-mi300x-192gb");
    row("AMD Instinct MI300X OAM", "instinct-mi300x-192gb");
    row("GB200", "gb200-per-gpu-186gb");
    row("RTX 4080 SUPER", "rtx-4080-super-16gb");
  }
  void one_preset() {
    QFETCH(QString, name);
    QFETCH(QString, preset);
    const SharedGpuPreset found = catalog().find_gpu(name.toStdString());
    QCOMPARE(found ? QString::fromStdString(found->id) : QString(), preset);
  }

  void no_preset_or_several_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("meant");
    const auto row = [](const char* name, const QStringList& meant) { QTest::newRow(name) << name << meant; };
    row("H100", {"h100-sxm5-80gb", "h100-pcie-80gb", "h100-nvl-94gb"});
    row("A100 80GB", {"a100-sxm4-80gb", "a100-pcie-80gb"});
    row("V100-32GB", {"v100-sxm2-32gb"});  // PCIe cards of 32 GB exist, too
    row("NVIDIA GeForce RTX 4090 Laptop GPU", {});
    row("AMD Radeon Graphics", {});
    row("A100-80G", {"a100-sxm4-80gb", "a100-pcie-80gb"});
    row("A100_80G", {"a100-sxm4-80gb", "a100-pcie-80gb"});
    row("RTX 4090 48GB", {"rtx-4090-24gb"});  // of other makers
    row("80GB", {});
    row("RTX", {});
    row("NVIDIA", {});
    row("", {});
  }
  void no_preset_or_several() {
    QFETCH(QString, name);
    QFETCH(QStringList, meant);
    QVERIFY(!catalog().find_gpu(name.toStdString()));
    QStringList ids;
    for (const std::string& id : gpus_meant(name.toStdString(), catalog().gpus).ids)
      ids << QString::fromStdString(id);
    QCOMPARE(ids, meant);
  }

  void a_card_with_other_memory_is_told() {
    QCOMPARE(gpus_meant("RTX 4090 48GB", catalog().gpus).other_gb, std::string("48"));
    QCOMPARE(gpus_meant("A100-80G", catalog().gpus).other_gb, std::string());
  }

  void boards_of_equal_memory_are_one_name_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("meant");
    const auto row = [](const char* name, const QStringList& meant) { QTest::newRow(name) << name << meant; };
    row("A100 80GB", {"a100-sxm4-80gb", "a100-pcie-80gb"});
    row("A100-40G", {"a100-sxm4-40gb", "a100-pcie-40gb"});
    row("NVIDIA H100", {"h100-sxm5-80gb", "h100-pcie-80gb"});  // an NVL card says so
    row("A800", {"a800-sxm4-80gb", "a800-pcie-80gb"});
    row("V100-32GB", {"v100-sxm2-32gb"});
    row("A100", {});  // 40 or 80 GB
    row("V100", {});
    row("A100 PCIe 80GB", {});  // one preset
    row("RTX 4090", {});
    row("RTX 4090 48GB", {});
    row("80GB", {});
  }
  void boards_of_equal_memory_are_one_name() {
    QFETCH(QString, name);
    QFETCH(QStringList, meant);
    QStringList ids;
    for (const SharedGpuPreset& gpu : gpus_of_any_board(name.toStdString(), catalog().gpus))
      ids << QString::fromStdString(gpu->id);
    QCOMPARE(ids, meant);
  }

  void every_preset_is_found_by_its_own_name() {
    for (const SharedGpuPreset& gpu : catalog().gpus) {
      const SharedGpuPreset found = catalog().find_gpu(gpu->name);
      QVERIFY2(found && found->id == gpu->id, gpu->name.c_str());
    }
  }
};

ZP_TEST(GpuNamesTest)
#include "gpu_names_test.moc"
