// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/words.h"

#include <QtTest>

#include "core/report/findings.h"
#include "core/report/key_words.h"
#include "core/report/reference_figures.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr Bytes gib(std::int64_t n) { return Bytes(n * bytes_per_gib); }

MemoryEstimate with(Bytes headroom, Bytes host_lack, Bytes drive_lack) {
  MemoryEstimate estimate;
  estimate.gpu.headroom = headroom;
  estimate.gpu.fits = headroom.value() >= 0;
  estimate.cpu.capacity_per_node = gib(10);
  estimate.cpu.per_node = gib(10) + host_lack;
  estimate.cpu.phases.fill(estimate.cpu.per_node);
  estimate.cpu.fits = host_lack.value() <= 0;
  estimate.nvme.capacity_per_node = gib(100);
  estimate.nvme.per_node = gib(100) + drive_lack;
  estimate.nvme.fits = drive_lack.value() <= 0;
  return estimate;
}

/// Returns the text with a plain space for the narrow no-break space before units.
QByteArray plain(const std::string& text) { return QByteArray::fromStdString(text).replace("\u202F", " "); }

}  // namespace

Q_DECLARE_METATYPE(MemoryEstimate)
Q_DECLARE_METATYPE(Figure)

class WordsTest : public QObject {
  Q_OBJECT

 private slots:
  void figures_are_said_to_be_for_the_framework_that_runs() {
    Plan plan;
    QCOMPARE(stack_words(plan).substr(0, 9), "DeepSpeed");
    plan.training.framework = Framework::fsdp;
    plan.zero.stage = 0;
    QCOMPARE(stack_words(plan), "DDP");
    plan.zero.stage = 3;
    QCOMPARE(stack_words(plan), "FSDP");
  }

  void verdicts_data() {
    QTest::addColumn<MemoryEstimate>("estimate");
    QTest::addColumn<bool>("known");
    QTest::addColumn<QByteArray>("text");
    const Bytes none(0);
    QTest::newRow("fits") << with(gib(38), none, none) << true << QByteArray("✓ fits, 38.0 GiB free");
    QTest::newRow("fits exactly") << with(none, none, none) << true << QByteArray("✓ fits, 0 B free");
    MemoryEstimate filled = with(none, none, none);
    filled.gpu.capacity = filled.gpu.peak = gib(24);
    filled.gpu.peak_without_cache = gib(19);
    QTest::newRow("fits beside a cache that can be given back")
        << filled << true
        << QByteArray("✓ fits: 19.0 GiB of 24.0 GiB are needed, PyTorch's cache takes the rest");
    QTest::newRow("activations unknown")
        << with(gib(38), none, none) << false
        << QByteArray("✓ model states fit, 38.0 GiB left for activations, which are unknown");
    QTest::newRow("GPU too small") << with(gib(-2), none, none) << true
                                   << QByteArray("✗ short by 2.0 GiB on each GPU");
    QTest::newRow("host too small") << with(gib(1), gib(3), none) << true
                                    << QByteArray("✗ short by 3.0 GiB of host memory on each node");
    QTest::newRow("everything too small")
        << with(gib(-1), gib(2), gib(3)) << true
        << QByteArray(
               "✗ short by 1.0 GiB on each GPU and by 2.0 GiB of host memory on each node and by 3.0 GiB on "
               "the drive of each node");
  }
  void verdicts() {
    QFETCH(MemoryEstimate, estimate);
    QFETCH(bool, known);
    QFETCH(QByteArray, text);
    QCOMPARE(plain(verdict(estimate, known)), text);
  }

  void a_fit_that_most_runs_of_its_kind_miss_is_no_tick() {
    const MemoryEstimate tight = with(gib(2), Bytes(0), Bytes(0)), small = with(gib(-2), Bytes(0), Bytes(0));
    QCOMPARE(plain(verdict(tight, FitOdds{0.5, 0.99, 0.5}, true)), QByteArray("✓ fits, 2.0 GiB free"));
    QCOMPARE(plain(verdict(tight, FitOdds{0.37, 0.99, 0.37}, true)),
             QByteArray("! fits, 2.0 GiB free, but such a run ends without memory more often than not"));
    QCOMPARE(plain(verdict(small, FitOdds{0.37, 0.99, 0.37}, true)),
             QByteArray("✗ short by 2.0 GiB on each GPU"));
  }

