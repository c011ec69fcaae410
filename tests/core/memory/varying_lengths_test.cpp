// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/core/memory/caching_allocator.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace varying {

struct Shape {
  std::int64_t hidden, width, vocabulary;
};

enum class Blocks { checkpointed, kept };

/// One training step of a Llama with 32 blocks, checkpointed or kept whole, as a sequence of allocations in
/// bf16: forward pass, head, a loss over an fp32 copy of the logits, and the backward pass.
class Step {
 public:
  Step(test::CachingAllocator& gpu, const Shape& shape, std::int64_t tokens, Blocks blocks)
      : gpu_(gpu),
        keeps_blocks_(blocks == Blocks::kept),
        stream_(2 * shape.hidden * tokens),
        inner_(2 * shape.width * tokens),
        logits_(2 * shape.vocabulary * tokens),
        predicted_(2 * shape.vocabulary * (tokens - 1)) {}

  void run() {
    constexpr int layers = 32;
    std::vector<Block> checkpoints{gpu_.allocate(stream_)};
    std::vector<std::vector<Block>> kept;
    for (int i = 0; i < layers; ++i) {
      if (keeps_blocks_) kept.push_back(saved_tensors());
      checkpoints.push_back(keeps_blocks_ ? gpu_.allocate(stream_) : forward());
    }
    Block gradient = head_and_loss();
    for (int i = 0; i < layers; ++i) {
      gradient = backward(gradient, keeps_blocks_ ? kept.back() : saved_tensors());
      if (keeps_blocks_) kept.pop_back();
      gpu_.release(checkpoints.back());
      checkpoints.pop_back();
    }
    gpu_.release(gradient);
    gpu_.release(checkpoints.front());
  }

 private:
  using Block = test::CachingAllocator::Block;

  Block norm() {
    const Block copy = gpu_.allocate(2 * stream_), out = gpu_.allocate(stream_);
    gpu_.release(copy);
    return out;
  }
  Block forward() {
    const Block normed = norm(), projected = gpu_.allocate(3 * stream_);
    gpu_.release(normed);
    const Block attended = gpu_.allocate(stream_), out = gpu_.allocate(stream_);
    gpu_.release(projected);
    gpu_.release(attended);
    const Block residual = gpu_.allocate(stream_);
    gpu_.release(out);
    const Block input = norm(), gate = gpu_.allocate(inner_), up = gpu_.allocate(inner_);
    const Block activated = gpu_.allocate(inner_), product = gpu_.allocate(inner_);
    for (const Block block : {gate, up, activated, input})
      gpu_.release(block);
    const Block down = gpu_.allocate(stream_);
    gpu_.release(product);
    const Block next = gpu_.allocate(stream_);
    gpu_.release(down);
    gpu_.release(residual);
    return next;
  }
  Block head_and_loss() {
    const Block input = gpu_.allocate(stream_), logits = gpu_.allocate(logits_);
    const Block shifted = gpu_.allocate(predicted_), copy = gpu_.allocate(2 * predicted_);
    const Block log_softmax = gpu_.allocate(2 * predicted_);
    gpu_.release(copy);
    gpu_.release(shifted);
    gpu_.release(logits);
    const Block of_loss = gpu_.allocate(2 * predicted_), of_copy = gpu_.allocate(2 * predicted_);
    gpu_.release(of_loss);
    gpu_.release(log_softmax);
    const Block of_shifted = gpu_.allocate(predicted_);
    gpu_.release(of_copy);
    const Block of_logits = gpu_.allocate(logits_);
    gpu_.release(of_shifted);
    const Block gradient = gpu_.allocate(stream_);
    gpu_.release(of_logits);
    gpu_.release(input);
    return gradient;
  }
  std::vector<Block> saved_tensors() {
    std::vector<Block> saved;
    for (const std::int64_t bytes : {2 * stream_, stream_, 3 * stream_, stream_, stream_, 2 * stream_,
                                     stream_, inner_, inner_, inner_, inner_, stream_})
      saved.push_back(gpu_.allocate(bytes));
    return saved;
  }
  Block backward(Block gradient, const std::vector<Block>& saved) {
    const Block of_gate = gpu_.allocate(inner_), of_up = gpu_.allocate(inner_);
    gpu_.release(of_gate);
    gpu_.release(of_up);
    const Block of_attention = gpu_.allocate(3 * stream_);
    gpu_.release(of_attention);
    const Block out = gpu_.allocate(stream_);
    gpu_.release(gradient);
    for (const Block block : saved)
      gpu_.release(block);
    return out;
  }

