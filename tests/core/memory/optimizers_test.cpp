// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/catalog/tensors.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace optimizers {

constexpr std::int64_t h = 4'096, f = 11'008, v = 32'000, blocks_of_7b = 32;  // Llama-2 7B
constexpr std::int64_t weights_of_7b = 6'738'415'616;
constexpr std::int64_t table = v * h, norms = (2 * blocks_of_7b + 1) * h;

/// Returns Llama-2 7B in bf16 without autocast on `gpus` GPUs, trained by PyTorch alone.
Plan torch_plan(const std::string& training, const std::string& gpus = "1", const std::string& rest = "") {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": )" + gpus +
                   R"(}, "training": {"framework": "fsdp", "types": {"weights": "bf16"}, )" + training + "}" +
                   rest + "}")
      .plan;
}
Plan zero_plan(const std::string& optimizer, int stage, const std::string& gpus = "8") {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": )" + gpus +
                   R"(}, "training": {"optimizer": ")" + optimizer + R"("}, "zero": {"stage": )" +
                   std::to_string(stage) + "}}")
      .plan;
}
Plan projecting_plan(const std::string& optimizer, int rank) {
  return torch_plan(R"("optimizer_rank": )" + std::to_string(rank) + R"(, "optimizer": ")" + optimizer +
                    R"(")");
}

/// Σ over the matrices of the blocks of rank · (2 · long side + short side): four of h × h, three of f × h.
constexpr std::int64_t projected(std::int64_t rank) {
  return blocks_of_7b * rank * (4 * (2 * h + h) + 3 * (2 * f + h));
}
constexpr std::int64_t outside_blocks = 2 * table + norms;  // embedding, head, norms

/// Returns true if the states have `expected` bytes, within the byte to which a share of them is rounded.
bool holds(const Plan& plan, double expected) {
  return std::abs(static_cast<double>(bytes(plan, states_optimizer)) - expected) <= 1;
}

}  // namespace optimizers

using namespace optimizers;

/// Tests of the optimizers whose states are no fixed number of bytes per parameter, worked out by hand from
/// their sources for the tensors of Llama-2 7B.
class OptimizersTest : public QObject {
  Q_OBJECT

 private slots:
  /// 4 bytes for each row and column of a matrix, 4 for each element of a vector.
  void adafactor_keeps_the_means_of_rows_and_columns() {
    const double factors = blocks_of_7b * (4 * (h + h) + 3 * (f + h)) + 2 * (v + h) + norms;
    QVERIFY(holds(torch_plan(R"("optimizer": "adafactor")"), 4 * factors));
    QVERIFY(holds(torch_plan(R"("optimizer": "adafactor")", "1",
                             R"(, "deepspeed_config": {"optimizer": {"params": {"momentum": 0.9}}})"),
                  4 * factors + 4 * weights_of_7b));
  }

  void adafactor_has_no_matrix_in_a_flat_partition() {
    for (const int stage : {1, 2, 3})
      QVERIFY(holds(zero_plan("adafactor", stage), 4.0 * weights_of_7b / 8));
  }

  /// FSDP2 divides rows among ranks; each rank has the means of its rows and of all columns.
  void under_fsdp2_a_rank_has_its_rows_and_every_column() {
    const auto part = [](std::int64_t rows, std::int64_t columns) { return rows / 8 + columns; };
    const double factors =
        blocks_of_7b * (4 * part(h, h) + 2 * part(f, h) + part(h, f)) + 2 * part(v, h) + norms / 8;
    QVERIFY(holds(torch_plan(R"("optimizer": "adafactor", "fsdp_version": 2, "sharding": "full")", "8"),
                  4 * factors));
    QVERIFY(holds(torch_plan(R"("optimizer": "adafactor", "fsdp_version": 1, "sharding": "full")", "8"),
                  4.0 * weights_of_7b / 8));
  }

  /// Two moments of rank × long side and a projector of rank × short side; the rest as AdamW in bf16.
  void galore_and_apollo_keep_moments_of_the_projected_gradient() {
    for (const char* const name : {"galore", "apollo"}) {
      QVERIFY(holds(projecting_plan(name, 128), 2.0 * projected(128) + 4.0 * outside_blocks));
      QVERIFY(holds(projecting_plan(name, 1024), 2.0 * projected(1024) + 4.0 * outside_blocks));
    }
    QVERIFY(holds(torch_plan(R"("optimizer": "apollo_mini", "optimizer_rank": 1024)"),
                  2.0 * projected(1) + 4.0 * outside_blocks));
  }

