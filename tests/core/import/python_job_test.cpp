// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <map>

#include "core/import/import.h"
#include "core/import/import_folder.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Texts = std::map<std::string, std::string>;

/// Returns the import of run.sh with the files that it names, over the plan of the model that they name.
Imported job_imported_from(const Texts& texts) {
  const auto text_of = [&](const std::string& name) {
    const auto found = texts.find(name);
    return found == texts.end() ? std::string() : found->second;
  };
  const ImportFile file = job_of({{"run.sh", texts.at("run.sh")}}, text_of);
  const auto base = base_in(file);
  return import_file(file, base ? *base : read_plan(R"({"model": {"preset": "gpt2"}})"));
}

QString value_in(const Imported& imported, const char* path) {
  return QString::fromStdString(value_text(find_plan_key(path)->value(imported.document.plan)));
}

QString message_of(const Imported& imported, std::string_view code) {
  const auto note = std::ranges::find(imported.notes, code, &Finding::code);
  return note == imported.notes.end() ? QString() : QString::fromStdString(note->message);
}

const ReadKey* key_read(const Imported& imported, std::string_view path) {
  const auto key = std::ranges::find(imported.read, path, &ReadKey::path);
  return key == imported.read.end() ? nullptr : &*key;
}

constexpr const char* own_options = R"(
import argparse
import torch
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments
from peft import LoraConfig, get_peft_model
def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", required=True)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--accum", type=int, default=16)
    parser.add_argument("--use-lora", action="store_true")
    parser.add_argument("--rank", type=int, default=8)
    parser.add_argument("--ds", default=None)
    return parser.parse_args()
args = parse()
model = AutoModelForCausalLM.from_pretrained(args.base, torch_dtype=torch.bfloat16)
if args.use_lora:
    model = get_peft_model(model, LoraConfig(r=args.rank, target_modules=["q_proj", "v_proj"]))
arguments = TrainingArguments("out", per_device_train_batch_size=args.batch, bf16=True,
                              gradient_accumulation_steps=args.accum, deepspeed=args.ds)
Trainer(model=model, args=arguments).train()
)";

/// A program whose arguments are classes that a command fills.
constexpr const char* own_classes = R"(
from dataclasses import dataclass, field
import transformers
@dataclass
class ModelArguments:
    model_name_or_path: str = field(default="facebook/opt-125m")
@dataclass
class TrainingArguments(transformers.TrainingArguments):
    optim: str = field(default="adamw_bnb_8bit")
    model_max_length: int = field(default=768, metadata={"help": "longest sequence"})
def train():
    parser = transformers.HfArgumentParser((ModelArguments, TrainingArguments))
    model_args, training_args = parser.parse_args_into_dataclasses()
    model = transformers.AutoModelForCausalLM.from_pretrained(model_args.model_name_or_path)
    transformers.Trainer(model=model, args=training_args).train()
if __name__ == "__main__":
    train()
)";

}  // namespace

/// Tests of scripts that start a Python program of somebody's own, which stands beside them.
class PythonJobTest : public QObject {
  Q_OBJECT

 private slots:
  // a-r-r-o-w/finetrainers@f476c371 train.py, MindSpeed-LLM's posttrain_gpt.py, wenet's bin/train.py
  void a_program_is_trainer_s_only_by_trainer_s_own_names() {
    const Imported own_class = job_imported_from(
        {{"run.sh", "torchrun --nproc_per_node 2 train.py --lr 1e-5 --batch_size 1 --seq_length 4096\n"},
         {"train.py",
          "from finetrainers import BaseArgs, SFTTrainer\nargs = BaseArgs()\ntrainer = SFTTrainer(args)\n"
          "trainer.run()\n"}});
    QCOMPARE(QString::fromStdString(own_class.program), QString());
    QVERIFY(message_of(own_class, "framework_guessed").contains("not known"));
    const Imported own_file = job_imported_from(
        {{"run.sh", "torchrun bin/train.py --config conf/whisper.yaml --lr 1e-5 --epochs 3\n"},
         {"conf/whisper.yaml", "encoder: transformer\noptim: adam\naccum_grad: 4\n"}});
    QCOMPARE(QString::fromStdString(own_file.program), QString());
    QCOMPARE(value_in(own_file, "training.optimizer"), QString("adam"));
    QVERIFY(message_of(own_file, "program_not_known").contains("conf/whisper.yaml"));
  }

