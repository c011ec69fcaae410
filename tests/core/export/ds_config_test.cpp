// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ds_config.h"

#include <QtTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "tests/support/test_main.h"

using namespace zp;
using Json = nlohmann::ordered_json;

namespace {

const char* const absent = "absent";

/// Returns a plan on 8 GPUs with the rest of its file.
PlanDocument plan_with(const QString& rest) {
  if (rest.contains(QLatin1String("\"model\""))) return read_plan("{" + rest.toStdString() + "}");
  const std::string text =
      R"({"model": {"preset": "llama-2-7b"})" + (rest.isEmpty() ? "" : ", " + rest.toStdString()) + "}";
  return read_plan(text);
}

Json exported(const PlanDocument& document) { return Json::parse(ds_config(document)); }

/// Returns the value at a dotted path as JSON text, or "absent".
QString value_at(const Json& config, const QString& path) {
  const Json* node = &config;
  for (const QString& part : path.split(QLatin1Char('.'))) {
    const auto found = node->find(part.toStdString());
    if (found == node->end()) return QLatin1String(absent);
    node = &*found;
  }
  return QString::fromStdString(node->dump());
}

/// Returns true if the plan itself or its export has the finding; whoever exports reads both.
bool has_issue(const PlanDocument& document, const QString& code) {
  const auto is_told = [&](const std::vector<Finding>& list) {
    return std::ranges::any_of(list, [&](const Finding& one) { return one.code == code.toStdString(); });
  };
  return is_told(exported_config(document).findings) || is_told(check(document));
}

}  // namespace

class DsConfigTest : public QObject {
  Q_OBJECT

 private slots:
  void value_data() {
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* plan, const char* path, const char* expected) {
      QTest::newRow(name) << QString::fromUtf8(plan) << QString::fromUtf8(path)
                          << QString::fromUtf8(expected);
    };
    constexpr auto training =
        R"("training": {"micro_batch_size": 3, "gradient_accumulation_steps": 4, "sequence_parallel": 2})";
    row("total batch", R"("training": {"micro_batch_size": 3, "gradient_accumulation_steps": 4})",
        "train_batch_size", "96");
    row("total batch under sequence parallelism", training, "train_batch_size", "48");
    row("sequence parallel size", training, "sequence_parallel_size", "2");
    row("no sequence parallel size of 1", "", "sequence_parallel_size", absent);
    row("tensor parallel total is inferred", R"("training": {"tensor_parallel": 2})", "train_batch_size",
        absent);
    row("tensor parallel size", R"("training": {"tensor_parallel": 2})", "tensor_parallel.autotp_size", "2");
    row("tensor parallel before AutoTP",
        R"("training": {"tensor_parallel": 2}, "target": {"deepspeed_version": "0.15.4"})", "tensor_parallel",
        absent);
    row("elastic training sets the batch",
        R"("deepspeed_config": {"elasticity": {"enabled": true, "max_train_batch_size": 64, "micro_batch_sizes": [1]}})",
        "train_micro_batch_size_per_gpu", absent);

    row("clipping is written out", "", "gradient_clipping", "1.0");
    row("clipping of one's own", R"("deepspeed_config": {"gradient_clipping": 0.5})", "gradient_clipping",
        "0.5");
    row("clipping off stays off", R"("deepspeed_config": {"gradient_clipping": 0})", "gradient_clipping",
        "0");
    row("max_grad_norm moves", R"("deepspeed_config": {"optimizer": {"params": {"max_grad_norm": 2.5}}})",
        "gradient_clipping", "2.5");
    row("max_grad_norm leaves the optimizer",
        R"("deepspeed_config": {"optimizer": {"params": {"max_grad_norm": 2.5}}})",
        "optimizer.params.max_grad_norm", absent);

