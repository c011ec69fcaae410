// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/check/checked.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::test;

namespace {

/// Returns `"key": value`.
std::string member(const std::string& key, const std::string& value) {
  return '\x22' + key + '\x22' + ": " + value;
}

bool is_told(const ConfigCheck& check, std::string_view path) {
  return std::ranges::any_of(check.issues, [&](const Finding& one) { return one.path == path; });
}

}  // namespace

/// Tests of the first fault at which the parser stops, and of values just inside and outside of its limits.
class ParserEdgesTest : public QObject {
  Q_OBJECT

 private slots:
  /// pydantic 1 makes a dict of the value of a section (main.py, BaseModel.validate): of pairs, of texts of
  /// two characters, of empty values; the fields are judged after that.
  void sections_that_dict_takes_data() {
    QTest::addColumn<QString>("section");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("an object") << R"({"device": "cpu"})" << true;
    QTest::newRow("a pair") << R"([["device", "cpu"]])" << true;
    QTest::newRow("no pair") << "[]" << true;
    QTest::newRow("an empty text") << R"("")" << true;
    QTest::newRow("a device that is none") << R"([["device", "tape"]])" << false;
    QTest::newRow("three in place of two") << R"([["device", "cpu", 1]])" << false;
    QTest::newRow("one in place of two") << R"([["device"]])" << false;
    QTest::newRow("two characters are an unknown key") << R"(["ab"])" << false;
    QTest::newRow("three characters") << R"(["abc"])" << false;
    QTest::newRow("a number in the list") << "[3]" << false;
    QTest::newRow("a text") << R"("cpu")" << false;
  }
  void sections_that_dict_takes() {
    QFETCH(QString, section);
    QFETCH(bool, accepted);
    const std::string text =
        R"("zero_optimization": {"stage": 3, "offload_param": )" + section.toStdString() + "}";
    const ConfigCheck old = check(with(text.c_str()), std::nullopt, {0, 12, 6});
    QVERIFY2(old.accepted == accepted, sentences(old).c_str());
  }

