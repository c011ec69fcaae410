// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/key_names.h"

#include <QtTest>
#include <string>
#include <vector>

#include "core/deepspeed/dtypes.h"
#include "core/deepspeed/key_effects.h"
#include "core/deepspeed/other_programs.h"
#include "core/deepspeed/schema.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::config_check;

/// Tests of names that a file misspells, puts in the wrong section, or has from another program.
class KeyNamesTest : public QObject {
  Q_OBJECT

 private slots:
  /// One edit is allowed for every five letters, at least one and at most three.
  void a_misspelt_key_is_recognised_in_its_section() {
    QCOMPARE(near_key("overlap_com", "zero_optimization"), std::string("overlap_comm"));
    QCOMPARE(near_key("stag", "zero_optimization"), std::string("stage"));
    QCOMPARE(near_key("stg", "zero_optimization"), std::string());
    QCOMPARE(near_key("stage", "zero_optimization"), std::string("stage"));
    QCOMPARE(near_key("Overlap-Comm", "zero_optimization"), std::string("overlap_comm"));
    QCOMPARE(near_key("overlap_comm", ""), std::string());
    QCOMPARE(near_key("zero_optimisation", ""), std::string("zero_optimization"));
    QCOMPARE(near_key("train_batch_sise", ""), std::string("train_batch_size"));
    // 27 letters have three edits, and the fourth is too many.
    QCOMPARE(near_key("stage3_prefetch_bucket_XXXe", "zero_optimization"),
             std::string("stage3_prefetch_bucket_size"));
    QCOMPARE(near_key("stage3_prefetch_buckeX_XXXX", "zero_optimization"), std::string());
  }
  /// A part of five letters is enough, whatever is left out of the key.
  void a_part_of_a_key_is_recognised() {
    QCOMPARE(near_key("hysteresis_", "fp16"), std::string("hysteresis"));
    QCOMPARE(near_key("hyste", "fp16"), std::string("hysteresis"));
    QCOMPARE(near_key("hyst", "fp16"), std::string());
    QCOMPARE(near_key("persistence_threshold", "zero_optimization").ends_with("persistence_threshold"), true);
  }
  void a_key_of_another_section_is_shown_its_place() {
    const auto place = [](const char* name, const char* section) {
      return place_elsewhere(name, section).value_or("none");
    };
    QCOMPARE(place("overlap_comm", ""), std::string("zero_optimization.overlap_comm"));
    QCOMPARE(place("overlap_comm", "zero_optimization"), std::string("none"));
    QCOMPARE(place("offload_optimizer", ""), std::string("zero_optimization.offload_optimizer"));
    QCOMPARE(place("gradient_clipping", "zero_optimization"), std::string("gradient_clipping"));
    QCOMPARE(place("enabled", ""), std::string("none"));  // which of many is unknown
    QCOMPARE(place("nothing_like_it", ""), std::string("none"));
    QCOMPARE(place("zero_stage", ""), std::string("zero_optimization.stage"));
    QCOMPARE(place("learning_rate", ""), std::string("optimizer.params.lr"));
    QCOMPARE(place("learning_rate", "optimizer"), std::string("optimizer.params.lr"));
    QCOMPARE(place("lr", "optimizer.params"), std::string("none"));
    // DeepSpeed refuses or no longer reads these, so that no file is sent there.
    QCOMPARE(place("max_grad_norm", ""), std::string("none"));
    QCOMPARE(place("cpu_offload", ""), std::string("none"));
    QCOMPARE(place("thread_count", ""), std::string("none"));
  }
  void remarks_are_no_keys() {
    for (const char* name : {"", "_comment", "#", "//", "// stage", "comment", "Comments", "COMMENT"})
      QVERIFY2(is_remark(name), name);
    for (const char* name : {"/", "stage", "commented", "a_comment"})
      QVERIFY2(!is_remark(name), name);
  }

  /// EleutherAI/gpt-neox and Megatron-DeepSpeed write their arguments into one file with DeepSpeed's.
  void three_keys_of_another_program_with_one_that_marks_it_name_it() {
    const auto program = [](std::vector<std::string> keys) {
      const OtherProgram* const found = program_of(keys);
      return found ? std::string(found->name) : std::string();
    };
    const std::string neox = "GPT-NeoX", megatron = "Megatron-DeepSpeed";
    QCOMPARE(program({"pipe_parallel_size", "num_layers", "hidden_size", "zero_optimization"}), neox);
    QCOMPARE(program({"pipe-parallel-size", "num-layers", "hidden-size"}), neox);
    QCOMPARE(program({"pipe_parallel_size", "num_layers"}), std::string());
    QCOMPARE(program({"num_layers", "hidden_size", "seq_length", "num_attention_heads"}), std::string());
    QCOMPARE(program({"train_batch_size", "fp16", "zero_optimization"}), std::string());
    QCOMPARE(program({"tensor_model_parallel_size", "micro_batch_size", "global_batch_size"}), megatron);
    QCOMPARE(program({}), std::string());
  }

  /// PyTorch's names and DeepSpeed's own (runtime/config_utils.py, DtypeEnum).
  void a_type_has_several_names() {
    for (const char* name : {"fp16", "float16", "half", "torch.float16"})
      QCOMPARE(dtype_named(name), std::string_view("fp16"));
    for (const char* name : {"bf16", "bfloat16", "torch.bfloat16"})
      QCOMPARE(dtype_named(name), std::string_view("bf16"));
    for (const char* name : {"fp32", "float", "float32", "torch.float32"})
      QCOMPARE(dtype_named(name), std::string_view("fp32"));
    QCOMPARE(dtype_named("torch.int8"), std::string_view("int8"));
    for (const char* name : {"", "bfp16", "FP16", "fp64"})
      QCOMPARE(dtype_named(name), std::string_view());
  }

  void the_longest_row_that_covers_a_key_counts() {
    for (const KeyEffectRow& row : key_effects()) {
      const std::string path(row.covers);
      QCOMPARE(key_effect_of(path), &row);
      const KeyEffectRow* const below = key_effect_of(path + ".any_key");
      QVERIFY2(below != nullptr && below->covers.size() >= row.covers.size(), path.c_str());
      const KeyEffectRow* const longer = key_effect_of(path + "_of_another_name");
      QVERIFY2(longer != &row, path.c_str());
    }
    QVERIFY(key_effect_of("train_batch_size") == nullptr);
    QVERIFY(key_effect_of("") == nullptr);
  }
};

ZP_TEST(KeyNamesTest)
#include "key_names_test.moc"
