// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/catalog/tensors.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Params count_of(const Architecture& shape) { return total_parameters(tensors_of(shape).kinds()); }

/// Returns counts evenly spread over the logarithm, from 10^5.5 to 10^13.
std::vector<std::int64_t> counts() {
  std::vector<std::int64_t> result;
  for (double exponent = 5.5; exponent <= 13; exponent += 0.001)
    result.push_back(std::llround(std::pow(10.0, exponent)));
  return result;
}

}  // namespace

class TypicalShapeTest : public QObject {
  Q_OBJECT

 private slots:
  void published_data() {
    QTest::addColumn<double>("parameters");
    QTest::addColumn<qint64>("layers");
    QTest::addColumn<qint64>("hidden");
    QTest::addColumn<double>("tolerance");
    const auto row = [](const char* name, double parameters, qint64 layers, qint64 hidden, double tolerance) {
      QTest::newRow(name) << parameters << layers << hidden << tolerance;
    };
    row("GPT-3 125M", 125e6, 12, 768, 0.1);
    row("GPT-3 1.3B", 1.3e9, 24, 2048, 0.05);
    row("LLaMA 7B", 6'738'415'616.0, 32, 4096, 0);
    row("7e9", 7e9, 32, 4096, 0.05);
    row("LLaMA 13B", 13'015'864'320.0, 40, 5120, 0);
    row("LLaMA 30B", 32'528'943'616.0, 60, 6656, 0);
    row("LLaMA 65B", 65'285'660'672.0, 80, 8192, 0);
    row("70e9", 70e9, 80, 8192, 0.05);
    row("Llama 3.1 405B", 405e9, 126, 16384, 0.01);
    row("Megatron 1T", 1008e9, 128, 25600, 0.01);
  }

  void published() {
    QFETCH(double, parameters);
    QFETCH(qint64, layers);
    QFETCH(qint64, hidden);
    QFETCH(double, tolerance);
    const Architecture shape = typical_shape(Params(std::llround(parameters)));
    const auto off = [](std::int64_t a, qint64 b) {
      return std::abs(static_cast<double>(a - b)) / static_cast<double>(b);
    };
    QVERIFY2(off(shape.layers, layers) <= tolerance, qPrintable(QString::number(shape.layers)));
    QVERIFY2(off(shape.hidden_size, hidden) <= tolerance, qPrintable(QString::number(shape.hidden_size)));
  }

  void count_is_near() {
    std::vector<double> errors;
    for (const std::int64_t wanted : counts())
      errors.push_back(
          std::abs(static_cast<double>(count_of(typical_shape(Params(wanted))).value() - wanted) /
                   static_cast<double>(wanted)));
    std::ranges::sort(errors);
    qInfo("%zu counts from 3.2e5 to 1e13: off by %.3f %% in the median, %.3f %% at worst", errors.size(),
          100 * errors[errors.size() / 2], 100 * errors.back());
    QVERIFY(errors.back() < 0.01);
  }

  void sizes_keep_their_rules() {
    std::int64_t hidden_before = 0;
    for (const std::int64_t wanted : counts()) {
      const Architecture s = typical_shape(Params(wanted));
      const QByteArray at = QByteArray::number(static_cast<qint64>(wanted));
      QVERIFY2(s.hidden_size >= hidden_before, at);
      hidden_before = s.hidden_size;
      QVERIFY2(s.attention_heads * s.head_dim == s.hidden_size && s.kv_heads == s.attention_heads, at);
      QVERIFY2(s.hidden_size % (s.hidden_size >= 1024 ? 128 : 16) == 0, at);
      // Heads are 128 wide as in Llama, narrower in small models; MLPs are multiples of a power of two that
      // is at most a sixteenth of the hidden size.
      if (s.hidden_size > 1100) QVERIFY2(s.head_dim == 128, at);
      if (s.hidden_size > 300 && s.hidden_size < 900) QVERIFY2(s.head_dim == 64, at);
      if (s.hidden_size < 200) QVERIFY2(s.head_dim == 16, at);
      const std::int64_t step = s.hidden_size >= 4096 ? 256 : s.hidden_size >= 2048 ? 128 : 8;
      QVERIFY2(s.intermediate_size % step == 0, at);
      QVERIFY2(s.vocab_size <= 32000 && (wanted < 80'000'000 || s.vocab_size == 32000), at);
      if (wanted < 1'000'000) continue;
      const double ratio = static_cast<double>(s.hidden_size) / static_cast<double>(s.layers);
      QVERIFY2(s.layers >= 5 && ratio > 10 && ratio < 220, at);
      const double width = static_cast<double>(s.intermediate_size) / static_cast<double>(s.hidden_size);
      QVERIFY2(width > 2.2 && width < 3.2, at);
    }
  }

  void any_count_is_harmless() {
    QVERIFY(rc::check("a shape with layers, heads and words for any number", [](std::int64_t any) {
      const Architecture s = typical_shape(Params(any));
      RC_ASSERT(s.layers > 0 && s.attention_heads > 0 && s.intermediate_size > 0 && s.vocab_size > 0);
      RC_ASSERT(s == typical_shape(Params(any)));
    }));
    for (const std::int64_t any :
         {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, std::int64_t{0}, std::int64_t{1},
          std::numeric_limits<std::int64_t>::max()})
      QVERIFY(typical_shape(Params(any)).layers > 0);
  }
};

ZP_TEST(TypicalShapeTest)
#include "typical_shape_test.moc"
