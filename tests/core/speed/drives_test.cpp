// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan on_drives() {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.zero.stage = 3;
  plan.zero.offload_optimizer.device = Device::nvme;
  plan.training.micro_batch_size = 16;
  plan.training.activation_checkpointing = Checkpointing::full;
  return plan;
}

}  // namespace

class DrivesTest : public QObject {
  Q_OBJECT

 private slots:
  /// Adam writes sixteen bytes per parameter. Four of them are the gradient's, which the backward pass
  /// hides if it is long enough (swap_tensor/partitioned_optimizer_swapper.py).
  void gradients_are_written_while_the_backward_pass_makes_them() {
    Plan plan = on_drives();
    plan.cluster.nvme.write_gb_per_s = 20;
    const StepTime time = estimate_speed(plan);
    const TimeEntry* written = time.ledger.find(TimeId::nvme_write);
    QVERIFY(written != nullptr);
    const double blocks = 31.0 / 32;  // the first block's gradients come when the pass ends
    QVERIFY2(std::abs(written->hidden / written->busy - blocks / 4) < 1e-9,
             qPrintable(QString::number(written->hidden / written->busy)));
  }

  void a_slow_drive_writes_more_than_the_backward_pass_hides() {
    Plan plan = on_drives();
    plan.cluster.nvme.write_gb_per_s = 0.1;
    const StepTime time = estimate_speed(plan);
    const TimeEntry* written = time.ledger.find(TimeId::nvme_write);
    QVERIFY(written != nullptr && written->hidden > 0 && written->hidden < written->busy / 8);
  }
};

ZP_TEST(DrivesTest)
#include "drives_test.moc"
