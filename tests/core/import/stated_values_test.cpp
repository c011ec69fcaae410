// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/text/file_error.h"
#include "tests/core/import/plan_value.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::value_of;
using text_io::Json;

namespace {

PlanDocument base_of(const std::string& text) {
  return base_in(text).value_or(read_plan(R"({"model": {"preset": "llama-2-7b"}})"));
}

std::string said_in(const Imported& found) {
  std::string all;
  for (const Finding& note : found.notes)
    all += note.message + '\n';
  return all;
}

void add_row(const char* name, const char* text, const char* plan, const char* message = "") {
  QTest::newRow(name) << QString(text) << QString(plan) << QString(message);
}

}  // namespace

/// Tests values that public scripts state in their own way. The excerpts are written for the test.
class StatedValuesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_file_s_values_are_the_plan_s_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("message");
    add_row("older arithmetic of bash",
            "#!/bin/bash\nN=4\nA=$[128/($N*8)]\ntorchrun --nproc_per_node 4 t.py --bf16 True "
            "--gradient_accumulation_steps $A\n",
            R"({"training.gradient_accumulation_steps": 4})");
    add_row(
        "parts of InternVL with adapters",
        "torchrun --nproc_per_node 8 internvl/train/internvl_chat_finetune.py --model_name_or_path "
        "OpenGVLab/InternVL2-2B --freeze_llm True --freeze_mlp True --freeze_backbone True --use_llm_lora 16 "
        "--grad_checkpoint True --per_device_train_batch_size 4 --bf16 True\n",
        R"({"training.lora.rank": 16, "training.vision.tower": "frozen", "training.vision.projector": "frozen",
               "training.activation_checkpointing": "full"})");
    add_row(
        "parts of InternVL without adapters",
        "torchrun --nproc_per_node 8 internvl/train/internvl_chat_finetune.py --model_name_or_path "
        "OpenGVLab/InternVL2-2B --freeze_llm False --freeze_mlp False --freeze_backbone True --use_llm_lora "
        "0 "
        "--per_device_train_batch_size 4 --bf16 True\n",
        R"({"training.lora.rank": 0, "training.vision.tower": "frozen", "training.vision.projector": "trained",
               "training.vision.language_model": "trained"})");
    add_row("only the projector of LLaVA",
            "deepspeed llava/train/train_mem.py --model_name_or_path lmsys/vicuna-7b-v1.5 "
            "--tune_mm_mlp_adapter True "
            "--per_device_train_batch_size 32 --bf16 True\n",
            R"({"training.vision.language_model": "frozen", "training.vision.projector": "trained"})",
            "memory and time are too high");
    add_row("parts of VILA",
            "torchrun --nproc_per_node 8 llava/train/train_mem.py --model_name_or_path "
            "Qwen/Qwen2.5-VL-7B-Instruct "
            "--tune_vision_tower False --tune_mm_projector True --tune_language_model False --bf16 True "
            "--per_device_train_batch_size 4\n",
            R"({"training.vision.tower": "frozen", "training.vision.projector": "trained",
               "training.vision.language_model": "frozen"})");
    add_row("batches of tokens",
            "python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo data.max_prompt_length=512 "
            "data.max_response_length=1536 actor_rollout_ref.model.path=Qwen/Qwen2.5-7B-Instruct "
            "actor_rollout_ref.actor.ppo_mini_batch_size=256 actor_rollout_ref.actor.use_dynamic_bsz=True "
            "actor_rollout_ref.actor.ppo_max_token_len_per_gpu=24576 actor_rollout_ref.rollout.n=5 "
            "trainer.n_gpus_per_node=8 trainer.nnodes=1\n",
            R"({"training.micro_batch_size": 12, "training.gradient_accumulation_steps": 14,
               "training.rl.samples": 5})",
            "batches of 24576 tokens a GPU");
    add_row(
        "a ring of OpenRLHF",
        "python3 -m openrlhf.cli.train_ppo_ray --actor_num_nodes 1 --actor_num_gpus_per_node 8 --pretrain "
        "Qwen/Qwen2.5-7B --micro_train_batch_size 4 --train_batch_size 128 --ring_attn_size 2 "
        "--n_samples_per_prompt 16 --prompt_max_len 1024 --generate_max_len 1024 --bf16 "
        "--micro_rollout_batch_size 16\n",
        R"({"training.context_parallel": 2, "training.gradient_accumulation_steps": 8,
               "training.rl.samples": 16, "training.rl.scored_batch": 16})");
    add_row("sequences that verl scores at a time",
            "python3 -m verl.trainer.main_ppo actor_rollout_ref.model.path=Qwen/Qwen2.5-7B "
            "actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu=24 trainer.n_gpus_per_node=8\n",
            R"({"training.rl.scored_batch": 24})");
    add_row(
        "a tower that stays as it is",
        "python3 -m openrlhf.cli.train_ppo_ray --pretrain Qwen/Qwen2.5-VL-3B-Instruct --freeze_prefix visual "
        "--bf16\n",
        R"({"training.vision.tower": "frozen"})");
    add_row("parts of torchtune",
            "model:\n  _component_: torchtune.models.llama3_2_vision.llama3_2_vision_11b\n"
            "  decoder_trainable: False\n  encoder_trainable: True\n  fusion_trainable: True\ncheckpointer:\n"
            "  checkpoint_dir: /tmp/Llama-3.2-11B-Vision-Instruct/\nbatch_size: 2\n",
            R"({"training.vision.language_model": "frozen", "training.vision.tower": "trained"})");
    add_row("workers of Ray",
            "model_name_or_path: Qwen/Qwen2.5-7B\nstage: sft\nfinetuning_type: lora\nray_num_workers: 4\n",
            R"({"cluster.gpus_per_node": 4})");
    add_row("checkpoint-activations of a program of one's own",
            "deepspeed --num_gpus 8 tune.py --max_length 1288 --checkpoint-activations --deepspeed_config "
            "ds.json\n",
            R"({"training.activation_checkpointing": "full", "training.sequence_length": 1288})");
    add_row("a file with the name of another's",
            "torchrun --nproc_per_node 8 finetuning.py --adapter_len 10 --max_seq_len 512 --blr 9e-3\n",
            R"({"training.program": "none", "training.sequence_length": 512})");
    add_row("a task of SkyPilot",
            "num_nodes: 2\nresources:\n  accelerators: H100:4\nenvs:\n  BS: 3\nrun: |\n"
            "  torchrun --nnodes=$SKYPILOT_NUM_NODES --nproc_per_node=$SKYPILOT_NUM_GPUS_PER_NODE t.py \\\n"
            "    --model_name_or_path Qwen/Qwen2.5-7B --per_device_train_batch_size $BS --bf16 True\n",
            R"({"cluster.nodes": 2, "cluster.gpus_per_node": 4, "training.micro_batch_size": 3,
               "model.preset": "qwen2.5-7b"})",
            "GPUs of the kind H100");
    add_row("a script in a task of Beaker",
            "version: v2\ntasks:\n  - replicas: 2\n    resources: {gpuCount: 8}\n    envVars:\n"
            "      - {name: BS, value: 6}\n    command: [bash, -c]\n    arguments:\n      - 'torchrun t.py "
            "--model_name_or_path Qwen/Qwen2.5-7B --per_device_train_batch_size $BS --bf16'\n",
            R"({"cluster.nodes": 2, "cluster.gpus_per_node": 8, "training.micro_batch_size": 6})");
    add_row("words of a task of Beaker",
            "tasks:\n  - resources: {gpuCount: 8}\n    command: [torchrun, t.py]\n    arguments: "
            "[--model_name_or_path, Qwen/Qwen2.5-7B, --per_device_train_batch_size, 2]\n",
            R"({"cluster.gpus_per_node": 8, "training.micro_batch_size": 2})");
    add_row("a model to be filled in",
            "deepspeed t.py --model_name_or_path <path to model> --per_device_train_batch_size 2 --bf16\n",
            R"({"training.micro_batch_size": 2, "model.preset": "llama-2-7b"})",
            "<path to model>, which the file does not set");
    add_row(
        "a file of FSDP's settings",
        "torchrun --nproc_per_node 8 ours.py --model_name_or_path meta-llama/Llama-2-7b-hf --fsdp full_shard "
        "--fsdp_config fsdp.json --per_device_train_batch_size 1 --bf16\n",
        R"({"zero.stage": 3})", "may ask for activation_checkpointing");
    add_row("a model in a variable that is empty",
            "M=\ndeepspeed ours.py --model_name_or_path $M --per_device_train_batch_size 3\n",
            R"({"model.preset": "llama-2-7b", "training.micro_batch_size": 3})");
    add_row("devices of deepspeed's --include",
            "deepspeed --include localhost:0,1,2,3 --master_port 29502 ours.py --model_name_or_path "
            "meta-llama/Llama-2-7b-hf --per_device_train_batch_size 1 --deepspeed zero2.json\n",
            R"({"cluster.gpus_per_node": 4, "cluster.nodes": 1, "zero.stage": 2})");
    add_row("hosts of deepspeed's --include",
            "deepspeed --include worker-0:0,1@worker-1:0,1@worker-2:0,1 ours.py --model_name_or_path "
            "meta-llama/Llama-2-7b-hf --per_device_train_batch_size 1 --deepspeed zero2.json\n",
            R"({"cluster.gpus_per_node": 2, "cluster.nodes": 3})");
    add_row("a job that starts a script", "#!/bin/bash\n#SBATCH --nodes=2\nsrun ./pretrain.sh $DATA\n",
            R"({"cluster.nodes": 2})", "import the script instead");
    add_row("a model under a weaker name",
            "deepspeed t.py --model_name Qwen/Qwen2.5-7B --per_device_train_batch_size 2 --bf16\n",
            R"({"model.preset": "qwen2.5-7b"})");
    add_row("the shape of GPT-NeoX",
            "pipe_parallel_size: 1\nmodel_parallel_size: 1\nnum_layers: 24\nhidden_size: 2048\n"
            "num_attention_heads: 16\nseq_length: 2048\ntrain_micro_batch_size_per_gpu: 4\ntrain_iters: 10\n",
            R"({"model.architecture.layers": 24, "training.tokens": 655360})", "50257 tokens are a guess");
    add_row(
        "a batch under another name",
        "deepspeed t.py --model_name_or_path Qwen/Qwen2.5-7B --train_bsz_per_gpu 4 --save_steps -1 --bf16\n",
        R"({"training.micro_batch_size": 4, "training.save_steps": 0})");
    add_row("variables of another script",
            "source scripts/setup.sh\ntorchrun --nproc_per_node 8 t.py --model_name_or_path Qwen/Qwen2.5-7B "
            "--per_device_train_batch_size $BS --bf16\n",
            R"({"cluster.gpus_per_node": 8})", "That script's variables are not known");
    add_row("a batch with accum_iter",
            "torchrun --nproc_per_node=8 main_finetune.py --batch_size 4 --accum_iter 8 --max_words 512 "
            "--data_parallel "
            "sdp --model_parallel_size 2 --checkpointing --precision bf16\n",
            R"({"training.micro_batch_size": 4, "training.gradient_accumulation_steps": 8, "zero.stage": 2,
               "training.sequence_length": 512, "training.tensor_parallel": 2, "training.precision": "bf16",
               "training.activation_checkpointing": "full", "training.framework": "fsdp"})",
            "main_finetune.py is no program");
    add_row("a tower beside the language model",
            "deepspeed t.py --model_name_or_path lmsys/vicuna-7b-v1.5 --vision_tower "
            "openai/clip-vit-large-patch14-336 "
            "--per_device_train_batch_size 2 --bf16\n",
            R"({"model.preset": "llama-2-7b"})", "weights and activations are not counted");
    add_row(
        "the batch of all ranks of HALOs",
        "#!/bin/bash\n#SBATCH --nodes=1\n#SBATCH --gres=gpu:4\nsrun accelerate launch launch.py loss=kto "
        "model=llama "
        "train_datasets=[a] ++model.name_or_path=Qwen/Qwen2.5-7B ++model.batch_size=32 "
        "++model.gradient_accumulation_steps=2 ++model.max_length=1024\n",
        R"({"training.micro_batch_size": 4, "training.gradient_accumulation_steps": 2, "training.method": "kto",
               "training.sequence_length": 1024, "model.preset": "qwen2.5-7b"})");
    add_row("a prompt without the length of its answer",
            "torchrun --nproc_per_node 8 src/open_r1/grpo.py --model_name_or_path Qwen/Qwen2-VL-2B-Instruct "
            "--max_prompt_length 8192 --per_device_train_batch_size 1 --bf16\n",
            R"({"training.sequence_length": 8448, "training.completion_length": 256})");
    add_row("parts of LLaVA-NeXT",
            "torchrun --nproc_per_node 8 llava/train/train_mem.py --model_name_or_path "
            "Qwen/Qwen2.5-VL-7B-Instruct "
            "--mm_tunable_parts=mm_vision_tower,mm_mlp_adapter --per_device_train_batch_size 1 --bf16\n",
            R"({"training.vision.tower": "trained", "training.vision.projector": "trained",
               "training.vision.language_model": "frozen"})");
    add_row("folders of a family and its sizes",
            "deepspeed t.py --model_name_or_path model_zoo/vicuna/7B-V1.5 --bf16 "
            "--per_device_train_batch_size 2\n",
            R"({"model.preset": "llama-2-7b"})");
    add_row(
        "a launcher that the script leaves open",
        "if [ $(hostname) == a ]; then head=\"srun torchrun -m t.run\"; else head=\"torchrun -m t.run\"; fi\n"
        "args=( --per_device_train_batch_size 3 --bf16 --fsdp auto_wrap )\n$head \"${args[@]}\"\n",
        R"({"training.micro_batch_size": 3, "training.precision": "bf16", "zero.stage": 3})");
  }
  void what_a_file_decides_is_not_called_a_default() {
    for (const char* text :
         {"torchrun --nproc_per_node 8 t.py --model_name_or_path Qwen/Qwen2.5-7B --fsdp full_shard "
          "--per_device_train_batch_size 2\n",
          "deepspeed t.py --model_name_or_path Qwen/Qwen2.5-7B --max_steps 100\n"}) {
      const Imported found = import_file({text, {}, {}}, base_of(text));
      QVERIFY2(std::ranges::find(found.notes, "back_to_default", &Finding::code) == found.notes.end(),
               said_in(found).c_str());
    }
  }
  void a_shape_needs_no_plan() {
    const std::string text =
        "pipe_parallel_size: 1\nnum_layers: 24\nhidden_size: 2048\nnum_attention_heads: 16\nseq_length: "
        "2048\n";
    QVERIFY(base_in(text).has_value());
    QVERIFY(!base_in("pipe_parallel_size: 1\nnum_layers: 24\nseq_length: 2048\n").has_value());
  }
  void layers_without_attention_are_refused() {
    const std::string text =
        "pipe_parallel_size: 1\nnum_layers: 24\nhidden_size: 768\nnum_attention_heads: 12\nseq_length: 2048\n"
        "attention_config: [[[\"mamba\"], 24]]\n";
    QVERIFY_THROWS_EXCEPTION(FileError, import_file({text, {}, {}}, base_of(text)));
    // Zymrael/savanna@0d42c604 configs/model/evo2
    const std::string hyena =
        "pipe_parallel_size: 1\nnum_layers: 32\nhidden_size: 4096\nnum_attention_heads: 32\nseq_length: "
        "8192\n"
        "attention-config: [[[\"hyena_se\"], 1], [[\"flash_v2\"], 1]]\n";
    QVERIFY_THROWS_EXCEPTION(FileError, import_file({hyena, {}, {}}, base_of(hyena)));
  }
  void a_program_that_is_not_known_is_told() {
    const std::string text = "torchrun --nproc_per_node 8 mine.py --adapter_len 10 --max_seq_len 512\n";
    QVERIFY(said_in(import_file({text, {}, {}}, base_of(text))).find("mine.py is no program") !=
            std::string::npos);
  }
  void modules_that_a_function_finds_are_a_guess() {
    const std::string program =
        "import transformers\nargs = transformers.TrainingArguments(per_device_train_batch_size=2, "
        "bf16=True)\n"
        "config = LoraConfig(r=8, target_modules=find_all_linear_names(model))\n";
    const Imported found = import_file({program, {}, {}}, base_of(program));
    QCOMPARE(value_of(found.document, "training.lora.targets").size(), 7U);
    QVERIFY(said_in(found).find("a guess") != std::string::npos);
  }
  void adapters_of_no_rank_are_not_in_the_plan() {
    const std::string program =
        "import transformers\nargs = transformers.TrainingArguments(per_device_train_batch_size=2, "
        "bf16=True)\n"
        "if flags.lora:\n    config = LoraConfig(r=flags.r)\n";
    const Imported found = import_file({program, {}, {}}, base_of(program));
    const std::string message = said_in(found);
    const bool has_adapters = found.document.plan.training.lora.rank > 0;
    QCOMPARE(message.find("the plan has the adapters") != std::string::npos, has_adapters);
  }
  void what_decides_together_with_others_is_read() {
    const std::string text =
        "python3 -m openrlhf.cli.train_ppo_ray --pretrain Qwen/Qwen2.5-7B --init_kl_coef 0.01 "
        "--prompt_max_len 1024 "
        "--generate_max_len 512 --reward_pretrain Qwen/Qwen2.5-7B --bf16\n";
    const Imported found = import_file({text, {}, {}}, base_of(text));
    for (const char* name : {"init_kl_coef", "prompt_max_len"})
      QVERIFY2(std::ranges::find(found.read, name, &ReadKey::key) != found.read.end(), name);
  }
  void a_model_to_be_filled_in_is_told() {
    QCOMPARE(open_model_in("stage: sft\nfinetuning_type: full\nmodel_name_or_path: <your model>\n"),
             "model_name_or_path: <your model>");
  }
  void a_file_s_values_are_the_plan_s() {
    QFETCH(QString, text);
    QFETCH(QString, plan);
    QFETCH(QString, message);
    const std::string script = text.toStdString();
    const Imported found = import_file({script, {}, {}}, base_of(script));
    const Json all = Json::parse(plan.toStdString());
    for (const auto& [key, wanted] : all.items()) {
      const Json value = value_of(found.document, key);
      QVERIFY2(value == wanted, (key + " is " + value.dump()).c_str());
    }
    QVERIFY2(said_in(found).find(message.toStdString()) != std::string::npos, said_in(found).c_str());
  }
};

ZP_TEST(StatedValuesTest)
#include "stated_values_test.moc"