  // tatsu-lab/alpaca_farm@30717dda examples/scripts/rlhf_ppo.sh
  void an_empty_section_of_accelerate_starts_no_deepspeed() {
    const Imported imported = job_imported_from(
        {{"run.sh", "accelerate launch --config_file fsdp.yaml examples/rlhf_ppo.py --learning_rate 1e-5\n"},
         {"fsdp.yaml",
          "deepspeed_config: { }\ndistributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: 1\n"
          "mixed_precision: 'bf16'\nnum_machines: 1\nnum_processes: 8\n"}});
    QCOMPARE(value_in(imported, "zero.stage"), QString("3"));
    QCOMPARE(value_in(imported, "cluster.gpus_per_node"), QString("8"));
    QCOMPARE(value_in(imported, "training.precision"), QString("bf16"));
    QVERIFY(imported.document.plan.training.framework == Framework::fsdp);
  }

  // AnswerDotAI/ModernBERT@8c57a0f0 examples/train_st_gooaq.py
  void the_model_of_sentence_transformers_is_read() {
    const auto base = base_in(
        "from sentence_transformers import SentenceTransformer, SentenceTransformerTrainingArguments\n"
        "model_name = 'Qwen/Qwen2.5-0.5B'\nmodel = SentenceTransformer(model_name)\n"
        "args = SentenceTransformerTrainingArguments(per_device_train_batch_size=2048, bf16=True)\n");
    QVERIFY(base.has_value());
    QCOMPARE(base->plan.model.preset->id, std::string("qwen2.5-0.5b"));
  }

  // aqlaboratory/openfold@ce0029e1 train_openfold.py
  void the_trainer_of_lightning_is_not_that_of_transformers() {
    constexpr const char* text =
        "import pytorch_lightning as pl\nfrom openfold.model import OpenFoldWrapper\n"
        "def main(args):\n    trainer = pl.Trainer(**vars(args))\n    trainer.fit(OpenFoldWrapper())\n";
    QVERIFY_THROWS_EXCEPTION(FileError, (void)kind_of_import(text));
  }

  // ymcui/Chinese-LLaMA-Alpaca-3@58a4b6c1 scripts/training/run_clm_sft_with_peft.py
  void an_option_that_the_program_divides_at_commas_is_read() {
    const Imported imported = job_imported_from(
        {{"run.sh",
          "torchrun run_clm_sft_with_peft.py --model_name_or_path gpt2 --per_device_train_batch_size 1 "
          "--lora_rank 64 --trainable q_proj,o_proj\n"},
         {"run_clm_sft_with_peft.py",
          "from peft import LoraConfig, get_peft_model\nfrom transformers import Trainer, TrainingArguments\n"
          "target_modules = training_args.trainable.split(',')\n"
          "peft_config = LoraConfig(target_modules=target_modules, r=training_args.lora_rank)\n"
          "model = get_peft_model(model, peft_config)\nTrainer(model=model, args=training_args).train()\n"}});
    QCOMPARE(imported.document.plan.training.lora.targets, lora_q | lora_o);
    QCOMPARE(imported.document.plan.training.lora.rank, 64);
  }

  void files_are_looked_for_in_the_folder_that_the_script_goes_to() {
    const Imported imported = job_imported_from(
        {{"run.sh",
          "cd src\ndeepspeed train.py --model_name_or_path gpt2 --per_device_train_batch_size 64 "
          "--deepspeed configs/deepspeed_config.json\n"},
         {"src/configs/deepspeed_config.json",
          R"({"train_micro_batch_size_per_gpu": "auto", "zero_optimization": {"stage": 3}})"}});
    QCOMPARE(value_in(imported, "zero.stage"), QString("3"));
    QCOMPARE(value_in(imported, "training.micro_batch_size"), QString("64"));
  }

