// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/run/run_log.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const QString folder = QStringLiteral(ZP_TEST_DATA "/run-logs/");

RunLog read_published(const QString& name) {
  QFile file(folder + name);
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray text = file.readAll();
  return read_run_log({text.constData(), static_cast<std::size_t>(text.size())});
}

/// Returns an observation as "12 gpu.allocated [step 1] rank 0 = 3".
std::string words_of_one(const Observation& one) {
  return std::to_string(one.line) + " " + std::string(name_of(one.quantity)) + " [" + one.moment + "] rank " +
         (one.rank ? std::to_string(*one.rank) : "") + " = " +
         (one.word.empty() ? std::to_string(one.value) : one.word);
}

bool is_same(const Observation& one, const test::CsvRow& row) {
  const std::string rank = one.rank ? std::to_string(*one.rank) : "";
  if (name_of(one.quantity) != row.text("quantity") || one.line != row.count("line") ||
      one.moment != row.text("moment") || rank != row.text("rank"))
    return false;
  if (!one.word.empty()) return one.word == row.text("value");
  return std::abs(one.value - row.number("value")) <= 1e-9 * std::abs(one.value);
}

/// The expected reading of a message; −1 for a figure that it does not give. Amounts are in MiB.
struct Expected {
  const char* file;
  int line;
  ExhaustedMemory where;
  int rank, gpu;
  const char* phase;
  double requested, capacity, free, allocated, reserved, process;
};

constexpr double mib_of_gib = 1024;

}  // namespace

/// Tests that every published log of tests/data/run-logs gives exactly the observations that were written
/// down from its text.
class PublishedLogsTest : public QObject {
  Q_OBJECT

 private slots:
  void observations_data() {
    QTest::addColumn<QString>("name");
    const QStringList names = QDir(folder).entryList({QStringLiteral("k*.txt")}, QDir::Files);
    QVERIFY(names.size() >= 60);
    for (const QString& name : names)
      QTest::newRow(qPrintable(name)) << name;
  }
  void observations() {
    QFETCH(QString, name);
    const RunLog log = read_published(name);
    std::vector<Observation> left = log.observations;
    static const std::vector<test::CsvRow> written = test::read_csv("run-logs/observations.csv");
    for (const test::CsvRow& row : written) {
      if (row.text("file") != name.toStdString()) continue;
      const auto found =
          std::ranges::find_if(left, [&](const Observation& one) { return is_same(one, row); });
      const std::string wanted = row.text("line") + " " + row.text("quantity") + " [" + row.text("moment") +
                                 "] rank " + row.text("rank") + " = " + row.text("value");
      QVERIFY2(found != left.end(), wanted.c_str());
      left.erase(found);
    }
    QVERIFY2(left.empty(), left.empty() ? "" : words_of_one(left.front()).c_str());
    QVERIFY(log.recognised <= log.lines && !log.is_full);
  }

