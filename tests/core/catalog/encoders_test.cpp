// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/catalog/tensors.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of the catalog's models with an encoder against counts that others published.
class EncodersTest : public QObject {
  Q_OBJECT

 private slots:
  void parameters_are_those_that_were_published_data() {
    QTest::addColumn<QByteArray>("repository");
    QTest::addColumn<qint64>("published");
    QTest::addColumn<qint64>("half_digit");
    for (const test::CsvRow& row : test::read_csv("encoder-models.csv"))
      QTest::newRow(row.text("hf_id").c_str())
          << QByteArray::fromStdString(row.text("hf_id")) << qint64{row.count("published")}
          << qint64{row.count("half_digit")};
  }
  void parameters_are_those_that_were_published() {
    QFETCH(QByteArray, repository);
    QFETCH(qint64, published);
    QFETCH(qint64, half_digit);
    const SharedModelPreset model = catalog().find_model(repository.toStdString());
    QVERIFY(model);
    const std::int64_t counted = total_parameters(tensors_of(model->architecture).kinds()).value();
    QVERIFY2(std::abs(counted - published) <= half_digit, qPrintable(QString::number(counted)));
  }

  void every_model_with_an_encoder_has_a_published_count() {
    const std::vector<test::CsvRow> rows = test::read_csv("encoder-models.csv");
    for (const SharedModelPreset& model : catalog().models)
      if (model->architecture.has_encoder())
        QVERIFY2(std::ranges::any_of(
                     rows, [&](const test::CsvRow& row) { return row.text("hf_id") == model->hf_id; }),
                 model->hf_id.c_str());
  }

  void a_decoder_s_block_has_attention_to_the_encoder() {
    const Architecture& t5 = catalog().find_model("t5-3b")->architecture;
    QCOMPARE(t5.blocks_of_encoder(), std::int64_t{24});
    QCOMPARE(t5.blocks_of_decoder(), std::int64_t{24});
    QVERIFY(t5.has_cross_attention() && t5.has_position_bias() && !t5.is_rotary());
    std::int64_t own = 0, crossed = 0;
    const TensorList list = tensors_of(t5);
    for (const TensorKind& kind : list.kinds()) {
      if (kind.role == TensorRole::q_proj) own += kind.count;
      if (kind.role == TensorRole::cross_q_proj) crossed += kind.count;
    }
    QCOMPARE(own, std::int64_t{48});
    QCOMPARE(crossed, std::int64_t{24});
  }

  void an_encoder_alone_has_none() {
    const Architecture& bert = catalog().find_model("google-bert/bert-large-uncased")->architecture;
    QVERIFY(bert.has_encoder() && !bert.has_cross_attention() && !bert.has_position_bias());
    QCOMPARE(bert.blocks_of_decoder(), std::int64_t{0});
  }
};

ZP_TEST(EncodersTest)
#include "encoders_test.moc"
