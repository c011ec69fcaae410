// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/inherited_keys.h"

#include <QtTest>
#include <algorithm>
#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/import/program_file.h"
#include "core/import/program_yaml.h"
#include "core/plan_file/plan_file.h"
#include "core/text/limits.h"
#include "core/text/yaml_tree.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns the keys of a YAML text with their references resolved.
import_io::FileKeys resolved(const std::string& yaml) {
  import_io::FileKeys keys = import_io::flattened(*yaml_mapping(yaml));
  import_io::resolve_references(keys);
  return keys;
}

std::string text_at(const import_io::FileKeys& keys, const char* name) {
  const import_io::FileKey* const key = import_io::find_key(keys, name);
  return key == nullptr ? "" : key->text;
}

Imported import_text(const std::string& text) {
  return import_file({text, {}, {}}, read_plan(R"({"model": {"preset": "llama-2-7b"}})"));
}

bool says(const Imported& imported, const std::string& part) {
  const auto holds = [&part](const std::string& text) { return text.find(part) != std::string::npos; };
  return std::ranges::any_of(imported.notes, holds, &Finding::message) ||
         std::ranges::any_of(imported.unread_keys, holds, &UnreadKey::reason);
}

}  // namespace

/// Tests of values that a file takes from others and from itself.
class InheritedKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void references_have_the_value_of_their_key() {
    const import_io::FileKeys keys = resolved(
        "policy:\n  length: 512\n  same: ${.length}\n  twice: ${mul:${policy.length},2}\n"
        "  name: run-${policy.same}\n  none: ${policy.nowhere}\n");
    QCOMPARE(import_io::number_at(keys, "policy.same"), 512);
    QCOMPARE(import_io::number_at(keys, "policy.twice"), 1024);
    QCOMPARE(text_at(keys, "policy.name"), std::string("run-512"));
    QCOMPARE(text_at(keys, "policy.none"), std::string("${policy.nowhere}"));
  }

  /// A key that refers to itself, or around, stays as it is.
  void circles_end() {
    const import_io::FileKeys keys = resolved("a: ${a}\nb: ${c}\nc: ${b}${b}\n");
    QCOMPARE(text_at(keys, "a"), std::string("${a}"));
    QCOMPARE(text_at(keys, "c"), std::string("${b}${b}"));
  }

  /// 500 references to one long value would take 100 MB.
  void references_take_no_more_than_their_room() {
    constexpr std::size_t long_value = 200'000;
    std::string yaml = "long: " + std::string(long_value, 'y') + '\n';
    for (int i = 0; i < 500; ++i)
      yaml += 'k' + std::to_string(i) + ": ${long}\n";
    std::size_t taken = 0;
    for (const import_io::FileKey& key : resolved(yaml))
      taken += key.text.size();
    QVERIFY(taken > 2 * long_value);
    QVERIFY2(taken < long_value + 2 * most_filled_in, std::to_string(taken).c_str());
  }

  void a_file_states_sections_and_values_that_parents_do_not_change() {
    const auto with_parent = [](const std::string& own, const std::string& parent) {
      auto file = import_io::program_yaml("defaults: a.yaml\n" + own);
      std::vector<Finding> notes;
      import_io::add_parents({{"a.yaml", parent}}, *file, notes);
      return file->keys;
    };
    const import_io::FileKeys keys = with_parent("policy: {one: 1}\n", "policy: {one: 7, two: 2}\n");
    QCOMPARE(import_io::number_at(keys, "policy.one"), 1);
    QCOMPARE(import_io::number_at(keys, "policy.two"), 2);
    // The list "defaults" of a parent is its own; a section whose name begins so is inherited.
    const import_io::FileKeys sections =
        with_parent("policy: {one: 1}\n", "defaults: base.yaml\ndefaults_of_run: {steps: 3}\n");
    QCOMPARE(import_io::number_at(sections, "defaults_of_run.steps"), 3);
    const import_io::FileKeys replaced =
        with_parent("policy: {_override_: true, one: 1}\n", "policy: {two: 2, three: {four: 4}}\n");
    QCOMPARE(import_io::number_at(replaced, "policy.one"), 1);
    QVERIFY(import_io::find_key(replaced, "policy.two") == nullptr);
    QVERIFY(import_io::find_key(replaced, "policy.three.four") == nullptr);
  }

  void only_a_file_with_a_section_of_nemo_rl_is_one() {
    QVERIFY(import_io::program_yaml("defaults: base.yaml\ncluster: {num_nodes: 2}\n"));
    QVERIFY(!import_io::program_yaml("defaults: base.yaml\nname: service\nserver: {port: 80}\n"));
  }

  /// Their product is no number of 64 bits.
  void counts_whose_product_is_too_large_are_refused_not_wrapped() {
    const Imported nanotron = import_text(
        "model:\n  dtype: bfloat16\n  model_config: {hidden_size: 64, num_hidden_layers: 2, "
        "num_attention_heads: 2, vocab_size: 100, intermediate_size: 128}\n"
        "parallelism: {dp: 1000000000000000, tp: 1000000, pp: 1000000}\n"
        "tokens: {micro_batch_size: 1, sequence_length: 128}\n");
    QVERIFY(says(nanotron, "more than the 67108864 ranks"));
    const std::string huge = "1000000000000000";
    const Imported nemo_rl = import_text(
        "policy:\n  model_name: Qwen/Qwen2.5-7B\n  train_global_batch_size: 8\n"
        "  train_micro_batch_size: 1\n  generation:\n    backend: vllm\n    vllm_cfg: "
        "{tensor_parallel_size: " +
        huge + ", pipeline_parallel_size: " + huge + "}\ngrpo: {num_prompts_per_step: " + huge +
        ", num_generations_per_prompt: " + huge + "}\n");
    QVERIFY(says(nemo_rl, "training.engine_ranks"));
  }

  void a_duration_beyond_all_numbers_is_not_read() {
    for (const char* duration : {"1e300T", "infT", "nanT"}) {
      const Imported olmo = import_text(
          "run_name: x\nmodel: {d_model: 64, n_heads: 2, n_layers: 2, mlp_ratio: 4, weight_tying: false, "
          "flash_attention: true, activation_type: swiglu}\nmax_duration: " +
          std::string(duration) +
          "\nglobal_train_batch_size: 8\ndevice_train_microbatch_size: 1\nsave_folder: x\n"
          "fsdp: {wrapping_strategy: by_block, precision: mixed}\n");
      QVERIFY2(!olmo.stated.contains("training.tokens"), duration);
    }
  }
};

ZP_TEST(InheritedKeysTest)
#include "inherited_keys_test.moc"
