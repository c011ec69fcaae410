// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/card_parts.h"

#include <QFile>
#include <QtTest>
#include <cmath>

#include "core/measure/measure.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr double bytes_of_gib = 1024.0 * 1024 * 1024;

std::optional<CardParts> parts_in(const std::string& text) {
  const NamedLog log = log_of_text(text, "run.log");
  const Measurement measurement = measure(nullptr, {&log, 1});
  for (const Death& one : measurement.died)
    if (const auto parts = card_parts(one, measurement.out_of_memory)) return parts;
  return std::nullopt;
}

}  // namespace

/// Tests of the card at the moment of a message that memory ran out.
class CardPartsTest : public QObject {
  Q_OBJECT

 private slots:
  /// The figures of pytorch/pytorch's form since 2.1: 79.2 = 0.9 free + 60.0 of this process + 18.3 of
  /// others, and 60.0 = 50.0 in tensors + 8.5 held + 1.5 of the context.
  void the_parts_add_up_to_the_card() {
    const auto parts = parts_in(
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity "
        "of "
        "79.20 GiB of which 0.90 GiB is free. Process 1234 has 18.30 GiB memory in use. Including "
        "non-PyTorch "
        "memory, this process has 60.00 GiB memory in use. Of the allocated memory 50.00 GiB is allocated by "
        "PyTorch, and 8.50 GiB is reserved by PyTorch but unallocated.\n");
    QVERIFY(parts);
    const auto is = [](double bytes, double amount) {
      return std::abs(bytes / bytes_of_gib - amount) < 0.02;
    };
    QVERIFY(is(parts->tensors, 50) && is(parts->cache, 8.5) && is(parts->context, 1.5));
    QVERIFY(is(parts->others, 18.3) && is(parts->free, 0.9) && is(parts->missing(), 1.1));
    QVERIFY(
        is(parts->tensors + parts->cache + parts->context + parts->others + parts->rest + parts->free, 79.2));
  }
  void every_published_message_of_gpu_memory_with_a_capacity_has_a_card() {
    int cards = 0;
    for (const test::CsvRow& row : test::read_csv("run-logs/died/cases.csv")) {
      if (row.text("kind") != "gpu_oom" || !row.has("capacity")) continue;
      QFile file(QStringLiteral(ZP_TEST_DATA "/run-logs/died/") + QString::fromStdString(row.text("file")));
      QVERIFY(file.open(QIODevice::ReadOnly));
      const auto parts = parts_in(file.readAll().toStdString());
      if (!parts) continue;
      ++cards;
      const double sum =
          parts->tensors + parts->cache + parts->context + parts->others + parts->rest + parts->free;
      QVERIFY2(std::abs(sum - row.number("capacity")) < 20e6, row.text("file").c_str());
      if (row.has("others")) QVERIFY(std::abs(parts->others - row.number("others")) < 20e6);
    }
    QVERIFY2(cards >= 5, std::to_string(cards).c_str());
  }
  void a_message_without_a_capacity_has_none() {
    QVERIFY(!parts_in("RuntimeError: CUDA out of memory.\n"));
    QVERIFY(!parts_in("bash: line 1: 1234 Killed   python train.py\n"));
  }
};

ZP_TEST(CardPartsTest)
#include "card_parts_test.moc"
