// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/text/words.h"

/// The training programs of resources/catalog/programs.json: the defaults of each, by framework, kind of
/// tuning and release, with the facts that prove each default. The list is constant.
namespace zp {

/// A program, as its index in the catalog, counted from 1; `none` is no program.
enum class Program : std::uint8_t { none };

/// Framework that a program trains with.
enum class ProgramFramework : std::uint8_t { single, ddp, fsdp1, fsdp2, deepspeed };
template <>
inline constexpr auto words_of<ProgramFramework> = word_list("single", "ddp", "fsdp1", "fsdp2", "deepspeed");
inline constexpr std::size_t program_framework_count = 5;

/// Trained parameters: all, adapters, or adapters on a base in 4 or 8 bits.
enum class Tuning : std::uint8_t { full, lora, qlora };
template <>
inline constexpr auto words_of<Tuning> = word_list("full", "lora", "qlora");
inline constexpr std::size_t tuning_count = 3;

/// Type that a program gives to a kind of tensor.
enum class ProgramDtype : std::uint8_t {
  unknown,       ///< the framework decides
  none,          ///< there is no such tensor
  fp32,          ///< in every precision
  bf16,          ///< in every precision
  fp16,          ///< in every precision
  precision,     ///< type of training.precision; also the checkpoint's type, assumed to be the same
  fp32_of_bf16,  ///< fp32 if training.precision is bf16, else its type
};
template <>
inline constexpr auto words_of<ProgramDtype> = word_list("unknown", "none", "fp32", "bf16", "fp16",
                                                         "precision", "fp32_of_bf16");

/// The numeric types of one program, framework and kind of tuning.
struct ProgramTypes {
  ProgramDtype loaded{};          ///< weights after loading, before the framework converts them
  ProgramDtype weights{};         ///< trained weights between steps (FSDP: the shards)
  ProgramDtype frozen{};          ///< untrained weights; with a quantised base, the unquantised ones
  ProgramDtype adapters{};        ///< weights of adapters
  ProgramDtype gathered{};        ///< partitioned weights while they are gathered
  ProgramDtype gradients{};       ///< stored gradients
  ProgramDtype reduced{};         ///< gradients during the reduction across ranks
  ProgramDtype master{};          ///< second copy of the weights, which the optimizer updates
  ProgramDtype states{};          ///< optimizer states
  ProgramDtype logits{};          ///< the model's outputs; fp32 if a wrapper copies them to fp32
  std::optional<bool> autocasts;  ///< autocast is active in the forward pass

  bool operator==(const ProgramTypes&) const = default;
};

/// A kind of tensor with its name in the catalog: "weights".
struct ProgramTypeKey {
  std::string_view name;
  ProgramDtype ProgramTypes::*type;
};
std::span<const ProgramTypeKey> program_type_keys();

/// A release of a library: 4.46.0. All zero = not stated.
struct Release {
  std::uint16_t major = 0, minor = 0, patch = 0;
  [[nodiscard]] constexpr bool is_stated() const { return major != 0 || minor != 0 || patch != 0; }
  auto operator<=>(const Release&) const = default;  // NOLINT(modernize-use-nullptr): its own 0
};

/// Libraries whose releases change a default; `program` is the program itself.
enum class Library : std::uint8_t { program, transformers, accelerate, peft, torch };
template <>
inline constexpr auto words_of<Library> = word_list("program", "transformers", "accelerate", "peft", "torch");
inline constexpr std::size_t library_count = 5;

/// Releases stated in training.program_version. A library without a stated release has its newest release of
/// the same day, or its newest of all if nothing is stated.
struct ProgramReleases {
  std::array<Release, library_count> by_library;
  std::int32_t day = 0;  ///< day of the newest stated release, as 20240531; 0 = unknown

  [[nodiscard]] constexpr const Release& operator[](Library library) const {
    return by_library[static_cast<std::size_t>(library)];
  }
  [[nodiscard]] bool are_stated() const;
  bool operator==(const ProgramReleases&) const = default;
};

/// The circumstances that determine a program's defaults. `method` and `block` are the words of
/// training.method and of the model's block; they affect settings, but no types.
struct ProgramWay {
  ProgramFramework framework{};
  Tuning tuning{};
  int stage = 0;
  ProgramReleases releases = {};
  std::string_view method = "sft", block = "llama";
};

/// A statement about a program, with the places in its source that prove it.
struct ProgramFact {
  std::string id;    ///< "trl.dtype"
  std::string text;  ///< one sentence
  /// Each is "path:line" in the program's repository, or "owner/name@commit path:line".
  std::vector<std::string> sources;
};

/// Value of a setting: that of a plan's key, or a word for a value that depends on the plan: "auto" (the
/// value that Trainer fills in), "model" (the model's longest sequence), "global_batch" (the value that gives
/// that batch).
using ProgramValue = std::variant<std::int64_t, double, bool, std::string, std::vector<std::string>>;

struct ProgramSetting {
  std::string name;  ///< a key of a plan ("training.micro_batch_size"), or one of `other_settings()`
  ProgramValue value;
};

/// Values of a plan's key that users of a program choose with an option of the program.
struct ProgramOption {
  std::string name;  ///< "training.attention"
  std::vector<ProgramValue> values;
};

/// The time of a changed default: a library's release, or a date without a release.
struct ReleaseBound {
  Library library{};
  Release release;       ///< if not stated, only the day counts
  std::int32_t day = 0;  ///< 20240531

