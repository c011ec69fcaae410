// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/measure/snapshot_beside.h"

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a peak of those sites, in that phase.
SnapshotPeak peak_with(SnapshotPhase phase, std::vector<PeakSite> sites) {
  SnapshotPeak peak;
  peak.phase = phase;
  peak.events = 1;
  for (const PeakSite& site : sites)
    peak.allocated += site.bytes;
  peak.sites = std::move(sites);
  return peak;
}
PeakSite older_site(Bytes bytes) {
  return {.origin = BlockOrigin::before_recording, .bytes = bytes, .largest = bytes, .blocks = 1};
}
PeakSite traced_site(EntryId entry, Bytes bytes, std::int64_t blocks = 1) {
  return {.origin = BlockOrigin::traced,
          .entry = entry,
          .bytes = bytes,
          .largest = bytes / blocks,
          .blocks = blocks};
}
MemoryComparison of(const SnapshotComparison& all, Component component) {
  return all.components[static_cast<std::size_t>(component)];
}

}  // namespace

/// Tests of measured memory compared with the plan, component by component.
class SnapshotBesideTest : public QObject {
  Q_OBJECT

 private:
  /// A model of 2.7 billion parameters in fp32 on one GPU.
  MemoryEstimate estimate_ =
      estimate_memory(read_plan(R"({"model": {"architecture": {"block": "llama", "hidden_size": 2560,
      "layers": 32, "attention_heads": 32, "kv_heads": 32, "intermediate_size": 10240, "vocab_size": 10000, "tied_embeddings": false}},
      "cluster": {"gpus_per_node": 1}, "training": {"precision": "fp32", "micro_batch_size": 4, "sequence_length": 128,
      "attention": "eager"}, "zero": {"stage": 0}})")
                          .plan);

 private slots:
  /// The figures are of a public run of this model (kkaitlyn111/cs336-a2-systems,
  /// memory_ctx128_fullstep.pickle), with its peak in the optimizer's step, split as peak.py and the table of
  /// frames do.
  void a_public_run() {
    const SnapshotComparison all = comparison_of(
        peak_with(
            SnapshotPhase::step,
            {older_site(Bytes(13'763'491'840)),
             traced_site(EntryId::states_gradients, Bytes(13'761'816'576), 291),
             traced_site(EntryId::states_optimizer, Bytes(13'630'744'576), 291),
             traced_site(EntryId::states_optimizer, Bytes(13'629'696'000), 291),
             traced_site(EntryId::step_optimizer, Bytes(204'810'240), 3),
             traced_site(EntryId::framework_context, Bytes(67'108'864), 2),
             traced_site(EntryId::activations_saved_blocks, Bytes(20'971'520)),
             {.origin = BlockOrigin::unrecognised, .bytes = Bytes(512), .largest = Bytes(512), .blocks = 1}}),
        estimate_);
    QCOMPARE(all.phase, Phase::step);
    QCOMPARE(all.allocated.measured, Bytes(55'078'640'128));
    QCOMPARE(all.unrecognised, Bytes(512));
    QVERIFY(!all.before_first_step);
    const auto error = [](const MemoryComparison& of) {
      return std::abs(ratio(of.measured, of.predicted) - 1);
    };
    QVERIFY(error(all.allocated) < 0.011);
    QVERIFY(error(all.older) < 0.011);  // the weights
    QVERIFY(error(of(all, Component::gradients)) < 0.011);
    QVERIFY(error(of(all, Component::optimizer_states)) < 0.001);
    QCOMPARE(of(all, Component::parameters).measured, Bytes(0));
    QCOMPARE(of(all, Component::parameters).predicted, Bytes(0));  // they are in `older`
  }
  void every_byte_counts_once() {
    const SnapshotComparison all =
        comparison_of(peak_with(SnapshotPhase::forward,
                                {older_site(Bytes(5)),
                                 traced_site(EntryId::states_master, Bytes(7)),
                                 {.origin = BlockOrigin::unrecognised, .bytes = Bytes(11), .blocks = 1}}),
                      estimate_);
    Bytes sum = all.older.measured + all.unrecognised;
    Bytes predicted = all.older.predicted, high = all.older.high;
    for (const MemoryComparison& part : all.components) {
      sum += part.measured;
      predicted += part.predicted;
      high += part.high;
      QVERIFY(part.low <= part.predicted && part.predicted <= part.high);
    }
    QCOMPARE(sum, Bytes(23));
    QCOMPARE(predicted, all.allocated.predicted);
    QCOMPARE(high, all.allocated.high);
  }
  /// From the same source, memory_ctx128_forward.pickle, recorded before the first step.
  void before_the_first_step_there_are_no_states() {
    const SnapshotComparison all =
        comparison_of(peak_with(SnapshotPhase::forward, {older_site(Bytes(13'763'491'840))}), estimate_);
    QVERIFY(all.before_first_step);
    QCOMPARE(of(all, Component::optimizer_states).predicted, Bytes(0));
    QCOMPARE(all.older.predicted, estimate_.ledger.bytes(EntryId::states_weights));
    // A recording that contains their allocation is after the first step.
    QVERIFY(!comparison_of(peak_with(SnapshotPhase::step, {older_site(Bytes(13'763'491'840)),
                                                           traced_site(EntryId::states_optimizer, Bytes(1))}),
                           estimate_)
                 .before_first_step);
  }
  void without_older_memory_components_hold_all() {
    const SnapshotComparison all = comparison_of(
        peak_with(SnapshotPhase::step, {traced_site(EntryId::states_weights, Bytes(13'627'000'000))}),
        estimate_);
    QCOMPARE(all.older.predicted, Bytes(0));
    QCOMPARE(of(all, Component::parameters).predicted, estimate_.ledger.bytes(EntryId::states_weights));
  }
  void a_snapshot_without_phase_is_held_against_the_peak() {
    SnapshotPeak peak = peak_with(SnapshotPhase::save, {});
    peak.phase.reset();
    QCOMPARE(comparison_of(peak, estimate_).phase, estimate_.gpu.peak_phase);
  }

  void of_two_entries_the_nearer_in_size() {
    PeakSite site = traced_site(EntryId::buffers_reduce, estimate_.ledger.bytes(EntryId::states_gradients));
    site.also = EntryId::states_gradients;
    QCOMPARE(entry_of(site, estimate_), std::optional(EntryId::states_gradients));
    site.also = EntryId::gathered_live;  // the plan has no such entry
    QCOMPARE(entry_of(site, estimate_), std::optional(EntryId::buffers_reduce));
    QCOMPARE(entry_of(older_site(Bytes(1)), estimate_), std::nullopt);
  }
  void a_block_as_large_as_the_logits_is_the_logits() {
    const Bytes logits = estimate_.ledger.bytes(EntryId::logits_output);
    QCOMPARE(logits, Bytes(std::int64_t{4} * 128 * 10000 * 4));
    const auto entry = [&](Bytes bytes, std::int64_t blocks) {
      return entry_of(traced_site(EntryId::activations_saved_blocks, bytes, blocks), estimate_);
    };
    QCOMPARE(entry(logits, 1), std::optional(EntryId::logits_output));
    QCOMPARE(entry(logits * 32, 32), std::optional(EntryId::activations_saved_blocks));  // one in each block
    QCOMPARE(entry(logits * 2, 1), std::optional(EntryId::activations_saved_blocks));
  }
};

ZP_TEST(SnapshotBesideTest)
#include "snapshot_beside_test.moc"