    row("bf16", "", "bf16", R"({"enabled":true})");
    row("fp16 keeps its scale",
        R"("training": {"precision": "fp16"}, "deepspeed_config": {"fp16": {"loss_scale_window": 500}})",
        "fp16", R"({"enabled":true,"loss_scale_window":500})");
    row("fp32 enables neither", R"("training": {"precision": "fp32"})", "bf16", absent);
    row("other section is not enabled", R"("deepspeed_config": {"fp16": {"enabled": false}})", "fp16",
        absent);
    row("legacy bfloat16",
        R"("deepspeed_config": {"bfloat16": {"enabled": true, "immediate_grad_update": true}})", "bfloat16",
        absent);
    row("legacy bfloat16 at stage 1",
        R"("zero": {"stage": 1}, "deepspeed_config": {"bfloat16": {"enabled": true, "immediate_grad_update": true}})",
        "bf16.immediate_grad_update", "true");
    row("accumulation type", R"("zero": {"stage": 3}, "training": {"gradient_accumulation_dtype": "fp32"})",
        "data_types.grad_accum_dtype", R"("fp32")");
    row("communication type", R"("deepspeed_config": {"communication_data_type": "fp32"})",
        "communication_data_type", R"("fp32")");
    constexpr auto low = R"("zero": {"stage": 2}, "deepspeed_config": {"bf16": {"enabled": true,
        "bf16_master_weights_and_grads": true, "bf16_optimizer_states": true}})";
    row("16-bit master", low, "bf16.bf16_master_weights_and_grads", "true");
    row("16-bit states", low, "bf16.bf16_optimizer_states", "true");

    row("AdamW by default", "", "optimizer",
        R"({"type":"AdamW","params":{"lr":2e-05,"betas":[0.9,0.999],"eps":1e-08,"weight_decay":0.01}})");
    row("the rate of adapters", R"("training": {"lora": {"rank": 8}})", "optimizer.params.lr", "0.0001");
    row("the rate of a preference method", R"("training": {"method": "dpo"})", "optimizer.params.lr",
        "1e-06");
    row("the rate of GRPO with adapters", R"("training": {"method": "grpo", "lora": {"rank": 8}})",
        "optimizer.params.lr", "1e-06");
    row("the rate of a new model", R"("training": {"method": "pretrain"})", "optimizer.params.lr", "0.0001");
    row("torch's SGD", R"("training": {"optimizer": "sgd"})", "optimizer.type", R"("SGD")");
    row("SGD says it has no momentum", R"("training": {"optimizer": "sgd"})", "optimizer.params.momentum",
        "0.0");
    row("SGD keeps its momentum",
        R"("training": {"optimizer": "sgd"}, "deepspeed_config": {"optimizer": {"params": {"momentum": 0.8}}})",
        "optimizer.params.momentum", "0.8");
    row("RMSprop centred",
        R"("training": {"optimizer": "rmsprop"}, "deepspeed_config": {"optimizer": {"params": {"centered": true}}})",
        "optimizer.params.centered", "true");
    row("torch Adam with AMSGrad",
        R"("deepspeed_config": {"optimizer": {"params": {"torch_adam": true, "amsgrad": true}}})",
        "optimizer.params.amsgrad", "true");
    row("learning rate of one's own", R"("deepspeed_config": {"optimizer": {"params": {"lr": 2e-5}}})",
        "optimizer.params.lr", "2e-05");
    row("a parameter only the GPU class has, with offload",
        R"("zero": {"stage": 2, "offload_optimizer": "cpu"}, "deepspeed_config": {"optimizer": {"params": {"set_grad_none": true}}})",
        "optimizer.params.set_grad_none", absent);
    row("a parameter only the GPU class has",
        R"("zero": {"stage": 2}, "deepspeed_config": {"optimizer": {"params": {"set_grad_none": true}}})",
        "optimizer.params.set_grad_none", "true");
    row("states in the weights' type", R"("zero": {"stage": 2, "offload_optimizer": "cpu"},
        "deepspeed_config": {"optimizer": {"params": {"fp32_optimizer_states": false}}})",
        "optimizer.params.fp32_optimizer_states", "false");
    row("states in the weights' type without offload",
        R"("deepspeed_config": {"optimizer": {"params": {"fp32_optimizer_states": false}}})",
        "optimizer.params.fp32_optimizer_states", absent);
    row("8-bit AdamW is the program's",
        R"("training": {"optimizer": "adamw8bit"}, "zero": {"stage": 2}, "deepspeed_config": {"optimizer": {"params": {"lr": 1}}})",
        "optimizer", absent);
    row("8-bit AdamW is untested", R"("training": {"optimizer": "adamw8bit"}, "zero": {"stage": 2})",
        "zero_allow_untested_optimizer", "true");
    row("8-bit AdamW with offload",
        R"("training": {"optimizer": "adamw8bit"}, "zero": {"stage": 2, "offload_optimizer": "cpu"})",
        "zero_force_ds_cpu_optimizer", "false");
    row("untested at stage 0", R"("training": {"optimizer": "sgd"})", "zero_allow_untested_optimizer",
        absent);
    row("Muon's own rates", R"("training": {"optimizer": "muon"})", "optimizer.params",
        R"({"muon_lr":0.02,"adam_lr":0.0003,"momentum":0.95,"weight_decay":0.0})");
    row("Muon before it had two rates",
        R"("training": {"optimizer": "muon"}, "target": {"deepspeed_version": "0.18.1"})",
        "optimizer.params.muon_lr", absent);
    row("Muon at stage 3", R"("training": {"optimizer": "muon"}, "zero": {"stage": 3})",
        "zero_optimization.reduce_scatter", "false");
    row("Muon offloaded",
        R"("training": {"optimizer": "muon"}, "zero": {"stage": 2, "offload_optimizer": "cpu"})",
        "zero_optimization.reduce_scatter", "false");
    row("Muon at stage 2", R"("training": {"optimizer": "muon"}, "zero": {"stage": 2})",
        "zero_optimization.reduce_scatter", "true");

    row("schedule",
        R"("deepspeed_config": {"scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": 1e2}}})",
        "scheduler", R"({"type":"WarmupLR","params":{"warmup_num_steps":100}})");
    row("schedule without parameters", R"("deepspeed_config": {"scheduler": {"type": "WarmupLR"}})",
        "scheduler.params", "{}");
    row("steps from the token budget",
        R"("training": {"tokens": 1.5e9, "sequence_length": 2048}, "deepspeed_config": {"scheduler": {"type": "WarmupCosineLR"}})",
        "scheduler.params.total_num_steps", "91553");
    row("left-over auto rate",
        R"("deepspeed_config": {"scheduler": {"type": "WarmupLR", "params": {"warmup_max_lr": "auto"}},
        "optimizer": {"params": {"lr": 3e-4}}})",
        "scheduler.params.warmup_max_lr", "0.0003");
    row("left-over auto steps",
        R"("deepspeed_config": {"scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": "auto"}}})",
        "scheduler.params", "{}");

    row("stage 0 has its stage alone",
        R"("zero": {"stage": 0, "reduce_bucket_size": 7, "offload_optimizer": "cpu"})", "zero_optimization",
        R"({"stage":0})");
    row("stage 1 overlap is off", R"("zero": {"stage": 1})", "zero_optimization.overlap_comm", "false");
    row("stage 3 overlap is on", R"("zero": {"stage": 3})", "zero_optimization.overlap_comm", "true");
    row("stage 3 overlap switched off", R"("zero": {"stage": 3, "overlap_comm": false})",
        "zero_optimization.overlap_comm", "false");
    row("drive below stage 3 is the CPU", R"("zero": {"stage": 2, "offload_optimizer": "nvme"})",
        "zero_optimization.offload_optimizer", R"({"device":"cpu","pin_memory":true})");
    row("not pinned", R"("zero": {"stage": 2, "offload_optimizer": {"device": "cpu", "pin_memory": false}})",
        "zero_optimization.offload_optimizer", R"({"device":"cpu","pin_memory":false})");
    row("parameters below stage 3", R"("zero": {"stage": 2, "offload_param": "cpu"})",
        "zero_optimization.offload_param", absent);
    row("drive's folder",
        R"("cluster": {"nvme": {"path": "/scratch"}}, "zero": {"stage": 3, "offload_param": "nvme"})",
        "zero_optimization.offload_param.nvme_path", R"("/scratch")");
    row("assumed folder", R"("zero": {"stage": 3, "offload_param": "nvme"})",
        "zero_optimization.offload_param.nvme_path", R"("/local_nvme")");
    row("folder of one object",
        R"("cluster": {"nvme": {"path": "/a"}}, "zero": {"stage": 3, "offload_param": {"device": "nvme", "nvme_path": "/b"}})",
        "zero_optimization.offload_param.nvme_path", R"("/b")");
    row("part of the optimizer",
        R"("zero": {"stage": 3, "offload_optimizer": {"device": "cpu", "ratio": 0.4}})",
        "zero_optimization.offload_optimizer.ratio", "0.4");
    row("drive requests", R"("zero": {"stage": 3, "offload_optimizer": "nvme"})", "aio",
        R"({"block_size":1048576,"queue_depth":32,"intra_op_parallelism":1,"single_submit":false,"overlap_events":true})");
    row("drive requests of one's own",
        R"("zero": {"stage": 3, "offload_optimizer": "nvme"}, "deepspeed_config": {"aio": {"block_size": 8388608.0}})",
        "aio.block_size", "8388608");
    row("no drive, no requests",
        R"("zero": {"stage": 3, "offload_optimizer": "cpu"}, "deepspeed_config": {"aio": {"queue_depth": 9}})",
        "aio", absent);
    row("renamed thread count",
        R"("zero": {"stage": 3, "offload_optimizer": "nvme"}, "deepspeed_config": {"aio": {"thread_count": 4}})",
        "aio.intra_op_parallelism", "4");

    row("carried ZeRO key", R"("zero": {"stage": 3, "memory_efficient_linear": false})",
        "zero_optimization.memory_efficient_linear", "false");
    row("carried size becomes an integer",
        R"("zero": {"stage": 3, "stage3_module_granularity_threshold": 5e3})",
        "zero_optimization.stage3_module_granularity_threshold", "5000");
    row("carried key inside offload",
        R"("zero": {"stage": 3, "offload_optimizer": {"device": "cpu", "super_offload": true}})",
        "zero_optimization.offload_optimizer.super_offload", "true");
    row("carried key of another stage", R"("zero": {"stage": 2, "memory_efficient_linear": false})",
        "zero_optimization.memory_efficient_linear", absent);
    row("carried key of a newer version",
        R"("zero": {"stage": 3, "leaf_module": {"classes": ["a.B"]}}, "target": {"deepspeed_version": "0.17.6"})",
        "zero_optimization.leaf_module", absent);
    row("carried section", R"("deepspeed_config": {"flops_profiler": {"enabled": true, "profile_step": 5}})",
        "flops_profiler", R"({"enabled":true,"profile_step":5})");
    row("carried list", R"("zero": {"stage": 3, "leaf_module": {"classes": ["a.B", "c.D"]}})",
        "zero_optimization.leaf_module", R"({"classes":["a.B","c.D"]})");
    row("carried key nobody knows", R"("deepspeed_config": {"my.key": {"a": [1, {"b": null}]}})",
        "steps_per_print", absent);
    row("misspelt ZeRO key is kept", R"("zero": {"stage": 2, "reduce_bucket_sise": 5})",
        "zero_optimization.reduce_bucket_sise", "5");
    row("own value of auto stays", R"("deepspeed_config": {"pipeline": {"stages": "auto"}})",
        "pipeline.stages", R"("auto")");
    row("checkpointing is not DeepSpeed's", R"("training": {"activation_checkpointing": "full"})",
        "activation_checkpointing", absent);

    row("leaf modules",
        R"("zero": {"stage": 3, "leaf_modules": "experts"}, "model": {"preset": "mixtral-8x7b"})",
        "zero_optimization.leaf_module", R"({"name_suffixes":["mlp"]})");
    row("no leaf modules",
        R"("zero": {"stage": 3, "leaf_modules": "none"}, "model": {"preset": "mixtral-8x7b"})",
        "zero_optimization.leaf_module", R"({"classes":[]})");
    row("DeepSpeed's own leaf modules", R"("zero": {"stage": 3}, "model": {"preset": "mixtral-8x7b"})",
        "zero_optimization.leaf_module", absent);
    row("leaf modules of a program",
        R"("zero": {"stage": 3, "leaf_modules": "experts"}, "model": {"preset": "mixtral-8x7b"}, "target": {"deepspeed_version": "0.17.6"})",
        "zero_optimization.leaf_module", absent);

    constexpr auto trainer = R"("target": {"flavour": "hf-trainer"}, "zero": {"stage": 3})";
    row("Trainer's batch", trainer, "train_batch_size", R"("auto")");
    row("Trainer's precision", trainer, "bf16.enabled", R"("auto")");
    row("Trainer's rate", trainer, "optimizer.params.lr", R"("auto")");
    row("bucket keeps the number the estimate rests on", trainer, "zero_optimization.reduce_bucket_size",
        "500000000");
    row("bucket of Trainer's own size",
        R"("target": {"flavour": "hf-trainer"}, "zero": {"stage": 3, "reduce_bucket_size": 16777216})",
        "zero_optimization.reduce_bucket_size", R"("auto")");
    row("prefetch of Trainer's own size",
        R"("target": {"flavour": "hf-trainer"}, "zero": {"stage": 3, "stage3_prefetch_bucket_size": 15099494})",
        "zero_optimization.stage3_prefetch_bucket_size", R"("auto")");
    row("threshold of Trainer's own size",
        R"("target": {"flavour": "hf-trainer"}, "zero": {"stage": 3, "stage3_param_persistence_threshold": 40960})",
        "zero_optimization.stage3_param_persistence_threshold", R"("auto")");
    row("auto in a plain file", R"("deepspeed_config": {"steps_per_print": "auto"})", "steps_per_print",
        absent);
    row("auto where Trainer does not fill",
        R"("target": {"flavour": "hf-trainer"}, "deepspeed_config": {"steps_per_print": "auto"})",
        "steps_per_print", absent);
    row("Trainer's total steps",
        R"("target": {"flavour": "hf-trainer"}, "deepspeed_config": {"scheduler": {"type": "WarmupDecayLR"}})",
        "scheduler.params.total_num_steps", R"("auto")");
    row("Adam's betas are not Lion's",
        R"("target": {"flavour": "hf-trainer"}, "training": {"optimizer": "lion"})", "optimizer.params",
        R"({"lr":"auto","weight_decay":"auto"})");
    row("8-bit AdamW of Trainer",
        R"("target": {"flavour": "hf-trainer"}, "training": {"optimizer": "adamw8bit"})", "optimizer",
        absent);
  }
  void value() {
    QFETCH(QString, plan);
    QFETCH(QString, path);
    QFETCH(QString, expected);
    QCOMPARE(value_at(exported(plan_with(plan)), path), expected);
  }

  void issue_data() {
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char* name, const char* plan, const char* code, bool expected = true) {
      QTest::newRow(name) << QString::fromUtf8(plan) << QString::fromUtf8(code) << expected;
    };
    row("newer key",
        R"("zero": {"stage": 3, "stage3_allgather_sequential": true}, "target": {"deepspeed_version": "0.18.4"})",
        "newer_than_target");
    row("key of its version",
        R"("zero": {"stage": 3, "stage3_allgather_sequential": true}, "target": {"deepspeed_version": "0.18.5"})",
        "newer_than_target", false);
    row("newer field",
        R"("zero": {"stage": 1, "use_multi_rank_bucket_allreduce": false}, "target": {"deepspeed_version": "0.12.3"})",
        "newer_than_target");
    row("newer optimizer", R"("training": {"optimizer": "muon"}, "target": {"deepspeed_version": "0.17.5"})",
        "newer_than_target");
    row("key the stage ignores", R"("zero": {"stage": 1, "memory_efficient_linear": false})",
        "without_effect");
    row("buffers on the CPU",
        R"("zero": {"stage": 3, "offload_optimizer": {"device": "cpu", "buffer_count": 9}})",
        "without_effect");
    row("misspelt top key", R"("deepspeed_config": {"wall_clok_breakdown": true})", "unknown_key");
    row("known top key", R"("deepspeed_config": {"wall_clock_breakdown": true})", "unknown_key", false);
    row("misspelt ZeRO key", R"("zero": {"stage": 2, "reduce_bucket_sise": 5})", "unknown_key");
    row("unknown parameter", R"("deepspeed_config": {"optimizer": {"params": {"momentun": 0.9}}})",
        "unknown_parameter");
    row("known parameter", R"("deepspeed_config": {"optimizer": {"params": {"bias_correction": true}}})",
        "unknown_parameter", false);
    row("section that is none", R"("deepspeed_config": {"wandb": 3})", "not_a_section");
    row("old name",
        R"("zero": {"stage": 3, "offload_optimizer": "nvme"}, "deepspeed_config": {"aio": {"thread_count": 4}})",
        "deprecated_key");
    row("max_grad_norm", R"("deepspeed_config": {"optimizer": {"params": {"max_grad_norm": 1}}})",
        "deprecated_key");
    row("no folder", R"("zero": {"stage": 3, "offload_param": "nvme"})", "nvme_path_assumed");
    row("a folder", R"("cluster": {"nvme": {"path": "/a"}}, "zero": {"stage": 3, "offload_param": "nvme"})",
        "nvme_path_assumed", false);
    row("large sub-group on the drive", R"("zero": {"stage": 3, "offload_optimizer": "nvme"})",
        "nvme_sub_group");
    row("small sub-group on the drive",
        R"("zero": {"stage": 3, "offload_optimizer": "nvme", "sub_group_size": 1e8})", "nvme_sub_group",
        false);
    row("large sub-group on the CPU", R"("zero": {"stage": 3, "offload_optimizer": "cpu"})", "nvme_sub_group",
        false);
    row("fast start with small buffers",
        R"("zero": {"stage": 3, "offload_optimizer": {"device": "nvme", "fast_init": true}, "offload_param": "nvme"})",
        "nvme_fast_init");
    row("fast start with large buffers",
        R"("zero": {"stage": 3, "offload_optimizer": {"device": "nvme", "fast_init": true},
        "offload_param": {"device": "nvme", "buffer_size": 1e9}})",
        "nvme_fast_init", false);
    row("8-bit AdamW", R"("training": {"optimizer": "adamw8bit"})", "optimizer_built_by_program");
    row("8-bit AdamW with parameters",
        R"("training": {"optimizer": "adamw8bit"}, "deepspeed_config": {"optimizer": {"params": {"lr": 1}}})",
        "optimizer_left_out");
    row("Muon at stage 3", R"("training": {"optimizer": "muon"}, "zero": {"stage": 3})",
        "muon_reduce_scatter");
    row("schedule without its length", R"("deepspeed_config": {"scheduler": {"type": "WarmupDecayLR"}})",
        "missing_parameter");
    row("schedule with its length",
        R"("training": {"tokens": 1e9}, "deepspeed_config": {"scheduler": {"type": "WarmupDecayLR"}})",
        "missing_parameter", false);
    row("checkpointing", R"("training": {"activation_checkpointing": "full"})", "checkpointing_in_program");
    row("checkpointing section",
        R"("deepspeed_config": {"activation_checkpointing": {"cpu_checkpointing": true}})",
        "checkpointing_section");
    row("experts at stage 3", R"("zero": {"stage": 3}, "model": {"preset": "mixtral-8x7b"})",
        "experts_need_leaf_modules");
    row("experts that are leaves",
        R"("zero": {"stage": 3, "leaf_modules": "experts"}, "model": {"preset": "mixtral-8x7b"})",
        "experts_need_leaf_modules", false);
    row("leaves by name",
        R"("zero": {"stage": 3, "leaf_modules": "experts"}, "model": {"preset": "mixtral-8x7b"})",
        "leaf_modules_by_name");
    row("leaves in the program",
        R"("zero": {"stage": 3, "leaf_modules": "experts"}, "model": {"preset": "mixtral-8x7b"}, "target": {"deepspeed_version": "0.17.6"})",
        "leaf_modules_in_program");
    row("leaves below stage 3",
        R"("zero": {"stage": 2, "leaf_modules": "experts"}, "model": {"preset": "mixtral-8x7b"})",
        "without_effect");
    row("experts at stage 2", R"("zero": {"stage": 2}, "model": {"preset": "mixtral-8x7b"})",
        "experts_need_leaf_modules", false);
    row("tensor parallel at stage 3",
        R"("zero": {"stage": 3}, "training": {"tensor_parallel": 2}, "target": {"deepspeed_version": "0.18.9"})",
        "tensor_parallel_stage");
    row("tensor parallel at stage 3 today", R"("zero": {"stage": 3}, "training": {"tensor_parallel": 2})",
        "tensor_parallel_stage", false);
    row("total batch left out", R"("training": {"tensor_parallel": 2})", "total_batch_left_out");
    row("gathering when saving", R"("zero": {"stage": 3})", "gather_on_save");
    row("gathering asked for", R"("zero": {"stage": 3, "stage3_gather_16bit_weights_on_model_save": true})",
        "gather_on_save", false);
    row("Trainer's arguments", R"("target": {"flavour": "hf-trainer"})", "trainer_arguments");
    row("auto in a plain file", R"("deepspeed_config": {"steps_per_print": "auto"})", "auto_not_filled");
  }
  void issue() {
    QFETCH(QString, plan);
    QFETCH(QString, code);
    QFETCH(bool, expected);
    PlanDocument document = plan_with(plan);
    for (const Finding& found : exported_config(document).findings)
      QVERIFY2(!found.code.empty() && !found.path.empty() && !found.message.empty() && !found.fix.empty(),
               found.code.c_str());
    QCOMPARE(has_issue(document, code), expected);
  }

  void a_plain_plan_has_no_issue() {
    QVERIFY(exported_config(plan_with(QStringLiteral("\"zero\": {\"stage\": 2}"))).findings.empty());
  }

  void top_keys_stand_in_the_usual_order() {
    const Json config = exported(plan_with(QString::fromUtf8(
        R"("zero": {"stage": 3, "offload_optimizer": "nvme"}, "training": {"gradient_accumulation_dtype": "fp32"},
           "deepspeed_config": {"wall_clock_breakdown": true, "scheduler": {"type": "WarmupLR"}, "communication_data_type": "fp32"})")));
    std::vector<std::string> names;
    for (const auto& [name, value] : config.items())
      names.push_back(name);
    const std::vector<std::string> expected = {"train_batch_size",
                                               "train_micro_batch_size_per_gpu",
                                               "gradient_accumulation_steps",
                                               "gradient_clipping",
                                               "bf16",
                                               "data_types",
                                               "communication_data_type",
                                               "optimizer",
                                               "scheduler",
                                               "zero_optimization",
                                               "aio",
                                               "wall_clock_breakdown"};
    QCOMPARE(names, expected);
  }

  /// If an exported file is read again as deepspeed_config, its export is the same file: nothing is lost,
  /// moved or added.
  void exported_file_is_carried_unchanged_data() {
    QTest::addColumn<QString>("plan");
    QTest::newRow("stage 0") << QString();
    QTest::newRow("stage 2 offloaded") << QString::fromUtf8(
        R"("zero": {"stage": 2, "offload_optimizer": "cpu", "reduce_bucket_size": 1e8})");
    QTest::newRow("stage 3 on the drive") << QString::fromUtf8(
        R"("zero": {"stage": 3, "offload_optimizer": {"device": "nvme", "buffer_count": 8, "pipeline_read": true}, "offload_param": "nvme",
            "sub_group_size": 1e8, "zero_hpz_partition_size": 8, "stage3_module_granularity_threshold": 4000})");
    QTest::newRow("SGD in fp16 with a schedule") << QString::fromUtf8(
        R"("training": {"optimizer": "sgd", "precision": "fp16", "micro_batch_size": 4, "gradient_accumulation_steps": 2},
           "deepspeed_config": {"optimizer": {"params": {"momentum": 0.9, "nesterov": true}}, "scheduler": {"type": "WarmupLR",
           "params": {"warmup_num_steps": 10}}, "tensorboard": {"enabled": true, "job_name": "a b"}, "my_own": {"x.y": [1, 2]}})");
  }
  void exported_file_is_carried_unchanged() {
    QFETCH(QString, plan);
    const std::string first = ds_config(plan_with(plan));
    const PlanDocument again =
        read_plan(R"({"model": {"preset": "llama-2-7b"}, "deepspeed_config": )" + first + "}");
    QCOMPARE(QString::fromStdString(ds_config(again)), QString::fromStdString(first));
  }

  void unknown_keys_keep_their_shape() {
    const Json config = exported(plan_with(
        QString::fromUtf8(R"("deepspeed_config": {"my.key": {"a.b": [1, {"c": null}], "d": {}}})")));
    const std::string expected = R"({"a.b":[1,{"c":null}],"d":{}})";
    QCOMPARE(config.at("my.key").dump(), expected);
  }

  /// With any carried keys, the file is JSON, has the plan's own values, and contains "auto" only where a
  /// program fills it in.
  void any_carried_keys_give_a_file() {
    std::ifstream stream(ZP_TEST_DATA "/random-configs.json");
    const Json vectors = Json::parse(stream).at("vectors");
    PlanDocument document =
        plan_with(QString::fromUtf8(R"("zero": {"stage": 2}, "training": {"micro_batch_size": 3})"));
    int carried = 0;
    for (const Json& vector : vectors) {
      document.text.deepspeed_config = vector.at("config").dump();
      document.plan.zero.stage = carried % 4;
      document.plan.target.deepspeed_version.minor = 12 + carried % 8;
      const Json config = exported(document);
      const std::string name = vector.at("name");
      QVERIFY2(config.at("zero_optimization").at("stage") == carried % 4, name.c_str());
      QVERIFY2(config.at("train_micro_batch_size_per_gpu") == 3 || !config.contains("elasticity"),
               name.c_str());
      QVERIFY2(config.at("bf16").at("enabled") == true, name.c_str());
      QVERIFY2(!(config.contains("fp16") && config.at("fp16").contains("enabled")), name.c_str());
      QVERIFY2(config.value("gradient_clipping", Json(0)) != "auto", name.c_str());
      ++carried;
    }
    QVERIFY(carried >= 1500);
  }

  void broken_carried_text_is_reported_and_left_out() {
    PlanDocument document = plan_with({});
    document.text.deepspeed_config = "{\"steps_per_print\": ";
    QVERIFY(exported(document).contains("train_batch_size"));
    QVERIFY(has_issue(document, QStringLiteral("not_json")));
  }

  void trainer_arguments_say_what_auto_means() {
    const PlanDocument document = plan_with(QString::fromUtf8(
        R"("target": {"flavour": "hf-trainer"}, "training": {"micro_batch_size": 4, "gradient_accumulation_steps": 2,
           "activation_checkpointing": "full"}, "deepspeed_config": {"gradient_clipping": 0.5, "optimizer": {"params": {"lr": 3e-4,
           "betas": [0.9, 0.95]}}, "scheduler": {"type": "WarmupDecayLR", "params": {"warmup_num_steps": 10, "total_num_steps": 99}}})"));
    const std::vector<std::string> expected = {"--per_device_train_batch_size",
                                               "4",
                                               "--gradient_accumulation_steps",
                                               "2",
                                               "--max_grad_norm",
                                               "0.5",
                                               "--learning_rate",
                                               "0.0003",
                                               "--adam_beta1",
                                               "0.9",
                                               "--adam_beta2",
                                               "0.95",
                                               "--adam_epsilon",
                                               "1e-08",
                                               "--weight_decay",
                                               "0.01",
                                               "--warmup_steps",
                                               "10",
                                               "--max_steps",
                                               "99",
                                               "--bf16",
                                               "True",
                                               "--gradient_checkpointing",
                                               "True"};
    QCOMPARE(exported_config(document).trainer_arguments, expected);
    QVERIFY(exported_config(plan_with({})).trainer_arguments.empty());
  }

  void trainer_arguments_hold_no_shell_words() {
    const PlanDocument document = plan_with(QString::fromUtf8(
        R"("target": {"flavour": "hf-trainer"}, "deepspeed_config": {"optimizer": {"params": {"lr": "$HOME", "eps": "`x`"
  }
}
})"));
    for (const std::string& word : exported_config(document).trainer_arguments)
      QVERIFY2(word.find_first_of("$`\"'; ") == std::string::npos, word.c_str());
  }

  void lines_name_what_sets_them() {
    const auto lines =
        exported_config(
            plan_with(QString::fromUtf8(
                R"("training": {"micro_batch_size": 2}, "zero": {"stage": 3, "sub_group_size": 1e8, "memory_efficient_linear": false},
           "deepspeed_config": {"steps_per_print": 10})")))
            .lines;
    const auto line = [&](const char* path) {
      const auto found = std::ranges::find(lines, path, &ConfigLine::config_path);
      return found == lines.end() ? ConfigLine{} : *found;
    };
    const auto check = [&](const char* path, const char* text, const char* plan_path, bool differs) {
      const ConfigLine found = line(path);
      QCOMPARE(found.text, std::string(text));
      QCOMPARE(found.plan_path, std::string(plan_path));
      QCOMPARE(found.differs_from_default, differs);
    };
    check("train_micro_batch_size_per_gpu", "  \"train_micro_batch_size_per_gpu\": 2,",
          "training.micro_batch_size", true);
    check("gradient_clipping", "  \"gradient_clipping\": 1.0,", "", false);
    check("zero_optimization", "  \"zero_optimization\": {", "", false);
    check("zero_optimization.stage", "    \"stage\": 3,", "zero.stage", true);
    check("zero_optimization.overlap_comm", "    \"overlap_comm\": true,", "zero.overlap_comm", false);
    check("zero_optimization.reduce_bucket_size", "    \"reduce_bucket_size\": 500000000,",
          "zero.reduce_bucket_size", false);
    check("zero_optimization.sub_group_size", "    \"sub_group_size\": 100000000,", "zero.sub_group_size",
          true);
    check("zero_optimization.memory_efficient_linear", "    \"memory_efficient_linear\": false",
          "zero.memory_efficient_linear", true);
    check("optimizer.params.betas", "      \"betas\": [0.9, 0.999],", "", false);
    check("optimizer.params.lr", "      \"lr\": 2e-05,", "", true);
    check("steps_per_print", "  \"steps_per_print\": 10", "deepspeed_config.steps_per_print", true);
    QCOMPARE(lines.front().text, std::string("{"));
    QCOMPARE(lines.back().text, std::string("}"));
  }

  void the_same_plan_gives_the_same_bytes() {
    const PlanDocument document =
        plan_with(QStringLiteral("\"zero\": {\"stage\": 3, \"offload_optimizer\": \"nvme\"}"));
    QCOMPARE(ds_config(document), ds_config(document));
  }
};

ZP_TEST(DsConfigTest)
#include "ds_config_test.moc"
