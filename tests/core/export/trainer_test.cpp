// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "core/export/ds_config.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/trainer_keys.h"
#include "tests/support/plan_grid.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using nlohmann::json;

/// Three ages of transformers, which fill in a file as their trainer_config_process and
/// trainer_config_finalize do (src/transformers/integrations/deepspeed.py; 4.x of 2024 is commit 3a80c166).
/// All of them fill the same keys from the same arguments; the first leaves the fraction of the prefetch
/// bucket, and 4.x loads the model in fp16 unless fp16 is said to be off.
struct TrainerRelease {
  const char* name;
  bool cuts_the_prefetch_bucket, assumes_fp16;
};
constexpr TrainerRelease releases[] = {
    {"4.x of 2023", false, true}, {"4.x of 2024", true, true}, {"5.x", true, false}};

/// TrainingArguments with their own defaults, which are the same in each of these releases.
struct Arguments {
  std::map<std::string, double> numbers = {{"--per_device_train_batch_size", 8},
                                           {"--gradient_accumulation_steps", 1},
                                           {"--max_grad_norm", 1},
                                           {"--learning_rate", 5e-5},
                                           {"--adam_beta1", 0.9},
                                           {"--adam_beta2", 0.999},
                                           {"--adam_epsilon", 1e-8},
                                           {"--weight_decay", 0},
                                           {"--warmup_steps", 0},
                                           {"--max_steps", -1}};
  bool bf16 = false, fp16 = false;

  explicit Arguments(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
      if (words[i] == "--bf16") bf16 = true;
      if (words[i] == "--fp16") fp16 = true;
      if (const auto number = numbers.find(words[i]); number != numbers.end())
        number->second = std::stod(words[i + 1]);
    }
  }
};

/// The file as Trainer hands it to DeepSpeed, and the mismatches at which it would stop.
struct Filled {  // NOLINT(bugprone-exception-escape): of the JSON in it
  json config;
  QStringList mismatches;
};
Filled filled_in(json config, const Arguments& arguments, const Plan& plan, const TrainerRelease& release) {
  Filled filled;
  const auto fill = [&](const char* path, const json& value, bool must_match = true) {
    const json::json_pointer place('/' + QString::fromLatin1(path).replace(u'.', u'/').toStdString());
    if (!config.contains(place)) return;
    json& now = config.at(place);
    if (now == "auto")
      now = value;
    else if (must_match && now != value)
      filled.mismatches << QString::fromLatin1(path);
  };
  const auto number = [&](const char* name) { return arguments.numbers.at(name); };
  fill("train_micro_batch_size_per_gpu", number("--per_device_train_batch_size"));
  fill("gradient_accumulation_steps", number("--gradient_accumulation_steps"));
  fill("train_batch_size", data_parallel_world(plan) * number("--per_device_train_batch_size") *
                               number("--gradient_accumulation_steps"));
  fill("gradient_clipping", number("--max_grad_norm"));
  fill("optimizer.params.lr", number("--learning_rate"));
  fill("optimizer.params.betas", {number("--adam_beta1"), number("--adam_beta2")});
  fill("optimizer.params.eps", number("--adam_epsilon"));
  fill("optimizer.params.weight_decay", number("--weight_decay"));
  fill("scheduler.params.warmup_min_lr", 0, false);
  fill("scheduler.params.warmup_max_lr", number("--learning_rate"));
  fill("fp16.enabled", arguments.fp16);
  fill("bf16.enabled", arguments.bf16);
  const double hidden = static_cast<double>(plan.model.architecture.hidden_size);
  fill("zero_optimization.reduce_bucket_size", hidden * hidden, false);
  if (plan.zero.stage == 3) {
    const double prefetch = 0.9 * hidden * hidden;
    fill("zero_optimization.stage3_prefetch_bucket_size",
         release.cuts_the_prefetch_bucket ? std::trunc(prefetch) : prefetch, false);
    fill("zero_optimization.stage3_param_persistence_threshold", 10 * hidden, false);
  }
  fill("scheduler.params.total_num_steps", number("--max_steps"));
  fill("scheduler.params.warmup_num_steps", number("--warmup_steps"));
  filled.config = std::move(config);
  return filled;
}

bool is_on(const json& config, const char* section) {
  return config.contains(section) && config.at(section).value("enabled", false);
}

/// Returns the type in which the release loads the model.
Precision loaded_as(const json& config, const TrainerRelease& release) {
  if (is_on(config, "bf16")) return Precision::bf16;
  const bool says_fp16 = config.contains("fp16") && config.at("fp16").contains("enabled");
  const bool fp16 = says_fp16 ? is_on(config, "fp16") : release.assumes_fp16;
  return fp16 ? Precision::fp16 : Precision::fp32;
}

PlanDocument document_with(const std::string& more) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, )" + more + "}");
}

Filled trained(PlanDocument document, const TrainerRelease& release) {
  document.plan.target.flavour = Flavour::hf_trainer;
  const ExportedConfig exported = exported_config(document);
  std::string text;
  for (const ConfigLine& line : exported.lines)
    text += line.text;
  return filled_in(json::parse(text), Arguments(exported.trainer_arguments), document.plan, release);
}

json plain(PlanDocument document) {
  document.plan.target.flavour = Flavour::plain;
  return json::parse(ds_config(document));
}

/// Returns the file without sections that do not change the run: a precision may be named as off or not at
/// all, and settings may be left to the class of an optimizer.
json without_notes(json config) {
  for (const char* section : {"fp16", "bf16"})
    if (config.contains(section) && !is_on(config, section)) config.erase(section);
  return config;
}

}  // namespace

