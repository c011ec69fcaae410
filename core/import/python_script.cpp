// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/python_script.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/file_error.h"
#include "core/text/ordered_json.h"
#include "core/text/python_tree.h"

namespace zp::import_io {
namespace {

struct Renamed {
  std::string_view keyword, key;
};

/// A call whose arguments configure a run. The classes are those of transformers (training_args.py,
/// modeling_utils.py, utils/quantization_config.py), PEFT (tuners/lora/config.py, utils/other.py), TRL
/// (trainer/*_config.py, *_trainer.py) and Unsloth (models/loader.py).
struct CallRow {
  std::string_view end;                ///< last part of the callee's name
  std::vector<Renamed> keywords = {};  ///< keywords that are read under another name
  bool keeps_all = false;              ///< all other keywords are read under their own names
};

const std::vector<CallRow>& call_rows() {
  static const std::vector<CallRow> rows = {
      {"TrainingArguments", {}, true},
      {"SFTConfig", {}, true},
      {"DPOConfig", {}, true},
      {"ORPOConfig", {}, true},
      {"KTOConfig", {}, true},
      {"CPOConfig", {}, true},
      {"GRPOConfig", {}, true},
      {"RewardConfig", {}, true},
      {"LoraConfig",
       {{"r", "lora_r"},
        {"lora_alpha", "lora_alpha"},
        {"lora_dropout", "lora_dropout"},
        {"target_modules", "lora_target_modules"},
        {"modules_to_save", "lora_modules_to_save"},
        {"use_dora", "use_dora"}}},
      {".get_peft_model",
       {{"r", "lora_r"},
        {"lora_alpha", "lora_alpha"},
        {"lora_dropout", "lora_dropout"},
        {"target_modules", "lora_target_modules"},
        {"modules_to_save", "lora_modules_to_save"},
        {"use_gradient_checkpointing", "gradient_checkpointing"}}},
      {"BitsAndBytesConfig",
       {{"load_in_4bit", "load_in_4bit"},
        {"load_in_8bit", "load_in_8bit"},
        {"bnb_4bit_quant_type", "bnb_4bit_quant_type"},
        {"bnb_4bit_use_double_quant", "bnb_4bit_use_double_quant"}}},
      {"SFTTrainer", {{"max_seq_length", "max_seq_length"}, {"packing", "packing"}, {"model", "model"}}},
      {"DPOTrainer", {{"max_length", "max_length"}}},
      {"ORPOTrainer", {}},
      {"KTOTrainer", {}},
      {"CPOTrainer", {}},
      {"GRPOTrainer", {{"model", "model"}}},
      {"RewardTrainer", {}},
  };
  return rows;
}

/// Returns true for a model class: AutoModelForCausalLM, Qwen2_5_VLForConditionalGeneration,
/// FastLanguageModel. A class with "Vision" in its name is only a vision tower (CLIPVisionModel), except
/// Unsloth's.
bool loads_model(std::string_view callee) {
  constexpr std::string_view method = ".from_pretrained";
  if (!callee.ends_with(method)) return false;
  callee.remove_suffix(method.size());
  if (callee.ends_with("FastVisionModel") || callee.ends_with("FastSentenceTransformer")) return true;
  constexpr std::array<std::string_view, 7> others = {
      "Tokenizer", "Processor", "Config", "Peft", "Feature", "Vision", "ForSequenceClassificationHead"};
  const auto has = [&](std::string_view word) { return callee.find(word) != std::string_view::npos; };
  return !std::ranges::any_of(others, has) && (has("Model") || has("For"));
}

const std::vector<Renamed>& loading_keywords() {
  static const std::vector<Renamed> keywords = {{"pretrained_model_name_or_path", "model_name_or_path"},
                                                {"model_name", "model_name_or_path"},
                                                {"0", "model_name_or_path"},
                                                {"torch_dtype", "torch_dtype"},
                                                {"dtype", "dtype"},
                                                {"attn_implementation", "attn_implementation"},
                                                {"use_flash_attention_2", "use_flash_attention_2"},
                                                {"load_in_4bit", "load_in_4bit"},
                                                {"load_in_8bit", "load_in_8bit"},
                                                {"max_seq_length", "max_seq_length"}};
  return keywords;
}

/// Returns true for the configuration of a tuning method that plans do not have: those of PEFT other than
/// LoRA (peft/tuners), and pyreft's.
bool is_other_tuning(std::string_view callee) {
  constexpr auto names = std::to_array<std::string_view>(
      {"PromptTuningConfig", "PrefixTuningConfig", "PromptEncoderConfig", "MultitaskPromptTuningConfig",
       "IA3Config", "AdaLoraConfig", "AdaptionPromptConfig", "VeraConfig", "LoHaConfig", "LoKrConfig",
       "OFTConfig", "BOFTConfig", "LNTuningConfig", "FourierFTConfig", "ReftConfig"});
  return std::ranges::find(names, callee.substr(callee.rfind('.') + 1)) != names.end();
}

/// Returns true for a dict with a key that only a ds_config has.
bool has_config_keys(const TextNode& node) {
  constexpr std::array<std::string_view, 3> keys = {"zero_optimization", "train_micro_batch_size_per_gpu",
                                                    "train_batch_size"};
  return node.is_object() && callee_of(node).empty() &&
         std::ranges::any_of(keys, [&](std::string_view key) { return node.child(key) != nullptr; });
}

/// Returns the code cells of a notebook, one after another (nbformat 4, section "Code cells"). Throws
/// FileError if it is no JSON.
std::string code_of_notebook(const std::string& text) {
  const text_io::Json notebook = text_io::parse_json(text);
  std::string code;
  for (const text_io::Json& cell : notebook.at("cells")) {
    if (!cell.is_object() || cell.value("cell_type", "") != "code" || !cell.contains("source")) continue;
    const text_io::Json& source = cell.at("source");
    const bool is_list = source.is_array();
    std::string of_cell = source.is_string() ? source.get<std::string>() : "";
    for (std::size_t i = 0; is_list && i < source.size(); ++i)
      if (source[i].is_string()) of_cell += source[i].get<std::string>();
    if (!of_cell.starts_with("%%")) code += of_cell + '\n';  // "%%bash" makes a cell of another language
  }
  return code;
}

/// Returns the program without comments and texts in quotes, which become blanks.
std::string code_alone(std::string_view text) {
  std::string code(text);
  char quote = '\0';
  bool is_long = false;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = text[i];
    const bool is_triple = text.substr(i).starts_with("\"\"\"") || text.substr(i).starts_with("'''");
    if (quote == '\0' && c == '#') {
      for (; i < code.size() && text[i] != '\n'; ++i)
        code[i] = ' ';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
      is_long = is_triple;
      if (is_long) i += 2;
    } else if (quote != '\0') {
      const bool ends = c == quote && (!is_long || is_triple);
      if (c == '\\') ++i;
      if (ends && is_long) i += 2;
      if (ends || (!is_long && c == '\n'))
        quote = '\0';
      else if (c != '\n' && c != '\\')
        code[i] = ' ';
    }
  }
  return code;
}

/// Returns true if a statement of the code, which has no comments, imports the package or a part of it.
bool has_import(std::string_view code, std::string_view package) {
  for (const std::string_view before : {"from ", "import "}) {
    const std::string words = std::string(before).append(package);
    for (std::size_t at = code.find(words); at != std::string_view::npos; at = code.find(words, at + 1)) {
      const std::size_t end = at + words.size();
      const std::size_t before_it = code.substr(0, at).find_last_not_of(" \t");
      const bool begins_statement = before_it == std::string_view::npos ||
                                    std::string_view("\n;:").find(code[before_it]) != std::string_view::npos;
      constexpr std::string_view ends = " .,;\r\n";
      if (begins_statement && (end == code.size() || ends.find(code[end]) != std::string_view::npos))
        return true;
    }
  }
  return false;
}

/// Returns true if the name occurs in the code other than as the target of an assignment.
bool is_used(std::string_view code, std::string_view name) {
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = code.find(name); at != std::string_view::npos; at = code.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool is_whole = (at == 0 || (!is_of_name(code[at - 1]) && code[at - 1] != '.')) &&
                          (end == code.size() || !is_of_name(code[end]));
    const std::size_t next = std::min(code.find_first_not_of(" \t", end), code.size());
    const bool is_target = next < code.size() && code[next] == '=' && !code.substr(next).starts_with("==");
    if (is_whole && !is_target) return true;
  }
  return false;
}