  /// Returns true if these releases are at the bound or later, which is always true for the newest releases.
  [[nodiscard]] bool is_reached(const ProgramReleases& releases) const;
};

/// Defaults in certain circumstances. An empty condition is always true.
struct ProgramRule {
  std::uint8_t frameworks = 0xff, tunings = 0xff, stages = 0xff;  ///< bits of the values to which it applies
  std::vector<std::string> methods, blocks;
  std::vector<ReleaseBound> since, before;
  ProgramTypes types;  ///< `unknown` keeps the type of the earlier rule
  std::vector<ProgramSetting> settings;
  std::vector<ProgramOption> options;
  std::vector<std::string> facts;  ///< ids

  [[nodiscard]] bool holds_for(const ProgramWay& way) const;
};

/// A key of a program's files, and the plan's key with the same content.
struct ProgramKeyRow {
  std::string key;   ///< "training.micro_batch_size" for a key inside a section
  std::string path;  ///< key of a plan; "" if `as` names a key of the same meaning
  std::string as;    ///< key with this meaning, read by another row: "per_device_train_batch_size"
  /// Parser of the value ("count"), or pairs of values and their results ("true>full", "no>none"); an empty
  /// result ignores the value ("none>").
  std::vector<std::string> readers;
};

struct ProgramEntry {
  std::string id;          ///< "trl"
  std::string name;        ///< "TRL"
  std::string title;       ///< "TRL (SFT, DPO, KTO, ORPO, reward, GRPO)"
  std::string version;     ///< release or commit that the entry describes; "" if unversioned
  std::string repository;  ///< "huggingface/trl"
  std::string commit, date;
  Program base{};               ///< program that it is built on, whose rules apply first
  std::string trainer_program;  ///< id of the program whose trainers it uses for other methods; "" = `base`
  std::uint8_t frameworks = 0;  ///< bits of ProgramFramework
  ProgramFramework fsdp{};      ///< FSDP version if neither file nor command decides it
  std::vector<std::string> keys, commands;  ///< keys and commands by which its files are recognised
  /// Keys that no other program has, each sufficient to recognise a file: "base_model"; several that only
  /// occur together ("type & model.name_or_path"); a key with its value ("trainer_type = TRL_SFT").
  std::vector<std::string> marks;
  std::vector<std::string> starts;  ///< words that start it in a command: "llamafactory-cli", "train_dpo.py"
  std::vector<ProgramKeyRow> extra_keys;  ///< keys that an import reads in addition to those of `base`
  std::vector<std::pair<Release, std::int32_t>> releases;  ///< its releases with their days, oldest first
  std::vector<ProgramFact> facts;
  std::vector<ProgramRule> rules;
  /// Batches are padded to the length of their longest sequence, or to a multiple of 8 tokens. Multiples of
  /// 64 do not count, because they leave so few sizes that freed memory can be reused.
  bool pads_to_longest = false;
  bool has_selective_checkpointing = false;
  bool is_on_trainer = false;  ///< built on transformers' Trainer, and therefore on accelerate
  /// Types of the newest releases by framework, tuning and stage.
  std::array<std::array<std::array<ProgramTypes, 4>, tuning_count>, program_framework_count> newest;

  [[nodiscard]] bool trains_with(ProgramFramework framework) const {
    return (frameworks >> static_cast<unsigned>(framework) & 1U) != 0;
  }
};

/// Returns all programs, in the order of the catalog. Throws std::logic_error, naming the entry, if the
/// resource is malformed.
std::span<const ProgramEntry> program_entries();
/// Returns the words of training.program: "none", then the ids.
std::span<const std::string_view> program_words();
/// Returns the program with that id, or nullopt, also for "none".
std::optional<Program> find_program(std::string_view id);
/// Returns the program with that id. Precondition: the catalog has it.
Program program_named(std::string_view id);
/// Returns the program's word in training.program.
std::string_view name_of(Program program);
/// Returns the entry of a program other than `none`.
const ProgramEntry& entry_of(Program program);
/// Returns the fact with that id, of any program; nullptr if there is none.
const ProgramFact* find_program_fact(std::string_view id);
/// Returns the names of settings without a key in a plan.
std::span<const std::string_view> other_settings();

/// Returns the types of the program in these circumstances; nullopt for `none`, and for a framework that the
/// program does not support.
std::optional<ProgramTypes> program_types(Program program, const ProgramWay& way);

/// The final value of a setting, with the rule that set it.
struct DecidedSetting {
  const ProgramSetting* setting = nullptr;
  const ProgramRule* rule = nullptr;
};
/// Returns all settings of the program in these circumstances, each name once; empty for `none` and for a
/// framework that the program does not support.
std::vector<DecidedSetting> program_settings(Program program, const ProgramWay& way);
/// Returns one setting's value, or nullptr.
const ProgramValue* program_setting(Program program, const ProgramWay& way, std::string_view name);

/// Returns the values of `name` that the program's users can choose in these circumstances, possibly
/// including the default; nullptr if its rules list none.
const std::vector<ProgramValue>* program_options(Program program, const ProgramWay& way,
                                                 std::string_view name);

/// Returns releases that differ in a default of the program, in the form of training.program_version: for
/// each change, the last release before it ("transformers 4.48"). The texts are never destroyed.
std::span<const std::string> releases_before_changes(Program program);

/// Parses training.program_version: the program's release ("0.27"), those of libraries ("transformers 4.46"),
/// or both, separated by commas. Returns nullopt if the text is neither.
std::optional<ProgramReleases> parse_releases(std::string_view text, Program program);
/// Returns the releases in that form; "" if none is stated.
std::string releases_text(const ProgramReleases& releases);

}  // namespace zp
