// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "core/export/flavours.h"
#include "core/import/import.h"
#include "core/import/named_configs.h"
#include "core/plan_file/plan_file.h"
#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "tests/core/import/plan_value.h"
#include "tests/core/import/public_jobs.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::value_of;
using text_io::Json;

namespace {

PlanDocument some_base() { return read_plan(R"({"model": {"preset": "llama-2-7b"}})"); }

/// Imports the job over a plan of the model that the file names, or over another plan if the catalog lacks
/// that model.
Imported imported_job(const std::string& text, const std::string& config = "") {
  try {
    return import_file({text, {}, config}, base_in(text).value_or(some_base()));
  } catch (const UnknownModel&) {
    return import_file({text, {}, config}, some_base(), ModelOrigin::base);
  }
}

const Finding* noted(const Imported& found, std::string_view code) {
  const auto at = std::ranges::find(found.notes, code, &Finding::code);
  return at == found.notes.end() ? nullptr : &*at;
}

}  // namespace

/// Tests that files of programs on top of Trainer and of cluster schedulers become plans.
class JobsTest : public QObject {
  Q_OBJECT

 private slots:
  /// From hiyouga/LlamaFactory issue 9257, whose run ran out of memory only with an evaluation
  /// batch above one.
  void an_evaluation_s_batch_counts_where_there_is_one() {
    const std::string file =
        "finetuning_type: lora\nlora_target: all\ncutoff_len: 12000\nper_device_train_batch_size: 2\n"
        "deepspeed: ds_z3_offload_config.json\nval_size: 0.01\n";
    const auto read = [&](const std::string& more) {
      return import_file({file + more, {}, R"({"zero_optimization": {"stage": 3}})"}, some_base())
          .document.plan.training.eval_batch_size;
    };
    QCOMPARE(read("per_device_eval_batch_size: 1\neval_strategy: steps\neval_steps: 0.3\n"), 1);
    QCOMPARE(read("per_device_eval_batch_size: 4\n"), 0);
    QCOMPARE(read("per_device_eval_batch_size: 4\neval_strategy: \"no\"\n"), 0);
    QCOMPARE(read("eval_strategy: epoch\n"), 8);
    QCOMPARE(read("do_eval: true\n"), 8);
  }
  void axolotl_evaluates_with_its_micro_batch() {
    const auto read = [&](const std::string& more) {
      return import_file(
                 {"base_model: NousResearch/Llama-2-7b-hf\nmicro_batch_size: 3\ndeepspeed: ds.json\n" + more,
                  {},
                  R"({"zero_optimization": {"stage": 3}})"},
                 some_base())
          .document.plan.training.eval_batch_size;
    };
    QCOMPARE(read("val_set_size: 0\n"), 0);
    QCOMPARE(read("val_set_size: 0.05\n"), 3);
    QCOMPARE(read("val_set_size: 0.05\neval_batch_size: 2\n"), 2);
  }
  void public_files_are_read_data() {
    QTest::addColumn<int>("row");
    for (int row = 0; row < static_cast<int>(test::public_jobs().size()); ++row) {
      const Json& file = test::public_jobs()[static_cast<std::size_t>(row)];
      QTest::addRow("%s", test::name_of_job(file).c_str()) << row;
    }
  }
  void public_files_are_read() {
    QFETCH(int, row);
    const Json& file = test::public_jobs()[static_cast<std::size_t>(row)];
    const std::string text = test::text_of_job(file);
    const bool is_accelerate = file.contains("keys") && file["keys"].contains("deepspeed_config");
    QCOMPARE(kind_of_import(text), is_accelerate           ? ImportKind::accelerate
                                   : file.contains("keys") ? ImportKind::program_yaml
                                                           : ImportKind::job);
    const Imported found = imported_job(text);
    const Json wanted = file["plan"];
    for (const auto& [key, value] : wanted.items())
      QVERIFY2(value_of(found.document, key) == value, key.c_str());
    QVERIFY(wanted.empty() || is_accelerate || noted(found, "read"));
  }