  void odds_of_host_memory_that_is_short_stand_beside_the_gpus() {
    QCOMPARE(plain(odds_words({0.99, 0.99, 0.98})), QByteArray("surely, 97 %"));
    QCOMPARE(plain(odds_words({0.6, 0.61, 0.37})), QByteArray("unlikely, 37 % (GPU 60 %, host memory 61 %)"));
  }

  void the_example_has_a_headline() {
    const Plan plan = example_plan().plan;
    const MemoryEstimate estimate = estimate_memory(plan);
    QCOMPARE(plain(headline(plan, estimate)),
             QByteArray("Llama 2 7B, 6.74 B parameters, on 1 node of 8 × A100 SXM4 80GB"));
    QVERIFY(plain(settings_line(plan)).startsWith("ZeRO-2 · bf16 · adamw · micro batch 1 × "));
  }

  void settings_name_what_is_unusual() {
    Plan plan = example_plan().plan;
    plan.training.tensor_parallel = 2;
    plan.training.lora.rank = 16;
    plan.training.activation_checkpointing = Checkpointing::full;
    const QByteArray line = plain(settings_line(plan));
    QVERIFY2(line.endsWith("full activation checkpointing · tensor parallel 2 · LoRA rank 16"), line);
  }

  void names_for_people() {
    QCOMPARE(plain(for_people("master_weights")), QByteArray("Master weights"));
    QCOMPARE(plain(for_people("id")), QByteArray("Id"));
    QCOMPARE(plain(for_people("")), QByteArray());
  }

  void titles_of_keys_write_abbreviations_in_capitals() {
    QCOMPARE(plain(title_of_key("training.rl.prompts")), QByteArray("RL, prompts"));
    QCOMPARE(plain(title_of_key("training.lora.rank")), QByteArray("LoRA, rank"));
    QCOMPARE(plain(title_of_key("cluster.gpus_per_node")), QByteArray("GPUs per node"));
    QCOMPARE(plain(title_of_key("training.micro_batch_size")), QByteArray("Micro batch size"));
    QCOMPARE(plain(title_of_key("deepspeed_config.rl")), QByteArray("deepspeed_config.rl"));
  }

  void an_issue_is_a_sentence() {
    QCOMPARE(plain(sentence_of({Severity::slow, "c", "zero.stage", "Too slow.", "Use 2."})),
             QByteArray("zero.stage: Too slow. Use 2."));
    QCOMPARE(plain(sentence_of({Severity::slow, "c", "", "Too slow.", ""})), QByteArray("Too slow."));
  }

  void units_are_the_end_of_a_figures_name_data() {
    QTest::addColumn<Figure>("figure");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("bytes") << Figure{"gpu_bytes", std::int64_t{3} << 30} << QByteArray("3.0 GiB");
    QTest::newRow("GiB") << Figure{"total_gib", 52.71} << QByteArray("52.7 GiB");
    QTest::newRow("GB") << Figure{"total_gb", 31.5} << QByteArray("31.5 GB");
    QTest::newRow("percent") << Figure{"slowdown_percent", 12.3} << QByteArray("12.3 %");
    QTest::newRow("fraction") << Figure{"overhead_fraction", 0.123} << QByteArray("12.3 %");
    QTest::newRow("count") << Figure{"parameters", std::int64_t{4096}} << QByteArray("4,096");
    QTest::newRow("number") << Figure{"ratio", 1.5} << QByteArray("1.5");
    QTest::newRow("yes") << Figure{"fits", true} << QByteArray("yes");
    QTest::newRow("word") << Figure{"technique", "none"} << QByteArray("none");
    QTest::newRow("nothing") << Figure{"gpu_bytes", {}} << QByteArray("–");
  }
  void units_are_the_end_of_a_figures_name() {
    QFETCH(Figure, figure);
    QFETCH(QByteArray, text);
    QCOMPARE(plain(text_of(figure)), text);
  }
};

ZP_TEST(WordsTest)
#include "words_test.moc"