  /// 8-bit moments in blocks of 256, the projector in bf16.
  void galore_in_8_bits_quantises_the_moments() {
    const double moments = blocks_of_7b * 128.0 * (4 * h + 3 * f), projectors = blocks_of_7b * 128.0 * 7 * h;
    QVERIFY(holds(torch_plan(R"("optimizer": "galore8bit")"),
                  2.0 * (1 + 4.0 / 256) * (moments + outside_blocks) + 2 * projectors));
  }

  void torchao_quantises_blocks_of_256_or_128() {
    const double each = 2 * (1 + 4.0 / 256), each_of_4bit = 2 * (0.5 + 4.0 / 128);
    QVERIFY(holds(torch_plan(R"("optimizer": "adamw8bit_torchao")"), each * weights_of_7b));
    QVERIFY(holds(torch_plan(R"("optimizer": "adamw_fp8")"), each * weights_of_7b));
    QVERIFY(holds(torch_plan(R"("optimizer": "adamw4bit")"), each_of_4bit * weights_of_7b));
    // Adapters of rank 8: o's B has 4,096 · 8 elements. Norms of 4,096 / 8 under FSDP2 are too small.
    const double small = norms / 8.0;
    QVERIFY(holds(torch_plan(R"("optimizer": "adamw4bit", "fsdp_version": 2, "sharding": "full")", "8"),
                  each_of_4bit * (weights_of_7b / 8.0 - small) + 4 * small));
  }

  /// 6,738,415,616 / 8 is a multiple of 256, 6,738,415,616 / 6 is not.
  void under_zero_a_block_must_divide_the_whole_partition() {
    QVERIFY(holds(zero_plan("adamw8bit_torchao", 2), 2 * (1 + 4.0 / 256) * weights_of_7b / 8));
    const Plan uneven = zero_plan("adamw8bit_torchao", 2, "6");
    QVERIFY(bytes(uneven, states_optimizer) > 8 * (weights_of_7b / 6 - 1));
  }

  void adam_mini_keeps_one_second_moment_a_tensor() {
    const double tensors = blocks_of_7b * 7 + 2 * blocks_of_7b + 1;
    QVERIFY(holds(torch_plan(R"("optimizer": "adam_mini")"),
                  4.0 * weights_of_7b + 4.0 * 2 * table + 4 * tensors));
  }

  void schedule_free_keeps_two_states_and_a_list_of_roots() {
    const Plan plan = torch_plan(R"("optimizer": "schedule_free")");
    QVERIFY(holds(plan, 4.0 * weights_of_7b));
    QCOMPARE(bytes(plan, step_optimizer), 2 * weights_of_7b);
  }

  void lomo_has_no_states_and_one_gradient_at_a_time() {
    const Plan plan = torch_plan(R"("optimizer": "lomo")");
    QCOMPARE(bytes(plan, states_optimizer), 0);
    QCOMPARE(bytes(plan, states_gradients), 2 * table);
    QCOMPARE(bytes(plan, step_optimizer), 8 * table);
    QVERIFY(holds(torch_plan(R"("optimizer": "adalomo")"),
                  4.0 * (blocks_of_7b * (4 * (h + h) + 3 * (f + h)) + 2 * (v + h) + norms)));
  }

  /// The gradient and the parameter in fp32, the squared gradient, and the factors' product.
  void adafactor_works_on_copies_of_the_largest_tensor() {
    QCOMPARE(bytes(torch_plan(R"("optimizer": "adafactor")"), step_optimizer), 16 * table);
    QCOMPARE(bytes(zero_plan("adafactor", 2), step_optimizer), (8 - 2) * weights_of_7b / 8);
  }

  /// Two moments, the worker's error, and the server's for a part of 1/8; FP16_Optimizer's states are fp32.
  void one_bit_optimizers_keep_the_errors_of_compression() {
    QVERIFY(holds(zero_plan("onebit_adam", 0), 12.5 * weights_of_7b));
    QVERIFY(holds(zero_plan("zero_one_adam", 0), 16.5 * weights_of_7b));
    QVERIFY(holds(zero_plan("onebit_lamb", 0), 16.5 * weights_of_7b));
  }
};

ZP_TEST(OptimizersTest)
#include "optimizers_test.moc"
