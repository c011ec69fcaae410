// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/snapshot_frames.h"

#include <QtTest>
#include <string>

#include "tests/support/test_main.h"

using namespace zp;

/// Tests of the frames that name a role or a phase.
class SnapshotFramesTest : public QObject {
  Q_OBJECT

 private slots:
  void frames_name_entries_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("kept");
    const auto row = [](const char* file, const char* function, const char* kept) {
      QTest::newRow((std::string(file) + ":" + function).c_str())
          << QString::fromUtf8(file) << QString::fromUtf8(function) << QString::fromUtf8(kept);
    };
    row("/opt/site-packages/deepspeed/runtime/zero/stage_1_and_2.py", "setup_buckets", "buffers.reduce");
    row("deepspeed/runtime/zero/stage_1_and_2.py", "DeepSpeedZeroOptimizer.setup_buckets", "buffers.reduce");
    row("C:\\site-packages\\deepspeed\\runtime\\zero\\stage_1_and_2.py", "setup_buckets", "buffers.reduce");
    row("/mydeepspeed/runtime/zero/stage_1_and_2.py", "setup_buckets", "");
    row("/x/deepspeed/runtime/zero/stage3.py", "__avg_scatter_grads", "buffers.reduce_copy");
    row("/x/deepspeed/runtime/zero/stage3.py", "_create_fp32_partitions", "states.master");
    row("/x/deepspeed/runtime/zero/stage3.py", "unheard_of", "");
    row("/x/deepspeed/runtime/zero/partition_parameters.py", "wait", "gathered.kept");
    row("/x/deepspeed/runtime/comm/coalesced_collectives.py", "reduce_scatter_coalesced",
        "buffers.reduce_copy");
    row("/x/torch/optim/adamw.py", "_init_group", "states.optimizer");
    row("/x/torch/optim/optimizer.py", "wrapper", "states.optimizer");
    row("/x/nottorch/optim/adamw.py", "_init_group", "");
    row("/x/torch/nn/functional.py", "cross_entropy", "logits.saved");
    row("/x/torch/nn/functional.py", "silu", "");
    row("", "at::autocast::cached_cast(c10::ScalarType, at::Tensor const&, c10::DeviceType)",
        "states.autocast");
    row("??", "at::cuda::getNewWorkspace()", "framework.context");
    row("/x/a.py", "at::cuda::getNewWorkspace()", "");
    row("", "void at::autocast::cached_cast", "");
  }
  void frames_name_entries() {
    QFETCH(QString, file);
    QFETCH(QString, function);
    QFETCH(QString, kept);
    const FrameRole* const role = role_of_frame(file.toStdString(), function.toStdString());
    QCOMPARE(role == nullptr ? QString() : QString::fromStdString(std::string(name_of(role->kept))), kept);
  }

  void frames_name_phases() {
    const auto phase = phase_of_frame;
    QCOMPARE(phase("/x/deepspeed/__init__.py", "initialize"), std::optional(SnapshotPhase::initialisation));
    QCOMPARE(phase("/x/deepspeed/runtime/engine.py", "step"), std::optional(SnapshotPhase::step));
    QCOMPARE(phase("/x/deepspeed/runtime/engine.py", "save_checkpoint"), std::optional(SnapshotPhase::save));
    QCOMPARE(phase("/home/me/ops.py", "backward"), std::optional(SnapshotPhase::backward));
    QCOMPARE(phase("/home/me/model.py", "Block.forward"), std::optional(SnapshotPhase::forward));
    QCOMPARE(phase("/x/torch/nn/modules/module.py", "_call_impl"), std::optional(SnapshotPhase::forward));
    QCOMPARE(phase("", "torch::autograd::Engine::thread_main(x)"), std::optional(SnapshotPhase::backward));
    QCOMPARE(phase("/home/me/train.py", "main"), std::nullopt);
  }
  void a_phase_has_entries_of_its_own() {
    QCOMPARE(role_of_phase(SnapshotPhase::forward).kept, EntryId::activations_saved_blocks);
    QCOMPARE(role_of_phase(SnapshotPhase::backward).kept, EntryId::states_gradients);
    QCOMPARE(role_of_phase(SnapshotPhase::step).passing, EntryId::step_optimizer);
    QCOMPARE(role_of_phase(SnapshotPhase::save).kept, EntryId::save_gathered);
    QCOMPARE(role_of_phase(SnapshotPhase::initialisation).kept, EntryId::states_weights);
    QCOMPARE(ledger_phase(SnapshotPhase::forward), Phase::forward);
    QCOMPARE(ledger_phase(SnapshotPhase::initialisation), Phase::initialisation);
    QCOMPARE(ledger_phase(SnapshotPhase::save), Phase::save);
    QCOMPARE(ledger_phase(SnapshotPhase::step), Phase::step);
  }
};

ZP_TEST(SnapshotFramesTest)
#include "snapshot_frames_test.moc"