/// Clears the positions of values that were read from a string in the program, because they do not refer to
/// the file.
void forget_places(TextNode& node) {
  node.span = node.key_span = {};
  for (TextNode& child : node.children)
    forget_places(child);
}

/// Returns the end of the program's own text, behind which files and options that it loads may stand.
std::size_t end_of_program(std::string_view text) {
  return std::min({text.find(loaded_file_mark), text.find(imported_options_mark), text.size()});
}

/// Clears the positions of values in the files that stand behind the program's text.
void forget_loaded(TextNode& node, std::size_t end) {
  if (node.span.begin >= end) node.span = node.key_span = {};
  for (TextNode& child : node.children)
    forget_loaded(child, end);
}

/// Collects the settings of a Python program.
class ScriptReader {
 public:
  explicit ScriptReader(const std::string& text) : text_(text) { script_.root.kind = NodeKind::object; }

  std::optional<PythonScript> read(const PythonOptions* command) {
    const PythonProgram program = read_python_program(text_, command != nullptr ? *command : PythonOptions());
    for (const TextNode& of_class : program.classes)
      take_fields(of_class);
    for (const PythonValue& value : program.values) {
      if (value.is_off && command != nullptr) continue;
      condition_ = value.condition;
      is_off_ = value.is_off;
      variable_ = value.node.key;
      assigned_at_ = value.node.span.begin;
      look_through(value.node);
    }
    if (!has_arguments_ && script_.root.child("deepspeed") == nullptr) return std::nullopt;
    if (script_.method.empty() && !has_other_trainer_) script_.method = method_of_branch_;
    if (has_arguments_) {
      const char* const id = imports("unsloth") ? "unsloth" : imports("trl") ? "trl" : "hf-trainer";
      script_.program = &entry_of(program_named(id));
    }
    note_defaults(script_.root, "", program.defaults);
    for (const TextNode& child : script_.root.children)
      if (const auto found = program.computed.find(child.span.begin);
          child.is_number() && found != program.computed.end())
        for (const std::string& option : found->second)
          script_.computed.push_back({child.key, option});
    script_.root.span = {0, end_of_program(text_)};
    // A TRL trainer that loads such a class trains a reward model; the class implies the method.
    if (classifier_ && script_.method.empty())
      take_word(loaded_class_key, "SequenceClassification", *classifier_);
    else if (loads_tower_)
      take_word(loaded_class_key, std::string(class_with_tower), TextNode());
    return std::move(script_);
  }