  // PrimeIntellect-ai/prime-rl@559b44772 configs/basic/reverse-text/rl.toml, and the form of
  // aghyad-deeb/prime-rl@22084b75 run_train.sh
  void commands_of_prime_rl_take_files_behind_at() {
    const std::string rl =
        "seq_len = 2048\n[deployment]\nnum_train_gpus = 2\n[model]\nname = \"Qwen/Qwen3-0.6B\"\n"
        "[orchestrator]\nbatch_size = 128\ngroup_size = 16\n[inference]\n";
    const Imported whole = job_imported_from(
        {{"run.sh",
          "uv run --no-sync rl @ rl.toml --output-dir out --trainer.model.attn flash_attention_3\n"},
         {"rl.toml", rl}});
    QCOMPARE(whole.program, std::string("prime-rl"));
    QCOMPARE(value_in(whole, "training.method"), QString("grpo"));
    QCOMPARE(value_in(whole, "training.sequence_length"), QString("2,048"));
    QCOMPARE(value_in(whole, "training.rl.samples"), QString("16"));
    QCOMPARE(value_in(whole, "cluster.gpus_per_node"), QString("2"));
    QCOMPARE(value_in(whole, "training.attention_kernel"), QString("flash_3"));
    const Imported old = job_imported_from(
        {{"run.sh", "uv run rl @ rl.toml\n"},
         {"rl.toml",
          "trainer_gpu_ids = [1, 2, 3]\n[model]\nname = \"Qwen/Qwen3-0.6B\"\n[orchestrator]\n"
          "batch_size = 64\nseq_len = 1024\n"}});
    const ReadKey* const version = key_read(old, "training.program_version");
    QVERIFY(version != nullptr);
    QCOMPARE(version->value, std::string("\"0.5.0\""));
    QCOMPARE(value_in(old, "cluster.gpus_per_node"), QString("3"));
    const Imported trainer = job_imported_from(
        {{"run.sh",
          "uv run torchrun --nproc-per-node 8 src/prime_rl/trainer/sft/train.py  @ sft.toml \\\n"
          "  --output-dir $OUTPUT_DIR\n"},
         {"sft.toml",
          "max_steps = 10\n[model]\nname = \"Qwen/Qwen3-0.6B\"\n[data]\nbatch_size = 16\nseq_len = 4096\n"}});
    QCOMPARE(trainer.program, std::string("prime-rl"));
    QCOMPARE(value_in(trainer, "training.method"), QString("sft"));
    QCOMPARE(value_in(trainer, "training.sequence_length"), QString("4,096"));
    QCOMPARE(value_in(trainer, "cluster.gpus_per_node"), QString("8"));
  }

