// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "core/memory/checkpoint.h"
#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/rules/check_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Collects the impossible byte counts of a plan: a part below 0 or above its whole.
class ByteCounts {
 public:
  void holds(bool is_true, const std::string& what) {
    if (!is_true) wrong_ += "not " + what + "; ";
  }
  /// Checks that `parts` are at least 0 and sum to `whole`.
  void sum(std::span<const Bytes> parts, Bytes whole, const std::string& of) {
    Bytes total;
    for (const Bytes part : parts) {
      holds(part >= Bytes(0), of + " at least 0");
      total += part;
    }
    holds(total == whole, "parts of " + of + " sum to it");
  }
  /// Checks that each count is at least 0 and at most the next.
  void rise(std::initializer_list<Bytes> counts, const std::string& names) {
    Bytes before;
    for (const Bytes count : counts) {
      holds(before <= count, names);
      before = count;
    }
  }
  [[nodiscard]] const std::string& wrong() const { return wrong_; }

 private:
  std::string wrong_;
};

void ask_gpu(const GpuMemory& gpu, ByteCounts& ask) {
  ask.sum(gpu.components, gpu.peak, "gpu.components");
  for (const Bytes phase : gpu.phases)
    ask.rise({phase, gpu.peak}, "0 ≤ phase ≤ peak");
  ask.holds(gpu.phases[index_of(gpu.peak_phase)] == gpu.peak, "the phase at the peak is the peak");
  ask.rise({gpu.steady, gpu.peak_allocated, gpu.peak_reserved, gpu.peak},
           "0 ≤ steady ≤ allocated ≤ reserved ≤ peak");
  ask.rise({gpu.peak_range.low, gpu.peak, gpu.peak_range.high}, "0 ≤ low ≤ peak ≤ high");
  ask.rise({gpu.peak_without_cache, gpu.peak}, "0 ≤ least ≤ peak");
  ask.holds(gpu.headroom == gpu.capacity - gpu.peak, "headroom is what is left of the capacity");
}

void ask_host(const HostMemory& cpu, ByteCounts& ask) {
  ask.sum(cpu.components, cpu.per_rank, "cpu.components");
  ask.rise({cpu.per_rank, cpu.per_node, cpu.needed_per_node()}, "0 ≤ per_rank ≤ per_node ≤ needed");
  ask.rise({cpu.pinned_per_node, cpu.needed_per_node()}, "0 ≤ pinned ≤ needed");
  ask.rise({cpu.pinned_per_node, cpu.pinned_rounded_per_node}, "pinned ≤ pinned and rounded");
  ask.rise({cpu.beside_per_rank, cpu.beside_per_node}, "0 ≤ beside_per_rank ≤ beside_per_node");
  ask.rise({cpu.needed_range.low, cpu.needed_per_node(), cpu.needed_range.high}, "0 ≤ low ≤ needed ≤ high");
  ask.rise({cpu.loading_per_node}, "0 ≤ loading_per_node");
}

void ask_drives(const NvmeSpace& nvme, ByteCounts& ask) {
  ask.sum(nvme.components, nvme.per_node, "nvme.components");
  ask.rise({nvme.per_node_range.low, nvme.per_node, nvme.per_node_range.high}, "0 ≤ low ≤ nvme ≤ high");
  const SwapBuffers& least = nvme.smallest_buffers;
  ask.holds(least.optimizer_buffer_count >= 0 && least.parameter_buffer_count >= 0 &&
                least.parameter_buffer_size >= 0,
            "buffers at least 0");
}

void ask_checkpoint(const Plan& plan, const CheckpointSize& size, ByteCounts& ask) {
  const SavedCheckpoint saved = saved_checkpoint(plan);
  const Bytes files[] = {saved.model_states.bytes, saved.optimizer_states.bytes};
  ask.sum(files, size.training_state, "checkpoint.training_state");
  ask.rise({saved.adapters, size.weights}, "0 ≤ adapters ≤ weights");
  ask.rise({saved.host_to_convert}, "0 ≤ host_to_convert");
  ask.rise({saved.fp32_model, size.weights * 2}, "0 ≤ fp32_model ≤ twice the weights");
  ask.rise({saved.universal.bytes}, "0 ≤ universal");
  ask.rise({saved.host_to_universal, saved.optimizer_states.bytes}, "0 ≤ host_to_universal ≤ its files");
  ask.holds(saved.model_states.files > 0 && saved.optimizer_states.files >= 0, "files at least 0");
}

void ask_model(const ModelSize& model, ByteCounts& ask) {
  for (const Params part : {model.trainable, model.active, model.largest_tensor})
    ask.holds(Params(0) <= part && part <= model.parameters, "0 ≤ trainable, active, largest ≤ parameters");
}

std::string wrong_counts(const Plan& plan) {
  ByteCounts ask;
  const MemoryEstimate estimate = estimate_memory(plan);
  ask_model(estimate.model, ask);
  ask_gpu(estimate.gpu, ask);
  ask_host(estimate.cpu, ask);
  ask_drives(estimate.nvme, ask);
  ask_checkpoint(plan, estimate.checkpoint, ask);
  for (const Entry& entry : estimate.ledger.entries())
    ask.rise({entry.low, entry.bytes, entry.high},
             std::string(name_of(entry.id)) + ": 0 ≤ low ≤ bytes ≤ high");
  return ask.wrong();
}