  test::CachingAllocator& gpu_;
  bool keeps_blocks_;
  std::int64_t stream_, inner_, logits_, predicted_;
};

/// Returns what batches of these lengths reserve beyond what as many of the longest do, as a share of the
/// most that is allocated.
double excess(const Shape& shape, const std::vector<std::int64_t>& lengths, Blocks blocks) {
  test::CachingAllocator varying, fixed;
  for (const std::int64_t tokens : lengths)
    Step(varying, shape, tokens, blocks).run();
  for (int i = 0; i < 2; ++i)
    Step(fixed, shape, *std::ranges::max_element(lengths), blocks).run();
  return static_cast<double>(varying.reserved - fixed.reserved) / static_cast<double>(varying.most_allocated);
}

constexpr int runs_for_tails = 6;  // with fewer runs of each case, only the median is sure

/// Returns how often each case is drawn: ZP_ALLOCATOR_RUNS if it is set (packaging/nightly.sh), else 1.
int repetitions() { return std::max(1, qEnvironmentVariableIntValue("ZP_ALLOCATOR_RUNS")); }

/// Returns the lengths of 200 batches of at most `longest` tokens: all equally likely, or most of them short.
std::vector<std::int64_t> lengths_of(std::mt19937& random, std::int64_t longest, bool are_mostly_short) {
  const auto unit = [&] { return (static_cast<double>(random()) + 0.5) / 4294967296.0; };
  std::vector<std::int64_t> lengths;
  for (int i = 0; i < 200; ++i) {
    double share = 1.0 / 16 + unit() * 15 / 16;
    if (are_mostly_short) {
      const double normal = std::sqrt(-2 * std::log(unit())) * std::cos(2 * std::numbers::pi * unit());
      share = std::min(1.0, std::exp(5.5 + 0.8 * normal) / 1024 + 1.0 / 32);
    }
    lengths.push_back(static_cast<std::int64_t>(share * static_cast<double>(longest)));
  }
  return lengths;
}

Plan plan_with(const std::string& training) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 1, "gpu": {"preset":
                      "h200-sxm-141gb"}}, "zero": {"stage": 0}, "training": {"framework": "fsdp",
                      "activation_checkpointing": "full", "lora": {"rank": 8}, )" +
                   training + "}}")
      .plan;
}
Bytes of_lengths(const Plan& plan) {
  return estimate_memory(plan).ledger.bytes(EntryId::fragmentation_lengths);
}

}  // namespace varying

using namespace varying;

/// Tests of what PyTorch reserves where batches differ in length.
class VaryingLengthsTest : public QObject {
  Q_OBJECT

 private slots:
  void the_share_is_the_median_of_the_allocators_own_rules_data() {
    QTest::addColumn<bool>("checkpoints");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("median");
    QTest::addColumn<double>("high");
    QTest::newRow("checkpointed") << true << 0.3 << 1.6 << 3.8;
    QTest::newRow("kept") << false << 0.2 << 0.5 << 1.3;
  }