  /// compression/config.py asserts that snip_momentum has 0 < dense_ratio < 1, and an end not
  /// before the begin.
  void sparse_pruning_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("more");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("a tenth") << R"("snip_momentum")"
                             << R"("dense_ratio": 0.1)" << true;
    QTest::newRow("none") << R"("snip_momentum")"
                          << R"("dense_ratio": 0)" << false;
    QTest::newRow("all") << R"("snip_momentum")"
                         << R"("dense_ratio": 1)" << false;
    QTest::newRow("ends as it begins") << R"("snip_momentum")"
                                       << R"("schedule_offset": 10, "schedule_offset_end": 10)" << true;
    QTest::newRow("ends before it begins") << R"("snip_momentum")"
                                           << R"("schedule_offset": 10, "schedule_offset_end": 9)" << false;
    QTest::newRow("another method asks for nothing")
        << R"("l1")"
        << R"("dense_ratio": 1, "schedule_offset": 10, "schedule_offset_end": 9)" << true;
  }
  void sparse_pruning() {
    QFETCH(QString, method);
    QFETCH(QString, more);
    QFETCH(bool, accepted);
    const std::string text =
        R"("compression_training": {"sparse_pruning": {"shared_parameters": {"enabled": true, "method": )" +
        method.toStdString() + R"(, "block_pattern": "4x1", )" + more.toStdString() +
        R"(}, "different_groups": {"g": {"params": {"dense_ratio": 0.5}, "modules": ["m"]}}}})";
    const ConfigCheck result = check(with(text.c_str()));
    QVERIFY2(result.accepted == accepted, sentences(result).c_str());
  }

  /// The parser raises at the first fault of the section (elasticity/config.py).
  void elasticity_is_refused_once() {
    const ConfigCheck result = check(R"({"elasticity": {"enabled": true, "max_train_batch_size": 0,
        "micro_batch_sizes": [1], "min_gpus": 0, "max_gpus": 0, "version": 0.1}})");
    QVERIFY2(std::ranges::count(result.issues, Severity::refused, &Finding::severity) == 1,
             sentences(result).c_str());
  }

  /// The batch is the one that DeepSpeed's own tests expect of
  /// these sizes (tests/unit/elasticity/test_elastic.py).
  void the_elastic_batch_of_deepspeeds_tests() {
    const char* const text = R"({"elasticity": {"enabled": true, "max_train_batch_size": 10000,
        "micro_batch_sizes": [8, 12, 16, 17], "min_gpus": 32, "max_gpus": 1500, "min_time": 20, "version": 0.1}})";
    const ConfigCheck fits = check(text, 64);
    QVERIFY2(fits.accepted, sentences(fits).c_str());
    QVERIFY(fits.derived.train_batch_size.has_value());
    QCOMPARE(fits.derived.train_batch_size->value(), 9'792.0);
    QVERIFY(!check(text, 31).accepted);
    QVERIFY(!check(text, 1'501).accepted);
  }

  /// Only the first step that refuses has the parser's code; the findings of later steps have none.
  void only_one_step_has_the_parsers_code() {
    const std::vector<std::pair<std::string, std::string>> faults = {
        {"timers", "3"},
        {"autotuning", R"({"results_dir": ""})"},
        {"expert_parallel", R"({"load_balance_coeff": 1})"},
        {"zero_optimization", R"({"stage": 7})"},
        {"bf16", R"({"enable": true})"},
        {"elasticity", R"({"enabled": true})"},
        {"activation_checkpointing", "3"},
        {"tensorboard", "3"},
        {"flops_profiler", R"({"enabled": "on"})"},
        {"checkpoint", R"({"tag_validation": "no"})"},
        {"data_types", "3"},
        {"aio", "3"}};
    for (const auto& [first, one] : faults)
      for (const auto& [second, other] : faults) {
        if (first == second) continue;
        const std::string text = member(first, one) + ", " + member(second, other);
        const ConfigCheck result = check(with(text.c_str()));
        std::set<std::string> with_code;
        for (const Finding& finding : result.issues)
          if (!finding.place.parser_code.empty() && finding.severity == Severity::refused)
            with_code.insert(finding.path.substr(0, finding.path.find('.')));
        QVERIFY2(with_code.size() == 1, sentences(result).c_str());
      }
  }

  /// The parser stops at the first of several faults of one section (autotuning/config.py, _initialize).
  void only_one_step_of_autotuning_has_the_parsers_code() {
    for (const auto& [faults, count] : {std::pair{R"("results_dir": "", "exps_dir": "", "model_info": 3)", 3},
                                        std::pair{R"("exps_dir": "", "model_info": 3)", 2}}) {
      const std::string section = R"("autotuning": {)" + std::string(faults) + "}";
      const ConfigCheck result = check(with(section.c_str()));
      const auto refused = std::ranges::count(result.issues, Severity::refused, &Finding::severity);
      const auto with_code = std::ranges::count_if(result.issues, [](const Finding& one) {
        return one.severity == Severity::refused && !one.place.parser_code.empty();
      });
      QVERIFY2(refused == count && with_code == 1, sentences(result).c_str());
    }
  }

  /// The plan beside the file has nodes of eight GPUs, and the ranks must fill whole nodes or less
  /// than one (utils/groups.py:672).
  void quantised_gradients_need_whole_nodes() {
    const auto told = [](int ranks, const char* sections) {
      CheckOptions options;
      options.world_size = ranks;
      options.plan = Plan();
      const ConfigCheck result = check_config(read_config_text(with(sections)), options);
      return std::ranges::any_of(result.issues,
                                 [](const Finding& one) { return one.code == "does_not_divide"; });
    };
    const char* const quantised = R"("zero_optimization": {"stage": 3, "zero_quantized_gradients": true})";
    QVERIFY(told(12, quantised));
    QVERIFY(!told(16, quantised));
    QVERIFY(!told(8, quantised));
    QVERIFY(!told(4, quantised));
    QVERIFY(!told(12, R"("zero_optimization": {"stage": 3})"));
    QVERIFY(!told(12, R"("zero_optimization": {"stage": 2, "zero_quantized_gradients": true})"));
  }

  /// A batch key of a wrong type is reported once.
  void a_batch_that_is_no_number() {
    for (const std::string key :
         {"train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps"}) {
      const ConfigCheck result = check("{" + member(key, R"("eight")") + "}");
      const auto told =
          std::ranges::count_if(result.issues, [&](const Finding& one) { return one.path == key; });
      QVERIFY2(!result.accepted && told == 1, sentences(result).c_str());
    }
  }

  /// 4 × 3 × 2 is not 8; with one accumulation step it is.
  void a_quotient_of_one_is_offered() {
    const ConfigCheck result = check(
        R"({"train_batch_size": 8, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 3})",
        2);
    QVERIFY(std::ranges::any_of(result.issues, [](const Finding& one) {
      return one.fix.find("gradient_accumulation_steps to 1") != std::string::npos;
    }));
  }

  /// 8 / 2 / 16 is 0 accumulation steps; no key of the file says so, but the total and the ranks
  /// (runtime/config.py, _batch_assertion).
  void a_total_too_small_for_the_ranks() {
    const ConfigCheck small = check(R"({"train_batch_size": 8, "train_micro_batch_size_per_gpu": 2})", 16);
    const auto derived = std::ranges::find(small.issues, "batch_not_positive", &Finding::code);
    QVERIFY2(derived != small.issues.end(), sentences(small).c_str());
    QCOMPARE(derived->message,
             std::string("gradient_accumulation_steps comes out as 0 on 16 ranks: the total "
                         "is too small for them."));
    const ConfigCheck written = check(R"({"train_batch_size": 0, "gradient_accumulation_steps": 2})", 16);
    const auto stated = std::ranges::find(written.issues, "batch_not_positive", &Finding::code);
    QVERIFY2(stated != written.issues.end(), sentences(written).c_str());
    QCOMPARE(stated->message, std::string("train_batch_size is 0; it must be above 0."));
  }

  /// Python's 2 ** 1024.0 raises OverflowError and 2 ** 1024 does not (runtime/config.py of DeepSpeed 0.17.0,
  /// get_initial_dynamic_scale).
  void the_largest_power_of_a_loss_scale() {
    const auto is_too_large = [](const char* power) {
      const std::string fp16 =
          R"("fp16": {"enabled": true, "initial_scale_power": )" + std::string(power) + "}";
      return std::ranges::any_of(check(with(fp16.c_str()), std::nullopt, {0, 17, 0}).issues,
                                 [](const Finding& one) { return one.place.parser_code == "OverflowError"; });
    };
    QVERIFY(!is_too_large("1023.5"));
    QVERIFY(is_too_large("1024.0"));
    QVERIFY(!is_too_large("1024"));
  }

  /// The micro batch is 1 where 1 is all that is allowed (elasticity/elasticity.py,
  /// compute_elastic_config).
  void an_elastic_micro_batch_of_one() {
    const ConfigCheck result = check(
        R"({"elasticity": {"enabled": true, "max_train_batch_size": 8, "micro_batch_sizes": [1],
            "min_gpus": 1, "max_gpus": 8, "version": 0.1}})",
        2);
    QVERIFY2(result.accepted, sentences(result).c_str());
    QCOMPARE(result.derived.train_micro_batch_size_per_gpu->value(), 1.0);
  }

  /// Capitals up to Z and digits up to 9 are a variable's name, a word in small letters is not.
  void a_template_has_variables() {
    const auto is_template = [](const char* value) {
      const std::string member = R"("steps_per_print": )" + std::string(value) + '\n';
      return std::ranges::any_of(check(with(member.c_str())).issues,
                                 [](const Finding& one) { return one.code == "template"; });
    };
    QVERIFY(is_template("SIZE_Z"));
    QVERIFY(is_template("A_0"));
    QVERIFY(is_template("STEPS_9"));
    QVERIFY(!is_template("steps_9"));
    QVERIFY(!is_template("STEPS"));
  }

  /// DeepSpeed prints the word as upper() made it (runtime/config.py, get_checkpoint_tag_validation_mode).
  void a_tag_validation_that_is_none() {
    const ConfigCheck result = check(with(R"("checkpoint": {"tag_validation": "never"})"));
    QVERIFY(std::ranges::any_of(result.issues, [](const Finding& one) {
      return one.place.deepspeed_message.find("tag_validation value of NEVER, expecting one of") !=
             std::string::npos;
    }));
  }

  /// A pair of a text of two characters is a key of one character, which no section has.
  void the_key_of_two_characters_is_named() {
    const ConfigCheck old = check(with(R"("zero_optimization": {"stage": 3, "offload_param": ["ab"]})"),
                                  std::nullopt, {0, 12, 6});
    QVERIFY2(is_told(old, "zero_optimization.offload_param.a"), sentences(old).c_str());
  }

  void a_file_that_is_no_object_has_one_fault() { QCOMPARE(check("[1]").issues.size(), std::size_t{1}); }

  /// If the retired key is off, the fix writes nothing in its place.
  void a_retired_offload_that_is_off_is_removed() {
    const auto fix = [](const char* value) {
      const std::string text =
          R"("zero_optimization": {"stage": 2, "cpu_offload": )" + std::string(value) + "}";
      for (const Finding& one : check(with(text.c_str())).issues)
        if (one.code == "retired_key") return one.fix;
      return std::string();
    };
    QCOMPARE(fix("false"), std::string("Remove it."));
    QVERIFY(fix("true").find("offload_optimizer") != std::string::npos);
  }

  /// deepcompile's own offload of states and DeepSpeed's offload exclude each other.
  void states_offloaded_twice() {
    const auto told = [](const char* compiled, const char* device) {
      const std::string text =
          R"("zero_optimization": {"stage": 3, "offload_optimizer": {"device": )" + std::string(device) +
          R"(}}, "compile": {"deepcompile": true, "offload_opt_states": )" + compiled + "}";
      return is_told(check(with(text.c_str())), "compile.offload_opt_states");
    };
    QVERIFY(told("true", R"("cpu")"));
    QVERIFY(!told("true", R"("none")"));
    QVERIFY(!told("false", R"("cpu")"));
  }

  /// The schedule of each metric is checked if data sampling is on (data_pipeline/curriculum_scheduler.py).
  void curricula_of_metrics() {
    const auto told = [](const char* enabled) {
      const std::string text =
          R"("data_efficiency": {"enabled": true, "data_sampling": {"enabled": true, "curriculum_learning":
             {"enabled": )" +
          std::string(enabled) + R"(, "curriculum_metrics": {"seqlen": {"difficulty_type": "value"}}}}})";
      return std::ranges::any_of(check(with(text.c_str())).issues, [](const Finding& one) {
        return one.path.find("curriculum_metrics.seqlen") != std::string::npos;
      });
    };
    QVERIFY(told("true"));
    QVERIFY(!told("false"));
  }
};

ZP_TEST(ParserEdgesTest)
#include "edges_test.moc"
