// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/base64.h"

#include <QByteArray>
#include <QtTest>
#include <string>

#include "tests/support/test_main.h"

using namespace zp;

/// Tests of base64url against the vectors of RFC 4648 and against Qt.
class Base64Test : public QObject {
  Q_OBJECT

 private slots:
  /// The vectors are those of RFC 4648 §10, without padding.
  void the_vectors_of_the_rfc_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("text");
    for (const auto& [bytes, text] :
         {std::pair{"", ""}, std::pair{"f", "Zg"}, std::pair{"fo", "Zm8"}, std::pair{"foo", "Zm9v"},
          std::pair{"foob", "Zm9vYg"}, std::pair{"fooba", "Zm9vYmE"}, std::pair{"foobar", "Zm9vYmFy"}})
      QTest::addRow("'%s'", bytes) << QByteArray(bytes) << QByteArray(text);
  }
  void the_vectors_of_the_rfc() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, text);
    QCOMPARE(base64url(bytes.toStdString()), text.toStdString());
    QCOMPARE(from_base64url(text.toStdString()), bytes.toStdString());
  }

  void any_bytes_are_written_as_qt_writes_them() {
    QByteArray bytes;
    for (int i = 0; i < 700; ++i) {
      bytes.append(static_cast<char>(i * 37 + i / 7));
      const QByteArray theirs =
          bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
      QCOMPARE(base64url(bytes.toStdString()), theirs.toStdString());
      QCOMPARE(from_base64url(theirs.toStdString()), bytes.toStdString());
    }
  }

  void what_it_never_writes_is_refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a letter that is none of its") << QByteArray("Zm9v!mFy");
    QTest::newRow("padding") << QByteArray("Zg==");
    QTest::newRow("half a byte") << QByteArray("Zm9vY");
    QTest::newRow("bits of no byte") << QByteArray("Zh");
    QTest::newRow("the other alphabet") << QByteArray("+/8");
  }
  void what_it_never_writes_is_refused() {
    QFETCH(QByteArray, text);
    QVERIFY(!from_base64url(text.toStdString()));
  }
};

ZP_TEST(Base64Test)
#include "base64_test.moc"