 private:
  void look_through(const TextNode& node) {
    if (has_config_keys(node)) return take_config(node);
    // A call that is assigned to a variable appears again wherever the variable is used.
    const std::string callee = callee_of(node);
    if (!callee.empty() && taken_.insert(node.span.begin).second) take_call(callee, node);
    for (const TextNode& child : node.children)
      if (!child.children.empty()) look_through(child);
  }

  /// Reads the fields of a dataclass of arguments, which a command line may set: class
  /// TrainingArguments(transformers.TrainingArguments).
  void take_fields(const TextNode& of_class) {
    const std::string base = callee_of(of_class);
    for (const CallRow& row : call_rows())
      if (row.keeps_all && base.ends_with(row.end)) take_call(base, of_class);
  }

  void take_config(const TextNode& config) {
    TextNode node = config;
    node.key = "deepspeed";
    leave_open_out(node);
    put(std::move(node));
  }

  /// Removes values from a ds_config that only running the program would show, and lists their keys as open.
  void leave_open_out(TextNode& object) {
    std::vector<TextNode> kept;
    for (TextNode& child : object.children) {
      if (child.is_object()) leave_open_out(child);
      if (is_open(child)) {
        child.text = in_braces(child.text);
        if (child.key == "train_micro_batch_size_per_gpu") child.key = "per_device_train_batch_size";
        put(std::move(child));
      } else {
        kept.push_back(std::move(child));
      }
    }
    object.children = std::move(kept);
  }

  [[nodiscard]] bool is_quoted(const TextNode& node) const {
    return node.span.begin < text_.size() &&
           (text_[node.span.begin] == '"' || text_[node.span.begin] == '\'');
  }

  /// Returns true for a name whose value is unknown.
  [[nodiscard]] bool is_open(const TextNode& node) const {
    return node.is_string() && !is_quoted(node) && !node.text.starts_with("torch.");
  }

  /// Returns a call as an open value: only running the program would show it.
  [[nodiscard]] TextNode open_call(TextNode call) const {
    call.kind = NodeKind::string;
    call.text = "${" + text_.substr(call.span.begin, call.span.size()) + '}';
    call.children.clear();
    return call;
  }

  static std::string in_braces(const std::string& text) {
    return text.starts_with("${") ? text : "${" + text + '}';
  }

