// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/unstated.h"

#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "core/settings/plan_settings.h"
#include "core/text/text_file.h"
#include "core/unstated/open_words.h"
#include "tests/support/random_document.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

struct Thread {
  std::string id;
  PlanDocument document;
  std::vector<std::string> turned_on;
};

std::vector<Thread> threads() {
  const auto json = nlohmann::json::parse(read_text_file(ZP_TEST_DATA "/unstated/threads.json"));
  std::vector<Thread> all;
  for (const auto& thread : json.at("threads"))
    all.push_back({thread.at("id"), read_plan(thread.at("plan").dump()), thread.at("turned_on")});
  return all;
}

PlanDocument plan_of(const char* json) { return read_plan(json); }

const UnstatedSetting* find(const std::vector<UnstatedSetting>& list, std::string_view path) {
  const auto found =
      std::ranges::find_if(list, [&](const UnstatedSetting& one) { return one.setting->path == path; });
  return found == list.end() ? nullptr : &*found;
}

bool offers(const UnstatedSetting* open, std::string_view text) {
  return open != nullptr && std::ranges::any_of(open->alternatives, [&](const Alternative& alternative) {
           return setting_text(alternative.value) == text;
         });
}

}  // namespace

/// Tests of the list of settings that a plan leaves open, on ten public threads whose authors state little.
class UnstatedTest : public QObject {
  Q_OBJECT

 private slots:
  void a_thread_that_states_little_leaves_open_what_its_reply_turned_on() {
    QCOMPARE(threads().size(), std::size_t{10});
    for (const Thread& thread : threads()) {
      const std::vector<UnstatedSetting> open = unstated_settings(thread.document);
      qInfo("%s", thread.id.c_str());
      for (const UnstatedSetting& one : open)
        qInfo("  %-36s %-12s %s", std::string(one.setting->path).c_str(), setting_text(one.assumed).c_str(),
              sentence_of(one, one.alternatives.front()).c_str());
      QVERIFY2(open.size() >= 3, thread.id.c_str());
      for (const std::string& path : thread.turned_on)
        QVERIFY2(find(open, path) != nullptr, (thread.id + ": " + path).c_str());
    }
  }

  void a_change_of_the_verdict_comes_first_then_the_largest_effect_and_none_is_below_the_least() {
    for (const Thread& thread : threads()) {
      std::pair last(true, 1e9);
      for (const UnstatedSetting& one : unstated_settings(thread.document)) {
        std::pair last_value(true, 1e9);
        double largest = 0;
        for (const Alternative& alternative : one.alternatives) {
          const double effect = effect_of(one.figures, alternative.figures);
          const std::pair value(alternative.figures.fits != one.figures.fits, effect);
          QVERIFY(value <= last_value && effect > std::log1p(least_peak_share));
          largest = std::max(largest, effect);
          last_value = value;
        }
        QCOMPARE(one.effect, largest);
        const std::pair setting(one.alternatives.front().figures.fits != one.figures.fits, largest);
        QVERIFY(setting <= last);
        last = setting;
      }
    }
  }

  void an_alternative_has_the_figures_of_the_file_that_states_it() {
    for (const Thread& thread : threads())
      for (const UnstatedSetting& one : unstated_settings(thread.document))
        for (const Alternative& alternative : one.alternatives) {
          const PlanDocument stated = with_stated(thread.document, *one.setting, alternative.value);
          QVERIFY2(open_figures(stated.plan) == alternative.figures,
                   (thread.id + ": " + sentence_of(one, alternative)).c_str());
        }
  }

  void stating_what_is_assumed_changes_no_figure_and_takes_the_setting_off_the_list() {
    for (const Thread& thread : threads())
      for (const UnstatedSetting& one : unstated_settings(thread.document)) {
        if (!is_statable(one.assumed)) continue;
        const PlanDocument stated = with_stated(thread.document, *one.setting, one.assumed);
        QVERIFY2(open_figures(stated.plan) == one.figures,
                 (thread.id + ": " + std::string(one.setting->path)).c_str());
        QVERIFY2(find(unstated_settings(stated), one.setting->path) == nullptr,
                 (thread.id + ": " + std::string(one.setting->path)).c_str());
      }
  }

