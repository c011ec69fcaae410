#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports random plans for every program: make.py ZERO_PLANNER FOLDER [PLANS [SEED]].

FOLDER/NUMBER/PROGRAM has the files of one export, FOLDER/NUMBER/plan.json its plan. An export that zero-planner
refuses leaves the reason in FOLDER/NUMBER/PROGRAM.refused. The same seed makes the same plans.
"""

import json
import pathlib
import random
import subprocess
import sys

PROGRAMS = ["launch", "hf-trainer", "lightning", "axolotl", "llama-factory", "trl", "torchtitan", "kubernetes", "slurm"]
MODELS = ["llama-3.1-8b", "llama-2-7b", "gpt-2-124m", "qwen3-8b", "qwen3-30b-a3b", "mixtral-8x7b", "llama-3.1-70b",
          "deepseek-v3-671b"]
METHODS = ["pretrain", "sft", "sft", "sft", "dpo", "orpo", "kto", "reward", "grpo", "ppo", "distillation"]


def of_deepspeed(draw, zero, training):
    zero["stage"] = draw.randrange(4)
    if zero["stage"] > 0 and draw.random() < 0.4:
        zero["offload_optimizer"] = draw.choice(["cpu", "nvme"] if zero["stage"] == 3 else ["cpu"])
    if zero["stage"] == 3 and draw.random() < 0.3:
        zero["offload_param"] = draw.choice(["cpu", "nvme"])
    if zero["stage"] == 3 and draw.random() < 0.2:
        zero["zero_hpz_partition_size"] = 8
    if draw.random() < 0.15:
        training["sequence_parallel"] = 2
    if draw.random() < 0.1:
        training["tensor_parallel"] = 2
    if zero["stage"] < 2 and draw.random() < 0.2:
        training["pipeline_parallel"] = 2


def of_fsdp(draw, zero, training):
    training["framework"] = "fsdp"
    training["sharding"] = draw.choice(["none", "gradients", "full", "full", "full"])
    training["fsdp_version"] = draw.choice([1, 2, 2, 2])
    if training["sharding"] == "none":
        return
    if draw.random() < 0.25:
        training["shard_ranks"] = 8
    if draw.random() < 0.2:
        zero["offload_param"] = zero["offload_optimizer"] = "cpu"
    if draw.random() < 0.2:
        training["fsdp_wrap"] = "all"
    for key, odds in [("context_parallel", 0.2), ("tensor_parallel", 0.2), ("pipeline_parallel", 0.1), ("expert_parallel", 0.1)]:
        if draw.random() < odds:
            training[key] = 2
    if training["sharding"] == "full" and draw.random() < 0.2:
        training["checkpoint_unit"] = "children"


def for_torchtitan(draw):
    training = {"framework": "fsdp", "fsdp_version": 2, "fsdp_wrap": "all", "method": "pretrain",
                "sharding": draw.choice(["none", "gradients", "full", "full", "full"]),
                "micro_batch_size": draw.choice([1, 2, 4]), "gradient_accumulation_steps": draw.choice([1, 4, 8]),
                "sequence_length": draw.choice([2048, 8192, 32768]), "precision": draw.choice(["bf16", "bf16", "fp32"]),
                "optimizer": draw.choice(["adamw", "adam"]),
                "activation_checkpointing": draw.choice(["none", "full", "selective"])}
    rare = {"tensor_parallel": [2, 4], "context_parallel": [2, 4], "pipeline_parallel": [2, 4], "expert_parallel": [2, 8],
            "shard_ranks": [4, 8], "optimizer_kernel": ["fused", "foreach"], "optimizer_in_backward": [True],
            "types": [{"weights": "bf16"}, {"reduced": "fp32"}], "data_workers": [4], "eval_batch_size": [2],
            "save_steps": [0, 100], "tokens": [1e9], "fused_norm": [True], "fused_loss": ["compiled"], "loss_parallel": [False],
            "recompute": ["whole", "needed"]}
    for key, values in rare.items():
        if draw.random() < 0.25:
            training[key] = draw.choice(values)
    zero = {"offload_param": "cpu", "offload_optimizer": "cpu"} if draw.random() < 0.2 else {}
    models = ["llama-3.1-8b", "llama-3.1-70b", "qwen3-8b", "qwen3-30b-a3b", "deepseek-v3-671b", "gpt-oss-20b"]
    return {"model": {"preset": draw.choice(models)}, "training": training, "zero": zero,
            "cluster": {"nodes": draw.choice([1, 2, 8]), "gpus_per_node": 8}}


def a_plan(draw):
    if draw.random() < 0.2:
        return for_torchtitan(draw)
    training = {"micro_batch_size": draw.choice([1, 2, 4, 8]), "gradient_accumulation_steps": draw.choice([1, 2, 4, 16]),
                "sequence_length": draw.choice([512, 2048, 4096, 8192]), "precision": draw.choice(["bf16", "bf16", "bf16", "fp16", "fp32"]),
                "method": draw.choice(METHODS),
                "activation_checkpointing": draw.choice(["none", "full", "full", "selective"])}
    zero = {}
    (of_deepspeed if draw.random() < 0.55 else of_fsdp)(draw, zero, training)
    if draw.random() < 0.3:
        training["lora"] = {"rank": draw.choice([8, 16, 64]), "targets": draw.choice([["q_proj", "v_proj"], ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]]),
                            "dropout": draw.choice([0, 0.05]), "dora": draw.random() < 0.2,
                            "modules_to_save": draw.choice(["none", "none", "both"])}
        training["frozen_precision"] = draw.choice(["auto", "auto", "nf4", "int8"])
    rare = {"optimizer": ["adamw", "adam", "adamw8bit", "lion", "muon", "adafactor", "sgd", "pagedadamw8bit"],
            "attention_kernel": ["flash_2", "flash_3"], "attention": ["eager"], "fused_norm": [True], "fused_mlp": ["fused"],
            "fused_loss": ["fused", "chunked", "compiled", "tiled"], "tiled_mlp": [True], "checkpoints_on_host": [True],
            "data_workers": [4], "eval_batch_size": [2], "eval_kept_batches": [4], "save_steps": [0, 100], "tokens": [1e9],
            "example_length": [300], "dropout": [0.1], "experts": ["grouped"], "reference": ["precomputed", "none"],
            "generation": ["vllm", "server"], "optimizer_in_backward": [True]}
    for key, values in rare.items():
        if draw.random() < 0.15:
            training[key] = draw.choice(values)
    plan = {"model": {"preset": draw.choice(MODELS)}, "training": training, "zero": zero,
            "cluster": {"nodes": draw.choice([1, 1, 2, 4]), "gpus_per_node": draw.choice([4, 8, 8]), "cpu_cores": 64}}
    if draw.random() < 0.3:
        plan["deepspeed_config"] = {"gradient_clipping": 1.0, "optimizer": {"type": "AdamW", "params": {
            "lr": 2e-5, "betas": [0.9, 0.95], "eps": 1e-8, "weight_decay": 0.1}}}
    if draw.random() < 0.2:
        plan["deepspeed_config"] = {"scheduler": {"type": "WarmupLR", "params": {
            "warmup_min_lr": 0, "warmup_max_lr": 2e-5, "warmup_num_steps": 100}}}
    return plan


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    number, seed = int(sys.argv[3]) if len(sys.argv) > 3 else 200, int(sys.argv[4]) if len(sys.argv) > 4 else 1
    draw = random.Random(seed)
    written = dict.fromkeys(PROGRAMS, 0)
    for i in range(number):
        plan = json.dumps(a_plan(draw))
        place = folder / str(i)
        place.mkdir(parents=True)
        (place / "plan.json").write_text(plan)
        for name in PROGRAMS:
            done = subprocess.run([program, "export", "-", "--for", name, "--out", place / name], input=plan, text=True,
                                  capture_output=True, check=False)
            if done.returncode == 0:
                written[name] += 1
            else:
                (place / (name + ".refused")).write_text(done.stderr)
    print("exports written of", number, "plans:", ", ".join(f"{name} {count}" for name, count in written.items()))


if __name__ == "__main__":
    main()