  void take_call(const std::string& callee, const TextNode& call) {
    if (loads_model(callee)) {
      if (callee.find("ForSequenceClassification") != std::string::npos) classifier_ = call;
      loads_tower_ = loads_tower_ || (condition_.empty() && !is_off_ && names_trained_model() &&
                                      callee.ends_with("ForConditionalGeneration.from_pretrained"));
      return take_keywords(call, loading_keywords(), false);
    }
    // sentence_transformers (SentenceTransformer.py, cross_encoder/CrossEncoder.py, sparse_encoder)
    if (is_encoder_of_sentences(callee))
      return take_keywords(call, {{"0", "model_name_or_path"}, {"model_name_or_path", "model_name_or_path"}},
                           false);
    if (callee.ends_with(".gradient_checkpointing_enable")) take_switch("gradient_checkpointing", call);
    if (callee.ends_with("prepare_model_for_kbit_training")) {
      // peft/utils/other.py: on unless the argument says otherwise
      const TextNode* on = call.child("use_gradient_checkpointing");
      if (on == nullptr) on = call.child("1");
      if (on == nullptr || (on->is_boolean() && on->boolean))
        take_switch("gradient_checkpointing", call);
      else if (!on->is_boolean())
        take_keywords(
            call, {{"use_gradient_checkpointing", "gradient_checkpointing"}, {"1", "gradient_checkpointing"}},
            false);
    }
    if (callee == "tokenizer" || callee.ends_with(".tokenizer"))
      take_keywords(call, {{"max_length", "max_length"}}, false);
    if (callee.ends_with("initialize") && callee.starts_with("deepspeed"))
      take_keywords(call, {{"config", "deepspeed"}, {"config_params", "deepspeed"}}, false);
    if (is_other_tuning(callee)) take_word("finetuning_type", callee.substr(callee.rfind('.') + 1), call);
    for (const CallRow& row : call_rows()) {
      if (!callee.ends_with(row.end)) continue;
      has_arguments_ |= row.keeps_all || (row.end.ends_with("Trainer") && is_of_hugging_face());
      if (row.end.ends_with("Trainer")) take_method(row.end);
      if (is_never_passed(row.end, call)) {
        for (const TextNode& child : call.children)
          if (child.key != "type") script_.unused.push_back(child);
        continue;
      }
      take_keywords(call, row.keywords, row.keeps_all);
      if (row.keeps_all || row.end == "LoraConfig" || row.end == ".get_peft_model") take_spreads(call);
      if (row.end == "LoraConfig" || row.end == ".get_peft_model") take_switch("use_peft", call);
    }
    // TRL configs without a row, such as those of its experimental trainers.
    if (callee.ends_with("Config") && call.child("per_device_train_batch_size") != nullptr &&
        !has_row(callee)) {
      has_arguments_ = true;
      take_keywords(call, {}, true);
    }
    if ((callee == "Trainer" || callee.ends_with(".Trainer")) && is_of_hugging_face() &&
        !is_of_lightning(callee))
      has_arguments_ = true;
    const bool is_other = callee.ends_with("Trainer") || callee.ends_with("trainer_cls");
    if (is_other && !has_row(callee)) has_other_trainer_ = true;
  }

  /// Returns true for a configuration of quantisation or adapters that stays in its variable, although the
  /// program loads a model.
  [[nodiscard]] bool is_never_passed(std::string_view row, const TextNode& call) {
    const bool is_passed_to_model = row == "BitsAndBytesConfig" || row == "LoraConfig";
    if (!is_passed_to_model || assigned_at_ != call.span.begin || variable_.empty() ||
        variable_.find('.') != std::string::npos || text_.find(".from_pretrained(") == std::string::npos)
      return false;
    return !is_used(code(), variable_);
  }

  /// Returns the program without comments and texts in quotes.
  [[nodiscard]] const std::string& code() const {
    if (code_.empty()) code_ = code_alone(text_);
    return code_;
  }
  [[nodiscard]] bool imports(std::string_view package) const { return has_import(code(), package); }

  static bool is_encoder_of_sentences(std::string_view callee) {
    constexpr auto classes =
        std::to_array<std::string_view>({"SentenceTransformer", "CrossEncoder", "SparseEncoder"});
    const std::string_view name = callee.substr(callee.rfind('.') + 1);
    return std::ranges::find(classes, name) != classes.end();
  }