  void what_is_not_read_is_named() {
    const Imported found = imported_job("base_model: nobody/nothing\ndeepspeed: zero2.json\nwandb_name: x\n");
    QVERIFY(noted(found, "not_read")->message.find("wandb_name") != std::string::npos);
    QVERIFY(noted(found, "model_not_known")->message.find("nobody/nothing") != std::string::npos);
    QVERIFY(noted(found, "named_config"));
    const Imported job =
        imported_job("#!/bin/bash\n#SBATCH -N 4 --gres=gpu:a100:2\ntorchrun x.py --deepspeed mine.json\n");
    QVERIFY(noted(job, "no_config")->message.find("mine.json") != std::string::npos);
    QVERIFY(noted(job, "gpu_kind")->message.find("a100") != std::string::npos);
    QCOMPARE(job.document.plan.cluster.nodes, 4);
    QCOMPARE(job.document.plan.cluster.gpus_per_node, 2);
  }

  void a_file_that_is_not_there_and_not_known_is_told() {
    const Imported found = imported_job("base_model: a/b\nmicro_batch_size: 2\ndeepspeed: mine.json\n");
    QVERIFY(noted(found, "no_config")->message.find("mine.json") != std::string::npos);
    QCOMPARE(found.document.plan.training.framework, Framework::deepspeed);
  }