  // Functions of pytorch/torchtitan@b5bcd76c6 torchtitan/models/llama3/config_registry.py, shortened
  void a_function_of_torchtitan_s_registry_is_the_configuration() {
    const std::string registry = R"(from torchtitan.trainer import Trainer
from . import model_registry


def llama3_debugmodel() -> Trainer.Config:
    model_spec = model_registry("debugmodel")
    return Trainer.Config(model_spec=model_spec, training=TrainingConfig(seq_len=2048))


def llama3_8b() -> Trainer.Config:
    """The model of 8 B."""
    model_spec = model_registry("8B")
    return Trainer.Config(
        hf_assets_path="./assets/hf/Llama-3.1-8B",
        model_spec=model_spec,
        optimizer=default_adamw(lr=3e-4),
        training=TrainingConfig(
            num_tokens_per_microbatch_per_dp_rank=2 * 8192,
            max_context_length=8192,
            steps=1000,
        ),
        checkpoint=CheckpointManager.Config(interval=500),
        activation_checkpoint=SelectiveAC.Config(),
    )


def mine() -> Trainer.Config:
    config = llama3_8b()
    assert config.model_spec is not None
    config.compile = CompileConfig(enable=True, components=["model"])
    config.parallelism.tensor_parallel_degree = 4
    config.activation_checkpoint = FullAC.Config()
    return config
)";
    const auto read = [&](const std::string& name) {
      return job_imported_from(
          {{"run.sh", "MODULE=llama3 CONFIG=" + name + " NGPU=8 ./run_train.sh --training.steps 20\n"},
           {"torchtitan/models/llama3/config_registry.py", registry}});
    };
    const Imported usual = read("llama3_8b");
    QCOMPARE(usual.program, std::string("torchtitan"));
    QCOMPARE(value_in(usual, "training.sequence_length"), QString("8,192"));
    QCOMPARE(value_in(usual, "training.micro_batch_size"), QString("2"));
    QCOMPARE(value_in(usual, "training.activation_checkpointing"), QString("selective"));
    QCOMPARE(value_in(usual, "training.save_steps"), QString("500"));
    QCOMPARE(value_in(usual, "training.optimizer"), QString("adamw"));
    QCOMPARE(usual.document.plan.model.preset->id, std::string("llama-3.1-8b"));
    const Imported changed = read("mine");
    QCOMPARE(value_in(changed, "training.activation_checkpointing"), QString("full"));
    QCOMPARE(value_in(changed, "training.tensor_parallel"), QString("4"));
    QCOMPARE(value_in(changed, "training.sequence_length"), QString("8,192"));
    QVERIFY(key_read(changed, "training.fused_norm") != nullptr);
    // A file with one configuration beside those for debugging is that one.
    const std::string one = registry.substr(0, registry.find("\n\ndef mine"));
    const Imported alone =
        import_file({one, {}, {}, "config_registry.py"}, read_plan(R"({"model": {"preset": "gpt2"}})"));
    QCOMPARE(alone.document.plan.model.preset->id, std::string("llama-3.1-8b"));
    QCOMPARE(value_in(alone, "training.micro_batch_size"), QString("2"));
  }

  // accelerate_configs/deepspeed_zero3.yaml and bash_scrips/qwen2_7b_step_dpo.sh of dvlab-research/Step-DPO
  void half_precision_of_the_command_counts_before_the_file_of_accelerate() {
    const auto precision = [](const std::string& launcher, const std::string& options) {
      return value_in(
          job_imported_from(
              {{"run.sh", "accelerate launch --config_file zero3.yaml " + launcher +
                              " train.py --model_name_or_path gpt2 --per_device_train_batch_size=4 " +
                              options + '\n'},
               {"zero3.yaml",
                "compute_environment: LOCAL_MACHINE\ndeepspeed_config:\n  zero_stage: 3\n"
                "distributed_type: DEEPSPEED\nmixed_precision: no\nnum_processes: 8\n"}}),
          "training.precision");
    };
    QCOMPARE(precision("--mixed_precision bf16", ""), QString("bf16"));
    QCOMPARE(precision("", "--bf16=True"), QString("bf16"));
    QCOMPARE(precision("--mixed_precision bf16", "--fp16"), QString("fp16"));
    QCOMPARE(precision("", ""), QString("fp32"));
  }

  // LLaVA's programs make one trainer for each method; llava/train/train.py of NVlabs/VILA.
  void a_trainer_of_a_branch_beside_others_names_no_method() {
    const std::string begin =
        "from transformers import TrainingArguments\nfrom trl import DPOTrainer\n"
        "arguments = TrainingArguments('out', per_device_train_batch_size=2)\nif arguments.dpo:\n"
        "    trainer = DPOTrainer(args=arguments)\n";
    const std::string run = "torchrun train.py --model_name_or_path gpt2\n";
    const Imported one = job_imported_from({{"run.sh", run}, {"train.py", begin}});
    QCOMPARE(value_in(one, "training.method"), QString("dpo"));
    for (const char* other : {"else:\n    trainer = LLaVATrainer(args=arguments)\n",
                              "else:\n    trainer = trainer_cls(args=arguments)\n",
                              "else:\n    trainer = KTOTrainer(args=arguments)\n"}) {
      const Imported several = job_imported_from({{"run.sh", run}, {"train.py", begin + other}});
      QCOMPARE(value_in(several, "training.method"), QString("sft"));
    }
  }

  // mcore_adapter/examples/train/run_train.py of alibaba/ROLL
  void a_command_that_tunes_all_weights_has_no_adapters_of_the_program() {
    const std::string program =
        "from transformers import TrainingArguments\nfrom peft import LoraConfig, get_peft_model\n"
        "arguments = TrainingArguments('out', per_device_train_batch_size=2)\ndef setup(model, args):\n"
        "    return get_peft_model(model, LoraConfig(r=8, target_modules=['q_proj']))\n";
    const std::string run = "torchrun run_train.py --model_name_or_path gpt2 ";
    const auto rank = [&](const std::string& options) {
      return value_in(job_imported_from({{"run.sh", run + options + '\n'}, {"run_train.py", program}}),
                      "training.lora.rank");
    };
    QCOMPARE(rank("--finetuning_type=full"), QString("0"));
    QCOMPARE(rank("--is_peft False"), QString("0"));
    QCOMPARE(rank("--finetuning_type=lora"), QString("8"));
    QCOMPARE(rank("--lr 1e-4"), QString("8"));
  }

  void options_of_the_command_reach_what_the_program_passes_on() {
    const Imported imported = job_imported_from(
        {{"run.sh",
          "deepspeed --num_gpus 4 own.py --base facebook/opt-1.3b --batch 4 --use-lora --rank 64 --ds "
          "z.json"},
         {"own.py", own_options},
         {"z.json", R"({"zero_optimization": {"stage": 2}, "gradient_accumulation_steps": "auto"})"}});
    QCOMPARE(imported.document.plan.model.preset->id, std::string("opt-1.3b"));
    QCOMPARE(value_in(imported, "cluster.gpus_per_node"), QString("4"));
    QCOMPARE(value_in(imported, "training.micro_batch_size"), QString("4"));
    QCOMPARE(value_in(imported, "training.gradient_accumulation_steps"), QString("16"));
    QCOMPARE(value_in(imported, "training.lora.rank"), QString("64"));
    QCOMPARE(value_in(imported, "training.precision"), QString("bf16"));
    QCOMPARE(value_in(imported, "training.program"), QString("hf-trainer"));
    QCOMPARE(value_in(imported, "zero.stage"), QString("2"));
    QCOMPARE(message_of(imported, "option_defaults"),
             QString("The command leaves options at the program's defaults: accum."));
  }

  void a_value_of_the_command_stands_in_the_command() {
    const Imported imported =
        job_imported_from({{"run.sh", "torchrun --nproc_per_node 2 own.py \\\n  --base gpt2 --batch 4\n"},
                           {"own.py", own_options}});
    const ReadKey* batch = key_read(imported, "training.micro_batch_size");
    QVERIFY(batch != nullptr);
    QCOMPARE(batch->key, std::string("batch"));
    QCOMPARE(batch->line, 2);
    QVERIFY(batch->part == ImportPart::file);
    const ReadKey* precision = key_read(imported, "training.precision");
    QCOMPARE(precision->key, std::string("bf16 of own.py"));
    QVERIFY(precision->part == ImportPart::training);
  }

  void a_switch_that_the_command_leaves_off_is_off() {
    const Imported imported =
        job_imported_from({{"run.sh", "torchrun own.py --base gpt2 --rank 64\n"}, {"own.py", own_options}});
    QVERIFY(imported.document.plan.training.lora.rank == 0);
    QVERIFY(std::ranges::none_of(imported.unread_keys,
                                 [](const UnreadKey& key) { return key.key.starts_with("lora_r"); }));
  }

  void fields_of_a_class_of_arguments_are_keys_of_the_command() {
    const Imported imported = job_imported_from(
        {{"run.sh",
          "torchrun own.py --model_name_or_path gpt2-xl --per_device_train_batch_size 3 --bf16 True "
          "--optim adamw_torch\n"},
         {"own.py", own_classes}});
    QCOMPARE(imported.document.plan.model.preset->id, std::string("gpt-2-xl-1.5b"));
    QCOMPARE(value_in(imported, "training.micro_batch_size"), QString("3"));
    QCOMPARE(value_in(imported, "training.sequence_length"), QString("768"));
    QCOMPARE(value_in(imported, "training.optimizer"), QString("adamw"));
  }

  void only_defaults_that_reach_the_plan_are_named() {
    const Imported imported = job_imported_from(
        {{"run.sh", "torchrun own.py --model_name_or_path gpt2 --bf16 True --cache_dir c\n"},
         {"own.py", std::string(own_classes) +
                        "class More(transformers.TrainingArguments):\n    run_name: str = 'x'\n"}});
    QCOMPARE(message_of(imported, "option_defaults"),
             QString("The command leaves options at the program's defaults: optim, model_max_length."));
  }

  void parameters_of_the_function_that_is_started_are_options() {
    const Imported imported = job_imported_from(
        {{"run.sh", "python own.py --base facebook/opt-1.3b --micro 8\n#SBATCH --nodes 1\n"},
         {"own.py",
          "import fire\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n"
          "def train(base: str = '', micro: int = 4, steps: int = 2):\n"
          "    model = AutoModelForCausalLM.from_pretrained(base)\n"
          "    t = Trainer(model, TrainingArguments('o', per_device_train_batch_size=micro,\n"
          "                gradient_accumulation_steps=steps))\n"
          "    t.train(resume_from_checkpoint=True)\nfire.Fire(train)\n"}});
    QCOMPARE(imported.document.plan.model.preset->id, std::string("opt-1.3b"));
    QCOMPARE(value_in(imported, "training.micro_batch_size"), QString("8"));
    QCOMPARE(value_in(imported, "training.gradient_accumulation_steps"), QString("2"));
  }

  /// The batch of alpaca-lora's finetune.py and of programs made from it: a whole batch, divided by what a
  /// GPU takes at once and by the processes that the launcher starts.
  void a_batch_is_divided_among_given_options_and_processes_data() {
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("division");
    QTest::addColumn<QString>("steps");
    const char* const branch = "    if ddp:\n        steps = steps // world_size\n";
    const char* const in_place = "    if ddp:\n        steps //= world_size\n";
    const auto row = [](const char* name, const char* command, const char* division, const char* steps) {
      QTest::newRow(name) << QByteArray(command) << QByteArray(division) << QString(steps);
    };
    row("two of a node", "torchrun --nproc_per_node=2 own.py --base gpt2 --batch 128 --micro 8", branch, "8");
    row("in place", "torchrun --nproc_per_node=2 own.py --base gpt2 --batch 128 --micro 8", in_place, "8");
    row("two nodes of four", "torchrun --nnodes 2 --nproc_per_node 4 own.py --base gpt2 --batch 128", branch,
        "4");
    row("python alone", "python own.py --base gpt2 --batch 64\n#SBATCH --nodes 1", branch, "16");
    row("accelerate", "accelerate launch --num_processes 4 own.py --base gpt2", branch, "8");
    row("at least one", "torchrun --nproc_per_node=2 own.py --base gpt2 --batch 4 --micro 4",
        "    steps = max(1, int(batch / micro / world_size))\n", "1");
  }
  void a_batch_is_divided_among_given_options_and_processes() {
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, division);
    QFETCH(QString, steps);
    const std::string program =
        "import os\nimport fire\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n"
        "def train(base: str = '', batch: int = 128, micro: int = 4):\n"
        "    steps = batch // micro\n"
        "    world_size = int(os.environ.get('WORLD_SIZE', 1))\n    ddp = world_size != 1\n" +
        division.toStdString() +
        "    model = AutoModelForCausalLM.from_pretrained(base)\n"
        "    t = Trainer(model, TrainingArguments('o', per_device_train_batch_size=micro,\n"
        "                gradient_accumulation_steps=steps))\n"
        "    t.train(resume_from_checkpoint=True)\nfire.Fire(train)\n";
    const Imported imported =
        job_imported_from({{"run.sh", command.toStdString() + "\n"}, {"own.py", program}});
    QCOMPARE(value_in(imported, "training.gradient_accumulation_steps"), steps);
  }

  void an_option_that_only_feeds_arithmetic_is_read() {
    const Imported imported = job_imported_from(
        {{"run.sh", "python train.py --base_model gpt2 --batch_size 64 --micro_batch_size 2 --val_size 9\n"},
         {"train.py",
          "from transformers import Trainer, TrainingArguments, AutoModelForCausalLM\nimport fire\n"
          "def train(base_model: str, batch_size: int = 128, micro_batch_size: int = 4, val_size: int = 2):\n"
          "    steps = batch_size // micro_batch_size\n"
          "    model = AutoModelForCausalLM.from_pretrained(base_model)\n"
          "    Trainer(model=model, args=TrainingArguments(per_device_train_batch_size=micro_batch_size,\n"
          "            gradient_accumulation_steps=steps))\n"
          "fire.Fire(train)\n"}});
    QCOMPARE(imported.document.plan.training.gradient_accumulation_steps, 32);
    const auto is_read = [&](std::string_view key) {
      return std::ranges::find(imported.read, key, &ReadKey::key) != imported.read.end();
    };
    const auto is_lost = [&](std::string_view key) {
      return std::ranges::find(imported.unread_keys, key, &UnreadKey::key) != imported.unread_keys.end();
    };
    QVERIFY(is_read("batch_size") && !is_lost("batch_size"));
    QVERIFY(!is_read("val_size") && is_lost("val_size"));
  }
  void processes_that_nothing_states_leave_the_batch_open() {
    const Imported imported = job_imported_from(
        {{"run.sh", "torchrun --nproc_per_node=$GPUS own.py --base gpt2\n"},
         {"own.py",
          "import os\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n"
          "def train(base: str = '', batch: int = 128):\n"
          "    steps = batch // int(os.environ['WORLD_SIZE'])\n"
          "    model = AutoModelForCausalLM.from_pretrained(base)\n"
          "    Trainer(model, TrainingArguments('o', gradient_accumulation_steps=steps)).train()\n"
          "train()\n"}});
    QVERIFY(key_read(imported, "training.gradient_accumulation_steps") == nullptr);
  }

  void a_program_that_only_calls_another_stands_for_it() {
    const Imported imported = job_imported_from(
        {{"run.sh", "torchrun pack/start.py --model_name_or_path gpt2 --bf16 True\n"},
         {"pack/start.py",
          "from pack.train import train\nif __name__ == '__main__':\n    train(kernel='x')\n"},
         {"pack/train.py", own_classes}});
    QCOMPARE(value_in(imported, "training.sequence_length"), QString("768"));
    QCOMPARE(key_read(imported, "training.sequence_length")->key,
             std::string("model_max_length of train.py"));
  }

  void a_module_is_the_file_of_that_name() {
    const Imported imported = job_imported_from(
        {{"run.sh",
          "python -m torch.distributed.run --nproc_per_node 2 -m pack.train --model_name_or_path gpt2 "
          "--bf16 True\n"},
         {"pack/train.py", own_classes}});
    QCOMPARE(value_in(imported, "training.sequence_length"), QString("768"));
  }

  void a_loop_of_its_own_has_its_ds_config_read() {
    const Imported imported = job_imported_from(
        {{"run.sh", "deepspeed --num_gpus 2 own.py --stage 3\n"},
         {"own.py",
          "import deepspeed\nfrom transformers import AutoModelForCausalLM\n"
          "model = AutoModelForCausalLM.from_pretrained('facebook/opt-1.3b')\n"
          "config = {'train_micro_batch_size_per_gpu': 2, 'zero_optimization': {'stage': 1}}\n"
          "deepspeed.initialize(model=model, config=config)\n"}});
    QCOMPARE(imported.document.plan.model.preset->id, std::string("opt-1.3b"));
    QCOMPARE(value_in(imported, "training.micro_batch_size"), QString("2"));
    QCOMPARE(value_in(imported, "zero.stage"), QString("1"));
  }

  void adapters_of_a_branch_that_only_the_run_decides_are_read_and_named() {
    const Imported imported = job_imported_from(
        {{"run.sh", "torchrun own.py --model_name_or_path gpt2 --bf16 True\n"},
         {"own.py", std::string(own_classes) +
                        "from peft import LoraConfig, get_peft_model\nlast = newest_checkpoint()\n"
                        "if last is None:\n    model = get_peft_model(model, LoraConfig(r=32))\n"}});
    QCOMPARE(value_in(imported, "training.lora.rank"), QString("32"));
    QVERIFY(message_of(imported, "adapters_by_condition").contains("last is None"));
  }
  void adapters_of_a_switch_that_the_command_does_not_give_are_none() {
    const std::string program =
        "import transformers\nfrom mine import parse\nargs = parse()\n"
        "training = transformers.TrainingArguments(per_device_train_batch_size=2, bf16=True)\n"
        "if args.lora_enable:\n    config = LoraConfig(r=8, target_modules=['q_proj'])\n";
    const auto imported_with = [&](const std::string& more) {
      return job_imported_from(
          {{"run.sh", "torchrun --nproc_per_node 2 mine_train.py --bf16 True" + more + '\n'},
           {"mine_train.py", program}});
    };
    const Imported without = imported_with("");
    QCOMPARE(without.document.plan.training.lora.rank, 0);
    QVERIFY(message_of(without, "adapters_by_condition")
                .contains("lora_enable, which the command does not give"));
    QCOMPARE(imported_with(" --lora_enable True").document.plan.training.lora.rank, 8);
  }

  // dvlab-research/Step-DPO@c4902fd2 bash_scrips/qwen2_7b_step_dpo.sh, train.py, configs/config_full.yaml
  void the_trainer_of_a_program_with_a_training_file_names_the_method() {
    const std::string program =
        "import transformers\nfrom alignment import DPOConfig\nfrom stepdpo_trainer import StepDPOTrainer\n"
        "trainer = StepDPOTrainer(model, ref_model, args=training_args, beta=training_args.beta)\n";
    const Texts texts = {
        {"run.sh",
         "#!/bin/bash\naccelerate launch --num_processes 8 train.py configs/config_full.yaml "
         "--model_name_or_path=Qwen/Qwen2-7B --beta=0.5\n"},
        {"configs/config_full.yaml",
         "bf16: True\nbeta: 0.05\nmax_length: 1024\nmax_prompt_length: 512\noptim: adamw_torch\n"
         "per_device_train_batch_size: 1\n"},
        {"train.py", program}};
    const Imported imported = job_imported_from(texts);
    QCOMPARE(value_in(imported, "training.method"), QString("dpo"));
    QCOMPARE(value_in(imported, "training.sequence_length"), QString("1,024"));
    // without the program, a note says that sft was assumed
    Texts alone = texts;
    alone.erase("train.py");
    const Imported without = job_imported_from(alone);
    QCOMPARE(value_in(without, "training.method"), QString("sft"));
    const auto beta = std::ranges::find_if(without.unread_keys, [](const UnreadKey& key) {
      return key.reason.ends_with("Set training.method.");
    });
    QVERIFY(beta != without.unread_keys.end());
  }
  void a_trainer_derived_from_one_of_the_handbook_names_the_method() {
    const Imported imported = job_imported_from(
        {{"run.sh",
          "#!/bin/bash\naccelerate launch --num_processes 2 train2.py --model_name_or_path gpt2 --beta 0.1 "
          "--max_length 512 --per_device_train_batch_size 1\n"},
         {"train2.py",
          "from alignment import DPOConfig, H4ArgumentParser, ModelArguments\n"
          "from step_trainer import StepDPOTrainer\nparser = H4ArgumentParser((ModelArguments, DPOConfig))\n"
          "m, t = parser.parse()\n"
          "tr = StepDPOTrainer(m.model_name_or_path, None, args=t, beta=t.beta)\n"}});
    QCOMPARE(value_in(imported, "training.method"), QString("dpo"));
  }

  // chtmp223/suri@08a8e8ff ft/i-orpo/run_orpo.sh
  void a_training_file_below_dots_is_the_one_of_its_name() {
    const Imported imported = job_imported_from(
        {{"run.sh", "#!/bin/bash\naccelerate launch --num_processes 4 .../run_orpo.py .../orpo.yaml\n"},
         {"orpo.yaml",
          "model_name_or_path: gpt2\nuse_peft: true\nlora_r: 16\nmax_length: 900\n"
          "per_device_train_batch_size: 1\nbf16: true\n"}});
    QCOMPARE(value_in(imported, "training.method"), QString("orpo"));
    QCOMPARE(value_in(imported, "training.sequence_length"), QString("900"));
    QCOMPARE(imported.document.plan.training.lora.rank, 16);
  }

  void a_length_that_no_file_states_is_noted_without_deepspeed_too() {
    const auto says_so = [](const Imported& imported) {
      return std::ranges::any_of(imported.notes, [](const Finding& finding) {
        return finding.path == "training.sequence_length" &&
               finding.message.find("does not say the sequence length") != std::string::npos;
      });
    };
    const Imported imported = job_imported_from(
        {{"run.sh",
          "#!/bin/bash\ntorchrun --nproc_per_node 2 sft.py --model_name_or_path gpt2 --bf16 true "
          "--per_device_train_batch_size 1\n"}});
    QVERIFY(says_so(imported));
    const Imported stated = job_imported_from(
        {{"run.sh",
          "#!/bin/bash\ntorchrun --nproc_per_node 2 sft.py --model_name_or_path gpt2 --bf16 true "
          "--per_device_train_batch_size 1 --max_length 2048\n"}});
    QVERIFY(!says_so(stated));
  }

  /// Options of Hydra take one word, so that the overrides behind them are read.
  void overrides_behind_the_name_of_a_configuration_are_read() {
    for (const char* option : {"--config-name other", "-cn other", "--config-name=other"}) {
      const Imported imported = job_imported_from(
          {{"run.sh",
            "#!/bin/bash\ntorchrun --nproc_per_node 2 train.py " + std::string(option) + " opt=b\n"},
           {"train.py",
            "import hydra\nfrom transformers import Trainer\n@hydra.main(config_path=\"conf\", "
            "config_name=\"train\")\ndef main(cfg):\n    pass\n"},
           {"conf/other.yaml",
            "defaults: [opt: a]\nmodel_name_or_path: gpt2\nper_device_train_batch_size: 3\n"},
           {"conf/opt/a.yaml", "# @package _global_\ngradient_accumulation_steps: 2\n"},
           {"conf/opt/b.yaml", "# @package _global_\ngradient_accumulation_steps: 8\n"}});
      QCOMPARE(imported.document.plan.training.micro_batch_size, 3);
      QCOMPARE(imported.document.plan.training.gradient_accumulation_steps, 8);
    }
  }

  /// A file that an option of the program's own names may be its ds_config.
  void a_file_of_settings_that_is_a_ds_config_is_one() {
    const Imported imported = job_imported_from(
        {{"run.sh",
          "#!/bin/bash\ndeepspeed --num_gpus 2 train.py --model_name_or_path gpt2 --config_file args.json\n"},
         {"args.json", R"({"zero_optimization": {"stage": 2}, "train_micro_batch_size_per_gpu": 3})"}});
    QCOMPARE(imported.document.plan.zero.stage, 2);
    QCOMPARE(imported.document.plan.training.micro_batch_size, 3);
  }

  // DeL-TaiseiOzaki/multi-gpu-sft@3d927ab3 mdx/run_full.sh
  void keys_that_accelerate_passes_over_are_named_and_a_stated_batch_is_no_gap() {
    const Imported imported = job_imported_from(
        {{"run.sh",
          "#!/bin/bash\naccelerate launch --config_file ds.yaml sft.py --model_name_or_path gpt2 --bf16 true "
          "--per_device_train_batch_size 2 --max_length 512\n"},
         {"ds.yaml",
          "distributed_type: DEEPSPEED\nmixed_precision: bf16\nnum_machines: 1\nnum_processes: 2\n"
          "deepspeed_config:\n  zero_stage: 3\n  zero_optimization:\n    offload_optimizer:\n      device: "
          "cpu\n"}});
    QVERIFY(imported.document.plan.zero.offload_optimizer.device == Device::none);
    QVERIFY(std::ranges::find(imported.unread_keys,
                              std::string("deepspeed_config.zero_optimization of accelerate's file"),
                              &UnreadKey::key) != imported.unread_keys.end());
    QVERIFY(message_of(imported, "batch_not_given").isEmpty());
  }
};

ZP_TEST(PythonJobTest)
#include "python_job_test.moc"
