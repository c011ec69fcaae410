// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>
#include <string>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/speed/step_time.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace sequence_chunk_bytes {

constexpr std::int64_t chunk_stream = 2 * 4'096 * 4'096;  ///< bytes of 4,096 tokens of 4,096 elements

/// Returns Llama-2 7B (32 layers of 4,096, 32 heads of 128) in bf16 with 4,096 tokens on each of 8 GPUs.
Plan chunk_plan(const std::string& training) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpu": {"preset": "h100-sxm5-80gb"}},
                       "zero": {"stage": 3}, "training": {"sequence_length": 4096, "fused_norm": true, )" +
                   training + "}}")
      .plan;
}
constexpr const char* four_chunks =
    R"("fpdt": true, "fpdt_chunk": 1024, "fpdt_offload": true, "activation_checkpointing": )";

TimeEntry chunk_entry(const Plan& plan, TimeId id) {
  const StepTime time = estimate_speed(plan);
  const TimeEntry* found = time.ledger.find(id);
  return found == nullptr ? TimeEntry{} : *found;
}

}  // namespace sequence_chunk_bytes

using namespace sequence_chunk_bytes;

/// Tests of micro batches that are computed in pieces (FPDT and Domino), worked out by hand.
class SequenceChunksTest : public QObject {
  Q_OBJECT

 private slots:
  /// Input, q, k, v and output of attention in 16 bits, log-sum-exp and the queries' gradient in fp32.
  void chunks_lie_on_the_host() {
    const std::int64_t block = (2 * (4'096 + 4 * 4'096) + 4 * 32 * 129) * 4'096LL;
    const Plan all = chunk_plan(std::string(four_chunks) + R"("none")"),
               one = chunk_plan(std::string(four_chunks) + R"("full")");
    QCOMPARE(bytes(all, host_sequence_chunks), 32 * block + chunk_stream);
    QCOMPARE(bytes(one, host_sequence_chunks), block + chunk_stream);
    Plan plain = one;
    plain.training.fpdt_offload = false;
    QCOMPARE(bytes(plain, host_sequence_chunks), 0);
    plain.training.fpdt_offload = true;
    plain.training.fpdt_chunk = 4'096;
    QCOMPARE(bytes(plain, host_sequence_chunks), 0);
    plain.training.fpdt = false;
    QCOMPARE(bytes(plain, host_sequence_chunks), 0);
  }

  /// On the GPU stay the norms' inputs, the attention's output and the MLP's input, and statistics of norms.
  void a_block_keeps_four_tensors() {
    const Plan plan = chunk_plan(std::string(four_chunks) + R"("none")");
    QCOMPARE(bytes(plan, activations_saved_blocks), 32 * (4 * chunk_stream + 2 * 4 * 4'096LL));
  }

  /// The loss works on a 32nd of a chunk: 32 tokens of 32,000 words.
  void the_loss_works_on_a_32nd_of_a_chunk() {
    const Plan plan = chunk_plan(std::string(four_chunks) + R"("full")");
    QCOMPARE(bytes(plan, logits_output), (2 + 3 * 4) * 32'000LL * 32);
    QCOMPARE(bytes(plan, logits_saved), 0);
  }

  void shorter_chunks_need_less() {
    Plan four = chunk_plan(std::string(four_chunks) + R"("full")");
    four.training.sequence_length = 65'536;
    four.training.fpdt_chunk = 16'384;
    Plan eight = four, whole = four;
    eight.training.fpdt_chunk = 8'192;
    whole.training.fpdt = false;
    QVERIFY(estimate_memory(eight).gpu.peak < estimate_memory(four).gpu.peak);
    QVERIFY(estimate_memory(four).gpu.peak < estimate_memory(whole).gpu.peak);
  }

  /// A pass over four chunks brings keys and values of 3/2 sequences up; backward, queries go round 5/2
  /// times.
  void copies_hide_behind_attention() {
    Plan plan = chunk_plan(std::string(four_chunks) + R"("none")");
    const double forward = 5.0 * chunk_stream + 1.5 * 2 * chunk_stream;
    const double backward = 3.0 * chunk_stream + 2.5 * 7 * chunk_stream;
    const double rate = plan.cluster.host_link.gb_per_s * 1e9 * 0.85;
    const TimeEntry copies = chunk_entry(plan, TimeId::sequence_chunks);
    QVERIFY(std::abs(copies.busy / (32 * (forward + backward) / rate) - 1) < 1e-9);
    QVERIFY(copies.hidden > 0 && copies.hidden < copies.busy);
    // Attention grows with the square of the sequence, the copies of as many chunks with the sequence.
    plan.training.sequence_length = 262'144;
    plan.training.fpdt_chunk = 65'536;
    const TimeEntry longer = chunk_entry(plan, TimeId::sequence_chunks);
    QVERIFY(longer.busy > 0 && longer.hidden == longer.busy);
  }

  /// FPDT_FFN and FPDT_LogitsLoss compute gate and up projection and the logits again backward; each pair of
  /// chunks after the first adds its output in 34 bytes an element of the queries.
  void chunks_run_again() {
    Plan plain = chunk_plan(R"("activation_checkpointing": "none")");
    const Plan four = chunk_plan(std::string(four_chunks) + R"("none")");
    const double tokens = 4'096;
    const auto more = [&](TimeId id) { return chunk_entry(four, id).amount - chunk_entry(plain, id).amount; };
    const double products = 32 * 2 * 2.0 * 4'096 * 11'008 * tokens, head = 2.0 * 4'096 * 32'000 * tokens;
    QVERIFY(std::abs(more(TimeId::backward_matmul) / products - 1) < 1e-9);
    QVERIFY(std::abs(more(TimeId::backward_head) / head - 1) < 1e-9);
    QCOMPARE(more(TimeId::forward_matmul), 0.0);
    Plan eight = four;
    eight.training.fpdt_chunk = 512;
    const double joined =
        chunk_entry(eight, TimeId::forward_memory).amount - chunk_entry(four, TimeId::forward_memory).amount;
    QVERIFY(std::abs(joined / (2 * 34.0 * 4'096 * tokens * 32) - 1) < 1e-9);
  }

  /// Four all-reduces a layer and half: those at the end of each pass have nothing beside them.
  void domino_hides_all_reduces() {
    Plan plan = chunk_plan(R"("tensor_parallel": 8, "micro_batch_size": 4)");
    plan.training.activation_checkpointing = Checkpointing::none;
    const TimeEntry plain = chunk_entry(plan, TimeId::tensor_parallel);
    QCOMPARE(plain.hidden, 0.0);
    plan.training.domino = true;
    const TimeEntry halves = chunk_entry(plan, TimeId::tensor_parallel);
    QVERIFY(halves.busy >= plain.busy && halves.hidden > 0);
    QVERIFY(halves.hidden < halves.busy * (1 - 1.0 / 128));
    QVERIFY(estimate_speed(plan).total < estimate_speed(chunk_plan(R"("tensor_parallel": 8)")).total * 4);
    for (const int change : {0, 1, 2}) {
      Plan other = plan;
      if (change == 0) other.training.micro_batch_size = 1;
      if (change == 1) other.training.scatter_stream = true;
      if (change == 2) other.training.tensor_parallel = 1;
      QCOMPARE(chunk_entry(other, TimeId::tensor_parallel).hidden, 0.0);
    }
  }
};

ZP_TEST(SequenceChunksTest)
#include "sequence_chunks_test.moc"
