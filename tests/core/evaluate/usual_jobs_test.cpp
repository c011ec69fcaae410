// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <array>

#include "core/catalog/catalog.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/export_check.h"
#include "core/export/startable.h"
#include "core/rules/check_plan.h"
#include "core/search/choice.h"
#include "core/search/choice_words.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array models = {"qwen2.5-0.5b", "llama-3.2-3b", "llama-3.1-8b",
                               "llama-2-13b",  "qwen2.5-32b",  "llama-3.1-70b"};
constexpr std::array gpus = {"t4-16gb",        "rtx-3090-24gb", "rtx-4090-24gb",  "a100-sxm4-40gb",
                             "a100-sxm4-80gb", "l40s-48gb",     "h100-sxm5-80gb", "h200-sxm-141gb"};
struct Machines {
  int nodes, gpus;
};
constexpr std::array<Machines, 4> machines = {{{1, 1}, {1, 4}, {1, 8}, {2, 8}}};
enum class Way { full, lora, qlora };
constexpr std::array ways = {Way::full, Way::lora, Way::qlora};

constexpr std::int64_t global_batch = 64;

Plan job_of(const char* model, const char* gpu, Machines of, Way way) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(model));
  plan.cluster.gpu = gpu_from_preset(catalog().find_gpu(gpu));
  plan.cluster.nodes = of.nodes;
  plan.cluster.gpus_per_node = of.gpus;
  plan.training.gradient_accumulation_steps = global_batch / (of.nodes * of.gpus);
  if (plan.cluster.gpu.preset && !plan.cluster.gpu.preset->has_bf16)
    plan.training.precision = Precision::fp16;
  if (way == Way::full) return plan;
  plan.training.lora.rank = 16;
  if (way == Way::qlora) plan.training.frozen_precision = FrozenPrecision::nf4;
  return plan;
}

/// Returns the step, of one sequence, of the fastest plan that has no mechanism at all; 0 if none fits.
double fastest_without_mechanisms(const Plan& plan) {
  Requirements requirements;
  requirements.freedom.offload = requirements.freedom.nvme = false;
  Plan plain = with_strategy(plan, {2, Device::none, Device::none});
  const PlanChoice choice = choose(plain, requirements);
  return choice.fastest ? choice.fastest->seconds : 0;
}

}  // namespace

/// The best plans of 576 usual jobs: six models on eight GPUs, one, four, eight and two times eight of them,
/// with full training, LoRA and QLoRA.
class UsualJobsTest : public QObject {
  Q_OBJECT
 private slots:
  void best_plans_have_nothing_needless_and_start() {
    std::size_t job = 0;
    int run = 0, wrong_tool = 0, mechanisms = 0, within = 0;
    QStringList failed;
    double slowest = 0;
    for (const char* model : models)
      for (const char* gpu : gpus)
        for (const Machines& of : machines)
          for (const Way way : ways) {
            if (job++ % test::one_in() != 0) continue;
            const Plan plan = job_of(model, gpu, of, way);
            const QString name = QStringLiteral("%1 on %2 × %3 %4, way %5")
                                     .arg(model)
                                     .arg(of.nodes)
                                     .arg(of.gpus)
                                     .arg(gpu)
                                     .arg(static_cast<int>(way));
            const PlanChoice choice = choose(plan, {});
            wrong_tool += choice.kind == VerdictKind::wrong_tool;
            if (!choice.best) continue;
            ++run;
            mechanisms += choice.best->mechanisms > 0;
            const Plan best = with_pick(plan, choice.best->pick);
            const double plain = fastest_without_mechanisms(plan);
            const bool is_plain_near = plain > 0 && plain <= most_price_of_plainness * choice.best->seconds;
            if (choice.best->mechanisms > 0 && is_plain_near) failed << name + u": needless mechanisms"_s;
            if (best.training.checkpoints_on_host) failed << name + u": checkpoints on the host"_s;
            if (best.training.activation_checkpointing == Checkpointing::selective)
              failed << name + u": selective checkpointing"_s;
            const Evaluation evaluation = evaluate({best, {}});
            if (!evaluation.is_accepted() || stops(evaluation.findings) || stops(check_of_export(evaluation)))
              failed << name + u": is not run as exported"_s;
            const ExportStart start = export_start({best, {}});
            if (!start.can_start()) failed << name + u": "_s + QString::fromStdString(start.reason);
            const double least = choice.best->mechanisms == 0 ? plain : choice.plainest->seconds;
            const double slower = choice.best->seconds / least - 1;
            slowest = std::max(slowest, slower);
            within += slower <= 0.03;
          }
    qInfo(
        "%d jobs run, %d of them with mechanisms, %d of them within 3 %% of the fastest without more, at "
        "most %.1f "
        "%% slower; %d are the wrong tool",
        run, mechanisms, within, 100 * slowest, wrong_tool);
    QVERIFY2(failed.isEmpty(), qPrintable(failed.join(QLatin1Char('\n'))));
    QVERIFY(run > 0);
    QVERIFY(within >= 0.95 * run);
    QVERIFY(slowest <= 0.05);
  }

  /// The calls of the two documents that the planner implements, and others that people ask about.
  void calls_are_answered_without_needless_offload_data() {
    QTest::addColumn<Plan>("plan");
    const auto add = [](const char* name, Plan plan) { QTest::newRow(name) << plan; };
    add("7B on four A100", job_of("llama-2-7b", "a100-sxm4-80gb", {1, 4}, Way::full));
    add("70B on eight A100", job_of("llama-2-70b", "a100-sxm4-80gb", {1, 8}, Way::full));
    add("QLoRA 7B on an RTX 3090", job_of("llama-2-7b", "rtx-3090-24gb", {1, 1}, Way::qlora));
    Plan small = job_of("llama-2-7b", "t4-16gb", {1, 1}, Way::qlora);
    small.cluster.cpu_memory_gib = 12.7;
    add("QLoRA 7B on a T4 with little host memory", small);
    add("8B on eight L40S", job_of("llama-3.1-8b", "l40s-48gb", {1, 8}, Way::full));
    add("70B on eight B200", job_of("llama-3.1-70b", "b200-sxm-180gb", {1, 8}, Way::full));
    add("70B on eight MI300X", job_of("llama-3.1-70b", "instinct-mi300x-192gb", {1, 8}, Way::full));
    add("70B on 32 H100", job_of("llama-3.1-70b", "h100-sxm5-80gb", {4, 8}, Way::full));
    Plan slow = job_of("llama-2-13b", "a100-sxm4-80gb", {2, 8}, Way::full);
    slow.cluster.inter_node = {{}, 12.5 / 8};
    add("13B over 100 Gbit/s a node", slow);
  }
  void calls_are_answered_without_needless_offload() {
    QFETCH(Plan, plan);
    const PlanChoice choice = choose(plan, {});
    qInfo().noquote() << QString::fromStdString(verdict_of(choice, plan));
    if (choice.best && fastest_without_mechanisms(plan) > 0) QCOMPARE(choice.best->mechanisms, 0);
  }
};

ZP_TEST(UsualJobsTest)
#include "usual_jobs_test.moc"