  void the_share_is_the_median_of_the_allocators_own_rules() {
    QFETCH(bool, checkpoints);
    QFETCH(double, low);
    QFETCH(double, median);
    QFETCH(double, high);
    const Blocks blocks = checkpoints ? Blocks::checkpointed : Blocks::kept;
    std::mt19937 random(1);
    std::vector<double> found;
    for (int i = 0; i < repetitions(); ++i)
      for (const std::int64_t longest : {1024, 4096})
        for (const Shape& shape :
             {Shape{2048, 5504, 151'936}, {4096, 11'008, 32'000}, {4096, 14'336, 128'256}})
          for (const bool are_mostly_short : {false, true})
            found.push_back(excess(shape, lengths_of(random, longest, are_mostly_short), blocks));
    std::ranges::sort(found);
    const auto at = [&](double part) {
      return found[static_cast<std::size_t>(part * static_cast<double>(found.size()))];
    };
    qInfo("%zu runs: 10 %% below %.2f, median %.2f, 90 %% below %.2f", found.size(), at(0.1), at(0.5),
          at(0.9));
    QVERIFY(std::abs(at(0.5) - median) < 0.12);
    if (repetitions() < runs_for_tails) return;
    QVERIFY(std::abs(at(0.1) - low) < 0.1);
    QVERIFY(std::abs(at(0.9) - high) < 0.15);
  }

  /// The entry takes the median of the case at hand.
  void kept_blocks_are_cut_up_less() {
    const std::string varying = R"("micro_batch_size": 1, "batch_lengths": "varying")";
    const Plan checkpointed = plan_with(varying);
    Plan kept = checkpointed;
    kept.training.activation_checkpointing = Checkpointing::none;
    const auto share = [](const Plan& plan) {
      const MemoryEstimate estimate = estimate_memory(plan);
      double most = 0;
      for (const Moment moment : {Moment::forward, Moment::backward_head, Moment::backward_first}) {
        double sum = 0;
        for (const Entry& entry : estimate.ledger.entries())
          if (entry.moments.has(moment) && entry.place == Place::gpu &&
              (entry.component == Component::activations || entry.component == Component::logits_and_loss))
            sum += static_cast<double>(entry.bytes.value());
        most = std::max(most, sum);
      }
      return static_cast<double>(of_lengths(plan).value()) / most;
    };
    QVERIFY(std::abs(share(checkpointed) - 1.6) < 0.01);
    QVERIFY(std::abs(share(kept) - 0.5) < 0.01);
  }

  void batches_vary_where_the_plan_or_its_program_says_so() {
    const Bytes of_varying = of_lengths(plan_with(R"("micro_batch_size": 4, "batch_lengths": "varying")"));
    QVERIFY(of_varying > Bytes(0));
    QCOMPARE(of_lengths(plan_with(R"("batch_lengths": "fixed")")).value(), 0);
    QCOMPARE(of_lengths(plan_with(R"("micro_batch_size": 1)")).value(), 0);
    QVERIFY(of_lengths(plan_with(R"("program": "ms-swift", "micro_batch_size": 4)")) > Bytes(0));
    QCOMPARE(
        of_lengths(plan_with(R"("program": "ms-swift", "micro_batch_size": 4, "batch_lengths": "fixed")"))
            .value(),
        0);
    QCOMPARE(of_lengths(plan_with(R"("program": "ms-swift", "micro_batch_size": 4, "example_length": 100)"))
                 .value(),
             0);
  }

  void it_is_given_back_before_memory_runs_out() {
    Plan varying = plan_with(R"("micro_batch_size": 4, "batch_lengths": "varying")"),
         fixed = plan_with(R"("micro_batch_size": 4, "batch_lengths": "fixed")");
    const MemoryEstimate roomy = estimate_memory(varying);
    QCOMPARE(roomy.gpu.peak_without_cache.value(), estimate_memory(fixed).gpu.peak_without_cache.value());
    varying.cluster.gpu.memory_gib = to_gib(roomy.gpu.peak_without_cache) + 1;
    const MemoryEstimate tight = estimate_memory(varying);
    QVERIFY(tight.gpu.fits);
    QVERIFY(tight.ledger.bytes(EntryId::fragmentation_lengths) <
            roomy.ledger.bytes(EntryId::fragmentation_lengths));
    QCOMPARE(tight.gpu.peak_allocated.value(), roomy.gpu.peak_allocated.value());
  }
};

ZP_TEST(VaryingLengthsTest)
#include "varying_lengths_test.moc"
