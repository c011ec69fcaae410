// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <set>
#include <stdexcept>

#include "core/catalog/catalog.h"
#include "core/catalog/catalog_entries.h"
#include "core/catalog/own_presets.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const GpuPreset& gpu(const char* id) { return *catalog().find_gpu(id); }
const LinkPreset& link_named(const char* id) { return *catalog().find_link(id); }

constexpr const char* no_models = R"({"models": []})";
constexpr const char* no_gpus = R"({"gpus": []})";
constexpr const char* no_links = R"({"links": []})";

std::string model_file(const char* architecture) {
  return std::string(R"({"models": [{"name": "A", "source": "b", "architecture": )") + architecture + "}]}";
}

std::string whole_model(const char* name) {
  return std::string(R"({"name": ")") + name + R"(", "source": "", "architecture": {"block": "gpt",
    "hidden_size": 8, "layers": 1, "attention_heads": 1, "intermediate_size": 8, "vocab_size": 8}})";
}

}  // namespace

class EntriesTest : public QObject {
  Q_OBJECT

 private slots:
  void every_gpu_is_sane() {
    QCOMPARE(catalog().gpus.size(), std::size_t{98});
    std::set<std::string> ids;
    for (const SharedGpuPreset& each : catalog().gpus) {
      const GpuPreset& g = *each;
      const char* name = g.id.c_str();
      QCOMPARE(g.id, preset_id(g.name));
      QVERIFY2(ids.insert(g.id).second, name);
      QVERIFY2(g.memory_gib > 1 && g.memory_gib <= g.marketing_gb,
               name);  // no card has more GiB than the GB in its name
      QVERIFY2(g.memory_gib > 0.85 * g.marketing_gb * 1e9 / 1073741824, name);
      QVERIFY2(g.memory_gb_per_s >= 100 && g.memory_gb_per_s <= 30'000, name);
      QVERIFY2(g.bf16_tflops >= 5 && g.bf16_tflops <= 20'000, name);
      QVERIFY2(g.measured_tflops >= 0 && g.measured_tflops < g.bf16_tflops, name);
      QVERIFY2(g.pcie_gb_per_s >= 7 && g.pcie_gb_per_s <= 130, name);
      QVERIFY2(g.host_gb_per_s >= g.pcie_gb_per_s, name);
      QVERIFY2(g.link_gb_per_s >= 0 && g.link_gb_per_s <= 2000, name);
      QVERIFY2((g.link_type == "none") <= (g.link_gb_per_s == 0), name);
      QVERIFY2(g.watts >= 30 && g.watts <= 3000, name);
      QVERIFY2(g.release_year >= 2016 && g.release_year <= 2026, name);
      QVERIFY2(g.gpu_class == "datacenter" || g.gpu_class == "workstation" || g.gpu_class == "consumer",
               name);
      QVERIFY2(!g.source.empty() && !g.vendor.empty() && !g.generation.empty() && !g.memory_basis.empty(),
               name);
    }
  }

  void gpu_figures() {
    const GpuPreset& a100 = gpu("a100-sxm4-80gb");
    QCOMPARE(a100.name, std::string("A100 SXM4 80GB"));
    QCOMPARE(a100.memory_gib, 79.15);
    QCOMPARE(a100.memory_gb_per_s, 2039.0);
    QCOMPARE(a100.bf16_tflops, 312.0);
    QCOMPARE(a100.measured_tflops, 271.2);
    QCOMPARE(a100.pcie_gb_per_s, 31.5);
    QCOMPARE(a100.host_gb_per_s, 31.5);
    QCOMPARE(a100.link_gb_per_s, 300.0);
    QCOMPARE(a100.watts, 400.0);
    QVERIFY(a100.has_bf16);
    QCOMPARE(gpu("gh200-96gb").host_gb_per_s, 450.0);
    QCOMPARE(gpu("gh200-96gb").pcie_gb_per_s, 63.0);
  }

  void without_bf16_the_fp16_peak_stands() {
    QVERIFY(!gpu("v100-sxm2-32gb").has_bf16);
    QCOMPARE(gpu("v100-sxm2-32gb").bf16_tflops, 125.0);
    QVERIFY(gpu("instinct-mi100-32gb").has_bf16);  // it runs bf16 at half rate
    QCOMPARE(gpu("instinct-mi100-32gb").bf16_tflops, 92.3);
    QCOMPARE(std::ranges::count_if(catalog().gpus, [](const SharedGpuPreset& g) { return !g->has_bf16; }), 9);
  }

  void every_link_is_sane() {
    QCOMPARE(catalog().links.size(), std::size_t{65});
    std::set<std::string> ids;
    for (const SharedLinkPreset& each : catalog().links) {
      const LinkPreset& l = *each;
      const char* name = l.id.c_str();
      QCOMPARE(l.id, preset_id(l.name));
      QVERIFY2(ids.insert(l.id).second, name);
      QVERIFY2(l.gb_per_s > 0 && l.gb_per_s <= 2000, name);
      QVERIFY2(l.effective_gb_per_s > 0.3 * l.gb_per_s && l.effective_gb_per_s < 1.1 * l.gb_per_s, name);
      QVERIFY2((l.kind == LinkKind::nvme) == (l.write_gb_per_s > 0), name);
      QVERIFY2(l.write_gb_per_s < l.gb_per_s, name);
      QVERIFY2(l.latency_us >= 0 && l.latency_us <= 100, name);
      QVERIFY2(!l.scope.empty() && !l.source.empty(), name);
      QVERIFY2(!l.shared_by_node || l.kind == LinkKind::inter_node || l.kind == LinkKind::nvme, name);
    }
  }

  void link_figures() {
    const LinkPreset& nvlink = link_named("nvlink-3-a100-nvswitch");
    QCOMPARE(nvlink.kind, LinkKind::gpu_fabric);
    QCOMPARE(nvlink.gb_per_s, 300.0);
    QCOMPARE(nvlink.effective_gb_per_s, 230.0);
    QCOMPARE(nvlink.latency_us, 10.0);
    QVERIFY(!nvlink.shared_by_node);
    QVERIFY(link_named("dgx-a100-8x-hdr-200").shared_by_node);
    QVERIFY(link_named("100-gbe-tcp-roce").shared_by_node);
    QVERIFY(link_named("infiniband-ndr-4x-one-port").shared_by_node);
    QVERIFY(!link_named("infiniband-ndr-4x-one-port-per-gpu").shared_by_node);
    QCOMPARE(link_named("4x-nvme-gen4-raid-0").write_gb_per_s, 5.0);
  }

  void unknown_ids_find_nothing() {
    QVERIFY(!catalog().find_model("llama"));
    QVERIFY(!catalog().find_gpu(""));
    QVERIFY(!catalog().find_link("A100 SXM4 80GB"));
  }

  void ids_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("contract") << QByteArray("A100 SXM4 80GB") << QByteArray("a100-sxm4-80gb");
    QTest::newRow("dot stays") << QByteArray("Llama 3.1 8B") << QByteArray("llama-3.1-8b");
    QTest::newRow("run becomes one") << QByteArray("NVLink 3 (A100, NVSwitch)")
                                     << QByteArray("nvlink-3-a100-nvswitch");
    QTest::newRow("none at the ends") << QByteArray(" (text) ") << QByteArray("text");
    QTest::newRow("not ASCII") << QByteArray("8×H100") << QByteArray("8-h100");
    QTest::newRow("nothing left") << QByteArray("+ +") << QByteArray("");
    QTest::newRow("empty") << QByteArray("") << QByteArray("");
  }

  void ids() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, expected);
    QCOMPARE(preset_id(name.toStdString()), expected.toStdString());
  }

  void similar_data() {
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QByteArray>("first");  ///< empty means no suggestion
    QTest::newRow("hyphen forgotten") << QByteArray("llama2-7b") << QByteArray("llama-2-7b");
    QTest::newRow("letters swapped") << QByteArray("lalma-2-7b") << QByteArray("llama-2-7b");
    QTest::newRow("name instead of id") << QByteArray("Llama 2 7B") << QByteArray("llama-2-7b");
    QTest::newRow("part of one") << QByteArray("maverick-400b") << QByteArray("llama-4-maverick-400b-text");
    QTest::newRow("last letter forgotten") << QByteArray("llama-3.1-8") << QByteArray("llama-3.1-8b");
    QTest::newRow("another family") << QByteArray("gpt-4o") << QByteArray("");
    QTest::newRow("unlike any") << QByteArray("zzzzzzzzzz") << QByteArray("");
    QTest::newRow("empty") << QByteArray("") << QByteArray("");
    QTest::newRow("very long") << QByteArray(1'000'000, 'x') << QByteArray("");
  }

  void similar() {
    QFETCH(QByteArray, typed);
    QFETCH(QByteArray, first);
    const std::vector<std::string> known = preset_ids(catalog(), PresetKind::model);
    const auto ids = similar_ids(typed.toStdString(), known);
    QCOMPARE(ids.empty() ? std::string() : ids.front(), first.toStdString());
    QVERIFY(ids.size() <= 3);
    QVERIFY(similar_ids(typed.toStdString(), known, 0).empty());
  }

  void malformed_data() {
    QTest::addColumn<QByteArray>("models");
    QTest::addColumn<QByteArray>("needle");
    const auto row = [](const char* name, const std::string& file, const char* needle) {
      QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray(needle);
    };
    row("no JSON", "{\"models\": [\n{\"name\": }]}", "models.json: Line 2, column 10");
    row("key twice", R"({"models": [{"name": "A", "name": "B"}]})", "models.0.name");
    row("no list", "{}", "models");
    row("no name", R"({"models": [{}]})", "name");
    row("no architecture", R"({"models": [{"name": "A", "source": ""}]})", "architecture");
    row("no block", model_file("{}"), "block");
    row("unknown block", model_file(R"({"block": "rnn"})"), "rnn");
    row("unknown norm", model_file(R"({"block": "gpt", "norm": "batch"})"), "batch");
    row("unknown key", model_file(R"({"block": "gpt", "layer": 2})"), "layer");
    row("wrong type", model_file(R"({"block": "gpt", "layers": "two"})"), "entry 1");
    row("two alike", std::string(R"({"models": [)") + whole_model("A") + "," + whole_model("a") + "]}",
        "second entry");
  }

  void malformed() {
    QFETCH(QByteArray, models);
    QFETCH(QByteArray, needle);
    try {
      read_catalog(models.toStdString(), no_gpus, no_links);
    } catch (const std::logic_error& error) {
      QVERIFY2(QByteArray(error.what()).contains(needle), error.what());
      return;
    }
    QFAIL("no std::logic_error");
  }

  void malformed_others() {
    QVERIFY_THROWS_EXCEPTION(std::logic_error,
                             read_catalog(no_models, R"({"gpus": [{"name": "A"}]})", no_links));
    QVERIFY_THROWS_EXCEPTION(
        std::logic_error, read_catalog(no_models, no_gpus, R"({"links": [{"name": "A", "kind": "rope"}]})"));
    QVERIFY(read_catalog(no_models, no_gpus, no_links).models.empty());
  }
};

ZP_TEST(EntriesTest)
#include "entries_test.moc"