  /// The expected values were read from the texts by hand.
  void messages_that_memory_ran_out() {
    const std::vector<Expected> all = {
        {"k2-bigscience-tr1-13b", 12, ExhaustedMemory::device, -1, -1, "initialisation", -1, -1, -1, -1, -1,
         -1},
        {"k2-ds115", 15, ExhaustedMemory::gpu, -1, 2, "backward", 24, 15.75 * mib_of_gib, 586.94,
         14.13 * mib_of_gib, 14.13 * mib_of_gib + 188.72, -1},
        {"k2-ds3869", 1, ExhaustedMemory::gpu, -1, 0, "", 978, 4 * mib_of_gib, 0, 1.68 * mib_of_gib,
         2.72 * mib_of_gib, -1},
        {"k2-falcontune19", 1, ExhaustedMemory::gpu, -1, 0, "save", 256, 79.35 * mib_of_gib, 57.19,
         77.18 * mib_of_gib, 77.97 * mib_of_gib, -1},
        {"k2-gpt4llm16", 1, ExhaustedMemory::gpu, -1, 0, "", 172, 79.35 * mib_of_gib, 12.19,
         73.95 * mib_of_gib, 76.8 * mib_of_gib, -1},
        {"k2-hf10011", 3, ExhaustedMemory::gpu, -1, 0, "backward", 1.68 * mib_of_gib, 15.78 * mib_of_gib,
         1.63 * mib_of_gib, 12.8 * mib_of_gib, 12.97 * mib_of_gib, -1},
        {"k2-lf1936", 1, ExhaustedMemory::gpu, -1, 0, "initialisation", 136, 23.65 * mib_of_gib, 93.81,
         21.51 * mib_of_gib, 21.51 * mib_of_gib + 2.3, 21.98 * mib_of_gib},
        {"k2-lf3816", 1, ExhaustedMemory::gpu, -1, -1, "", 1.16 * mib_of_gib, 15.77 * mib_of_gib, 1012.69,
         13.18 * mib_of_gib, 13.18 * mib_of_gib + 438.51, 14.33 * mib_of_gib},
        {"k2-lf7532", 2, ExhaustedMemory::gpu, -1, 1, "step", 3.39 * mib_of_gib, 79.32 * mib_of_gib,
         2.4 * mib_of_gib, 73.28 * mib_of_gib, 74.87 * mib_of_gib, 76.92 * mib_of_gib},
        {"k2-litllama397", 1, ExhaustedMemory::gpu, -1, 0, "", 6.28 * mib_of_gib, 39.39 * mib_of_gib,
         5.9 * mib_of_gib, 31.38 * mib_of_gib, 31.39 * mib_of_gib, -1},
        {"k2-peft1703", 11, ExhaustedMemory::gpu, -1, 1, "", 3.92 * mib_of_gib, 39.39 * mib_of_gib, 2,
         37.36 * mib_of_gib, 37.36 * mib_of_gib + 76.66, 39.38 * mib_of_gib},
        {"k2-therock2118", 1, ExhaustedMemory::gpu, -1, 0, "", 2, 255.98 * mib_of_gib, 244.65 * mib_of_gib,
         1017.01, 1072, -1},
        {"k2-tsai-3.9b", 74, ExhaustedMemory::gpu, 7, 7, "step", 1.83 * mib_of_gib, 79.25 * mib_of_gib,
         1.15 * mib_of_gib, 75.3 * mib_of_gib, 76.52 * mib_of_gib, 78.09 * mib_of_gib},
        {"k2-tsai-3.9b", 75, ExhaustedMemory::gpu, 3, 3, "step", 1.83 * mib_of_gib, 79.25 * mib_of_gib,
         1.37 * mib_of_gib, 75.3 * mib_of_gib, 75.3 * mib_of_gib + 1023.25, 77.88 * mib_of_gib},
        {"k6-deepspeech2055", 1, ExhaustedMemory::host, -1, -1, "", -1, -1, -1, -1, -1, -1},
        {"k6-deepspeech2055", 4, ExhaustedMemory::host, -1, -1, "", -1, -1, -1, -1, -1, -1},
        {"k6-fairseq2442", 1, ExhaustedMemory::gpu, -1, 0, "", 246, 31.75 * mib_of_gib, 460.38,
         26 * mib_of_gib, 27.88 * mib_of_gib, -1},
        {"k6-lf3230", 15, ExhaustedMemory::host, -1, -1, "", -1, -1, -1, -1, -1, 1028589449216.0 / (1 << 20)},
        {"k6-stas-cgroup", 1, ExhaustedMemory::host, -1, -1, "", -1, -1, -1, -1, -1, -1},
        {"k6-tranx41", 1, ExhaustedMemory::host, -1, -1, "", -1, -1, -1, -1, -1,
         (31451456.0 + 74816 + 12296) / 1024},
    };
    std::size_t next = 0;
    for (const QString& name : QDir(folder).entryList({QStringLiteral("k*.txt")}, QDir::Files))
      for (const OutOfMemory& one : read_published(name).out_of_memory) {
        QVERIFY2(next < all.size(), qPrintable(name));
        const Expected& want = all[next++];
        const std::string said = name.toStdString() + ":" + std::to_string(one.line) + " " + one.phase;
        QVERIFY2(name.startsWith(QLatin1String(want.file)), said.c_str());
        QVERIFY2(one.line == want.line && one.where == want.where && one.rank.value_or(-1) == want.rank &&
                     one.gpu.value_or(-1) == want.gpu && one.phase == want.phase,
                 said.c_str());
        const auto same = [](const std::optional<double>& bytes, double mib) {
          return std::abs((bytes ? *bytes / (1 << 20) : -1) - mib) < 1e-6 * std::abs(mib);
        };
        QVERIFY2(same(one.requested, want.requested) && same(one.capacity, want.capacity) &&
                     (same(one.free, want.free) || (one.free == 0.0 && want.free == 0)) &&
                     same(one.allocated, want.allocated) && same(one.reserved, want.reserved) &&
                     same(one.process, want.process),
                 said.c_str());
      }
    QCOMPARE(next, all.size());
  }

  void what_was_being_allocated_is_told_by_the_calls() {
    const auto hint = [](const char* name) {
      const RunLog log = read_published(QString::fromLatin1(name) + QStringLiteral(".txt"));
      return log.out_of_memory.empty() ? std::string() : log.out_of_memory.front().hint;
    };
    QCOMPARE(hint("k2-hf10011-led-large-backward-ipg-buffer"),
             std::string("the bucket that gradients are reduced in (reduce_bucket_size)"));
    const RunLog tsai = read_published(QStringLiteral("k2-tsai-3.9b-moe-zero3-8gpu-step-oom-0.18.6.txt"));
    for (const OutOfMemory& one : tsai.out_of_memory)
      QCOMPARE(one.entries, std::vector{EntryId::step_fp32_gradients});
    QCOMPARE(hint("k2-peft1703-llama3-70b-qlora-4a100-40g"),
             std::string("a tensor put into text: something prints it"));
    QCOMPARE(hint("k2-litllama397-4a100-40g-llama7b-optoffload"), std::string());
  }

  void settings_are_stated_beside_observations() {
    const RunLog log = read_published(QStringLiteral("k1-hwang-gpt2-zero1-4gpu.txt"));
    const auto value = [&](std::string_view path) {
      const auto found = std::ranges::find(log.settings, path, &StatedSetting::path);
      return found == log.settings.end() ? -1.0 : found->value;
    };
    QCOMPARE(value("zero.reduce_bucket_size"), 500'000'000.0);
    QCOMPARE(value("zero.allgather_bucket_size"), 500'000'000.0);
    QCOMPARE(value("cluster.nodes"), 1.0);
    QCOMPARE(value("cluster.gpus_per_node"), 4.0);
  }

  void the_kinds_found_are_counted_with_their_first_line() {
    const RunLog log = read_published(QStringLiteral("k3-ds1436-layoutlmv2-2021.txt"));
    QCOMPARE(log.kinds,
             (std::vector<RecognisedKind>{{LogKind::wall_clock, 5, 1}, {LogKind::progress, 1, 3}}));
    QCOMPARE(log.recognised, 5);
    QCOMPARE(log.lines, 5);
  }
};

ZP_TEST(PublishedLogsTest)
#include "published_logs_test.moc"