/// Tests that "auto", filled in as Trainer does, gives the file in numbers.
class TrainerTest : public QObject {
  Q_OBJECT

 private slots:
  void every_plan_reaches_the_run_data() {
    QTest::addColumn<int>("release");
    for (std::size_t i = 0; i < std::size(releases); ++i)
      QTest::newRow(releases[i].name) << static_cast<int>(i);
  }
  void every_plan_reaches_the_run() {
    QFETCH(int, release);
    const TrainerRelease& transformers = releases[release];
    int files = 0;
    for (const PlanDocument& document : test::plan_grid()) {
      const json wanted = without_notes(plain(document));
      const Filled found = trained(document, transformers);
      QVERIFY2(found.mismatches.empty(), qPrintable(found.mismatches.join(u' ')));
      QVERIFY2(loaded_as(found.config, transformers) == document.plan.training.precision,
               found.config.dump().c_str());
      json config = without_notes(found.config);
      if (!wanted.contains("train_batch_size")) config.erase("train_batch_size");  // DeepSpeed infers it
      const json left = json::diff(wanted, config);
      const bool is_class_default = std::ranges::all_of(left, [](const json& change) {
        const std::string path = change.at("path");
        return change.at("op") == "remove" &&
               (path == "/optimizer/params/betas" || path == "/optimizer/params/eps");
      });
      QVERIFY2(is_class_default, (wanted.dump() + '\n' + left.dump()).c_str());
      ++files;
    }
    qInfo("%d plans reach the run", files);
  }

  void what_the_plan_carries_reaches_the_run_data() {
    QTest::addColumn<QString>("carried");
    QTest::newRow("learning rate") << R"("optimizer": {"params": {"lr": 3e-4}})";
    QTest::newRow("weight decay and betas")
        << R"("optimizer": {"params": {"weight_decay": 0.05, "betas": [0.8, 0.95], "eps": 1e-6}})";
    QTest::newRow("clipping") << R"("gradient_clipping": 0.3)";
    QTest::newRow("warm-up") << R"("optimizer": {"params": {"lr": 2e-5}}, "scheduler": {"type": "WarmupLR",
        "params": {"warmup_max_lr": 2e-5, "warmup_num_steps": 40}})";
    QTest::newRow("decay")
        << R"("optimizer": {"params": {"lr": 2e-5}}, "scheduler": {"type": "WarmupDecayLR", "params": {
        "warmup_min_lr": 1e-6, "warmup_max_lr": 2e-5, "warmup_num_steps": 40, "total_num_steps": 900}})";
    QTest::newRow("cosine") << R"("scheduler": {"type": "WarmupCosineLR",
        "params": {"warmup_num_steps": 40, "total_num_steps": 900, "cos_min_ratio": 0.1}})";
  }
  void what_the_plan_carries_reaches_the_run() {
    QFETCH(QString, carried);
    const PlanDocument document = document_with(R"("deepspeed_config": {)" + carried.toStdString() + '}');
    for (const TrainerRelease& release : releases) {
      const Filled found = trained(document, release);
      QVERIFY2(found.mismatches.empty(), qPrintable(found.mismatches.join(u' ')));
      const json left = json::diff(without_notes(plain(document)), without_notes(found.config));
      QVERIFY2(left.empty(), left.dump().c_str());
    }
  }

  /// One argument sets both keys; the schedule's rate is the one that trains.
  void the_schedule_s_peak_is_the_learning_rate() {
    const PlanDocument document = document_with(
        R"("target": {"flavour": "hf-trainer"}, "deepspeed_config": {"optimizer": {"params": {"lr": 3e-4}},
           "scheduler": {"type": "WarmupLR", "params": {"warmup_max_lr": 2e-5, "warmup_num_steps": 40}}})");
    for (const TrainerRelease& release : releases) {
      const Filled found = trained(document, release);
      QVERIFY(found.mismatches.empty());
      QCOMPARE(found.config.at("scheduler").at("params").at("warmup_max_lr").get<double>(), 2e-5);
    }
    const auto told = exported_config(document).findings;
    const auto one = std::ranges::find(told, "one_learning_rate", &Finding::code);
    QVERIFY(one != told.end());
    QVERIFY2(
        one->message.find("3e-04") != std::string::npos || one->message.find("0.0003") != std::string::npos,
        one->message.c_str());
  }

  void a_warm_up_of_no_steps_is_told() {
    const char* const start =
        R"("target": {"flavour": "hf-trainer"}, "deepspeed_config": {"scheduler": {"type": "WarmupLR", "params": )";
    const auto is_told = [&](const char* params, const char* version) {
      PlanDocument document = document_with(std::string(start) + params + "}}");
      document.plan.target.deepspeed_version = *parse_version(version);
      const auto findings = exported_config(document).findings;
      return std::ranges::find(findings, "trainer_warm_up", &Finding::code) != findings.end();
    };
    QVERIFY(is_told(R"({"warmup_num_steps": "auto"})", "0.19.6"));
    QVERIFY(is_told(R"({"warmup_num_steps": 0})", "0.19.3"));
    QVERIFY(!is_told(R"({"warmup_num_steps": "auto"})", "0.19.2"));
    QVERIFY(!is_told(R"({"warmup_num_steps": 10})", "0.19.6"));
  }
};

ZP_TEST(TrainerTest)
#include "trainer_test.moc"
