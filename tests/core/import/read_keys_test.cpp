// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "core/import/import.h"
#include "core/import/module_pattern.h"
#include "core/import/program_keys_json.h"
#include "core/plan_file/plan_file.h"
#include "tests/core/import/plan_value.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::value_of;
using text_io::Json;

namespace {

/// Returns the reading of a file over a plan of eight GPUs; `rest` are further keys of the plan.
Imported reading_of(const std::string& text, const std::string& rest = "") {
  return import_file({text, {}, {}}, read_plan(R"({"model": {"preset": "llama-3.1-8b"})" + rest + "}"));
}

/// Returns the key of the plan that a key of the file was read for, "" if it was not read.
std::string path_read_for(const Imported& found, std::string_view key) {
  const auto read = std::ranges::find(found.read, key, &ReadKey::key);
  return read == found.read.end() ? "" : read->path;
}

/// Returns why a key was not read, "" if it was, or does not stand in the file.
std::string reason_for(const Imported& found, std::string_view key) {
  const auto unread = std::ranges::find(found.unread_keys, key, &UnreadKey::key);
  return unread == found.unread_keys.end() ? "" : unread->reason;
}

bool has_note_of(const Imported& found, std::string_view code) {
  return std::ranges::find(found.notes, code, &Finding::code) != found.notes.end();
}

}  // namespace