/// Returns the paths of all numbers below 0. Only two kinds of number may be negative: the headroom of a plan
/// that does not fit, and a setting that an offered change writes (zero.mics_shard_size is -1 if it is off).
std::string negative_numbers(const nlohmann::json& value, const std::string& path = "") {
  std::string found;
  if (value.is_number()) {
    const bool may_be_negative = path.ends_with("headroom") || path.find(".set.") != std::string::npos;
    return value.get<double>() < 0 && !may_be_negative ? path + " " : "";
  }
  if (!value.is_structured()) return found;
  for (const auto& [key, member] : value.items())
    found += negative_numbers(member, path.empty() ? key : path + "." + key);
  return found;
}
std::string negative_numbers(const std::string& document) {
  return negative_numbers(nlohmann::json::parse(document));
}

/// Tests `cases` random usable plans of every kind and shape, many in each of rapidcheck's cases.
template <class Wrong>
bool all_plans(std::size_t cases, const Wrong& wrong) {
  constexpr std::size_t rapidcheck_cases = 100;
  const std::size_t wanted =
      std::max(test::share_of(cases / rapidcheck_cases) / test::step_in_gate(3), std::size_t{1});
  return rc::check([&] {
    for (std::size_t asked = 0; asked < wanted;) {
      const Plan plan = *test::any_plan_of_all_kinds(test::Models::of_any_shape);
      if (!is_usable(check(plan))) continue;
      ++asked;
      if (const std::string found = wrong(plan); !found.empty()) RC_FAIL(found + write_plan({plan, {}}));
    }
  });
}

Plan plan_of(const char* text) { return read_plan(text).plan; }

}  // namespace

/// Tests that every byte count of any plan is at least 0 and at most its whole.
class ByteCountsTest : public QObject {
  Q_OBJECT

 private slots:
  /// This holds in the estimate, and in the document of its totals.
  void no_count_is_negative_or_above_its_whole() {
    QVERIFY(all_plans(10'000, [](const Plan& plan) {
      return wrong_counts(plan) + negative_numbers(brief_json({plan, {}}));
    }));
  }

  void no_number_of_the_whole_document_is_negative() {
    QVERIFY(all_plans(300, [](const Plan& plan) {
      return negative_numbers(estimate_json(evaluate({plan, {}}, WayOutSearch::by_caller)));
    }));
  }

  void found_before_data() {
    QTest::addColumn<QByteArray>("plan");
    QTest::newRow("stage 3 of a mixture of experts with tensor and expert parallelism")
        << QByteArray(R"({"model": {"preset": "qwen3-30b-a3b"}, "zero": {"stage": 3},
                          "training": {"tensor_parallel": 8, "expert_parallel": 4}})");
    QTest::newRow("one layer of width 1 with one expert, scored")
        << QByteArray(R"({"model": {"architecture": {"hidden_size": 1, "layers": 1, "attention_heads": 1,
                          "experts": 1, "experts_per_token": 1}}, "training": {"method": "reward"}})");
    QTest::newRow("an evaluation of a method that generates")
        << QByteArray(R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 3},
                          "training": {"method": "ppo", "eval_batch_size": 128, "fused_loss": "chunked"}})");
    QTest::newRow("an evaluation of a run that takes most at its start") << QByteArray(
        R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 2, "offload_optimizer": "cpu"},
                          "training": {"eval_batch_size": 1, "sequence_length": 64}})");
    QTest::newRow("an evaluation that takes most")
        << QByteArray(R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 2},
                          "training": {"eval_batch_size": 128, "fused_loss": "chunked"}})");
  }
  void found_before() {
    QFETCH(QByteArray, plan);
    const Plan read = plan_of(plan.constData());
    QCOMPARE(QString::fromStdString(wrong_counts(read)), QString());
    QCOMPARE(QString::fromStdString(negative_numbers(estimate_json(evaluate({read, {}})))), QString());
  }

  /// Each rank saves its own experts and its part of the rest, so the trained weights are those of the
  /// module, however they are divided.
  void a_checkpoint_holds_what_is_trained_once_however_it_is_divided() {
    const auto saved = [](const char* training) {
      return saved_checkpoint(plan_of((std::string(
                                           R"({"model": {"preset": "qwen3-30b-a3b"}, "zero": {"stage": 3},
          "training": )") + training + "}")
                                          .c_str()));
    };
    const SavedCheckpoint whole = saved("{}"),
                          divided = saved(R"({"tensor_parallel": 8, "expert_parallel": 4})");
    QCOMPARE(divided.model_states.bytes.value(), std::int64_t{0});  // nothing is frozen
    const auto ratio =
        static_cast<double>(divided.fp32_model.value()) / static_cast<double>(whole.fp32_model.value());
    QVERIFY2(ratio >= 1 && ratio < 1.01, qPrintable(QString::number(ratio)));
  }
};

ZP_TEST(ByteCountsTest)
#include "byte_counts_test.moc"
