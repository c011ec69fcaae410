// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/catalog/programs.h"
#include "core/plan_file/plan_file.h"
#include "core/speed/gpu_rates.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace fp8_speed {

/// Llama 3 8B: the inputs of a block's seven products, their outputs, and its matrices.
constexpr double fp8_layers = 32, fp8_inputs = 6 * 4096 + 14336,
                 fp8_outputs = 2 * 4096 + 2 * 1024 + 2 * 14336 + 4096;
constexpr double fp8_distinct_inputs = 3 * 4096 + 14336;
constexpr double fp8_matrices = fp8_layers * (2.0 * 4096 * 4096 + 2.0 * 4096 * 1024 + 3.0 * 4096 * 14336);
constexpr double fp8_sequence = 2048;

Plan fp8_plan_of(int stage, const std::string& gpu = "h100-sxm5-80gb") {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-3-8b"));
  plan.cluster.gpu = gpu_from_preset(catalog().find_gpu(gpu));
  plan.training.framework = Framework::fsdp;
  plan.training.low_precision_master = plan.training.low_precision_states = true;
  plan.training.sequence_length = static_cast<std::int64_t>(fp8_sequence);
  plan.zero.stage = stage;
  return plan;
}
Plan fp8_in_fp8(Plan plan, Fp8Recipe recipe) {
  plan.training.types.products = StatedType::fp8;
  plan.training.fp8_recipe = recipe;
  return plan;
}

TimeEntry fp8_entry(const Plan& plan, TimeId id) {
  const StepTime time = estimate_speed(plan);
  const TimeEntry* const found = time.ledger.find(id);
  return found == nullptr ? TimeEntry{} : *found;
}
/// Bytes of a pass over one micro batch that do not depend on its length, and those of each token.
struct PassBytes {
  double fixed, of_token;
};
PassBytes fp8_bytes_of_pass(Plan plan, TimeId id) {
  plan.training.micro_batch_size = 1;
  const double one = fp8_entry(plan, id).amount;
  plan.training.micro_batch_size = 2;
  const double two = fp8_entry(plan, id).amount;
  return {2 * one - two, (two - one) / fp8_sequence};
}
bool fp8_is_near(double a, double b) { return std::abs(a / b - 1) < 1e-9; }

}  // namespace fp8_speed

using namespace fp8_speed;

/// Time of products in fp8 and of the casts to it, against torchao's roofline (testing/training/
/// roofline_utils.py) and the catalog's peaks.
class Fp8SpeedTest : public QObject {
  Q_OBJECT

 private slots:
  void tensorwise_casts_move_the_bytes_of_torchaos_roofline() {
    const Plan plain = fp8_plan_of(0), fp8 = fp8_in_fp8(plain, Fp8Recipe::tensorwise);
    const PassBytes forward = fp8_bytes_of_pass(fp8, TimeId::forward_memory),
                    plain_forward = fp8_bytes_of_pass(plain, TimeId::forward_memory);
    QVERIFY(fp8_is_near(forward.fixed - plain_forward.fixed, 5 * fp8_matrices));
    QVERIFY(fp8_is_near(forward.of_token - plain_forward.of_token, 5 * fp8_inputs * fp8_layers));
    const PassBytes backward = fp8_bytes_of_pass(fp8, TimeId::backward_memory),
                    plain_backward = fp8_bytes_of_pass(plain, TimeId::backward_memory);
    QVERIFY(fp8_is_near(backward.fixed - plain_backward.fixed, 3 * fp8_matrices));
    QVERIFY(fp8_is_near(backward.of_token - plain_backward.of_token,
                        (1 * fp8_inputs + 6 * fp8_outputs) * fp8_layers));
  }

  /// Megatron-LM and what is built on it cast each weight once a step, others once a micro batch: four bytes
  /// read and written of each (core/extensions/transformer_engine.py, is_first_microbatch).
  void programs_on_megatron_cast_weights_once_a_step() {
    Plan plan = fp8_in_fp8(fp8_plan_of(0), Fp8Recipe::te_delayed);
    plan.training.gradient_accumulation_steps = 4;
    const double each_time = fp8_entry(plan, TimeId::forward_memory).amount;
    for (const char* program : {"megatron-lm", "nemo"}) {
      plan.training.program = program_named(program);
      const double once = fp8_entry(plan, TimeId::forward_memory).amount;
      QVERIFY2(fp8_is_near(each_time - once, 3 * 4 * fp8_matrices),
               qPrintable(QString::number(each_time - once)));
    }
  }

