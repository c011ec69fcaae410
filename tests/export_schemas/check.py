#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads exports with the programs' own configuration classes: check.py SOURCES EXPORTS.

SOURCES has checkouts of the programs under their repositories' names: axolotl, accelerate, DeepSpeed, trainer
(Kubeflow), torchtitan (release 0.2.2) with tyro, LLaMA-Factory, trl. EXPORTS is a folder of make.py. For each program it prints the number of
files accepted and refused, and every reason once. Exit status 1: a program refuses a file, or its classes cannot be loaded.
It needs torch, pydantic, PyYAML, jsonschema and hjson; packaging/export_schemas.sh has them.
"""

import collections
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import types

import stand_ins

ABSENT = ["tokenizers", "transformers", "datasets", "huggingface_hub", "cpuinfo", "msgpack", "tqdm", "einops", "ninja", "requests",
          "torchdata", "PIL", "hjson", "peft", "trl", "addict", "art", "colorama", "torchao", "wandb", "safetensors", "bitsandbytes",
          "torch.nn.attention.varlen", "ring_flash_attn"]


def load_yaml(path):
    import yaml
    with open(path, encoding="utf-8") as file:
        return list(yaml.safe_load_all(file))


def ranks_of(plan):
    cluster = plan.get("cluster", {})
    return cluster.get("nodes", 1) * cluster.get("gpus_per_node", 8)


def without_auto(node, plan):
    """Fills in what Trainer fills in: the batch sizes from its arguments, anything else with a number of the kind."""
    training = plan["training"]
    known = {"train_micro_batch_size_per_gpu": training.get("micro_batch_size", 1),
             "gradient_accumulation_steps": training.get("gradient_accumulation_steps", 1),
             "gradient_clipping": 1.0, "enabled": True, "betas": [0.9, 0.999], "warmup_min_lr": 0, "warmup_max_lr": 1e-4,
             "lr": 1e-4, "eps": 1e-8, "weight_decay": 0.0, "warmup_num_steps": 100, "total_num_steps": 1000}
    if isinstance(node, dict):
        return {key: known.get(key, 1000000) if value == "auto" else without_auto(value, plan)
                for key, value in node.items() if not (key == "train_batch_size" and value == "auto")}
    return node


def deepspeed(place, plan):
    import deepspeed.comm
    from deepspeed.runtime.config import DeepSpeedConfig
    path = place / "ds_config.json"
    if not path.exists():
        return False
    training = plan["training"]
    world = ranks_of(plan) // training.get("pipeline_parallel", 1) // training.get("tensor_parallel", 1)
    deepspeed.comm.get_world_size = lambda group=None: world
    deepspeed.comm.get_rank = lambda group=None: 0
    config = without_auto(json.loads(path.read_text()), plan)
    if "sequence_parallel" in training and "sequence_parallel_size" not in config:
        deepspeed.comm.get_world_size = lambda group=None: world // training["sequence_parallel"]
    if place.name == "lightning":  # which multiplies the batch itself
        config["gradient_accumulation_steps"] = training.get("gradient_accumulation_steps", 1)
    DeepSpeedConfig(config)
    return True


def accelerate(place, plan):
    import accelerate.utils.dataclasses
    import torch
    from accelerate import DeepSpeedPlugin, FullyShardedDataParallelPlugin
    from accelerate.commands import launch
    from accelerate.parallelism_config import ParallelismConfig
    from accelerate.utils.launch import prepare_deepspeed_cmd_env, prepare_multi_gpu_env
    path = place / "accelerate_config.yaml"
    if not path.exists():
        return False
    os.chdir(place)
    accelerate.utils.dataclasses.is_cuda_available = lambda: True
    torch.cuda.current_device = lambda: 0
    launch.is_bf16_available = lambda ignore_tpu=False: True
    nodes = plan.get("cluster", {}).get("nodes", 1)
    words = ["--config_file", str(path), "--main_process_port", "29500", "--mixed_precision",
             {"fp32": "no"}.get(plan["training"].get("precision", "bf16"), plan["training"].get("precision", "bf16"))]
    if nodes > 1:
        words += ["--main_process_ip", "first", "--machine_rank", "0"]
    arguments, defaults, _ = launch._validate_launch_command(launch.launch_command_parser().parse_args([*words, "train.py"]))
    if arguments.use_deepspeed:
        arguments.deepspeed_fields_from_accelerate_config = ",".join(defaults.deepspeed_config)
        _, environment = prepare_deepspeed_cmd_env(arguments)
    else:
        environment = prepare_multi_gpu_env(arguments)
    before = dict(os.environ)
    os.environ.update({key: str(value) for key, value in environment.items()})
    try:
        if arguments.use_deepspeed:
            plugin = DeepSpeedPlugin()
            if plugin.hf_ds_config.config["zero_optimization"]["stage"] != int(plugin.zero_stage):
                raise ValueError("another stage than the ds_config's")
        elif arguments.use_fsdp:
            FullyShardedDataParallelPlugin()
        if "PARALLELISM_CONFIG_CP_SIZE" in environment or environment.get("ACCELERATE_USE_PARALLELISM_CONFIG") == "true":
            config = ParallelismConfig()
            if config.total_size != ranks_of(plan):
                raise ValueError(f"parallelism_config is for {config.total_size} ranks, the plan for {ranks_of(plan)}")
    finally:
        os.environ.clear()
        os.environ.update(before)
    return True


def axolotl(place, plan):
    from axolotl.integrations.liger.args import LigerArgs
    from axolotl.utils.schemas import config as schemas
    path = place / "axolotl.yaml"
    if not path.exists():
        return False
    os.chdir(place)
    [keys] = load_yaml(path)
    base = schemas.AxolotlConfigWCapabilities
    if any("liger" in plugin for plugin in keys.get("plugins", [])):
        base = type("AxolotlConfigWCapabilities", (base, LigerArgs), {"__module__": base.__module__})
    names = set(base.model_fields)
    for field in base.model_fields.values():
        names.update(str(choice) for choice in getattr(field.validation_alias, "choices", [field.validation_alias, field.alias]))
    unknown = set(keys) - names
    if unknown:
        raise ValueError("unknown keys " + ", ".join(sorted(unknown)))
    nodes = plan.get("cluster", {}).get("nodes", 1)
    made = base(**keys, capabilities={"bf16": True, "fp8": True, "tf32": True, "n_gpu": ranks_of(plan) // nodes, "n_node": nodes,
                                      "compute_capability": "sm_90"}, env_capabilities={"torch_version": "2.9.0"})
    kept = made.model_dump()
    for key in ("micro_batch_size", "gradient_accumulation_steps", "sequence_len", "fsdp_version"):
        if key in keys and kept[key] != keys[key]:
            raise ValueError(f"{key} became {kept[key]}")
    return True


def kubernetes(place, plan):
    import jsonschema
    del plan
    path = place / "trainjob.yaml"
    if not path.exists():
        return False

    def strict(schema):
        """Refuses keys that the API server would prune."""
        if isinstance(schema, list):
            return [strict(one) for one in schema]
        if not isinstance(schema, dict):
            return schema
        made = {key: strict(value) for key, value in schema.items()}
        if schema.get("x-kubernetes-int-or-string"):
            made["type"] = ["integer", "string"]
            made.pop("anyOf", None)
        if schema.get("type") == "object" and isinstance(schema.get("properties"), dict) and \
                not schema.get("x-kubernetes-preserve-unknown-fields") and "additionalProperties" not in schema:
            made["additionalProperties"] = False
        return made

    [crd] = load_yaml(SOURCES / "trainer/manifests/base/crds/trainer.kubeflow.org_trainjobs.yaml")
    versions = {version["name"]: version["schema"]["openAPIV3Schema"] for version in crd["spec"]["versions"]}
    for document in load_yaml(path):
        if document["kind"] == "ConfigMap":
            if not all(isinstance(value, str) for value in document["data"].values()):
                raise ValueError("a ConfigMap holds texts")
            continue
        schema = strict(versions[document["apiVersion"].split("/")[1]])
        schema["properties"]["metadata"] = {"type": "object"}
        jsonschema.Draft7Validator(schema).validate(document)
    return True


def torchtitan(place, plan):
    import ast
    import typing
    from torchtitan.config.manager import ConfigManager
    from torchtitan.distributed.parallel_dims import ParallelDims
    path = place / "torchtitan.toml"
    if not path.exists():
        return False
    config = ConfigManager().parse_args(["--job.config_file", str(path)])

    def check_types(node):
        for name, kind in typing.get_type_hints(type(node)).items():
            value = getattr(node, name)
            if hasattr(value, "__dataclass_fields__"):
                check_types(value)
            elif typing.get_origin(kind) is typing.Literal and value not in typing.get_args(kind):
                raise ValueError(f"{name} is {value}")
            elif kind in (int, bool, str) and type(value) is not kind:
                raise ValueError(f"{name} is {value!r}")

    check_types(config)
    degrees = config.parallelism
    dims = ParallelDims(dp_replicate=degrees.data_parallel_replicate_degree, dp_shard=degrees.data_parallel_shard_degree,
                        cp=degrees.context_parallel_degree, tp=degrees.tensor_parallel_degree, pp=degrees.pipeline_parallel_degree,
                        ep=degrees.expert_parallel_degree, etp=degrees.expert_tensor_parallel_degree, world_size=ranks_of(plan))
    batch = config.training.global_batch_size
    together = config.training.local_batch_size * dims.dp_replicate * dims.dp_shard
    if batch > 0 and batch % together != 0:
        raise ValueError(f"global batch {batch} is no multiple of {together}")
    if config.training.local_batch_size % degrees.pipeline_parallel_microbatch_size != 0 and dims.pp > 1:
        raise ValueError("the pipeline does not divide the batch")
    if config.training.seq_len % dims.seq_len_divisor != 0:
        raise ValueError(f"sequence is no multiple of {dims.seq_len_divisor}")
    if dims.pp * dims.tp * dims.cp > 1 and dims.dp_replicate > 1 and dims.dp_shard * dims.cp == 1:
        raise ValueError("DDP has not supported > 1D parallelism")
    if dims.ep > 1 and dims.dp_shard * dims.cp * dims.tp % dims.ep != 0:
        raise ValueError("experts do not divide")
    tree = ast.parse((SOURCES / "torchtitan/torchtitan/models" / config.model.name / "__init__.py").read_text())
    flavors = {key.value for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys if isinstance(key, ast.Constant)}
    if config.model.flavor not in flavors:
        raise ValueError(f"no flavor {config.model.flavor}")
    return True


def arguments_of_trainer():
    """Returns the names of Trainer's arguments, with the value of each that the programs' checks read if nothing is stated."""
    table = json.loads((pathlib.Path(__file__).parent / "export-keys.json").read_text())
    stated = {"per_device_train_batch_size": 8, "per_device_eval_batch_size": 8, "gradient_accumulation_steps": 1, "max_steps": -1,
              "eval_strategy": "no", "num_train_epochs": 3.0, "output_dir": "out", "bf16": None, "do_train": True, "do_eval": False, "do_predict": False,
              "predict_with_generate": False, "parallelism_config": None, "report_to": (), "auto_find_batch_size": False, "push_to_hub": False}
    of_table = {name: False if kind == "boolean" else None for name, kind in table["transformers"]["keys"].items()}
    return of_table | stated


def kept(classes, keys):
    """Makes one object of each dataclass with those of the keys that it has; a key of none is refused."""
    import dataclasses
    names = [{field.name for field in dataclasses.fields(one) if field.init} for one in classes]
    unknown = set(keys) - set().union(*names)
    if unknown:
        raise ValueError("unknown keys " + ", ".join(sorted(unknown)))
    return [one(**{key: keys[key] for key in keys if key in of}) for one, of in zip(classes, names)]


def trl(place, plan):
    import importlib
    import transformers
    path = place / "trl.yaml"
    if not path.exists():
        return False
    transformers.TrainingArguments.world_size = ranks_of(plan)
    script = (place / "run.sh").read_text()
    command = script.split("exec trl ")[1].split()[0]
    modules = [importlib.import_module("trl.trainer." + name) for name in (command + "_config", "model_config")]
    named = {"sft": "SFT", "dpo": "DPO", "kto": "KTO", "grpo": "GRPO", "reward": "Reward"}[command]
    classes = [getattr(modules[0], named + "Config"), modules[1].ModelConfig, importlib.import_module("trl.scripts.utils").ScriptArguments]
    [keys] = load_yaml(path)
    if command == "grpo":
        keys.pop("reward_funcs")  # of its script
    kept(classes, keys)
    return True


def llama_factory(place, plan):
    import dataclasses
    from llamafactory.hparams import parser
    path = place / "llama_factory.yaml"
    if not path.exists():
        return False
    [keys] = load_yaml(path)
    own = [parser.ModelArguments, parser.DataArguments, parser.FinetuningArguments, parser.GeneratingArguments]
    names = set().union(*({field.name for field in dataclasses.fields(one)} for one in own))
    training = parser.TrainingArguments(**{key: value for key, value in keys.items() if key not in names})
    parser.ParallelMode = types.SimpleNamespace(DISTRIBUTED="distributed", NOT_DISTRIBUTED="not")
    training.parallel_mode = parser.ParallelMode.DISTRIBUTED
    training.world_size, training.device, training.should_log, training.local_process_index = ranks_of(plan), "cpu", False, 0
    model, data, tuning, generating = kept(own, {key: value for key, value in keys.items() if key in names})
    parser.is_deepspeed_zero3_enabled = lambda: plan["zero"].get("stage") == 3
    parser.check_version = parser.get_current_device = parser.get_last_checkpoint = lambda *arguments, **words: None
    parser._parse_train_args = lambda args=None: (model, data, training, tuning, generating)
    parser.get_train_args()
    return True


CHECKS = {"deepspeed": deepspeed, "accelerate": accelerate, "axolotl": axolotl, "trl": trl, "llama-factory": llama_factory,
          "kubernetes": kubernetes, "torchtitan": torchtitan}
PATHS = ["axolotl/src", "accelerate/src", "DeepSpeed", "torchtitan", "tyro/src", "LLaMA-Factory/src", "trl"]
SOURCES = pathlib.Path()


def prepare(name):
    """Loads nothing else than configuration: older releases of torch lack what the newest programs compile at import."""
    import torch
    if name == "torchtitan":
        torch.compile = lambda function=None, **words: function or (lambda inner: inner)
        stand_ins.stand_in_of("torchtitan.components.quantization")
    if name in ("trl", "llama-factory"):
        import dataclasses
        import transformers
        fields = [(key, object, dataclasses.field(default=value)) for key, value in arguments_of_trainer().items()]

        def settle(self):
            self.do_eval = self.do_eval or self.eval_strategy != "no"

        made = dataclasses.make_dataclass("TrainingArguments", fields, namespace={"__post_init__": settle, "_VALID_DICT_FIELDS": []})
        made.__getattr__ = lambda self, name: None  # arguments that no export states
        transformers.TrainingArguments = transformers.Seq2SeqTrainingArguments = made
        import transformers.utils
        transformers.utils.is_torch_npu_available = transformers.utils.is_torch_xpu_available = lambda: False
    if name == "axolotl":
        import transformers.utils.import_utils
        transformers.utils.import_utils.is_torch_npu_available = lambda: False
    if name == "deepspeed":
        os.environ["DS_ACCELERATOR"] = "cpu"
        from torch._library import infer_schema
        infer_schema.SUPPORTED_PARAM_TYPES[list[int]] = "SymInt[]"  # since torch 2.7


def reason_of(error):
    """Returns a sentence without numbers, names of classes and addresses of documentation."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip() and "errors.pydantic.dev" not in line]
    return type(error).__name__ + ": " + " ".join(lines)[:300]