  /// Returns true if the program imports one of the libraries whose trainers the rows name. Other libraries
  /// have classes of the same names (finetrainers' and MindSpeed-LLM's SFTTrainer).
  [[nodiscard]] bool is_of_hugging_face() const {
    return imports("transformers") || imports("trl") || imports("unsloth") ||
           imports("alignment");  // alignment-handbook, whose configs and trainers are TRL's
  }

  /// Returns true for Lightning's trainer, `pl.Trainer` (lightning.pytorch.trainer).
  [[nodiscard]] bool is_of_lightning(std::string_view callee) const {
    constexpr auto modules = std::to_array<std::string_view>(
        {"pl.Trainer", "L.Trainer", "lightning.Trainer", "pytorch_lightning.Trainer"});
    const bool is_bare = callee == "Trainer";
    const bool is_imported = imports("pytorch_lightning") || imports("lightning");
    return std::ranges::find(modules, callee) != modules.end() || (is_bare && is_imported);
  }

  /// Reads the method from a trainer's class. A trainer that is created in a branch counts only if no other
  /// is created: LLaVA's and other programs create one per method.
  void take_method(std::string_view trainer) {
    const std::string method = method_of(trainer);
    if (condition_.empty()) {
      if (script_.method.empty()) script_.method = method;
    } else if (method_of_branch_.empty()) {
      method_of_branch_ = method;
    } else if (method != method_of_branch_) {
      has_other_trainer_ = true;
    }
  }

  static bool has_row(std::string_view callee) {
    return std::ranges::any_of(call_rows(), [&](const CallRow& row) { return callee.ends_with(row.end); });
  }