  /// Queries, keys and values share an input, gate and up another; the kernel before them casts it.
  void a_compiled_program_casts_shared_inputs_once() {
    Plan plain = fp8_plan_of(0);
    plain.training.fused_norm = true;
    plain.training.fused_loss = FusedLoss::compiled;
    const double more =
        fp8_bytes_of_pass(fp8_in_fp8(plain, Fp8Recipe::rowwise), TimeId::forward_memory).of_token -
        fp8_bytes_of_pass(plain, TimeId::forward_memory).of_token;
    QVERIFY(fp8_is_near(more, 1 * fp8_distinct_inputs * fp8_layers));
  }

  /// The peak of fp8 times the share that products sustain there: 0.58 of 0.88 on Hopper.
  void products_run_at_the_rate_of_fp8() {
    const GpuRates rates = gpu_rates(fp8_in_fp8(fp8_plan_of(0), Fp8Recipe::tensorwise));
    QVERIFY(fp8_is_near(rates.fp8, 1979e12 * 0.58 * 0.88));
    QVERIFY(fp8_is_near(rates.matmul, 989e12 * 0.58));
    const TimeEntry fp8 =
                        fp8_entry(fp8_in_fp8(fp8_plan_of(0), Fp8Recipe::tensorwise), TimeId::forward_matmul),
                    plain = fp8_entry(fp8_plan_of(0), TimeId::forward_matmul);
    QVERIFY(fp8_is_near(fp8.amount, plain.amount));
    QVERIFY(fp8.busy < plain.busy && fp8.busy > plain.busy / 2);
  }

  /// The head is left in 16 bits by every program.
  void the_head_takes_as_long_as_before() {
    QCOMPARE(fp8_entry(fp8_in_fp8(fp8_plan_of(0), Fp8Recipe::rowwise), TimeId::forward_head).busy,
             fp8_entry(fp8_plan_of(0), TimeId::forward_head).busy);
  }

  void a_weight_gradient_in_16_bits_takes_a_16_bit_product() {
    const double plain = fp8_entry(fp8_plan_of(0), TimeId::backward_matmul).busy,
                 rowwise =
                     fp8_entry(fp8_in_fp8(fp8_plan_of(0), Fp8Recipe::rowwise), TimeId::backward_matmul).busy,
                 mixed = fp8_entry(fp8_in_fp8(fp8_plan_of(0), Fp8Recipe::rowwise_with_gw_hp),
                                   TimeId::backward_matmul)
                             .busy;
    QVERIFY(fp8_is_near(mixed, (plain + rowwise) / 2));
  }

  void a_gpu_without_fp8_is_no_faster() {
    const Plan plain = fp8_plan_of(0, "a100-sxm4-80gb");
    QVERIFY(fp8_entry(fp8_in_fp8(plain, Fp8Recipe::tensorwise), TimeId::forward_matmul).busy >=
            fp8_entry(plain, TimeId::forward_matmul).busy);
  }

  /// FSDP2 sends one byte of each matrix inside the blocks, two of the rest.
  void gathers_in_fp8_send_one_byte_of_each_matrix() {
    Plan plain = fp8_plan_of(3), fp8 = fp8_in_fp8(plain, Fp8Recipe::tensorwise);
    fp8.training.types.gathered = StatedType::fp8;
    const double all = static_cast<double>(estimate_memory(plain).model.trainable.value());
    const double ratio =
        fp8_entry(fp8, TimeId::gather_forward).amount / fp8_entry(plain, TimeId::gather_forward).amount;
    QVERIFY(std::abs(ratio - (2 * all - fp8_matrices) / (2 * all)) < 1e-6);
  }
};

ZP_TEST(Fp8SpeedTest)
#include "fp8_test.moc"