  void the_name_of_a_file_that_is_not_there_tells_its_stage_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<bool>("optimizer");
    QTest::addColumn<bool>("parameters");
    const auto add = [](const char* name, int stage, bool optimizer, bool parameters) {
      QTest::newRow(name) << stage << optimizer << parameters;
    };
    add("scripts/zero2.json", 2, false, false);
    add("ds_config_zero3.json", 3, false, false);
    add("config/stage_1.json", 1, false, false);
    add("deepspeed_z3_offload_config.json", 3, true, true);
    add("ds_zero2_offload.json", 2, true, false);
    add("zero3_offload_optimizer.json", 3, true, false);
    add("ds_z3_offload_param.json", 3, false, true);
    add("ds_zero2_no_offload.json", 2, false, false);
    add("deepspeed_zero3.yaml", 3, false, false);
    for (const char* name : {"mine.json", "ds_config.json", "llama_2.json", "zero30.json", "config_z.json",
                             "bz3.json", "v2.json"})
      add(name, -1, false, false);
  }
  void the_name_of_a_file_that_is_not_there_tells_its_stage() {
    QFETCH(int, stage);
    QFETCH(bool, optimizer);
    QFETCH(bool, parameters);
    const auto told = import_io::stage_of_name(QTest::currentDataTag());
    QCOMPARE(told ? told->stage : -1, stage);
    if (!told) return;
    QCOMPARE(told->offloads_optimizer, optimizer);
    QCOMPARE(told->offloads_parameters, parameters);
    QVERIFY(!noted(import_file({told->config, {}, {}}, some_base()), "unknown_key"));
  }

  void a_script_without_training_is_refused_as_that() {
    for (const char* text :
         {"#!/bin/bash --login\nfunction find() {\n  where=$(python3 -c 'import sys')\n}\n",
          "#!/usr/bin/env bash\nsource helpers.sh\nset -e\n",
          "#!/bin/bash\n#SBATCH --gpus-per-node=8\nsrun python -m sglang_router.launch_router --port 9\n",
          "#!/bin/bash\n#SBATCH --gpus-per-node=8\nvllm serve Qwen/Qwen2.5-7B-Instruct --port 8000\n",
          "#!/bin/bash\n#SBATCH --nodes=1\naccelerate launch -m lmms_eval --model llava --batch_size 1\n",
          "#!/bin/bash\ntorchrun --nproc_per_node 8 evaluate_mmlu.py --model_name_or_path gpt2 --bf16\n"}) {
      std::string message;
      try {
        imported_job(text);
      } catch (const FileError& error) {
        message = error.what();
      }
      QVERIFY2(message.find("no command that starts training") != std::string::npos, message.c_str());
    }
  }

  void a_training_with_the_word_of_another_use_is_read() {
    const Imported job =
        imported_job("torchrun --nproc_per_node 4 eval_during_train.py --model_name_or_path gpt2 --bf16\n");
    QCOMPARE(job.document.plan.cluster.gpus_per_node, 4);
    const Imported other = imported_job(
        "torchrun --nproc_per_node 2 server.py --model_name_or_path gpt2 --learning_rate 1e-5\n");
    QCOMPARE(other.document.plan.cluster.gpus_per_node, 2);
  }

  void replicas_that_no_cluster_has_are_no_number_of_nodes() {
    const auto nodes = [](const char* replicas) {
      const std::string pod =
          "\n      template:\n        spec:\n          containers:\n            - command: [torchrun, "
          "train.py, "
          "--model_name_or_path, gpt2, --learning_rate, 1e-5, --bf16]\n              resources: {limits: "
          "{nvidia.com/gpu: 8}}";
      const std::string number = std::string("\n      replicas: ") + replicas;
      return imported_job(
                 "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nspec:\n  pytorchReplicaSpecs:\n    "
                 "Master:" +
                 number + pod + "\n    Worker:" + number + pod + "\n")
          .document.plan.cluster.nodes;
    };
    QCOMPARE(nodes("3"), 6);
    QCOMPARE(nodes("2147483647"), 1);
  }

  /// The limit bounds the work whatever the machine; tests/bench/text_bench.cpp shows that it grows in
  /// proportion.
  void the_most_words_of_a_command_are_taken_and_one_more_is_not() {
    const auto with_options = [](std::size_t number) {
      std::string text = "deepspeed train.py --model_name_or_path gpt2";
      for (std::size_t i = 0; i < number; ++i)
        text += " --x" + std::to_string(i) + "=1";
      return text;
    };
    if (test::one_in() > 1) return;  // twenty seconds under sanitizers
    constexpr std::size_t most = most_arguments - 4;
    const Imported job = imported_job(with_options(most));
    QVERIFY(job.unread_keys.size() >= most);
    QVERIFY_THROWS_EXCEPTION(FileError, imported_job(with_options(most + 1)));
  }

  void source_and_target_stand_one_behind_the_other() {
    const Imported job = imported_job(
        "torchrun main.py --model_name_or_path gpt2 --max_source_length 64 --max_target_length 128 "
        "--pre_seq_len 128 --per_device_train_batch_size 1\n");
    QCOMPARE(job.document.plan.training.sequence_length, 192);
    const auto lost = std::ranges::find(job.unread_keys, "pre_seq_len", &UnreadKey::key);
    QVERIFY(lost != job.unread_keys.end() && lost->reason.find("prefixes") != std::string::npos);
    const Imported other = imported_job(
        "torchrun main.py --model_name_or_path gpt2 --max_source_length 64 "
        "--max_target_length 128 --max_seq_length 512\n");
    QCOMPARE(other.document.plan.training.sequence_length, 512);
  }
  /// transformers examples/pytorch: run_translation.py, run_glue.py.
  void source_and_target_of_an_encoder_decoder_are_apart() {
    const Imported job = imported_job(
        "deepspeed run_translation.py --model_name_or_path t5-3b --max_source_length 256 "
        "--max_target_length 64 --per_device_train_batch_size 8 --fp16\n");
    QCOMPARE(job.document.plan.training.encoder_length, std::int64_t{256});
    QCOMPARE(job.document.plan.training.sequence_length, std::int64_t{64});
    QVERIFY(job.document.plan.model.architecture.has_cross_attention());
  }
  void a_program_of_classes_is_told_by_its_name() {
    const Imported job = imported_job(
        "torchrun run_glue.py --model_name_or_path bert-large-uncased --max_seq_length 128 "
        "--per_device_train_batch_size 32 --bf16\n");
    QVERIFY(job.document.plan.training.method.method == Method::classification);
    QCOMPARE(job.document.plan.training.sequence_length, std::int64_t{128});
  }
  /// In T5 wo ends the MLP beside wi; in LitGPT it ends attention.
  void wo_is_of_the_mlp_where_the_names_are_those_of_t5() {
    const auto targets = [](const std::string& modules) {
      return imported_job(
                 "torchrun train.py --model_name_or_path google/flan-t5-xl --use_peft --lora_r 8 "
                 "--lora_target_modules " +
                 modules + " --bf16\n")
          .document.plan.training.lora.targets;
    };
    QCOMPARE(targets("q v wi_0 wi_1 wo"), unsigned{lora_q | lora_v | lora_gate | lora_up | lora_down});
    QCOMPARE(targets("q v wo"), unsigned{lora_q | lora_v | lora_o});
  }
  void use_qlora_makes_adapters() {
    const Imported job = imported_job(
        "accelerate launch finetune.py --model_name_or_path gpt2 --use_qlora 1 --lora_r 16 --bf16\n");
    QCOMPARE(job.document.plan.training.lora.rank, 16);
    const Imported off = imported_job(
        "accelerate launch finetune.py --model_name_or_path gpt2 --use_qlora 0 --lora_r 16 --bf16\n");
    QCOMPARE(off.document.plan.training.lora.rank, 0);
  }
  void ms_swift_evaluates_with_the_rows_that_it_divides_off_data() {
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<int>("batch");
    QTest::newRow("a share") << QByteArray("--split_dataset_ratio 0.01") << 3;
    QTest::newRow("no share") << QByteArray("--split_dataset_ratio 0") << 0;
    QTest::newRow("a data set") << QByteArray("--val_dataset x") << 3;
    QTest::newRow("a share, and no evaluation")
        << QByteArray("--split_dataset_ratio 0.01 --eval_strategy no") << 0;
  }
  void ms_swift_evaluates_with_the_rows_that_it_divides_off() {
    QFETCH(QByteArray, arguments);
    QFETCH(int, batch);
    const Imported job = imported_job(
        "swift sft --model gpt2 --dataset x --per_device_train_batch_size 1 "
        "--per_device_eval_batch_size 3 " +
        arguments.toStdString() + "\n");
    QCOMPARE(job.document.plan.training.eval_batch_size, batch);
  }

  void every_way_to_ask_slurm_for_gpus_data() {
    QTest::addColumn<QString>("directives");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("gpus");
    QTest::newRow("per node") << "--nodes=2 --gpus-per-node=4" << 2 << 4;
    QTest::newRow("per node with a kind") << "-N2 --gpus-per-node=h100:8" << 2 << 8;
    QTest::newRow("gres") << "-N 3 --gres=gpu:4" << 3 << 4;
    QTest::newRow("gres without a number") << "-N 1 --gres=gpu" << 1 << 1;
    QTest::newRow("all in all") << "--nodes 2 -G 16" << 2 << 8;
    QTest::newRow("per task") << "--nodes=2 --ntasks-per-node=4 --gpus-per-task=1" << 2 << 4;
    QTest::newRow("tasks alone") << "--ntasks=16 --ntasks-per-node=8 --gpus-per-task=1" << 2 << 8;
    QTest::newRow("a range") << "--nodes=2-4 --gpus-per-node=8" << 2 << 8;
    QTest::newRow("a comment behind") << "--nodes=2 --gpus-per-node=8 # --nodes=9" << 2 << 8;
  }
  void every_way_to_ask_slurm_for_gpus() {
    QFETCH(QString, directives);
    QFETCH(int, nodes);
    QFETCH(int, gpus);
    const Imported found =
        imported_job("#!/bin/bash\n#SBATCH " + directives.toStdString() + "\r\nsrun python t.py\n");
    QCOMPARE(found.document.plan.cluster.nodes, nodes);
    QCOMPARE(found.document.plan.cluster.gpus_per_node, gpus);
  }

  void arguments_of_a_script_are_read_with_its_variables() {
    const std::string script =
        "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --gpus-per-node=8\n#SBATCH --mem=512G\nexport BATCH=4\n"
        "ARGS=\"--gradient_accumulation_steps 3\n  --bf16 True\"\nCONFIG=conf/ds.json\n"
        "# --per_device_train_batch_size 9\n"
        "srun torchrun --nnodes $SLURM_NNODES --nproc_per_node=$SLURM_GPUS_PER_NODE \\\n  train.py $ARGS \\\n"
        "  --per_device_train_batch_size ${BATCH} --deepspeed \"$CONFIG\" --gradient_checkpointing \\\n"
        "  --model_name_or_path meta-llama/Llama-3.1-8B --max_seq_length=8192 --run_name 'a; b' | tee log\n";
    QCOMPARE(ds_config_named_in(script), std::string("conf/ds.json"));
    const Imported found =
        imported_job(script, R"({"zero_optimization": {"stage": 3}, "bf16": {"enabled": "auto"},
        "train_micro_batch_size_per_gpu": "auto", "gradient_accumulation_steps": "auto"})");
    const Plan& plan = found.document.plan;
    QCOMPARE(plan.training.micro_batch_size, 4);
    QCOMPARE(plan.training.gradient_accumulation_steps, 3);
    QCOMPARE(plan.training.sequence_length, 8192);
    QCOMPARE(plan.training.activation_checkpointing, Checkpointing::full);
    QCOMPARE(plan.zero.stage, 3);
    QVERIFY(value_of(found.document, "cluster.cpu_memory_gib") == 512);
    QCOMPARE(Json::parse(write_plan(found.document))["model"]["preset"].get<std::string>(),
             std::string("llama-3.1-8b"));
    QVERIFY(noted(found, "not_read")->message.find("run_name") != std::string::npos);
  }

  // after icip-cas/AutoAlign scripts/train_dpo.sh
  void a_command_of_ones_own_is_read_by_its_options() {
    const Imported found = imported_job(
        "export OMP_NUM_THREADS=4\nautoalign-cli dpo \\\n  --model_name_or_path ${MODEL:-Qwen/Qwen2-7B} \\\n"
        "  --per_device_train_batch_size 2 --learning_rate 5e-7 --gradient_checkpointing True\n");
    QCOMPARE(found.document.plan.training.micro_batch_size, 2);
    QCOMPARE(found.document.plan.training.activation_checkpointing, Checkpointing::full);
    const std::string other = "rsync --learning_rate 1 --epochs 2 a b\n";
    QVERIFY_THROWS_EXCEPTION(FileError, (void)kind_of_import("#!/bin/bash\n" + other));
  }

  // modelscope/ms-swift@0037257c swift/trainers/arguments.py: _handle_compatibility; the command is that of
  // puzhiyuan/AiO train/ms-swift/rlhf/grpo/internal_rollout/grpo_train.sh
  void an_older_name_of_swift_s_engine_is_no_parallelism_of_the_trainer() {
    const Imported found = imported_job(
        "NPROC_PER_NODE=8 swift rlhf --rlhf_type grpo --model Qwen/Qwen2.5-7B-Instruct --use_vllm true "
        "--tensor_parallel_size 4 --gpu_memory_utilization 0.4 --num_generations 16\n");
    QCOMPARE(found.document.plan.training.tensor_parallel, 1);
    QVERIFY(value_of(found.document, "training.engine_ranks") == 4);
    QVERIFY(value_of(found.document, "training.engine_share") == 0.4);
  }

  // duterscmy/JustGRPO run_train_arc.justgrpo.qiao.sh
  void the_blocks_of_a_diffusion_model_are_no_length() {
    const Imported found = imported_job(
        "accelerate launch train_arc.py --model_path GSAI-ML/LLaDA-8B-Instruct --block_size 32 "
        "--grad_accum 16 --lr 1e-6 --gen_length 128\n");
    QCOMPARE(found.document.plan.training.gradient_accumulation_steps, 16);
    const auto blocks = std::ranges::find(found.unread_keys, "block_size", &UnreadKey::key);
    QVERIFY(blocks != found.unread_keys.end() && found.document.plan.training.sequence_length != 32);
  }

  // OpenManus/OpenManus-RL scripts/ppo_train/train_alfworld.sh
  void a_backslash_before_a_comment_ends_the_command() {
    QCOMPARE(broken_continuation_in("set -x\npython3 -m verl \\\n  a=1 \\ # change this\n  b=2\n"), 3);
    QCOMPARE(broken_continuation_in("run a \\ \n  b\n"), 1);
    QCOMPARE(broken_continuation_in("run a\\ b \\\n  # c \\ \n  d \\ e\n"), 0);
    QCOMPARE(broken_continuation_in(""), 0);
  }

  /// These thirty lines would expand to eight gigabytes.
  void an_option_of_a_script_of_ones_own_names_no_program() {
    ImportFile file;
    file.name = "run.sh";
    file.text = "#!/bin/bash\ndeepspeed --num_gpus 8 train_mine.py --base_model meta-llama/Llama-2-7b-hf\n";
    const auto base = base_in(file);
    QVERIFY(base.has_value());
    const Imported imported = import_file(file, *base);
    QVERIFY(imported.document.plan.training.program == Program::none);
    QCOMPARE(imported.document.plan.cluster.gpus_per_node, 8);
  }
  void variables_that_hold_each_other_do_not_grow() {
    std::string script = "#!/bin/bash\nV0=xxxxxxxx\n";
    for (int i = 1; i <= 30; ++i) {
      const std::string before = "$V" + std::to_string(i - 1);
      script += "V" + std::to_string(i) + "=" + before + before + "\n";
    }
    script += "deepspeed train.py --name $V30 --per_device_train_batch_size 4 --deepspeed\n";
    const Imported imported = import_file({script, {}, {}}, example_plan());
    QCOMPARE(imported.document.plan.training.micro_batch_size, std::int64_t{4});
  }

  void adapters_count_only_where_the_program_makes_them() {
    QVERIFY(!imported_job("base_model: a/b\nlora_r: 8\ndeepspeed: zero1.json\n")
                 .document.plan.training.has_adapters());
    QCOMPARE(imported_job("base_model: a/b\nadapter: lora\nlora_r: 8\ndeepspeed: zero1.json\n")
                 .document.plan.training.lora.rank,
             std::int64_t{8});
    QVERIFY(
        !imported_job(
             "model_name_or_path: a/b\nfinetuning_type: full\nlora_rank: 4\ndeepspeed: ds_z2_config.json\n")
             .document.plan.training.has_adapters());
    QCOMPARE(imported_job("model_name_or_path: a/b\nfinetuning_type: lora\ndeepspeed: ds_z2_config.json\n")
                 .document.plan.training.lora.rank,
             std::int64_t{8});
  }

  void named_configs_are_taken_as_deepspeed_takes_them() {
    for (const char* name : {"zero1.json", "zero2.json", "zero3.json", "zero3_bf16.json", "ds_z0_config.json",
                             "zero3_bf16_cpuoffload_params.json", "zero3_bf16_cpuoffload_all.json",
                             "zero1_torch_compile.json", "zero2_torch_compile.json", "ds_z2_config.json",
                             "ds_z2_offload_config.json", "ds_z3_config.json", "ds_z3_offload_config.json"}) {
      const auto text = import_io::named_config(std::string("some/where/") + name);
      QVERIFY2(text, name);
      QVERIFY2(!noted(import_file({*text, {}, {}}, some_base()), "unknown_key"), name);
    }
    QVERIFY(!import_io::named_config("mine.json"));
  }

  /// A plan that is exported for a program and imported again is the same plan.
  void exports_come_back_data() {
    QTest::addColumn<QString>("flavour");
    for (const char* flavour : {"lightning", "axolotl", "llama-factory", "kubernetes", "slurm"})
      QTest::newRow(flavour) << QString::fromLatin1(flavour);
  }
  void exports_come_back() {
    QFETCH(QString, flavour);
    const bool is_program =
        flavour == QStringLiteral("axolotl") || flavour == QStringLiteral("llama-factory");
    const std::string fixed = flavour == QStringLiteral("axolotl") ? "\"batch_lengths\": \"fixed\", " : "";
    const std::string program = is_program ? "\"program\": \"" + flavour.toStdString() + "\", " + fixed : "";
    const PlanDocument plan = read_plan(
        R"({"model": {"preset": "llama-3.1-8b"},
        "cluster": {"nodes": 2, "gpus_per_node": 4, "cpu_cores": 32},
        "training": {)" +
        program + R"("micro_batch_size": 2, "gradient_accumulation_steps": 4, "sequence_length": 4096,
                     "activation_checkpointing": "full", "attention_kernel": "flash_2", "lora": {"rank": 16, "targets": ["q_proj", "o_proj"]}},
        "zero": {"stage": 3, "offload_optimizer": "cpu"}})");
    const ProgramExport made = find_export_flavour(flavour.toStdString())->write(plan);
    std::string config;
    for (const ExportFile& file : made.files)
      if (file.name == "ds_config.json") config = file.text;
    const bool is_job = flavour == QStringLiteral("kubernetes") || flavour == QStringLiteral("slurm");
    const Plan found =
        import_file({made.files.front().text, {}, is_job ? "" : config}, some_base()).document.plan;
    if (flavour == QStringLiteral("lightning")) {
      QCOMPARE(found.training.gradient_accumulation_steps, 4);
      QCOMPARE(found.training.micro_batch_size, 2);
      QCOMPARE(found.cluster.ranks(), 8);
    } else if (is_job) {
      QCOMPARE(found.cluster.nodes, 2);
      QCOMPARE(found.cluster.gpus_per_node, 4);
    } else {
      QVERIFY(found.training == made.document.plan.training);
      QVERIFY(found.model == made.document.plan.model);
    }
    if (flavour == QStringLiteral("slurm")) return;  // its ds_config is a file of its own
    QCOMPARE(found.zero.stage, 3);
    QCOMPARE(found.zero.offload_optimizer.device, Device::cpu);
    QCOMPARE(found.zero.reduce_bucket_size, made.document.plan.zero.reduce_bucket_size);
  }
};

ZP_TEST(JobsTest)
#include "jobs_test.moc"