  void a_plan_with_everything_stated_leaves_nothing_open() {
    for (const Thread& thread : threads()) {
      PlanDocument document = thread.document;
      for (int asked = 0; asked < 60; ++asked) {
        const std::vector<UnstatedSetting> open = unstated_settings(document);
        if (open.empty()) break;
        const UnstatedSetting& first = open.front();
        document = with_stated(document, *first.setting,
                               is_statable(first.assumed) ? first.assumed : first.alternatives.front().value);
      }
      QVERIFY2(unstated_settings(document).empty(), thread.id.c_str());
      QVERIFY2(unstated_settings(read_plan(write_plan(document))).empty(), thread.id.c_str());
    }
  }

  void a_value_counts_as_stated_when_the_file_has_the_default() {
    const char* const without = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 4},
      "zero": {"stage": 3}})";
    const char* const with = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 4,
      "inter_node": {"gb_per_s": 25}}, "zero": {"stage": 3}})";
    QVERIFY(find(unstated_settings(plan_of(without)), "cluster.inter_node.gb_per_s") != nullptr);
    QVERIFY(find(unstated_settings(plan_of(with)), "cluster.inter_node.gb_per_s") == nullptr);
  }

  void a_named_link_states_the_network() {
    const char* const named = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 4,
      "inter_node": {"preset": "infiniband-hdr-4x-one-port"}}, "zero": {"stage": 3}})";
    QVERIFY(find(unstated_settings(plan_of(named)), "cluster.inter_node.gb_per_s") == nullptr);
  }

  void a_ds_config_states_what_it_holds() {
    const char* const plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2},
      "deepspeed_config": {"bf16": {"enabled": true}}})";
    QVERIFY(find(open_alternatives(plan_of(plan)), "training.precision") == nullptr);
  }

  /// DeepSpeed's engine casts every parameter to its own type (engine.py, _configure_distributed_model).
  void the_type_that_weights_are_loaded_in_is_no_matter_under_deepspeed() {
    const char* const deepspeed = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})";
    const char* const fsdp = R"({"model": {"preset": "llama-2-7b"}, "training": {"framework": "fsdp"},
      "zero": {"stage": 3}})";
    QVERIFY(find(open_alternatives(plan_of(deepspeed)), "training.types.weights") == nullptr);
    QVERIFY(offers(find(unstated_settings(plan_of(fsdp)), "training.types.weights"), "bf16"));
  }

  /// verl/trainer/fsdp_sft_trainer.py:244 has FlashAttention-2 hard-wired; transformers takes sdpa, eager,
  /// and flash on request (modeling_utils.py:1886).
  void a_named_program_offers_its_own_options_and_no_others() {
    const char* const verl = R"({"model": {"preset": "llama-2-7b"}, "training": {"program": "verl",
      "framework": "fsdp"}, "zero": {"stage": 3}})";
    const char* const trl = R"({"model": {"preset": "llama-2-7b"}, "training": {"program": "trl"},
      "zero": {"stage": 2}})";
    QVERIFY(find(open_alternatives(plan_of(verl)), "training.attention") == nullptr);
    QVERIFY(offers(find(unstated_settings(plan_of(trl)), "training.attention"), "eager"));
    QVERIFY(find(open_alternatives(plan_of(trl)), "training.optimizer_kernel") == nullptr);
  }

  /// ms-swift reads the model's longest sequence as the limit of a sample (template_args.py:130): few samples
  /// are as long.
  void a_limit_of_the_length_of_samples_is_not_taken_for_their_length() {
    const PlanDocument swift = plan_of(R"({"model": {"preset": "llama-3.1-70b"},
      "training": {"program": "ms-swift", "lora": {"rank": 16}}, "zero": {"stage": 3}})");
    QCOMPARE(swift.plan.training.sequence_length, std::int64_t{2048});
    const std::vector<UnstatedSetting> open = unstated_settings(swift);
    const UnstatedSetting* length = find(open, "training.sequence_length");
    QVERIFY(length != nullptr);
    QCOMPARE(origin_words(*length, swift.plan),
             std::string("assumed; ms-swift sets no limit below the model's 131,072 tokens"));
  }

  void the_words_name_the_value_and_its_effect() {
    const char* const fsdp = R"({"model": {"preset": "llama-2-7b"}, "training": {"framework": "fsdp"},
      "cluster": {"gpus_per_node": 8}, "zero": {"stage": 3}})";
    const std::vector<UnstatedSetting> open = unstated_settings(plan_of(fsdp));
    const UnstatedSetting* weights = find(open, "training.types.weights");
    QVERIFY(weights != nullptr);
    const Alternative& bf16 = weights->alternatives.front();
    const double gib =
        static_cast<double>((weights->figures.peak - bf16.figures.peak).value()) / bytes_per_gib;
    const std::string sentence = sentence_of(*weights, bf16);
    QVERIFY2(sentence.starts_with("weights loaded in bf16: −"), sentence.c_str());
    QVERIFY2(sentence.find(QString::number(gib, 'f', 1).toStdString()) != std::string::npos,
             sentence.c_str());
  }

  void the_ends_hold_every_single_alternative_of_their_kind() {
    for (const Thread& thread : threads()) {
      const std::vector<UnstatedSetting> open = open_alternatives(thread.document);
      const OpenExtremes ends = extremes_of(thread.document, open, OpenKind::program);
      QVERIFY(ends.least_peak.figures.peak <= ends.most_peak.figures.peak);
      QVERIFY(ends.fastest.figures.token_s() <= ends.slowest.figures.token_s());
      const OpenFigures own = open_figures(thread.document.plan);
      QVERIFY(ends.least_peak.figures.peak <= own.peak && own.peak <= ends.most_peak.figures.peak);
    }
  }

  void any_plan_has_a_list_whose_alternatives_can_be_estimated() {
    QVERIFY(rc::check("every alternative of a random plan is usable and has words", [] {
      PlanDocument document;
      document.plan = test::random_plan();
      if (!is_usable(document.plan)) return;
      for (const UnstatedSetting& one : unstated_settings(document))
        for (const Alternative& alternative : one.alternatives) {
          RC_ASSERT(is_usable(alternative.plan));
          RC_ASSERT(!sentence_of(one, alternative).empty());
        }
    }));
  }

  /// A path whose values have other words with another framework has a row for each.
  void the_table_has_each_setting_once_and_a_source_for_each() {
    std::set<std::pair<std::string_view, std::string_view>> rows;
    for (const OpenSetting& setting : open_settings()) {
      QVERIFY(rows.emplace(setting.path, setting.phrase_path).second);
      QVERIFY(find_plan_key(setting.path) != nullptr);
      QVERIFY(!setting.title.empty() && !setting.source.empty() && setting.values != nullptr);
    }
  }

  /// Every option of the catalog belongs to a row of the table, whose key takes its values.
  void the_options_of_programs_have_a_row() {
    for (const ProgramEntry& entry : program_entries())
      for (const ProgramRule& rule : entry.rules)
        for (const ProgramOption& option : rule.options) {
          const auto row = std::ranges::find(open_settings(), option.name, &OpenSetting::path);
          QVERIFY2(row != open_settings().end(), (entry.id + ": " + option.name).c_str());
          for (const ProgramValue& value : option.values)
            if (const auto* word = std::get_if<std::string>(&value); word != nullptr && *word != "auto") {
              const auto words = find_plan_key(option.name)->words;
              QVERIFY2(std::ranges::find(words, *word) != words.end(), (entry.id + ": " + *word).c_str());
            }
        }
  }
};

ZP_TEST(UnstatedTest)
#include "unstated_test.moc"
