// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QtTest>

#include "core/run/run_log.h"
#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const std::string memory_line = "MA 1.5 GB         Max_MA 2.0 GB         CA 2.5 GB         Max_CA 3 GB \n";

std::string repeated(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += part;
  return text;
}

}  // namespace

/// Tests of any bytes as a log: there is an answer and no crash, and the cost is in proportion to
/// the text's length.
class HostileTest : public QObject {
  Q_OBJECT

 private slots:
  void one_endless_line_is_read_in_pieces() {
    const std::string text = repeated("time (ms) | fwd: ", 1u << 18) + "\n" + memory_line;
    const RunLog log = read_run_log(text);
    QCOMPARE(log.observations.size(), std::size_t{4});
    QCOMPARE(log.observations.front().line, 2);
  }

  void what_is_printed_behind_an_endless_bar_is_read() {
    const std::string bar = repeated(" 10%|#         | 1/10 [00:01<00:09,  1.00s/it]\r", 20'000);
    const RunLog log = read_run_log(bar + memory_line);
    QCOMPARE(log.observations.size(), std::size_t{4});
    QCOMPARE(log.observations.front().line, 1);
  }

  void a_larger_text_is_refused_in_words() {
    const std::string text(2 * largest_log + 1, 'x');
    QVERIFY_THROWS_EXCEPTION(FileError, read_run_log(text));
  }

  void no_more_observations_are_kept_than_can_be_told() {
    constexpr std::size_t lines = most_observations / 4 + 1;
    const RunLog log = read_run_log(repeated(memory_line, lines));
    QVERIFY(log.is_full);
    QVERIFY(log.observations.size() <= most_observations && log.observations.size() > most_observations / 2);
    QCOMPARE(log.observations.front().line, 1);
    QCOMPARE(log.observations.back().line, static_cast<int>(lines));
  }

  void a_death_behind_many_observations_is_read() {
    const RunLog log = read_run_log(
        repeated(memory_line, most_observations / 4 + 1) +
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has a total capacity "
        "of 79.18 GiB of which 0.48 GiB is free.\n");
    QCOMPARE(log.out_of_memory.size(), std::size_t{1});
  }

  void nulls_and_broken_escapes_are_spaces() {
    std::string text = memory_line;
    text.insert(0, "\x1b[0;1m");
    text.insert(text.find("Max_MA"), 3, '\0');
    text = std::string("\x1b]0;title\x07") + memory_line.substr(0, memory_line.size() - 1) +
           std::string(4, '\0') + "\n" + text + "\x1b";
    QCOMPARE(read_run_log(text).observations.size(), std::size_t{8});
  }

  void every_beginning_of_every_published_log_is_read() {
    const QString folder = QStringLiteral(ZP_TEST_DATA "/run-logs/");
    for (const QString& name : QDir(folder).entryList({QStringLiteral("k*.txt")}, QDir::Files)) {
      QFile file(folder + name);
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QByteArray text = file.read(3'000);
      const RunLog whole = read_run_log({text.constData(), static_cast<std::size_t>(text.size())});
      for (qsizetype length = 0; length < text.size(); length += 37) {
        const RunLog log = read_run_log({text.constData(), static_cast<std::size_t>(length)});
        QVERIFY(log.recognised <= log.lines);
        QVERIFY(log.observations.size() <= whole.observations.size() + 8);
      }
    }
  }

  void a_figure_cut_in_its_middle_is_no_figure() {
    const std::string line =
        "[INFO] [timer.py:199:stop] epoch=0/micro_step=10/global_step=10, "
        "RunningAvgSamplesPerSec=173.4455, CurrSamplesPerSec=171.9790";
    for (std::size_t length = 0; length <= line.size(); ++length)
      for (const Observation& one : read_run_log(line.substr(0, length)).observations)
        QVERIFY2(one.value == 173.4455, std::to_string(length).c_str());
  }

  void deep_tracebacks_and_many_ranks_are_bounded() {
    const std::string frame =
        "[rank999999]:   File \"/a/b.py\", line 1, in forward\n[rank999999]:     x = y(x)\n";
    const RunLog log = read_run_log(
        repeated(frame, 5'000) +
        "[rank999999]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has\n");
    QCOMPARE(log.out_of_memory.size(), std::size_t{1});
    QCOMPARE(log.out_of_memory.front().phase, std::string("forward"));
  }
};

ZP_TEST(HostileTest)
#include "hostile_test.moc"