  static std::string method_of(std::string_view trainer) {
    std::string word(trainer.substr(0, trainer.find("Trainer")));
    std::ranges::transform(word, word.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return word;
  }

  /// Lists the `**x` of a call whose dict is known only when the program runs.
  void take_spreads(const TextNode& call) {
    constexpr std::string_view begin = "${**";
    for (const TextNode& child : call.children) {
      if (!child.is_string() || !child.text.starts_with(begin) || !child.text.ends_with('}')) continue;
      TextNode node = child;
      node.key = child.text.substr(2, child.text.size() - 3);
      node.key_span = child.span;
      script_.spread.push_back(std::move(node));
    }
  }

  void take_keywords(const TextNode& call, const std::vector<Renamed>& keywords, bool keeps_all) {
    for (const TextNode& child : call.children) {
      const auto row = std::ranges::find(keywords, child.key, &Renamed::keyword);
      const bool is_position = !child.key.empty() && child.key.front() >= '0' && child.key.front() <= '9';
      if (row == keywords.end() && (!keeps_all || child.key == "type" || is_position)) continue;
      TextNode node = child;
      if (row != keywords.end()) node.key = row->key;
      const bool is_name = node.key == "model" || node.key == "model_name_or_path" || node.key == "deepspeed";
      if (is_name && node.key != "deepspeed" && !names_something(node)) continue;
      if (has_config_keys(node)) {
        take_config(node);
        continue;
      }
      if (!callee_of(node).empty()) node = open_call(node);
      if (is_open(node)) node.text = in_braces(node.text);
      put(std::move(node));
    }
  }

  /// Returns true for a model's name; false for a variable that holds the model object.
  [[nodiscard]] bool names_something(const TextNode& node) const {
    return node.is_string() && (is_quoted(node) || node.key != "model");
  }

  void take_word(const char* key, std::string word, const TextNode& call) {
    TextNode node;
    node.kind = NodeKind::string;
    node.text = std::move(word);
    node.key = key;
    node.key_span = call.span;
    if (script_.root.child(key) == nullptr) script_.root.children.push_back(std::move(node));
  }

  void take_switch(const char* key, const TextNode& call) {
    if (script_.root.child(key) != nullptr) return;
    TextNode node;
    node.kind = NodeKind::boolean;
    node.boolean = true;
    node.key = key;
    node.key_span = call.span;
    put(std::move(node));
  }

  /// Adds a key. A key set in a branch that may not run is left open, except adapter keys: a program that can
  /// create adapters is meant for them. If a key is set several times, the last value counts, but an open
  /// value never replaces a known one, and of several models the one assigned to `model` counts.
  void put(TextNode node) {
    const bool is_of_adapters = node.key == "use_peft" || node.key.starts_with("lora_");
    if (!condition_.empty() && !is_off_ && is_of_adapters) {
      if (script_.adapters_if.empty()) script_.adapters_if = condition_;
    } else if (!condition_.empty()) {
      node.kind = NodeKind::string;
      node.children.clear();
      node.text = "${" + condition_ + '}';
    }
    if (node.key == "model") node.key = "model_name_or_path";
    const auto before = std::ranges::find(script_.root.children, node.key, &TextNode::key);
    if (before == script_.root.children.end()) {
      if (node.key == "model_name_or_path") is_named_model_ = names_trained_model();
      script_.root.children.push_back(std::move(node));
      return;
    }
    if (!replaces(*before, node)) std::swap(*before, node);
    const bool is_same = is_open_text(node) || node.is_null() || before->span == node.span ||
                         (before->kind == node.kind && text_of(*before) == text_of(node));
    if (!is_same) script_.replaced.push_back(*before);
    *before = std::move(node);
  }

  /// Returns true if `node` takes precedence over `before`, an earlier value of the same key.
  bool replaces(const TextNode& before, const TextNode& node) {
    const bool is_model = node.key == "model_name_or_path";
    const bool is_open = is_open_text(node) || node.is_null();
    const bool was_open = is_open_text(before) || before.is_null();
    if (is_open && (!was_open || !is_model)) return was_open;
    if (node.key == "max_length") return was_open;  // calls of tokenizers have this argument too
    if (!is_model || (was_open && !is_open)) return true;
    if (is_named_model_ || !names_trained_model()) return false;
    return is_named_model_ = true;
  }

  /// Returns true if the call is assigned to `model`, or to several names that include it; other names are
  /// references, rewards and teachers.
  [[nodiscard]] bool names_trained_model() const {
    constexpr std::array<std::string_view, 6> names = {"model",      "base_model", "policy",
                                                       "self.model", "llm",        "language_model"};
    return std::ranges::find(names, variable_) != names.end();
  }

  static bool is_open_text(const TextNode& node) { return node.is_string() && node.text.starts_with("${"); }

  [[nodiscard]] std::string_view text_of(const TextNode& node) const {
    return std::string_view(text_).substr(node.span.begin, node.span.size());
  }

  /// Lists the keys of an object, itself at `path`, whose values are defaults of options.
  void note_defaults(const TextNode& object, const std::string& path,
                     const std::map<std::size_t, std::string>& defaults) {
    for (const TextNode& child : object.children) {
      const std::string key = path.empty() ? child.key : path + '.' + child.key;
      if (const auto found = defaults.find(child.span.begin);
          child.span.size() > 0 && found != defaults.end())
        script_.defaults.push_back({key, found->second});
      if (child.is_object()) note_defaults(child, key, defaults);
    }
  }

  const std::string& text_;
  PythonScript script_;
  std::string condition_, variable_;
  std::size_t assigned_at_ = 0;         ///< position of the value that `variable_` has
  mutable std::string code_;            ///< the program without comments and quotes, once it is needed
  std::string method_of_branch_;        ///< method of a trainer created in a branch; "" if none
  std::set<std::size_t> taken_;         ///< positions of the calls already read
  std::optional<TextNode> classifier_;  ///< call that loads a classification model
  bool has_arguments_ = false, is_named_model_ = false, is_off_ = false, has_other_trainer_ = false;
  bool loads_tower_ = false;  ///< a class with the vision tower of its family loads the model
};

}  // namespace

bool is_notebook(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return begin != std::string_view::npos && text[begin] == '{' &&
         text.find("\"cell_type\"") != std::string_view::npos &&
         text.find("\"nbformat\"") != std::string_view::npos;
}

std::optional<PythonScript> python_script(const std::string& text, const PythonOptions* command) {
  const bool is_code_in_json = is_notebook(text);
  if (!is_code_in_json && !looks_like_python(text)) return std::nullopt;
  try {
    const std::size_t loaded = end_of_program(text);
    const std::string code =
        is_code_in_json ? code_of_notebook(text.substr(0, loaded)) + text.substr(loaded) : "";
    std::optional<PythonScript> script = ScriptReader(is_code_in_json ? code : text).read(command);
    if (script && is_code_in_json) forget_places(script->root);
    if (const std::size_t end = end_of_program(text); script && end < text.size()) {
      forget_loaded(script->root, end);
      for (std::vector<TextNode>* const nodes : {&script->unused, &script->replaced, &script->spread})
        for (TextNode& node : *nodes)
          forget_loaded(node, end);
    }
    return script;
  } catch (const FileError&) {
    return std::nullopt;
  }
}

}  // namespace zp::import_io
