// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QFile>
#include <QtTest>
#include <cmath>
#include <utility>

#include "core/probe/machine_figure.h"
#include "core/text/text_file.h"
#include "tests/core/probe/probe_data.h"
#include "tests/support/test_main.h"

using namespace zp;
using zp::test::read_data;
using enum MachineQuantity;

namespace {

/// Returns the figures of one quantity.
std::vector<MachineFigure> all_of(const ProbeFile& file, MachineQuantity quantity) {
  std::vector<MachineFigure> found;
  for (const MachineFigure& figure : file.figures)
    if (figure.quantity == quantity) found.push_back(figure);
  return found;
}

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(b); }

}  // namespace

/// Tests of the readers on what the tools printed on public machines (tests/data/probe).
class ReadersTest : public QObject {
  Q_OBJECT

 private slots:
  void an_all_gather_is_known_by_its_counts() {
    const ProbeFile file = read_data("nccl-all-gather-b200-2-nodes.txt");
    QCOMPARE(file.tool, std::string("nccl-tests"));
    const auto rows = all_of(file, all_gather);
    QCOMPARE(rows.size(), std::size_t{6});
    QCOMPARE(rows.back().value, 366.29);
    QCOMPARE(rows.back().bytes, 8589934592.0);
    QCOMPARE(rows.back().ranks, 16);
    QCOMPARE(rows.back().nodes, 0);  // no device lines say it
    QCOMPARE(rows.back().line, 8);
  }
  void ranks_of_an_all_reduce_follow_from_both_bandwidths() {
    const auto pair = all_of(read_data("nccl-all-reduce-h100-pcie-bridge.txt"), all_reduce);
    QCOMPARE(pair.size(), std::size_t{2});
    QCOMPARE(pair.front().ranks, 2);
    QCOMPARE(pair.front().value, 115.37);
    const auto eight = all_of(read_data("rccl-all-reduce-mi300x.txt"), all_reduce);
    QCOMPARE(eight.size(), std::size_t{4});
    QCOMPARE(eight.back().ranks, 8);
    QCOMPARE(eight.back().value, 322.36);
  }
  void rows_without_redop_and_root_are_read() {
    const auto rows = all_of(read_data("nccl-all-gather-old-format.txt"), all_reduce);
    QCOMPARE(rows.size(), std::size_t{0});
    const auto gathers = all_of(read_data("nccl-all-gather-old-format.txt"), all_gather);
    QCOMPARE(gathers.size(), std::size_t{6});
    QCOMPARE(gathers.back().ranks, 8);
    QCOMPARE(gathers.back().value, 7.32);
  }
  void a_reduce_scatter_is_known_by_its_counts_and_rows_of_nothing_are_left_out() {
    const auto rows = all_of(read_data("nccl-reduce-scatter-8-ranks.txt"), reduce_scatter);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows.front().ranks, 8);
    QCOMPARE(rows.front().bytes, 256.0);
  }
  void device_lines_name_hosts_and_gpus() {
    const ProbeFile file = read_data("nccl-all-reduce-spark-2-nodes.txt");
    const auto rows = all_of(file, all_reduce);
    QCOMPARE(rows.size(), std::size_t{4});
    QCOMPARE(rows.back().ranks, 2);
    QCOMPARE(rows.back().nodes, 2);
    QCOMPARE(all_of(file, gpus).front().text, std::string("NVIDIA GB10"));
    QCOMPARE(all_of(file, gpus).front().value, 1.0);
  }

  /// The bus bandwidth of n ranks is 2(n-1)/n of an all-reduce's own, and (n-1)/n of an all-gather's and a
  /// reduce-scatter's (nccl-tests, doc/PERFORMANCE.md).
  void ranks_of_rows_follow_from_the_formulas_of_nccl_tests() {
    const QByteArray head = "# size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n";
    const auto row_of = [&](const QByteArray& counts, const QByteArray& redop, double bus) {
      const QByteArray half = " 1000.0 100.00 " + QByteArray::number(bus, 'f', 3) + " 0";
      return read_probe_file((head + counts + " float " + redop + " -1" + half + half + '\n').toStdString(),
                             "a");
    };
    for (const int ranks : {2, 3, 4, 8, 16, 64}) {
      const double share = (ranks - 1.0) / ranks;
      const auto reduced = all_of(row_of("4096 1024", "sum", 200 * share), all_reduce);
      QCOMPARE(reduced.size(), std::size_t{1});
      QCOMPARE(reduced.front().ranks, ranks);
      QCOMPARE(reduced.front().bytes, 4096.0);
      QCOMPARE(reduced.front().line, 2);
      const QByteArray of_rank = QByteArray::number(4096 * ranks) + " 1024";
      const auto gathered = all_of(row_of(of_rank, "none", 100 * share), all_gather);
      QCOMPARE(gathered.size(), std::size_t{1});
      QCOMPARE(gathered.front().ranks, ranks);
      QVERIFY(is_near(gathered.front().value, std::round(100 * share * 1000) / 1000));
      QCOMPARE(all_of(row_of(of_rank, "sum", 100 * share), reduce_scatter).front().ranks, ranks);
    }
    QVERIFY(row_of("4096 1024", "none", 100).figures.empty());  // a broadcast
    QCOMPARE(all_of(row_of("4096 1024", "sum", 0.000), all_reduce).size(), std::size_t{0});
  }
  void rows_that_are_no_measurement_are_left_out_data() {
    QTest::addColumn<int>("rows");
    QTest::newRow("4096 1024 float sum 100.0 40.0 60.0") << 1;  // no root: 7 words
    QTest::newRow("[1,0]<stdout>: 4096 1024 float sum -1 100.0 40.0 60.0 0 100.0 40.0 60.0 0") << 1;
    QTest::newRow("4096 1024 float 100.0 40.0 60.0") << 0;
    QTest::newRow("1 0 float sum -1 100.0 40.0 60.0 0 100.0 40.0 60.0 0") << 0;
    QTest::newRow("0 1 float sum -1 100.0 40.0 60.0 0 100.0 40.0 60.0 0") << 0;
    QTest::newRow("4 1 float sum -1 100.0 40.0 60.0 0 100.0 40.0 60.0 0") << 1;
    QTest::newRow("1 1 int8 sum -1 100.0 40.0 60.0 0 100.0 40.0 60.0 0") << 1;
    QTest::newRow("4096 1024 word sum -1 100.0 40.0 60.0 0 100.0 40.0 60.0 0") << 0;
    QTest::newRow("4096 1024 float sum -1 100.0 0.00 60.0 0 100.0 40.0 60.0 0") << 0;
    QTest::newRow("4096 x float sum -1 100.0 40.0 60.0 0 100.0 40.0 60.0 0") << 0;
  }
  void rows_that_are_no_measurement_are_left_out() {
    QFETCH(int, rows);
    const std::string text =
        std::string("# size count type redop root time algbw busbw\n") + QTest::currentDataTag() + "\n";
    const ProbeFile file = read_probe_file(text, "a");
    QCOMPARE(static_cast<int>(all_of(file, all_reduce).size()), rows);
    QCOMPARE(static_cast<int>(file.figures.size()), rows);
  }
  void device_lines_count_ranks_and_hosts() {
    const auto file_of = [](const std::string& ranks) {
      return read_probe_file("# nThread 1 nGpus 1\n" + ranks +
                                 "# size count type redop root time algbw busbw #wrong\n"
                                 " 4096 1024 float sum -1 100.0 40.0 60.0 0 100.0 40.0 60.0 0\n",
                             "a");
    };
    const auto rank = [](int number, const char* host) {
      return "#  Rank  " + std::to_string(number) + " Group  0 Pid   100 on  " + host +
             " device  0 [0x0a] NVIDIA A100-SXM4-80GB\n";
    };
    const ProbeFile one = file_of(rank(0, "a"));
    QCOMPARE(all_of(one, gpus).front().value, 1.0);
    const ProbeFile four = file_of(rank(0, "a") + rank(1, "a") + rank(2, "b") + rank(3, "b"));
    QCOMPARE(all_of(four, gpus).front().value, 2.0);
    QCOMPARE(all_of(four, gpus).front().text, std::string("NVIDIA A100-SXM4-80GB"));
    QCOMPARE(all_of(four, all_reduce).front().ranks, 4);
    QCOMPARE(all_of(four, all_reduce).front().nodes, 2);
    QVERIFY(all_of(file_of(""), gpus).empty());
  }
  void cores_of_lscpu_are_those_of_all_sockets() {
    const auto cores = [](const std::string& text) {
      const auto found = all_of(read_probe_file("Architecture: x86_64\n" + text, "a"), cpu_cores);
      return found.empty() ? std::pair(-1.0, 0) : std::pair(found.front().value, found.front().line);
    };
    QCOMPARE(cores("CPU(s): 128\nThread(s) per core: 2\nCore(s) per socket: 32\nSocket(s): 2\n"),
             std::pair(64.0, 2));
    QCOMPARE(cores("Model name: x\nCPU(s): 16\nSocket(s): 1\n"), std::pair(16.0, 3));
    QCOMPARE(cores("Core(s) per socket: 8\nCPU(s): 16\n"), std::pair(16.0, 2));
    QCOMPARE(cores("CPU(s): 16\n"), std::pair(-1.0, 0));
  }
  void fio_in_json_has_its_fastest_group_of_jobs() {
    const ProbeFile file = read_probe_file(R"({"fio version": "fio-3.28", "jobs": [
        {"groupid": 0, "read": {"bw_bytes": 1000000000, "bw": 976562}, "write": {"bw_bytes": 0}},
        {"groupid": 1, "read": {"bw_bytes": 3000000000}, "write": {"bw": 1000000}},
        {"groupid": 0, "read": {"bw_bytes": 1500000000}, "write": {"bw_bytes": 0, "bw": 0}}]})",
                                           "a");
    QVERIFY(is_near(all_of(file, drive_read).front().value, 3));
    QVERIFY(is_near(all_of(file, drive_write).front().value, 1.024));  // bw is in KiB/s
    QCOMPARE(file.figures.size(), std::size_t{2});
  }

  /// The message rate beside it says how many bytes "MB/sec" means.
  void perftest_counts_powers_of_two() {
    const auto rows = all_of(read_data("perftest-roce-mib.txt"), port_bandwidth);
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY(std::abs(rows.front().value / (65536 * 0.708426e6 * 1e-9) - 1) < 1e-5);
  }
  void perftest_in_gbit() {
    const auto rows = all_of(read_data("perftest-ib-gbits.txt"), port_bandwidth);
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY(is_near(rows.front().value, 0.17 / 8));  // the largest message
    QCOMPARE(rows.front().bytes, 8.0);
  }
  void both_directions_of_perftest_count_once() {
    const auto rows =
        all_of(read_probe_file("RDMA_Write Bidirectional BW Test\n #bytes #iterations BW peak[Gb/sec] "
                               "BW average[Gb/sec] MsgRate[Mpps]\n 65536 100 0.00 380.00 0.7\n",
                               "a"),
               port_bandwidth);
    QCOMPARE(rows.front().value, 380.0 / 8 / 2);
  }

  /// fio prints both units; the decimal one in brackets is what is read.
  void fio_as_text() {
    const ProbeFile file = read_data("fio-both.txt");
    QVERIFY(std::abs(all_of(file, drive_read).front().value - 0.882) < 0.0006);
    QVERIFY(std::abs(all_of(file, drive_write).front().value - 0.917) < 0.0006);
    QVERIFY(std::abs(all_of(read_data("fio-read.txt"), drive_read).front().value - 1.262) < 0.0006);
  }
  void fio_as_json() {
    const ProbeFile file = read_data("fio-write.json");
    QCOMPARE(file.tool, std::string("fio"));
    QCOMPARE(all_of(file, drive_read).size(), std::size_t{0});
    QVERIFY(all_of(file, drive_write).front().value > 0.1);
  }
  void the_fastest_group_of_an_old_fio() {
    const auto rows = all_of(read_data("fio-1.txt"), drive_write);
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY(is_near(rows.front().value, 472902 * 1024e-9));
    QCOMPARE(rows.front().line, 5);
  }

  void topology_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("slowest");
    QTest::addColumn<int>("ports");
    QTest::newRow("NVSwitch") << "topo-h20-8-gpus.txt" << 8 << "NV18" << 4;
    QTest::newRow("PCIe switches") << "topo-pix-8-gpus.txt" << 8 << "SYS" << 8;
    QTest::newRow("desktop, underlined") << "topo-phb-2-gpus.txt" << 2 << "PHB" << 0;
  }
  void topology() {
    QFETCH(QString, file);
    QFETCH(int, count);
    QFETCH(QString, slowest);
    QFETCH(int, ports);
    const ProbeFile read = read_data(file.toStdString());
    QCOMPARE(all_of(read, gpus).front().value, static_cast<double>(count));
    QCOMPARE(all_of(read, gpu_link).front().text, slowest.toStdString());
    const auto near = all_of(read, network_ports);
    QCOMPARE(near.empty() ? 0 : static_cast<int>(near.front().value), ports);
  }

  void lscpu_and_free() {
    QCOMPARE(all_of(read_data("lscpu.txt"), cpu_cores).front().value, 2.0);
    const double bytes = all_of(read_data("free.txt"), host_memory).front().value;
    QVERIFY(std::abs(bytes - 25276510208.0) < 1024);  // /proc/meminfo of the machine
    const double rough = all_of(read_data("free-h.txt"), host_memory).front().value;
    QVERIFY(std::abs(rough / bytes - 1) < 0.03);  // printed as 23Gi
  }
  void free_in_other_units() {
    const auto memory = [](const char* figure) {
      const std::string text = std::string("       total  used  free\nMem: ") + figure + " 1 1\n";
      return all_of(read_probe_file(text, "a"), host_memory).front().value;
    };
    QCOMPARE(memory("2015Gi"), 2015 * 0x1p30);
    QCOMPARE(memory("2015"), 2015 * 0x1p30);
    QCOMPARE(memory("2063974"), 2063974 * 0x1p20);
    QCOMPARE(memory("2113510440"), 2113510440 * 0x1p10);
    QCOMPARE(memory("2164234690560"), 2164234690560.0);
  }

  void the_script_on_a_machine_without_gpus() {
    const ProbeFile file = read_data("probe-cpu-only.json");
    QCOMPARE(file.tool, std::string("probe script"));
    QCOMPARE(all_of(file, host_memory).front().value, 25276510208.0);
    QCOMPARE(all_of(file, cpu_cores).front().value, 2.0);
    QVERIFY(!all_of(file, host_bandwidth).empty());
    QVERIFY(!all_of(file, drive_read).empty());
    QVERIFY(all_of(file, gpus).empty());
    QVERIFY(file.absent.size() >= 8);
    QCOMPARE(file.absent.front().quantity, std::string("GPUs (nvidia-smi)"));
    QCOMPARE(file.absent.front().reason, std::string("not installed: nvidia-smi"));
  }
  void one_file_of_several_tools() {
    const std::string text = read_text_file(ZP_TEST_DATA "/probe/lscpu.txt") +
                             read_text_file(ZP_TEST_DATA "/probe/free.txt") +
                             read_text_file(ZP_TEST_DATA "/probe/topo-phb-2-gpus.txt");
    const ProbeFile file = read_probe_file(text, "all");
    QCOMPARE(file.tool, std::string("nvidia-smi topo -m, lscpu, free"));
  }
  void other_texts_give_nothing_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("prose") << QByteArray("The GPU0 of a node reads 12 GB/s; total used free\n");
    QTest::newRow("other JSON") << QByteArray(R"({"model": {"preset": "gpt-2-124m"}})");
    QTest::newRow("broken JSON") << QByteArray(R"({"format": "zero-probe-data/1", )");
    QTest::newRow("values that are none")
        << QByteArray(R"({"format": "zero-probe-data/1", "gpus": [7], "cpu": [], "host_memory_bytes": -5,
                          "matmul": {"tflops": "many"}, "copies": {"a": 1}, "absent": [[]]})");
    QTest::newRow("a row without a heading")
        << QByteArray("  1024 16 float none -1 39.2 0.03 0.02 0 35.1 0.03 0.03 0\n");
    QTest::newRow("NaN") << QByteArray("# algbw busbw\n 1024 16 float none -1 nan nan nan 0 nan nan nan 0\n");
  }
  void other_texts_give_nothing() {
    QFETCH(QByteArray, text);
    QVERIFY(read_probe_file(text.toStdString(), "a").figures.empty());
  }
};

ZP_TEST(ReadersTest)
#include "readers_test.moc"