def check_one_program(name, exports):
    stand_ins.stand_in_for(*ABSENT)
    prepare(name)
    accepted, refused = collections.Counter(), {}
    for place in sorted(exports.glob("*/*/"), key=lambda path: (int(path.parent.name), path.name)):
        plan = json.loads((place.parent / "plan.json").read_text())
        try:
            with contextlib.redirect_stdout(sys.stderr):
                is_checked = CHECKS[name](place, plan)
            if is_checked:
                accepted[place.name] += 1
        except (Exception, SystemExit) as error:  # whatever the program raises is its refusal
            refused.setdefault(reason_of(error), []).append(f"{place.parent.name}/{place.name}")
    number = sum(len(places) for places in refused.values())
    of = ", ".join(f"{program} {count}" for program, count in sorted(accepted.items()))
    print(f"{name}: {sum(accepted.values())} accepted ({of}), {number} refused")
    for reason, places in sorted(refused.items(), key=lambda item: -len(item[1])):
        print(f"  {len(places)} {places[0]}: {reason}")
    return not refused and sum(accepted.values()) > 0


def main():
    global SOURCES
    SOURCES = pathlib.Path(sys.argv[1]).resolve()
    exports = pathlib.Path(sys.argv[2]).resolve()
    if len(sys.argv) > 3:
        sys.path[:0] = [str(SOURCES / path) for path in PATHS]
        return 0 if check_one_program(sys.argv[3], exports) else 1
    status = 0
    for name in CHECKS:
        run = subprocess.run([sys.executable, __file__, *sys.argv[1:3], name], capture_output=True, text=True, check=False)
        said = run.stdout or f"{name}: its classes cannot be loaded\n  " + (run.stderr.strip().splitlines() or [""])[-1] + "\n"
        print(said, end="", flush=True)
        status = max(status, run.returncode)
    return status


if __name__ == "__main__":
    sys.exit(main())