/// Tests of single keys: what they are read for, and the reason of those that are not read. The files are
/// written for the test.
class ReadKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void values_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("plan");
    const auto row = [](const char* name, const char* text, const char* plan) {
      QTest::newRow(name) << QString(text) << QString(plan);
    };
    // openrlhf/cli/train_ppo_ray.py: max_len is prompt_max_len + generate_max_len.
    row("prompt and answer of OpenRLHF",
        "python3 -m openrlhf.cli.train_ppo_ray --pretrain Qwen/Qwen2.5-7B --prompt_max_len 1024 "
        "--generate_max_len "
        "512 --bf16\n",
        R"({"training.sequence_length": 1536, "training.completion_length": 512})");
    row("one step",
        "model_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\nmax_steps: 1\nmax_length: "
        "1024\n",
        R"({"training.tokens": 16384})");
    row("an answer of verl without its prompt, which has 512 tokens by default",
        "python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo "
        "actor_rollout_ref.model.path=Qwen/Qwen2.5-7B "
        "data.max_response_length=1024\n",
        R"({"training.sequence_length": 1536, "training.completion_length": 1024})");
    row("an answer of verl without its prompt, which a file of its own may state",
        "python3 -m verl.trainer.main_ppo --config-name=mine algorithm.adv_estimator=grpo "
        "actor_rollout_ref.model.path=Qwen/Qwen2.5-7B "
        "data.max_response_length=512\n",
        R"({"training.completion_length": 512})");
    row("prompt and answer of verl",
        "python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo "
        "actor_rollout_ref.model.path=Qwen/Qwen2.5-7B "
        "data.max_prompt_length=1024 data.max_response_length=512\n",
        R"({"training.sequence_length": 1536, "training.completion_length": 512})");
    // transformers training_args.py: fsdp is a list of words.
    row("words of Trainer's fsdp",
        "torchrun --nproc_per_node 8 train.py --model_name_or_path Qwen/Qwen2.5-7B --bf16 True "
        "--per_device_train_batch_size 2 --fsdp \"shard_grad_op auto_wrap\"\n",
        R"({"training.framework": "fsdp", "zero.stage": 2})");
    row("words of Trainer's fsdp in a file",
        "model_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\nfsdp: hybrid_shard auto_wrap\n",
        R"({"training.framework": "fsdp"})");
    // Automodel recipes: distributed.strategy is fsdp2, megatron_fsdp or ddp.
    row("DDP of NeMo Automodel",
        "recipe: TrainFinetuneRecipeForNextTokenPrediction\nstep_scheduler:\n  local_batch_size: 2\nmodel:\n"
        "  _target_: nemo_automodel.NeMoAutoModelForCausalLM.from_pretrained\n"
        "  pretrained_model_name_or_path: meta-llama/Llama-3.1-8B\ndistributed:\n  strategy: ddp\n",
        R"({"training.framework": "fsdp", "zero.stage": 0})");
    row("selective checkpoints of NeMo",
        "trainer:\n  devices: 2\n  num_nodes: 1\n  precision: bf16\nmodel:\n  micro_batch_size: 4\n"
        "  global_batch_size: 8\n  encoder_seq_length: 512\n  num_layers: 12\n  hidden_size: 768\n"
        "  num_attention_heads: 12\n  max_position_embeddings: 512\n  activations_checkpoint_granularity: "
        "selective\n"
        "  optim:\n    name: distributed_fused_adam\n",
        R"({"training.activation_checkpointing": "none", "training.attention": "sdpa"})");
    // prime-rl trainer/sft/config.py: micro_batch_size is 1.
    row("a micro batch of prime-rl that is not stated",
        "max_steps = 10\n[model]\nname = \"Qwen/Qwen2.5-7B\"\n[data]\nbatch_size = 16\nseq_len = 2048\n",
        R"({"training.micro_batch_size": 1})");
    row("an Axolotl file without a micro batch",
        "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 4096\nadapter: lora\nlora_r: "
        "8\nlora_target_linear: true\n"
        "gradient_accumulation_steps: 4\n",
        R"({"training.lora.rank": 8, "training.program": "axolotl"})");
    row("selective recomputation of NeMo-RL",
        "grpo:\n  num_prompts_per_step: 16\n  num_generations_per_prompt: 8\npolicy:\n"
        "  model_name: meta-llama/Llama-3.1-8B-Instruct\n  train_global_batch_size: 128\n"
        "  train_micro_batch_size: 2\n  max_total_sequence_length: 4096\n  dtensor_cfg:\n    enabled: false\n"
        "  megatron_cfg:\n    enabled: true\n    activation_checkpointing: true\n"
        "    recompute_granularity: selective\n    recompute_modules: [core_attn, mlp]\n"
        "    tensor_model_parallel_size: 2\ncluster:\n  gpus_per_node: 8\n  num_nodes: 1\n",
        R"({"training.activation_checkpointing": "none"})");
    // areal/api/alloc_mode.py: the older form of an allocation of experts.
    row("experts of AReaL in parentheses",
        "allocation_mode: sglang:d4t2+megatron:(attn:d2p1t4|ffn:d2p1e4)\ncluster:\n  n_nodes: 2\n  "
        "n_gpus_per_node: 8\n"
        "gconfig:\n  n_samples: 4\nactor:\n  path: Qwen/Qwen3-30B-A3B\ntrain_dataset:\n  batch_size: 96\n",
        R"({"training.tensor_parallel": 4, "training.expert_parallel": 4, "cluster.nodes": 1})");
  }
  void values() {
    QFETCH(QString, text);
    QFETCH(QString, plan);
    const Imported found = reading_of(
        text.toStdString(), R"(, "training": {"activation_checkpointing": "full", "micro_batch_size": 4})");
    const Json expected = Json::parse(plan.toStdString());
    for (const auto& [path, value] : expected.items()) {
      const Json read = value_of(found.document, path);
      QVERIFY2(read == value, (path + " is " + read.dump()).c_str());
    }
  }

  /// The plan holds neither the length of prompts in a file that is missing, nor a teacher on other GPUs.
  void parts_of_verl_that_a_plan_does_not_hold_are_noted() {
    const std::string command =
        "python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo "
        "actor_rollout_ref.model.path=Qwen/Qwen2.5-7B data.max_response_length=512";
    QVERIFY(has_note_of(reading_of(command + " --config-name=mine\n"), "prompts_not_stated"));
    QVERIFY(has_note_of(reading_of(command + " distillation.enabled=True\n"), "teacher_not_planned"));
    const Imported plain = reading_of(command + " --config-name=ppo_megatron_trainer.yaml\n");
    QVERIFY(!has_note_of(plain, "prompts_not_stated") && !has_note_of(plain, "teacher_not_planned"));
  }

  /// 32 blocks, the embedding and the head of Llama 3.1 8B are 34 modules, of which each stage has so many
  /// (torchtitan distributed/pipeline.py, generate_llm_fqn_per_model_part).
  void layers_of_a_stage_data() {
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<QString>("reason");
    QTest::newRow("two of 17") << 17 << 0 << "";
    QTest::newRow("33 and the head") << 33 << 0 << "";
    QTest::newRow("three parts") << 16 << 0 << "do not divide";
    QTest::newRow("all in one") << 34 << 0 << "do not divide";
    QTest::newRow("four parts") << 9 << 2 << "";
    QTest::newRow("each on its own") << 1 << 17 << "";
  }
  void layers_of_a_stage() {
    QFETCH(int, layers);
    QFETCH(int, chunks);
    QFETCH(QString, reason);
    const Imported found = reading_of(
        "[job]\ndump_folder = './outputs'\n[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\n"
        "local_batch_size = 8\nseq_len = 4096\n[parallelism]\npipeline_parallel_degree = 2\n"
        "pipeline_parallel_schedule = \"Interleaved1F1B\"\npipeline_parallel_layers_per_stage = " +
        std::to_string(layers) + "\n");
    QCOMPARE(found.document.plan.training.pipeline_parallel, 2);
    const std::string message = reason_for(found, "parallelism.pipeline_parallel_layers_per_stage");
    QCOMPARE(message.empty(), reason.isEmpty());
    QVERIFY2(message.find(reason.toStdString()) != std::string::npos, message.c_str());
    QCOMPARE(found.document.plan.training.pipeline_chunks, chunks);
  }

  /// Keys of an evaluation decide together whether the run evaluates (transformers training_args.py).
  void keys_of_an_evaluation() {
    const std::string head = "model_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\n";
    const Imported evaluates =
        reading_of(head + "eval_strategy: steps\ndo_eval: true\nper_device_eval_batch_size: 4\n");
    QCOMPARE(evaluates.document.plan.training.eval_batch_size, 4);
    for (const char* key : {"eval_strategy", "do_eval", "per_device_eval_batch_size"}) {
      QCOMPARE(path_read_for(evaluates, key), std::string("training.eval_batch_size"));
      QCOMPARE(reason_for(evaluates, key), std::string());
    }
    const Imported trains = reading_of(head + "eval_strategy: \"no\"\nper_device_eval_batch_size: 4\n");
    QCOMPARE(trains.document.plan.training.eval_batch_size, 0);
    QCOMPARE(reason_for(trains, "per_device_eval_batch_size"), std::string("The run does not evaluate."));
    QCOMPARE(path_read_for(trains, "eval_strategy"), std::string("training.eval_batch_size"));
  }

  /// accelerate reads fp8_config where mixed_precision is fp8 alone (accelerator.py).
  void fp8_that_is_not_switched_on() {
    const Imported found = reading_of(
        "distributed_type: FSDP\nnum_processes: 8\nmixed_precision: bf16\nfp8_config:\n  backend: TE\n"
        "fsdp_config:\n  fsdp_version: 2\n");
    QCOMPARE(std::ranges::count(found.unread_keys, std::string("fp8_config.backend"), &UnreadKey::key), 1);
    QVERIFY(reason_for(found, "fp8_config.backend").find("products in fp8") != std::string::npos);
  }

  void a_ds_config_that_is_not_there_is_told() {
    const Imported found = reading_of(
        "deepspeed --num_gpus 8 train.py --model_name_or_path Qwen/Qwen2.5-7B --per_device_train_batch_size "
        "2 "
        "--bf16 True\n");
    QCOMPARE(found.document.plan.training.micro_batch_size, 2);
    const Imported launched = reading_of(
        "accelerate launch --num_processes 8 --use_deepspeed --deepspeed_config_file ds.json train.py "
        "--model_name_or_path Qwen/Qwen2.5-7B --per_device_train_batch_size 2 --bf16 True\n",
        R"(, "zero": {"stage": 2})");
    const std::string why = reason_for(launched, "deepspeed_config_file");
    QVERIFY2(why.find("is missing; the plan has stage") != std::string::npos, why.c_str());
  }

  /// areal/trainer/rl_trainer.py: kl_ctl decides whether there is a reference.
  void the_kl_term_of_areal_is_read() {
    const auto reading = [](const char* weight) {
      return reading_of(
          "cluster:\n  n_nodes: 1\n  n_gpus_per_node: 8\nrollout:\n  backend: \"sglang:d4p1t1\"\ngconfig:\n"
          "  n_samples: 4\nactor:\n  backend: \"fsdp:d4p1t1\"\n  path: Qwen/Qwen2.5-1.5B-Instruct\n  "
          "kl_ctl: " +
          std::string(weight) + "\nref:\n  backend: ${actor.backend}\n  path: ${actor.path}\n");
    };
    QCOMPARE(path_read_for(reading("0.0"), "actor.kl_ctl"), std::string("training.reference"));
    QCOMPARE(reason_for(reading("0.0"), "actor.kl_ctl"), std::string());
    QCOMPARE(value_of(reading("0.1").document, "training.reference"), Json("model"));
    QCOMPARE(value_of(reading("0.0").document, "training.reference"), Json("none"));
  }

  /// An option has two dashes, or one before a word of three letters or more.
  void short_options_are_read() {
    const Imported found = reading_of(
        "torchrun --nproc_per_node 8 train.py --model_name_or_path Qwen/Qwen2.5-7B --bf16 True "
        "--per_device_train_batch_size 2 --zz 3 -y 4 -www 5\n");
    QVERIFY(std::ranges::find(found.unread_keys, std::string("zz"), &UnreadKey::key) !=
            found.unread_keys.end());
    QVERIFY(std::ranges::find(found.unread_keys, std::string("www"), &UnreadKey::key) !=
            found.unread_keys.end());
    QVERIFY(std::ranges::find(found.unread_keys, std::string("y"), &UnreadKey::key) ==
            found.unread_keys.end());
  }

  /// NeMo's selective checkpointing recomputes attention alone, which a plan says by its kernel.
  void one_key_of_nemo_is_read_for_two() {
    const Imported found = reading_of(
        "trainer:\n  devices: 2\n  num_nodes: 1\n  precision: bf16\nmodel:\n  micro_batch_size: 4\n"
        "  global_batch_size: 8\n  encoder_seq_length: 512\n  num_layers: 12\n  hidden_size: 768\n"
        "  num_attention_heads: 12\n  max_position_embeddings: 512\n  activations_checkpoint_granularity: "
        "selective\n"
        "  optim:\n    name: distributed_fused_adam\n");
    for (const char* path : {"training.activation_checkpointing", "training.attention"})
      QVERIFY2(std::ranges::any_of(found.read,
                                   [&](const ReadKey& key) {
                                     return key.key == "model.activations_checkpoint_granularity" &&
                                            key.path == path;
                                   }),
               path);
  }

  /// The ds_config that a command names counts, and not that of its training file.
  void a_command_names_its_ds_config() {
    const std::string training = "model_name_or_path: Qwen/Qwen2.5-7B\ndeepspeed: of_file.json\n";
    const std::string command = "deepspeed --num_gpus 8 train.py --config run.yaml --bf16 True";
    QCOMPARE(ds_config_named_in(command + "\n", training), std::string("of_file.json"));
    QCOMPARE(ds_config_named_in(command + " --deepspeed of_command.json\n", training),
             std::string("of_command.json"));
    QCOMPARE(ds_config_named_in(command + "\n"), std::string());
  }

  /// The key of a training file that names the ds_config is read with it.
  void the_ds_config_of_a_training_file_is_read() {
    ImportFile file;
    file.text = "accelerate launch --num_processes 8 src/train.py --config run.yaml --bf16 True\n";
    file.training =
        "model_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\ndeepspeed: ds.json\n";
    file.ds_config = R"({"zero_optimization": {"stage": 2}, "bf16": {"enabled": true}})";
    const Imported found = import_file(file, read_plan(R"({"model": {"preset": "llama-3.1-8b"}})"));
    QCOMPARE(found.document.plan.zero.stage, 2);
    QCOMPARE(found.document.plan.training.micro_batch_size, 2);
    QCOMPARE(reason_for(found, "deepspeed"), std::string());
  }

  /// A model that is named by a variable takes no place from one that is named in full.
  void a_named_model_of_a_script_stays() {
    ImportFile file;
    file.name = "train.py";
    file.text = R"(
from transformers import AutoModelForCausalLM, TrainingArguments
import sys
def main(name):
    reference = AutoModelForCausalLM.from_pretrained("Qwen/Qwen2.5-7B")
    model = AutoModelForCausalLM.from_pretrained(name)
    first = TrainingArguments(output_dir="a", per_device_train_batch_size=2, bf16=True)
    second = TrainingArguments(output_dir="b", per_device_train_batch_size=2, bf16=True)
main(sys.argv[1])
)";
    const Imported found = import_file(file, read_plan(R"({"model": {"preset": "llama-3.1-8b"}})"));
    QCOMPARE(found.document.plan.training.micro_batch_size, 2);
    QCOMPARE(reason_for(found, "per_device_train_batch_size"), std::string());
    const auto base = base_in(file);
    QVERIFY(base.has_value());
    QCOMPARE(value_of(*base, "model.preset"), Json("qwen2.5-7b"));
  }

  /// A file with Axolotl's own batch is Axolotl's, whatever sections stand beside.
  void a_batch_of_axolotl_decides_whose_file_it_is() {
    const std::string head = "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 4096\n";
    const std::string section = "train:\n  per_device_train_batch_size: 4\n  bf16: true\n";
    QCOMPARE(reading_of(head + "micro_batch_size: 2\n" + section).program, std::string("axolotl"));
    QCOMPARE(reading_of(head + "micro_batch_size: 2\n").program, std::string("axolotl"));
    QCOMPARE(reading_of(head + section).program, std::string("hf-trainer"));
  }

  /// A key has the line where its name stands, also where the value stands below it.
  void a_key_of_one_letter_has_its_line() {
    ImportFile file;
    file.name = "train.py";
    file.text = R"(from transformers import AutoModelForCausalLM, TrainingArguments
from peft import LoraConfig
model = AutoModelForCausalLM.from_pretrained("Qwen/Qwen2.5-7B")
adapters = LoraConfig(r=
                      16, target_modules=["q_proj"])
model = get_peft_model(model, adapters)
arguments = TrainingArguments(output_dir="a", per_device_train_batch_size=2, bf16=True)
)";
    const Imported found = import_file(file, read_plan(R"({"model": {"preset": "llama-3.1-8b"}})"));
    const auto rank = std::ranges::find(found.read, std::string("training.lora.rank"), &ReadKey::path);
    QVERIFY(rank != found.read.end());
    QCOMPARE(rank->value, std::string("16"));
    QCOMPARE(rank->line, 4);
    const Imported listed = reading_of(
        "base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: 2\nz:\n  - tiny\n  - large\nsequence_len: "
        "512\n");
    const auto unread = std::ranges::find(listed.unread_keys, std::string("z"), &UnreadKey::key);
    QVERIFY(unread != listed.unread_keys.end());
    QCOMPARE(unread->line, 3);
    QCOMPARE(unread->value, std::string("tiny, large"));
  }

  /// Two calls that leave a value open say no two values.
  void two_open_values_are_no_two_values() {
    ImportFile file;
    file.name = "train.py";
    file.text = R"(
from transformers import AutoModelForCausalLM, TrainingArguments
def main(args):
    model = AutoModelForCausalLM.from_pretrained("Qwen/Qwen2.5-7B")
    first = TrainingArguments(output_dir="a", per_device_train_batch_size=args.small, bf16=True)
    second = TrainingArguments(output_dir="b", per_device_train_batch_size=args.large, bf16=True)
)";
    const Imported found = import_file(file, read_plan(R"({"model": {"preset": "llama-3.1-8b"}})"));
    for (const UnreadKey& key : found.unread_keys)
      QVERIFY2(
          key.key != "per_device_train_batch_size" || key.reason.find("Another call") == std::string::npos,
          key.reason.c_str());
    file.text.replace(file.text.find("args.small"), 10, "4");
    file.text.replace(file.text.find("args.large"), 10, "8");
    const Imported two = import_file(file, read_plan(R"({"model": {"preset": "llama-3.1-8b"}})"));
    QVERIFY(reason_for(two, "per_device_train_batch_size").find("Another call") != std::string::npos);
  }

  void a_list_in_words() {
    TextNode list, text, object;
    list.kind = NodeKind::array;
    text.kind = NodeKind::string;
    text.text = "tiny";
    object.kind = NodeKind::object;
    list.children = {text, object, text};
    QCOMPARE(import_io::value_words(list), std::string("tiny, {…}, tiny"));
  }

  /// Only parts beside the language model are trained: the note is for runs without adapters, whose plan
  /// counts every weight as trained.
  void a_frozen_language_model_is_noted() {
    const std::string command =
        "deepspeed llava/train/train_mem.py --model_name_or_path lmsys/vicuna-7b-v1.5 --tune_mm_mlp_adapter "
        "True "
        "--per_device_train_batch_size 32 --bf16 True";
    QVERIFY(has_note_of(reading_of(command + "\n"), "model_frozen"));
    QVERIFY(!has_note_of(
        reading_of("deepspeed llava/train/train_mem.py --model_name_or_path lmsys/vicuna-7b-v1.5 "
                   "--tune_mm_mlp_adapter False --per_device_train_batch_size 32 --bf16 True\n"),
        "model_frozen"));
    QVERIFY(!has_note_of(reading_of(command + " --lora_enable True --lora_r 16\n"), "model_frozen"));
  }

  /// Python's re.fullmatch on names of modules.
  void looks_ahead_data() {
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<bool>("language");
    QTest::addColumn<bool>("visual");
    QTest::newRow("not the tower") << "^(?!.*visual).*(q_proj|k_proj)$" << true << false;
    QTest::newRow("the tower alone") << "^(?=.*visual).*q_proj$" << false << true;
    QTest::newRow("not a name that begins so") << "(?!model\\.visual).*q_proj" << true << false;
    QTest::newRow("not within") << "model\\.(?!visual)[a-z_]+\\..*q_proj" << true << false;
    QTest::newRow("not a beginning that both have") << "(?!model).*q_proj" << false << false;
  }
  void looks_ahead() {
    QFETCH(QString, pattern);
    QFETCH(bool, language);
    QFETCH(bool, visual);
    const auto matches = [&](const char* name) {
      return import_io::matches_whole(pattern.toStdString(), name).value();
    };
    QCOMPARE(matches("model.language_model.layers.0.self_attn.q_proj"), language);
    QCOMPARE(matches("model.visual.layers.0.attn.q_proj"), visual);
  }
};

ZP_TEST(ReadKeysTest)
#include "read_keys_test.moc"
