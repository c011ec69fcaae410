// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <string>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument read(const std::string& rest) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"})" + rest + "}");
}
Architecture shape(const std::string& keys) {
  return read_plan(R"({"model": {"architecture": )" + keys + "}}").plan.model.architecture;
}

}  // namespace

/// Tests of the forms in which a plan may be written, and of the values that are read from them.
class ReadTest : public QObject {
  Q_OBJECT

 private slots:
  void a_preset_named_by_another_repository_keeps_its_weights() {
    const auto repository = [](const std::string& model) {
      return QString::fromStdString(read_plan(R"({"model": )" + model + "}").text.repository);
    };
    QCOMPARE(repository(R"({"preset": "Qwen/Qwen2.5-7B-Instruct"})"), QString("Qwen/Qwen2.5-7B-Instruct"));
    QCOMPARE(repository(R"({"preset": "qwen2.5-7b"})"), QString());
    QCOMPARE(repository(R"({"preset": "models/Qwen2.5-7B-Instruct"})"), QString());  // a folder
    QCOMPARE(repository(R"({"preset": "Qwen/Qwen2.5-7B"})"), QString());
    QCOMPARE(repository(R"({"preset": "Qwen/Qwen2.5-7B-Instruct", "repository": "/data/mine"})"),
             QString("/data/mine"));
    const PlanDocument document = read_plan(R"({"model": {"preset": "Qwen/Qwen2.5-7B-Instruct"}})");
    QVERIFY(read_plan(write_plan(document)) == document);
    QVERIFY(document.plan == read_plan(R"({"model": {"preset": "qwen2.5-7b"}})").plan);
  }
  /// Boards of one card have the same memory, so the plan is read, with the board that most machines have,
  /// and the finding offers the other.
  void a_gpu_without_its_board_is_that_of_most_machines() {
    const PlanDocument document = read(R"(, "cluster": {"gpu": {"preset": "H100 80GB"}})");
    QCOMPARE(document.plan.cluster.gpu.preset->id, std::string("h100-sxm5-80gb"));
    const std::vector<Finding> findings = assumed_gpu(document);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings.front().severity, Severity::style);
    QCOMPARE(QString::fromStdString(findings.front().message),
             QString(R"("H100 80GB" does not name the board of the GPU; it counts as H100 SXM5 80GB.)"
                     " H100 PCIe 80GB has as much memory and another speed."));
    const PlanDocument other{findings.front().remedy->plan, document.text};
    QCOMPARE(other.plan.cluster.gpu.preset->id, std::string("h100-pcie-80gb"));
    QVERIFY(assumed_gpu(other).empty());
    QVERIFY(write_plan(other).find("h100-pcie-80gb") != std::string::npos);
    QVERIFY(read_plan(write_plan(document)) == document);
    QVERIFY(assumed_gpu(read(R"(, "cluster": {"gpu": {"preset": "H100 SXM5 80GB"}})")).empty());
    // The default GPU is written too if its name left the board open.
    const PlanDocument as_default = read(R"(, "cluster": {"gpu": {"preset": "A100 80GB"}})");
    QVERIFY(write_plan(as_default).find("A100 80GB") != std::string::npos);
    // A card with one board, and a card whose figures are stated, leave nothing to name.
    const PlanDocument one_board = read(R"(, "cluster": {"gpu": {"preset": "V100 32GB"}})");
    QCOMPARE(one_board.plan.cluster.gpu.preset->id, std::string("v100-sxm2-32gb"));
    QVERIFY(assumed_gpu(one_board).empty() && read_plan(write_plan(one_board)) == one_board);
    QVERIFY(assumed_gpu(read(R"(, "cluster": {"gpu": {"preset": "H100", "bf16_tflops": 700}})")).empty());
  }
  void every_key_of_the_contract() {
    const PlanDocument document = read_plan(R"({
      "format": "zero-plan/1",
      "model": {"architecture": {"block": "llama", "hidden_size": 4096, "layers": 32, "attention_heads": 32,
        "kv_heads": 8, "head_dim": 128, "intermediate_size": 14336, "vocab_size": 128256, "tied_embeddings": true,
        "max_position_embeddings": 8192, "experts": 8, "experts_per_token": 2, "expert_intermediate_size": 7000,
        "frozen_parameters": 1000}},
      "cluster": {"nodes": 4, "gpus_per_node": 4,
        "gpu": {"preset": "h100-sxm5-80gb", "memory_gib": 79.1, "bf16_tflops": 900, "memory_gb_per_s": 3000},
        "intra_node": {"preset": "nvlink-3-a100-nvswitch", "gb_per_s": 299}, "inter_node": {"gb_per_s": 50},
        "host_link": {"gb_per_s": 55}, "cpu_memory_gib": 2048, "cpu_memory_gb_per_s": 400, "cpu_cores": 96,
        "gpu_hour_price": 2.5, "gpu_watts": 700,
        "nvme": {"path": "/nvme", "capacity_gib": 3500, "read_gb_per_s": 6, "write_gb_per_s": 4}},
      "training": {"precision": "fp16", "optimizer": "lion", "micro_batch_size": 4, "gradient_accumulation_steps": 8,
        "sequence_length": 4096, "activation_checkpointing": "selective", "checkpoints_on_host": true,
        "attention": "eager", "dropout": 0.1, "fused_loss": "chunked", "fused_norm": true,
        "gradient_accumulation_dtype": "fp32", "sequence_parallel": 2, "tensor_parallel": 2,
        "lora": {"rank": 16, "targets": ["q_proj", "down_proj"]}, "zero_init": false, "framework": "fsdp",
        "tokens": 1e12},
      "zero": {"stage": 3, "offload_optimizer": "cpu", "offload_param": "nvme", "overlap_comm": false,
        "reduce_bucket_size": 5e8, "allgather_bucket_size": 2e8},
      "deepspeed_config": {"steps_per_print": 10},
      "target": {"deepspeed_version": "0.18.3", "flavour": "hf-trainer"}
    })");
    const Architecture& made = document.plan.model.architecture;
    QVERIFY(document.plan.model.source == ModelSource::architecture);
    QCOMPARE(made.kv_heads, std::int64_t{8});
    QCOMPARE(made.expert_intermediate_size, std::int64_t{7000});
    QCOMPARE(made.frozen_parameters, std::int64_t{1000});
    QVERIFY(made.tied_embeddings);
    const Cluster& cluster = document.plan.cluster;
    QCOMPARE(cluster.gpu.preset, catalog().find_gpu("h100-sxm5-80gb"));
    QCOMPARE(cluster.gpu.memory_gib, 79.1);
    QCOMPARE(cluster.gpu.bf16_tflops, 900.0);
    QCOMPARE(cluster.intra_node.preset, catalog().find_link("nvlink-3-a100-nvswitch"));
    QCOMPARE(cluster.intra_node.gb_per_s, 299.0);
    QCOMPARE(cluster.inter_node.gb_per_s, 50.0);
    QCOMPARE(cluster.cpu_cores, 96);
    QCOMPARE(cluster.nvme.capacity_gib, 3500.0);
    QCOMPARE(document.text.nvme_path, std::string("/nvme"));
    const Training& training = document.plan.training;
    QVERIFY(training.precision == Precision::fp16);
    QVERIFY(training.optimizer == Optimizer::lion);
    QVERIFY(training.activation_checkpointing == Checkpointing::selective);
    QVERIFY(training.attention == Attention::eager);
    QVERIFY(training.fused_loss == FusedLoss::chunked);
    QVERIFY(training.gradient_accumulation_dtype == AccumulationDtype::fp32);
    QVERIFY(training.framework == Framework::fsdp);
    QVERIFY(training.lora == (Lora{16, lora_q | lora_down}));
    QCOMPARE(training.tokens, 1e12);
    QVERIFY(!training.zero_init);
    const Zero& zero = document.plan.zero;
    QVERIFY(zero.offload_optimizer.device == Device::cpu);
    QVERIFY(zero.offload_param.device == Device::nvme);
    QCOMPARE(zero.overlap_comm, std::optional(false));
    QCOMPARE(zero.allgather_bucket_size, std::int64_t{200'000'000});
    QCOMPARE(document.text.deepspeed_config, std::string(R"({"steps_per_print":10})"));
    QVERIFY(document.plan.target == (Target{{0, 18, 3}, Flavour::hf_trainer}));
    QCOMPARE(document.text.unknown, std::string());
  }

  void a_preset_by_its_name() {
    QCOMPARE(read_plan(R"({"model": {"preset": "Llama-2 7B"}})").plan, read("").plan);
    QCOMPARE(read(R"(, "cluster": {"gpu": {"preset": "H100 SXM5 80GB"}})").plan.cluster.gpu.preset,
             catalog().find_gpu("h100-sxm5-80gb"));
  }

  void whole_numbers_in_any_notation_data() {
    QTest::addColumn<QString>("number");
    QTest::addColumn<qint64>("expected");
    QTest::newRow("plain") << "7000000000" << qint64{7'000'000'000};
    QTest::newRow("scientific") << "7e9" << qint64{7'000'000'000};
    QTest::newRow("with a fraction that is none") << "7000000000.0" << qint64{7'000'000'000};
    QTest::newRow("6.738415616e9") << "6.738415616e9" << qint64{6'738'415'616};
    QTest::newRow("beyond 32 bits") << "999999999999999" << qint64{999'999'999'999'999};
  }
  void whole_numbers_in_any_notation() {
    QFETCH(QString, number);
    QFETCH(qint64, expected);
    const Model stated = read_plan(R"({"model": {"parameters": )" + number.toStdString() + "}}").plan.model;
    QVERIFY(stated.source == ModelSource::parameters);
    QCOMPARE(stated.stated_parameters.value(), expected);
    QVERIFY(stated.architecture.layers > 0);
  }

  void no_part_of_a_token() {
    QCOMPARE(read(R"(, "training": {"tokens": 1.5e12})").plan.training.tokens, 1.5e12);
    try {
      (void)read(R"(, "training": {"tokens": 1.5})");
      QFAIL("half a token was read");
    } catch (const FileError& error) {
      QCOMPARE(QByteArray(error.what()),
               QByteArray("training.tokens must be a whole number, found the number 1.5; write 1 or 2."));
    }
  }

  void columns_of_the_preset_table_name_a_shape_too() {
    QCOMPARE(shape(R"({"hidden": 4096, "layers": 32, "heads": 32, "intermediate": 11008, "vocab": 32000,
                       "max_seq": 4096})"),
             shape(R"({"hidden_size": 4096, "layers": 32, "attention_heads": 32, "intermediate_size": 11008,
                       "vocab_size": 32000, "max_position_embeddings": 4096})"));
    QCOMPARE(shape(R"({"hidden_size": 512, "layers": 2, "experts": 4, "moe_intermediate": 99})")
                 .expert_intermediate_size,
             std::int64_t{99});
  }

  void a_preset_written_out_is_the_same_shape() {
    const Architecture llama = read("").plan.model.architecture;
    QCOMPARE(shape(R"({"hidden_size": 4096, "layers": 32, "attention_heads": 32, "intermediate_size": 11008,
                       "vocab_size": 32000, "max_position_embeddings": 4096})"),
             llama);
    const Architecture gpt2 = read_plan(R"({"model": {"preset": "gpt-2-124m"}})").plan.model.architecture;
    QCOMPARE(
        shape(
            R"({"block": "gpt", "hidden_size": 768, "layers": 12, "attention_heads": 12, "vocab_size": 50257,
                       "max_position_embeddings": 1024, "tied_embeddings": true})"),
        gpt2);
  }

  void what_a_shape_leaves_out() {
    const Architecture llama = shape(R"({"hidden_size": 4096, "layers": 32})");
    QCOMPARE(llama.attention_heads, std::int64_t{32});
    QCOMPARE(llama.kv_heads, std::int64_t{32});
    QCOMPARE(llama.head_dim, std::int64_t{128});
    QCOMPARE(llama.intermediate_size, std::int64_t{11008});
    QCOMPARE(llama.vocab_size, std::int64_t{32000});
    const Architecture gpt =
        shape(R"({"block": "gpt", "hidden_size": 2304, "layers": 24, "attention_heads": 24})");
    QCOMPARE(gpt.intermediate_size, std::int64_t{9216});
    QCOMPARE(gpt.vocab_size, std::int64_t{50257});
    QCOMPARE(gpt.head_dim, std::int64_t{96});
    QVERIFY(gpt.norm == Norm::layernorm);
    QVERIFY(!gpt.gated_mlp);
    QCOMPARE(shape(R"({"hidden_size": 512, "layers": 2, "experts": 4})").experts_per_token, std::int64_t{2});
  }

  void a_head_size_that_is_not_whole_is_left_for_check() {
    QCOMPARE(shape(R"({"hidden_size": 1000, "layers": 2, "attention_heads": 7})").head_dim, std::int64_t{0});
    QCOMPARE(shape(R"({"hidden_size": 1000, "layers": 2, "attention_heads": 7, "head_dim": 64})").head_dim,
             std::int64_t{64});
  }

  void tensors_of_any_network() {
    const PlanDocument document = read_plan(R"({"model": {"tensors": [
      {"shape": [4096, 4096], "count": 32, "name": "w"}, {"shape": [64, 3, 7, 7]}, {"shape": [10], "trainable": false},
      {"shape": []}]}})");
    const auto kinds = document.plan.model.tensors.kinds();
    QCOMPARE(kinds.size(), std::size_t{4});
    QVERIFY(kinds[0] == (TensorKind{4096, 4096, 32, TensorRole::other, true}));
    QVERIFY(kinds[1] == (TensorKind{64, 147, 1, TensorRole::other, true}));
    QVERIFY(kinds[2] == (TensorKind{10, 1, 1, TensorRole::other, false}));
    QVERIFY(kinds[3] == (TensorKind{1, 1, 1, TensorRole::other, true}));
    QCOMPARE(document.text.tensor_names, std::string(R"(["w",null,null,null])"));
    QCOMPARE(document.plan.model.architecture.layers, std::int64_t{0});
  }

  /// A projector that states its output keeps it; one that does not leads into the language model.
  void the_output_of_a_projector() {
    const auto output_of = [](const char* vision) {
      return read_plan(R"({"model": {"preset": "qwen2.5-vl-7b", "vision": )" + std::string(vision) + "}}")
          .plan.model.vision.projector_output_size;
    };
    QCOMPARE(output_of(R"({"projector_output_size": 1000})"), 1000);
    QCOMPARE(output_of(R"({"projector_output_size": 0})"), 3584);
  }

  void frozen_parameters_of_a_preset() {
    const Model frozen =
        read_plan(R"({"model": {"preset": "llama-2-7b", "frozen_parameters": 1e9}})").plan.model;
    QCOMPARE(frozen.architecture.frozen_parameters, std::int64_t{1'000'000'000});
    QVERIFY(frozen.source == ModelSource::preset);
  }

  void offload_as_a_word_or_as_deepspeeds_object_data() {
    QTest::addColumn<QString>("zero");
    QTest::addColumn<QString>("device");
    QTest::addColumn<qint64>("buffer_count");
    QTest::addColumn<QString>("extra");
    QTest::newRow("word") << R"("offload_optimizer": "cpu")"
                          << "cpu" << qint64{4} << "";
    QTest::newRow("object") << R"("offload_optimizer": {"device": "nvme", "buffer_count": 8})"
                            << "nvme" << qint64{8} << "";
    QTest::newRow("empty object means none") << R"("offload_optimizer": {})"
                                             << "none" << qint64{4} << "";
    QTest::newRow("null means none") << R"("offload_optimizer": null)"
                                     << "none" << qint64{4} << "";
    QTest::newRow("other keys of the object are kept")
        << R"("offload_optimizer": {"device": "cpu", "new_key": true})"
        << "cpu" << qint64{4} << R"({"offload_optimizer":{"new_key":true}})";
    QTest::newRow("auto inside is DeepSpeed's default")
        << R"("offload_optimizer": {"device": "cpu", "buffer_count": "auto"})"
        << "cpu" << qint64{4} << "";
    QTest::newRow("the deprecated switch") << R"("cpu_offload": true)"
                                           << "cpu" << qint64{4} << "";
    QTest::newRow("the deprecated switch, off") << R"("cpu_offload": false)"
                                                << "none" << qint64{4} << "";
  }
  void offload_as_a_word_or_as_deepspeeds_object() {
    QFETCH(QString, zero);
    const PlanDocument document = read(R"(, "zero": {"stage": 3, )" + zero.toStdString() + "}");
    const OffloadOptimizer& offload = document.plan.zero.offload_optimizer;
    QTEST(QString::fromUtf8(name_of(offload.device).data()), "device");
    QTEST(qint64{offload.buffer_count}, "buffer_count");
    QTEST(QString::fromStdString(document.text.zero_extra), "extra");
  }

  void zero_keys_under_their_other_names() {
    const Zero zero = read(R"(, "zero": {"max_live_parameters": 5, "prefetch_bucket_size": 6,
                                         "stage3_gather_fp16_weights_on_model_save": true})")
                          .plan.zero;
    QCOMPARE(zero.stage3_max_live_parameters, std::int64_t{5});
    QCOMPARE(zero.stage3_prefetch_bucket_size, std::int64_t{6});
    QVERIFY(zero.stage3_gather_16bit_weights_on_model_save);
  }

  void zero_keys_without_a_field_are_kept() {
    QCOMPARE(read(R"(, "zero": {"stage": 3, "leaf_module": {"classes": ["A"]}, "elastic_checkpoint": true})")
                 .text.zero_extra,
             std::string(R"({"leaf_module":{"classes":["A"]},"elastic_checkpoint":true})"));
  }

  void deepspeeds_no_limit_is_the_default() {
    const Zero zero =
        read(R"(, "zero": {"stage3_model_persistence_threshold": 9223372036854775807})").plan.zero;
    QCOMPARE(zero.stage3_model_persistence_threshold, Zero().stage3_model_persistence_threshold);
  }

  void auto_sizes_are_trainers_for_trainer_and_deepspeeds_otherwise_data() {
    QTest::addColumn<QString>("flavour");
    QTest::addColumn<qint64>("reduce");
    QTest::addColumn<qint64>("prefetch");
    QTest::addColumn<qint64>("persistence");
    // deepspeed/hf-accelerate.md §1a gives these sizes for a hidden size of 4,096.
    QTest::newRow("hf-trainer") << "hf-trainer" << qint64{16'777'216} << qint64{15'099'494} << qint64{40'960};
    QTest::newRow("plain") << "plain" << qint64{500'000'000} << qint64{50'000'000} << qint64{100'000};
  }
  void auto_sizes_are_trainers_for_trainer_and_deepspeeds_otherwise() {
    QFETCH(QString, flavour);
    const std::string target = "\"target\": {\"flavour\": \"" + flavour.toStdString() + "\"}";
    const Zero zero = read(R"(, "zero": {"reduce_bucket_size": "auto", "stage3_prefetch_bucket_size": "auto",
                                         "stage3_param_persistence_threshold": "auto"}, )" +
                           target)
                          .plan.zero;
    QTEST(qint64{zero.reduce_bucket_size}, "reduce");
    QTEST(qint64{zero.stage3_prefetch_bucket_size}, "prefetch");
    QTEST(qint64{zero.stage3_param_persistence_threshold}, "persistence");
  }

  void the_fix_of_an_unknown_key_names_the_key_of_that_meaning_data() {
    QTest::addColumn<QString>("member");
    QTest::addColumn<QString>("meant");
    const auto row = [](const char* member, const char* meant) { QTest::newRow(member) << member << meant; };
    row(R"("train_micro_batch_size_per_gpu": 2)", "training.micro_batch_size");
    row(R"("zero_optimization": {"stage": 2})", "zero");
    row(R"("training": {"cutoff_len": 512})", "training.sequence_length");
    row(R"("training": {"per_device_train_batch_size": 2})", "training.micro_batch_size");
    row(R"("cluster": {"num_gpus": 8})", "cluster.gpus_per_node");
    row(R"("training": {"stage": 3})", "zero.stage");
    row(R"("training": {"adapter": "lora"})", "training.lora.rank");
    row(R"("training": {"finetuning_type": "lora"})", "training.lora.rank");
    row(R"("cluster": {"gpu_type": "a100"})", "cluster.gpu.preset");
    row(R"("trainig": {"sequence_length": 512})", "training");
    row(R"("training": {"sequence_lenght": 512})", "training.sequence_length");
    row(R"("training": {"micro_batch_sise": 2})", "training.micro_batch_size");
    row(R"("model_size": "7B")", "model.parameters");
  }
  /// Two keys are not similar because they stand in one section.
  void a_key_like_no_other_is_not_taken_for_another() {
    for (const char* member : {R"("training": {"learning_rate": 0.1})", R"("training": {"seed": 1})",
                               R"("training": {"warmup": 1})", R"("lr": 1)", R"("dp": 4)"}) {
      const std::vector<Finding> found = unknown_keys(read(std::string(", ") + member).text);
      QCOMPARE(found.size(), std::size_t{1});
      QVERIFY2(found.front().fix.starts_with("Remove it"), found.front().fix.c_str());
    }
  }

  void the_fix_of_an_unknown_key_names_the_key_of_that_meaning() {
    QFETCH(QString, member);
    QFETCH(QString, meant);
    const std::vector<Finding> found = unknown_keys(read(", " + member.toStdString()).text);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(found.front().fix), "Write " + meant + " if that is what you meant.");
  }

  void a_global_batch_is_no_key_but_a_product() {
    for (const char* member : {R"("global_batch_size": 64)", R"("training": {"train_batch_size": 64})"}) {
      const std::vector<Finding> found = unknown_keys(read(std::string(", ") + member).text);
      QCOMPARE(found.size(), std::size_t{1});
      QVERIFY2(found.front().fix.starts_with("Set training.micro_batch_size and training.gradient_acc"),
               found.front().fix.c_str());
    }
  }

  /// PEFT tuners/tuners_utils.py, _maybe_include_all_linear_layers.
  void all_linear_is_every_module_that_the_model_has() {
    const auto targets = [](const std::string& model, const std::string& value) {
      return read_plan(R"({"model": {"preset": ")" + model +
                       R"("}, "training": {"lora": {"rank": 8, "targets": )" + value + "}}}")
          .plan.training.lora.targets;
    };
    for (const char* value : {R"("all-linear")", R"(["all-linear"])"}) {
      QCOMPARE(static_cast<unsigned>(targets("llama-3.1-8b", value)),
               lora_q | lora_k | lora_v | lora_o | lora_gate | lora_up | lora_down);
      QVERIFY((targets("gpt-2-124m", value) & lora_gate) == 0);
    }
  }

  void ethernet_by_its_speed_is_one_preset() {
    for (const char* said : {"100GbE", "100 Gbit Ethernet", "100G RoCE"}) {
      const Link link =
          read(R"(, "cluster": {"nodes": 2, "inter_node": {"preset": ")" + std::string(said) + R"("}})")
              .plan.cluster.inter_node;
      QVERIFY2(link.preset && link.preset->id == "100-gbe-tcp-roce", said);
      QCOMPARE(link.gb_per_s, 12.5 / 8);
    }
  }

  void unknown_keys_are_kept_and_named() {
    const PlanDocument document =
        read(R"(, "notes": "mine", "training": {"micro_batchsize": 4, "lora": {"alpha": 8}},
      "cluster": {"gpu": {"vendor": "x"}}, "training.precision": "fp16")");
    QCOMPARE(document.text.unknown, std::string(R"({"cluster":{"gpu":{"vendor":"x"}},)"
                                                R"("training":{"lora":{"alpha":8},"micro_batchsize":4},)"
                                                R"("notes":"mine","training.precision":"fp16"})"));
    QVERIFY(document.plan == read("").plan);
    QStringList found;
    for (const Finding& issue : unknown_keys(document.text)) {
      QVERIFY(issue.severity == Severity::ignored);
      QCOMPARE(issue.code, std::string("unknown_plan_key"));
      found << QString::fromStdString(issue.path + " | " + issue.fix);
    }
    QCOMPARE(found.size(), 5);
    QVERIFY(found.contains(
        "training.micro_batchsize | Write training.micro_batch_size if that is what you meant."));
    QVERIFY(found.filter("training.precision | A key stands nested").size() == 1);
    QVERIFY(unknown_keys(read("").text).empty());
  }
};

ZP_TEST(ReadTest)
#include "read_test.moc"
